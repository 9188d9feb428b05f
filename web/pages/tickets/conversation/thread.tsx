import { useSignals } from '@preact/signals-react/runtime'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NEAR_START_PX } from '../../../constants'
import { serverNow } from '../../../kit/clock'
import { clock, dateTime, dayName, sameDay } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { useLongPress } from '../../../kit/long-press'
import { useShortcut } from '../../../kit/keys'
import { phone } from '../../../kit/screen-width'
import { LoadFailed } from '../../../kit/placeholder'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import type { ViewerItem } from '../../../kit/viewer'
import viewerStyle from '../../../kit/viewer.css'
import swipeStyle from './swipe-quote.css'
import { user } from '../../../session'
import { focusComposer } from '../composer/focus'
import { blocksOf, isPicture } from './blocks'
import { authorOf } from './bubble'
import type { MessageActions, Tools } from './message-toolbar'
import { messageKeys, toMessages } from './message-keys'
import { isLocal, keyOf, type Shown } from './messages'
import { inLine, lineOf } from './line-of'
import { type Row, rowsOf } from './row-heights'
import type { Talk } from './talk'
import { words } from './texts'
import { Day, ThreadRow } from './thread-row'
import { useRows } from './use-rows'

const SwipeQuote = retried(styled(() => import('./swipe-quote'), swipeStyle))
const Viewer = retried(styled(() => import('../../../kit/viewer'), viewerStyle))

/** How long a message that was looked for stands out. */
const LIT_MS = 2_000
/** Further messages are asked for while so many screens of known ones are left. */
const AHEAD = 1.5

type Props = {
  conversation: Talk
  actions: Omit<MessageActions, 'view' | 'jump'>
  tools?: Tools
  /** Asks for a day to go to, beginning with that of a moment. */
  pickDay?: (at: string) => void
}

export const Thread = memo(function Thread(props: Props) {
  useSignals()
  const { failed, loaded, messages, reload } = props.conversation
  // What was written here is not the conversation.
  const isUnknown = failed.value && !loaded.value
  return (
    <>
      {isUnknown && <LoadFailed what={t('tickets.whatMessages')} retry={() => void reload()} />}
      {(!isUnknown || messages.value.length > 0) && <Messages {...props} />}
    </>
  )
})

/** A row with the line of a day keeps it on top for as long as it is there itself. */
const beginsDay = ({ block, tail }: Row) => (block ? block.day || block.above.some(({ day }) => day) : tail.day)
const has = ({ block, tail }: Row, id: string) =>
  block
    ? (block.grid ?? [block.message]).some(message => message.id === id) || block.above.some(({ aside }) => aside.key === id)
    : tail.aside.key === id

/** Hoje, 16:42, else 12/10/2026 16:42. */
const sentAt = (at: string) => (sameDay(at, serverNow()) ? `${dayName(at)}, ${clock(at)}` : dateTime(at))

/** The conversation. Keeps its place whatever comes or changes around it, and counts what comes below while one reads above. */
function Messages({ conversation, actions, tools, pickDay }: Props) {
  useSignals()
  const box = useRef<HTMLDivElement>(null)
  const rowsBox = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(0)
  const [isFar, setIsFar] = useState(false)
  /** Where what came begins while one read above. */
  const [since, setSince] = useState<string>()
  const [isAbove, setIsAbove] = useState(false)
  const [lit, setLit] = useState<{ row: string; id: string }>()
  const [viewed, setViewed] = useState<string>()
  const { asides, selection, place, apart: isApart, sought, newer, loading, failed } = conversation
  const list = conversation.messages.value
  const own = conversation.id
  const ofSeveral = conversation.ticket?.peek().isGroup ?? true
  const between = asides?.shown.value
  const rows = useMemo(() => rowsOf(blocksOf(list, between)), [list, between])
  const { virtual, items } = useRows(box, rowsBox, rows, place?.current, conversation.heights)
  useLayoutEffect(
    () => () => {
      if (place) place.current = virtual.place()
    },
    [place, virtual],
  )

  const last = list.at(-1)
  const lastKey = last && keyOf(last)
  const known = useRef(lastKey)
  const isOwnLast = last && (isLocal(last) || (last.fromMe && last.userId === user.peek()?.id))
  useLayoutEffect(() => {
    if (known.current !== lastKey && isOwnLast) {
      setSince(undefined)
      if (!isApart.peek()) virtual.toEnd()
    }
    known.current = lastKey
  }, [lastKey, isOwnLast, isApart, virtual])
  const noted = asides?.noted.value
  const wasNoted = useRef(noted)
  useLayoutEffect(() => {
    if (wasNoted.current !== noted) {
      if (isApart.peek()) void conversation.toEnd()
      else virtual.toEnd()
    }
    wasNoted.current = noted
  }, [noted, isApart, conversation, virtual])
  const apart = isApart.value
  const wasApart = useRef(apart)
  useLayoutEffect(() => {
    if (wasApart.current && !apart) virtual.toEnd()
    wasApart.current = apart
  }, [apart, virtual])
  const wanted = sought.value
  const reached = useRef<typeof wanted>(undefined)
  useLayoutEffect(() => {
    if (!wanted || reached.current === wanted) return
    const row = rows.find(one => has(one, wanted.id))
    if (!row || !virtual.show(row.key, wanted.isDay ? 'top' : 'middle')) return
    reached.current = wanted
    setLit({ row: row.key, id: wanted.id })
  }, [wanted, rows, virtual])
  useEffect(() => {
    const timer = setTimeout(setLit, LIT_MS, undefined)
    return () => clearTimeout(timer)
  }, [lit])

  const scrolled = useCallback(() => {
    const { by, above, below, isNearEnd, screen } = virtual.scrolled(newer.peek())
    if (virtual.isAtEnd()) setSeen(conversation.arrived.peek())
    setIsFar(below > screen)
    setIsAbove(!virtual.isAtEnd())
    conversation.readsAbove?.(!virtual.isAtEnd())
    // At the very top they are asked for although nobody moved.
    if (above < (by < 0 ? AHEAD * screen : NEAR_START_PX)) void conversation.older()
    if (isNearEnd || (newer.peek() && by > 0 && below < AHEAD * screen)) conversation.atEnd()
  }, [conversation, newer, virtual])
  // What does not fill the screen is never scrolled.
  const isStill = !loading.value && !failed.value && rows.length > 0
  useEffect(() => {
    if (isStill) scrolled()
  }, [isStill, apart, scrolled])
  const down = () => {
    focusComposer()
    if (apart) return void conversation.toEnd()
    const first = below > 0 ? list.filter(message => !message.fromMe).at(-below) : undefined
    setSince(first?.id)
    // What came and has no room on one screen is read from its beginning on.
    const row = first && rows.find(one => has(one, first.id))
    if (!row || virtual.heightFrom(row.key) <= box.current!.clientHeight || !virtual.show(row.key, 'top')) return virtual.toEnd()
    setSeen(conversation.arrived.peek())
  }
  // A press beside the words goes on with the answer; one that marks some, or presses something, does not.
  const pressed = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed && !(event.target as Element).closest('button,a,input,label,audio,video')) focusComposer()
  }
  // What can be done with a message stands beside the one that has the focus.
  const { listeners, wasHeld } = useLongPress(target => {
    const isLink = (target as Element).closest('a') !== null
    const message = chosen || isLink ? null : (target as Element).closest<HTMLElement>('[data-message]')
    return message ? () => message.focus({ preventScroll: true }) : undefined
  })
  const clicked = (event: MouseEvent) => {
    if ((event.target as Element).closest('.grows')) virtual.stay()
    if (wasHeld()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  useShortcut('messages', () => toMessages(box.current!))
  const chosen = selection.value
  const choose = useMemo(
    () => (messages: Shown[]) => {
      const now = selection.peek() ?? new Set<string>()
      const ids = messages.map(({ id }) => id)
      selection.value = ids.every(id => now.has(id)) ? new Set([...now].filter(id => !ids.includes(id))) : new Set([...now, ...ids])
    },
    [selection],
  )
  const all = useMemo<MessageActions>(
    () => ({ ...actions, jump: id => void conversation.show(id), view: message => setViewed(message.id) }),
    [actions, conversation],
  )
  const gone = useCallback((id: number) => asides?.removeNote(id), [asides])
  const pictures = viewed ? list.filter(message => isPicture(message) && message.mediaUrl) : []
  const viewing: ViewerItem[] = pictures.map(message => ({
    kind: message.mediaType === 'video' ? 'video' : 'image',
    src: message.mediaUrl!,
    who: authorOf(message),
    about: sentAt(message.createdAt),
    name: message.fileName ?? undefined,
    caption: message.caption ? inLine(message.caption) : undefined,
  }))
  const headings = conversation.headings.value
  /** Of the ticket that begins with a row, where one does. */
  const headingOf = ({ block }: Row) =>
    block && (block.ticket || (block.message === list[0] && block.message.ticketId !== own))
      ? (headings.get(block.message.ticketId) ?? null)
      : undefined
  // Where all is new there is no line.
  const unread = conversation.ticket && conversation.fresh?.value === list[0]?.id ? undefined : conversation.fresh?.value
  const fresh = since ?? unread
  // What comes while nobody looks has the line from then on.
  useEffect(() => setSince(undefined), [unread])
  const { range } = virtual.view
  const topmost = rows[range?.startIndex ?? -1]
  const day =
    topmost && virtual.isScrolled() && !beginsDay(topmost) ? (topmost.block?.message.createdAt ?? topmost.tail!.aside.at) : undefined
  const isFreshAbove = useFreshAbove(fresh, rows, range?.startIndex)
  const isHeard = conversation.arrived.value > 0 && !apart && last && !last.fromMe
  const spoken = useSpoken(
    isHeard ? keyOf(last) : '',
    isHeard ? `${(!conversation.ticket && last.contact?.name) || conversation.name()}: ${lineOf(last)}` : '',
  )
  const below = virtual.isAtEnd() ? 0 : conversation.arrived.value - seen
  return (
    <div className="thread-box" data-covers={isFreshAbove ? 'fresh' : day ? 'day' : undefined}>
      <div
        className={chosen ? 'thread choosing' : 'thread'}
        role="log"
        aria-label={t('tickets.messages')}
        aria-live="off"
        tabIndex={0}
        ref={box}
        onScroll={scrolled}
        onClick={pressed}
        {...listeners}
        onClickCapture={clicked}
        onKeyDown={event => messageKeys(event, { messages: list, actions, tools })}
      >
        <div className={items.length ? 'thread-top' : 'thread-top is-alone'} aria-busy={loading.value}>
          {loading.value && !conversation.quiet?.value && <span className="loading loading-spinner" style={{ width: 16 }} />}
        </div>
        <div className="thread-day">{day && <Day at={day} pick={pickDay} />}</div>
        <div className="thread-rows" ref={rowsBox} style={virtual.space(items)}>
          {items.map(({ key, index, start }, i) => {
            const row = rows[index]!
            const skipped = i ? start - items[i - 1]!.end : 0
            return (
              <div
                key={String(key)}
                data-index={index}
                ref={virtual.view.measureElement}
                className="thread-row"
                style={skipped ? { marginTop: skipped } : undefined}
              >
                <ThreadRow
                  row={row}
                  own={own}
                  heading={headingOf(row)}
                  isFresh={row.block !== undefined && fresh === row.block.message.id}
                  lit={lit?.row === row.key ? lit.id : undefined}
                  ofSeveral={ofSeveral}
                  actions={all}
                  tools={tools}
                  chosen={row.block && chosen?.has(row.block.message.id)}
                  choose={chosen ? choose : undefined}
                  gone={gone}
                  pickDay={pickDay}
                />
              </div>
            )
          })}
        </div>
        {newer.value && <div className="thread-top" aria-busy={loading.value} />}
      </div>
      {isFreshAbove && fresh && (
        <button className="new-pill to-fresh" onClick={() => void conversation.show(fresh)}>
          <ArrowUp className="icon icon-sm" aria-hidden />
          {words('toFresh')}
        </button>
      )}
      {(apart || below > 0 || isFar || (since !== undefined && isAbove)) && (
        <button className="new-pill" onClick={down}>
          <ArrowDown className="icon icon-sm" aria-hidden />
          {[(apart || below <= 0) && t('tickets.toEnd'), below > 0 && t(below === 1 ? 'tickets.oneNew' : 'tickets.someNew', { n: below })]
            .filter(Boolean)
            .join(' · ')}
        </button>
      )}
      <div className="sr-only" aria-live="polite">
        {/* Two that say the same are two. */}
        <span key={spoken.id}>{spoken.words}</span>
      </div>
      {phone.value && tools === 'all' && !chosen && (
        <Part>
          <SwipeQuote messages={list} reply={actions.reply} />
        </Part>
      )}
      {viewed && viewing.length > 0 && (
        <Part>
          <Viewer
            items={viewing}
            start={Math.max(
              0,
              pictures.findIndex(message => message.id === viewed),
            )}
            close={() => setViewed(undefined)}
          />
        </Part>
      )}
    </div>
  )
}

/** Who hears the page is told of one arrival in a while, the last of them: a flood of them drowns all else. */
const SPOKEN_MS = 4_000
function useSpoken(id: string, words: string) {
  const [spoken, speak] = useState({ id: '', words: '' })
  const next = useRef(0)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        next.current = performance.now() + SPOKEN_MS
        speak({ id, words })
      },
      Math.max(0, next.current - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [id, words])
  return spoken
}

/** Whether what is new begins further up than was looked at yet. */
function useFreshAbove(fresh: string | undefined, rows: Row[], topmost: number | undefined) {
  const [seen, setSeen] = useState<string>()
  const index = useMemo(() => (fresh === undefined ? -1 : rows.findIndex(row => has(row, fresh))), [fresh, rows])
  const isSeen = topmost !== undefined && index >= topmost
  useEffect(() => {
    if (isSeen) setSeen(fresh)
  }, [isSeen, fresh])
  return fresh !== undefined && rows.length > 0 && topmost !== undefined && !isSeen && seen !== fresh
}
