import { useSignals } from '@preact/signals-react/runtime'
import { ArrowDown } from 'lucide-react'
import { Fragment, Suspense, lazy, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { dayName, sameDay } from '../../kit/format'
import { t } from '../../kit/i18n'
import { LoadFailed } from '../../kit/placeholder'
import { styled } from '../../kit/style'
import type { ViewerItem } from '../../kit/viewer'
import viewerStyle from '../../kit/viewer.css'
import { Bubble } from './bubble'
import { type Conversation, keyOf, type Shown } from './conversation'
import { lineOf } from './preview'
import type { Doings } from './message-actions'

const Viewer = lazy(styled(() => import('../../kit/viewer'), viewerStyle))

const picture = (message: Shown) =>
  (message.mediaType === 'image' || message.mediaType === 'video') && !message.isDeleted && message.mimetype !== 'image/webp'
const minute = 60_000

type Block = { message: Shown; grid?: Shown[]; cont: boolean; day: boolean; ticket: boolean }

/** The bubbles in order: pictures sent together become one grid, a new day and an earlier ticket get a line. */
function blocksOf(messages: Shown[]): Block[] {
  const blocks: Block[] = []
  let before: Shown | undefined
  for (const message of messages) {
    if (message.mediaType === 'reactionMessage') continue
    const last = blocks.at(-1)
    const day = !before || !sameDay(before.createdAt, message.createdAt)
    const ticket = Boolean(before && before.ticketId !== message.ticketId)
    const same =
      before?.fromMe === message.fromMe &&
      before.contact?.id === message.contact?.id &&
      (!message.fromMe || before.userId === message.userId)
    const near = before && new Date(message.createdAt).getTime() - new Date(before.createdAt).getTime() < 10 * minute
    const bare = (!message.body || message.body === message.fileName) && message.status !== 'failed'
    const first = last?.grid?.[0] ?? last?.message
    if (
      !day &&
      !ticket &&
      same &&
      first &&
      picture(message) &&
      picture(first) &&
      bare &&
      first.status !== 'failed' &&
      !message.quotedMsg &&
      near &&
      last
    )
      last.grid = [...(last.grid ?? [last.message]), message]
    else blocks.push({ message, day, ticket, cont: !day && !ticket && Boolean(same && near) })
    before = message
  }
  return blocks
}

type Props = { talk: Conversation; doings: Omit<Doings, 'view' | 'jump'>; active: boolean }

/** The conversation. Keeps its place when older messages come in front, and counts what comes below while one reads above. */
export function Thread({ talk, doings, active }: Props) {
  useSignals()
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(0)
  const [viewed, setViewed] = useState<string>()
  const place = useRef({ atEnd: true, height: 0, top: 0, firstKey: '' })
  const list = talk.messages.value
  const blocks = useMemo(() => blocksOf(list), [list])
  const firstKey = list[0] ? keyOf(list[0]) : ''
  const lastKey = list.length ? keyOf(list.at(-1)!) : ''
  const lastMine = list.at(-1)?.fromMe

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { atEnd, height, top, firstKey: old } = place.current
    if (old && old !== firstKey && !atEnd) element.scrollTop = element.scrollHeight - height + top
    else if (atEnd || !old) element.scrollTop = element.scrollHeight
    place.current = { ...place.current, height: element.scrollHeight, top: element.scrollTop, firstKey }
  }, [list, firstKey])
  useLayoutEffect(() => {
    const element = box.current
    if (element && lastMine) element.scrollTop = element.scrollHeight
  }, [lastKey, lastMine])
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
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 80
    place.current = { ...place.current, atEnd, height: element.scrollHeight, top: element.scrollTop }
    if (atEnd && seen !== talk.arrived.value) setSeen(talk.arrived.value)
    if (element.scrollTop < 50) void talk.older()
  }
  const down = () => box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'smooth' })
  const jump = (id: string) => {
    const found = box.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
    found?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    found?.animate([{ filter: 'brightness(.9)' }, { filter: 'none' }], { duration: 1_200 })
  }
  const all = useMemo<Doings>(() => ({ ...doings, jump, view: message => setViewed(message.id) }), [doings])
  const pictures = viewed ? list.filter(message => picture(message) && message.mediaUrl) : []
  const items: ViewerItem[] = pictures.map(message => ({
    kind: message.mediaType === 'video' ? 'video' : 'image',
    src: message.mediaUrl!,
    name: message.fileName ?? message.id,
    caption: message.body !== message.fileName ? message.body : undefined,
  }))
  const below = place.current.atEnd ? 0 : talk.arrived.value - seen
  const newest = list.at(-1)
  if (talk.failed.value && !list.length) return <LoadFailed what={t('tickets.whatMessages')} retry={() => void talk.reload()} />
  return (
    <div className="thread-box">
      <div className="thread" role="log" aria-label={t('tickets.messages')} aria-live="off" tabIndex={0} ref={box} onScroll={scrolled}>
        <div className="thread-top" aria-busy={talk.loading.value}>
          {talk.loading.value && <span className="loading loading-spinner" style={{ width: 16 }} />}
        </div>
        {blocks.map(({ message, grid, cont, day, ticket }) => (
          <Fragment key={keyOf(message)}>
            {ticket && <div className="event">{t('tickets.ticketStarts', { id: message.ticketId })}</div>}
            {day && <div className="day">{dayName(message.createdAt)}</div>}
            <Bubble
              message={message}
              grid={grid}
              cont={cont}
              author={talk.ticket.value.isGroup && !message.fromMe && !cont ? message.contact?.name : undefined}
              doings={all}
              active={active}
            />
          </Fragment>
        ))}
      </div>
      {below > 0 && (
        <button className="new-pill" onClick={down}>
          <ArrowDown className="icon icon-sm" aria-hidden />
          {t(below === 1 ? 'tickets.oneNew' : 'tickets.someNew', { n: below })}
        </button>
      )}
      <div className="sr-only" aria-live="polite">
        {talk.arrived.value > 0 && newest && !newest.fromMe && `${talk.ticket.value.contact.name}: ${lineOf(newest)}`}
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
