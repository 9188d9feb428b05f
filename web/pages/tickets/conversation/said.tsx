import { useState } from 'react'
import { RichText } from '../../../kit/rich-text'
import { SHOWN_AT_ONCE } from './rows'
import { words } from './texts'

/** What somebody wrote, a very long text by its beginning, until the rest is asked for. */
export function Said({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  if (isWhole || text.length <= SHOWN_AT_ONCE) return <RichText text={text} />
  return (
    <>
      <RichText text={`${text.slice(0, SHOWN_AT_ONCE).replace(/[\ud800-\udbff]$/, '')}… `} />
      <button type="button" className="link-b" onClick={() => setIsWhole(true)}>
        {words('showWhole')}
      </button>
    </>
  )
}
