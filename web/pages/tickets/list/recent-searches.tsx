import { useSignals } from '@preact/signals-react/runtime'
import { History, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../kit/i18n'
import { Empty } from '../../../kit/placeholder'
import { isLeader } from '../../../session'
import { words } from './found-texts'
import { forgetSearches, recentSearches } from './recent'
import { giveSearch } from './store'

/** What stands where nothing is searched for yet: the last searches, and what can be looked for. */
export function Recent({ upwards }: { upwards: () => void }) {
  useSignals()
  const [texts, setTexts] = useState(recentSearches)
  function keys(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') return upwards()
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!by) return
    event.preventDefault()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('.recent')]
    const next = stops.indexOf(event.target as HTMLElement) + by
    if (next < 0) upwards()
    else stops[next]?.focus()
  }
  return (
    <>
      {texts.length > 0 && (
        <section className="recents" aria-label={words('recent')} onKeyDown={keys}>
          <header>
            <h2>{words('recent')}</h2>
            <button
              className="btn btn-quiet btn-xs"
              onClick={() => {
                forgetSearches()
                setTexts([])
                upwards()
              }}
            >
              {words('forget')}
            </button>
          </header>
          {texts.map(text => (
            <button
              key={text}
              className="recent"
              onClick={() => {
                // The field is drawn anew with the text before it gets the focus.
                flushSync(() => void giveSearch(text))
                upwards()
              }}
            >
              <History className="icon icon-sm faint" aria-hidden />
              <span className="clip">{text}</span>
            </button>
          ))}
        </section>
      )}
      <Empty
        icon={Search}
        title={t('tickets.searchEmpty')}
        text={`${t('tickets.nothingFoundText')} ${words('hint', { person: isLeader.value ? words('personHint') : '' })}`}
      />
    </>
  )
}
