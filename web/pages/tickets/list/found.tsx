import { Link } from '../../../kit/link'
import { partOf } from '../../../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { Search, StickyNote } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { shortTime, upcoming } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { Empty, LoadFailed, Skeleton } from '../../../kit/placeholder'
import { useNearEnd } from '../../../kit/scroll'
import { wantedWords } from '../conversation/find-words'
import { isStandIn, kindOf } from '../conversation/preview'
import type { Ticket } from '../types'
import listStyle from '../../list.css'
import { Completions } from './completions'
import { words as deskWords } from './desk-texts'
import { words } from './found-texts'
import { useChoosing } from './choosing'
import { Marked } from './marked'
import { MoreLine } from './more-line'
import { Recent } from './recent-searches'
import { remember } from './recent'
import { lists, searches, searchText, searchWords, seesClosed } from './store'

const SearchFilters = retried(
  partOf(
    styled(() => import('./search-filters'), listStyle),
    ({ SearchFilters }) => ({ default: SearchFilters }),
  ),
)

type Hit = NonNullable<Ticket['hits']>[number]
type Props = {
  label: string
  row: (ticket: Ticket, state?: string) => ReactNode
  /** What a key does in a list. */
  move: (event: KeyboardEvent<HTMLElement>, upwards: () => void) => void
  open: (ticket: Ticket, message: string) => void
  /** Back to the field. */
  upwards: () => void
}

/** What narrows a search, and what it found. */
export default function Found({ typed, ...props }: Props & { typed: () => string }) {
  return (
    <>
      <div className="found-head">
        <Completions />
        <Part>
          <SearchFilters typed={typed} />
        </Part>
      </div>
      <Results {...props} />
    </>
  )
}

/** Tickets, and below each the messages and the notes that say the words. */
function Results({ label, row, move, open, upwards }: Props) {
  useSignals()
  const list = lists.search
  const { items, loaded, loading, failed, hasMore } = list
  const box = useNearEnd<HTMLUListElement>(list.nearEnd)
  const choosing = useChoosing()
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') upwards()
    else move(event, upwards)
  }
  if (!searches.value) return <Recent upwards={upwards} />
  if (failed.value && !loading.value) return <LoadFailed what={t('tickets.what')} retry={() => void list.retry()} />
  if (!loaded.value) return <Skeleton />
  if (!items.value.length)
    return (
      <Empty icon={Search} title={t('tickets.nothingFound')} text={seesClosed.value ? t('tickets.nothingFoundText') : words('notClosed')} />
    )
  return (
    <>
      <Sum />
      <ul
        className={loading.value ? 'ticket-list is-dim' : 'ticket-list'}
        aria-label={label}
        ref={box}
        onKeyDown={keys}
        onClick={() => remember(searchText.peek())}
        {...choosing}
      >
        {items.value.map(ticket => (
          <Fragment key={ticket.id}>
            {row(ticket, stateOf(ticket))}
            {ticket.hits && ticket.hits.length > 0 && <Hits ticket={ticket} open={open} />}
          </Fragment>
        ))}
        {(hasMore.value || failed.value) && <MoreLine {...list} />}
      </ul>
      <div className="found-keys only-wide" aria-hidden>
        <span>
          <kbd className="kbd">↑</kbd> <kbd className="kbd">↓</kbd> {words('choose')}
        </span>
        <span>
          <kbd className="kbd">↵</kbd> {words('open')}
        </span>
        <span>
          <kbd className="kbd">Esc</kbd> {words('leave')}
        </span>
      </div>
    </>
  )
}

/** What is not attended says so. */
function stateOf({ status, snoozedAt, snoozedUntil }: Ticket) {
  if (snoozedAt) return snoozedUntil ? deskWords('isSnoozed', { when: upcoming(snoozedUntil) }) : deskWords('isSnoozedReply')
  return status === 'open' ? undefined : words(status === 'closed' ? 'closed' : 'pending')
}

/** How much was found. Messages of tickets that were not read yet are not known. */
function Sum() {
  useSignals()
  const { items, hasMore, count } = lists.search
  const [said, noted] = items.value.reduce((sums, { hitCount = 0, noteCount = 0 }) => [sums[0] + hitCount, sums[1] + noteCount], [0, 0])
  const tickets = words('tickets', { n: count.value })
  const parts = [said && words('said', { n: said }), noted && words('noted', { n: noted })].filter(Boolean)
  return (
    <p className="found-sum" role="status">
      {parts.length && !hasMore.value ? words('saidIn', { said: parts.join(words('and')), tickets }) : tickets}
    </p>
  )
}

/** The words of a message, or what its file is. */
function Said({ body, mediaType }: Pick<Hit, 'body' | 'mediaType'>) {
  useSignals()
  const kind = kindOf({ mediaType })
  return (
    <>
      {kind && <kind.icon className="icon icon-sm" aria-hidden />}
      {kind && isStandIn(body) ? kind.word : <Marked text={body} search={searchWords.value} />}
    </>
  )
}

/** In the place of who said it. */
const Note = () => (
  <>
    <StickyNote className="icon icon-sm" aria-hidden />
    <span className="sr-only">{words('note')}: </span>
  </>
)

function Hits({ ticket, open }: { ticket: Ticket; open: Props['open'] }) {
  useSignals()
  const { hits = [], hitCount = 0, contact, uuid } = ticket
  const [name] = contact.name.split(' ')
  const isNarrowed = searchText.value.trim() !== searchWords.value.trim()
  const more = hitCount - hits.filter(({ isNote }) => !isNote).length
  return (
    <li>
      <ul className="hits" aria-label={words('found', { name: contact.name })}>
        {hits.map(hit => (
          <li key={hit.id}>
            <Link
              className="hit"
              href={`/tickets/${uuid}/${hit.id}`}
              onClick={event => {
                event.preventDefault()
                open(ticket, hit.id)
              }}
            >
              <span className="said">
                {hit.isNote ? <Note /> : hit.fromMe ? <b>{words('team')}: </b> : !ticket.isGroup && <b>{name}: </b>}
                <Said {...hit} />
              </span>
              <span className="time">{shortTime(hit.createdAt)}</span>
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <button
              className="hit hits-more"
              // The conversation is searched for words alone.
              disabled={isNarrowed}
              onClick={() => {
                wantedWords.value = { ticketId: ticket.id, text: searchWords.peek() }
                open(ticket, '')
              }}
            >
              {words('more', { n: more })}
            </button>
          </li>
        )}
      </ul>
    </li>
  )
}
