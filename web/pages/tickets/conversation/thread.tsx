import { useSignals } from '@preact/signals-react/runtime'
import { ArrowDown } from 'lucide-react'
import { Fragment, type MouseEvent, Suspense, lazy, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { dayName } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { LoadFailed } from '../../../kit/placeholder'
import { styled } from '../../../kit/style'
import type { ViewerItem } from '../../../kit/viewer'
import viewerStyle from '../../../kit/viewer.css'
import { AsideRow } from './aside'
import { type Above, blocksOf, isPicture } from './blocks'
import { Bubble } from './bubble'
import type { Talk } from './talk'
import { keyOf, type Shown } from './messages'
import { focusComposer } from '../composer/focus'
import { lineOf } from './preview'
import type { MessageActions } from './message-toolbar'
import { Separator } from './separator'
import { words } from './texts'

const Viewer = lazy(styled(() => import('../../../kit/viewer'), viewerStyle))

/** How long a message that was looked for stands out. */
const LIT_MS = 2_000
/** So many pixels from its end, the conversation goes on by itself. */
const NEAR_END = 80
const restOf = ({ scrollHeight, scrollTop, clientHeight }: Element) => scrollHeight - scrollTop - clientHeight

type Props = { conversation: Talk; actions: Omit<MessageActions, 'view' | 'jump'>; active: boolean }

const FreshLine = () => (
  <div className="new-line">
    <span>{words('fresh')}</span>
  </div>
)

/** The conversation. Keeps its place when older messages come in front, and counts what comes below while one reads above. */
export function Thread({ conversation, actions, active }: Props) {
  useSignals()
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(0)
  const [viewed, setViewed] = useState<string>()
  const place = useRef({ atEnd: true, height: 0, top: 0, firstKey: '' })
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const list = conversation.messages.value
  const own = conversation.id
  const ofSeveral = conversation.ticket?.value.isGroup ?? true
  const { asides } = conversation
  const between = asides?.shown.value
  const { blocks, tail } = useMemo(() => blocksOf(list, between), [list, between])
  const firstKey = list[0] ? keyOf(list[0]) : ''
  const lastKey = list.length ? keyOf(list.at(-1)!) : ''
  const lastMine = list.at(-1)?.fromMe

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { height, top, firstKey: old } = place.current
    // Whoever scrolled up in this moment stays there: the browser tells of it with the next frame alone.
    const isAway = element.scrollTop < top && restOf(element) >= NEAR_END
    const atEnd = place.current.atEnd && !isAway
    if (place.current.atEnd && isAway) redraw()
    if (old && old !== firstKey && !atEnd) element.scrollTop = element.scrollHeight - height + top
    else if (atEnd || !old) element.scrollTop = element.scrollHeight
    place.current = { atEnd, height: element.scrollHeight, top: element.scrollTop, firstKey }
  }, [list, firstKey])
  useLayoutEffect(() => {
    const element = box.current
    if (element && lastMine && !conversation.apart.peek()) element.scrollTop = element.scrollHeight
  }, [lastKey, lastMine, conversation])
  const { apart: isApart, sought, newer, loading, failed } = conversation
  const apart = isApart.value
  useLayoutEffect(() => {
    const element = box.current
    if (!element || apart) return
    element.scrollTop = element.scrollHeight
    place.current = { ...place.current, atEnd: true, top: element.scrollTop }
  }, [apart])
  const wanted = sought.value
  const reached = useRef<typeof wanted>(undefined)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !wanted || reached.current === wanted) return
    const block = blocks.find(({ message, grid = [message] }) => grid.some(({ id }) => id === wanted.id))
    const found = block && element.querySelector<HTMLElement>(`[data-message="${CSS.escape(block.message.id)}"]`)
    if (!found) return
    reached.current = wanted
    found.scrollIntoView({ block: 'center' })
    place.current = { ...place.current, atEnd: false, top: element.scrollTop }
    found.dataset.hit = ''
    setTimeout(() => delete found.dataset.hit, LIT_MS)
  }, [wanted, blocks])
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Pictures that load late would push the end out of sight.
    const watch = new ResizeObserver(() => place.current.atEnd && (element.scrollTop = element.scrollHeight))
    watch.observe(element)
    for (const child of element.children) watch.observe(child)
    return () => watch.disconnect()
  }, [blocks])

  const scrolled = () => {
    const element = box.current!
    const isLow = restOf(element) < NEAR_END
    const atEnd = isLow && !newer.peek()
    place.current = { ...place.current, atEnd, height: element.scrollHeight, top: element.scrollTop }
    if (atEnd && seen !== conversation.arrived.value) setSeen(conversation.arrived.value)
    if (element.scrollTop < 50) void conversation.older()
    if (isLow) conversation.atEnd()
  }
  // An older place that does not fill the screen is never scrolled.
  const isStill = apart && !loading.value && !failed.value
  useEffect(() => {
    if (isStill) scrolled()
  }, [isStill])
  const down = () => {
    if (apart) void conversation.toEnd()
    else box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'smooth' })
    focusComposer()
  }
  // A press beside the words goes on with the answer; one that marks some, or presses something, does not.
  const pressed = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed && !(event.target as Element).closest('button,a,input,label,audio,video')) focusComposer()
  }
  const { selection } = conversation
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
  const pictures = viewed ? list.filter(message => isPicture(message) && message.mediaUrl) : []
  const items: ViewerItem[] = pictures.map(message => ({
    kind: message.mediaType === 'video' ? 'video' : 'image',
    src: message.mediaUrl!,
    name: message.fileName ?? message.id,
    caption: message.caption ?? undefined,
  }))
  const drawn = ({ aside, day }: Above) => (
    <Fragment key={aside.key}>
      {day && <div className="day">{dayName(aside.at)}</div>}
      <AsideRow aside={aside} ticketId={own} gone={id => asides?.removeNote(id)} />
    </Fragment>
  )
  const below = place.current.atEnd ? 0 : conversation.arrived.value - seen
  const newest = list.at(-1)
  if (conversation.failed.value && !list.length)
    return <LoadFailed what={t('tickets.whatMessages')} retry={() => void conversation.reload()} />
  return (
    <div className="thread-box">
      <div
        className={chosen ? 'thread choosing' : 'thread'}
        role="log"
        aria-label={t('tickets.messages')}
        aria-live="off"
        tabIndex={0}
        ref={box}
        onScroll={scrolled}
        onClick={pressed}
      >
        <div className="thread-top" aria-busy={conversation.loading.value}>
          {conversation.loading.value && !conversation.quiet?.value && <span className="loading loading-spinner" style={{ width: 16 }} />}
        </div>
        {blocks.map(({ message, grid, cont, day, ticket, above }) => (
          <Fragment key={keyOf(message)}>
            {above.map(drawn)}
            {(ticket || (message === list[0] && message.ticketId !== own)) && (
              <Separator
                ticketId={message.ticketId}
                heading={conversation.headings.value.get(message.ticketId)}
                isCurrent={message.ticketId === own}
              />
            )}
            {day && <div className="day">{dayName(message.createdAt)}</div>}
            {conversation.fresh?.value === message.id && <FreshLine />}
            <Bubble
              message={message}
              grid={grid}
              cont={cont}
              author={ofSeveral && !message.fromMe && !cont ? message.contact?.name : undefined}
              actions={all}
              active={active}
              chosen={chosen?.has(message.id)}
              choose={chosen ? choose : undefined}
            />
          </Fragment>
        ))}
        {tail.map(drawn)}
        {newer.value && <div className="thread-top" aria-busy={loading.value} />}
      </div>
      {(apart || below > 0) && (
        <button className="new-pill" onClick={down}>
          <ArrowDown className="icon icon-sm" aria-hidden />
          {[apart && t('tickets.toEnd'), below > 0 && t(below === 1 ? 'tickets.oneNew' : 'tickets.someNew', { n: below })]
            .filter(Boolean)
            .join(' · ')}
        </button>
      )}
      <div className="sr-only" aria-live="polite">
        {conversation.arrived.value > 0 &&
          !apart &&
          newest &&
          !newest.fromMe &&
          `${(!conversation.ticket && newest.contact?.name) || conversation.name()}: ${lineOf(newest)}`}
      </div>
      {viewed && items.length > 0 && (
        <Suspense>
          <Viewer
            items={items}
            start={Math.max(
              0,
              pictures.findIndex(message => message.id === viewed),
            )}
            close={() => setViewed(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
