import { useState } from 'react'
import { RichText } from '../../../kit/rich-text'
import { SHOWN_AT_ONCE } from './row-heights'
import { words } from './texts'

/** Its beginning, up to a gap where one is near: half of an address would lead elsewhere. */
const beginningOf = (text: string) =>
  text
    .slice(0, SHOWN_AT_ONCE)
    .replace(/\s\S{0,500}$/, '')
    .replace(/[\ud800-\udbff]$/, '')

/** What somebody wrote, a very long text by its beginning, until the rest is asked for. */
export function Said({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  if (isWhole || text.length <= SHOWN_AT_ONCE) return <RichText text={text} />
  return (
    <>
      <RichText text={beginningOf(text)} />
      {'… '}
      <button type="button" className="link-b grows" onClick={() => setIsWhole(true)}>
        {words('showWhole')}
      </button>
    </>
  )
}
