import { useSignals } from '@preact/signals-react/runtime'
import { AlarmClock, Coffee, Inbox, Smartphone } from 'lucide-react'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { t } from '../../../kit/i18n'
import { Empty, LoadFailed, Skeleton } from '../../../kit/placeholder'
import { moveByArrow, useNearEnd } from '../../../kit/scroll'
import { isAdmin, user } from '../../../session'
import { anyConnection } from '../../../shell/connection-warning'
import { useChoosing } from './choosing'
import { Row } from './row'
import { compact, lists, type ListName, type TicketList } from './store'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'

type Props = {
  list: TicketList
  label: string
  selected?: string
  verbs: Verbs
  show: (name: ListName) => void
}

/** Gives the keyboard to the row of a ticket. */
export function focusRow(id: number | undefined) {
  const hit = document.querySelector<HTMLElement>(`.ticket[data-id="${id}"] .ticket-hit`)
  hit?.focus({ preventScroll: true })
  hit?.closest('.ticket')?.scrollIntoView({ block: 'nearest' })
}

/** While the pointer moves over the rows their order stands still, so that none slips away under a press. */
function useStillOrder(items: Ticket[]) {
  const [held, setHeld] = useState<number[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hold = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHeld(null), 1_200)
    setHeld(now => now ?? items.map(item => item.id))
  }
  const release = () => {
    clearTimeout(timer.current)
    setHeld(null)
  }
  if (!held) return { shown: items, hold, release }
  const byId = new Map(items.map(item => [item.id, item]))
  const fixed = held.flatMap(id => byId.get(id) ?? [])
  const later = items.slice(items.findIndex(item => item.id === held.at(-1)) + 1).filter(item => !held.includes(item.id))
  return { shown: [...fixed, ...(held.length ? later : items)], hold, release }
}

/** Keeps what is being read where it is while rows move, and the focus on its row: React moves the others past it. */
function useSteadyScroll(box: RefObject<HTMLUListElement | null>, shown: Ticket[]) {
  const seen = useRef(new Map<string, number>())
  const focused = useRef<HTMLElement>(null)
  const look = () => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('.ticket') ?? [])]
    seen.current = new Map(rows.map(row => [row.dataset.id!, row.offsetTop]))
  }
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const moved = new Map<number, number>()
    for (const row of element.querySelectorAll<HTMLElement>('.ticket')) {
      const before = seen.current.get(row.dataset.id!)
      const visible =
        before !== undefined && before + row.offsetHeight > element.scrollTop && before < element.scrollTop + element.clientHeight
      if (visible) moved.set(row.offsetTop - before, (moved.get(row.offsetTop - before) ?? 0) + 1)
    }
    const [shift] = [...moved].toSorted((a, b) => b[1] - a[1])[0] ?? [0]
    if (shift && element.scrollTop > 20) element.scrollTop += shift
    if (focused.current?.isConnected && document.activeElement === document.body) focused.current.focus({ preventScroll: true })
    look()
  }, [shown])
  return {
    onFocus: (event: FocusEvent<HTMLElement>) => (focused.current = event.target as HTMLElement),
    onBlur: (event: FocusEvent) => event.relatedTarget && (focused.current = null),
  }
}

/** The rows of one list, with what to say when there are none. */
export function List({ list, label, selected, verbs, show }: Props) {
  useSignals()
  const { items, loaded, failed, hasMore } = list
  const box = useNearEnd<HTMLUListElement>(list.more)
  const { shown, hold, release } = useStillOrder(items.value)
  const keep = useSteadyScroll(box, shown)
  const choosing = useChoosing()
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [list])
  if (failed.value && !items.value.length) return <LoadFailed what={t('tickets.what')} retry={() => void list.reload()} />
  if (!loaded.value) return <Skeleton />
  if (!items.value.length) return <Nothing list={list} show={show} />
  return (
    <ul
      className="ticket-list"
      data-compact={compact.value || undefined}
      aria-label={label}
      ref={box}
      {...choosing}
      onPointerMove={event => event.pointerType === 'mouse' && hold()}
      onPointerLeave={release}
      onKeyDown={event => moveByArrow(event)}
      {...keep}
    >
      {shown.map(ticket => (
        <Row key={ticket.id} ticket={ticket} selected={ticket.uuid === selected} verbs={verbs} />
      ))}
      {hasMore.value && <li className="more-line">{t('common.loadingMore')}</li>}
    </ul>
  )
}

function Nothing({ list, show }: { list: TicketList; show: (name: ListName) => void }) {
  useSignals()
  const waiting = lists.pending.count.value
  if (list.name === 'closed') return <Empty icon={Inbox} title={t('tickets.noneClosed')} />
  if (list.name === 'snoozed') return <Empty icon={AlarmClock} title={t('tickets.noneSnoozed')} text={t('tickets.noneSnoozedText')} />
  if (list.name === 'view') return <Empty icon={Inbox} title={t('tickets.noneView')} />
  if (list.name === 'group') return <Empty icon={Inbox} title={t('tickets.noneGroup')} />
  if (list.name === 'pending' && !isAdmin.value && !user.value?.queues.length && user.value?.allTicket !== 'enabled')
    return <Empty icon={Inbox} title={t('tickets.noQueues')} text={t('tickets.noQueuesText')} />
  if (list.name === 'pending') return <Empty icon={Coffee} title={t('tickets.nonePending')} text={t('tickets.nonePendingText')} />
  if (!anyConnection.value)
    return (
      <Empty icon={Smartphone} title={t('tickets.noConnection')} text={t('tickets.noConnectionText')}>
        <Link href="/connections" className="btn btn-primary">
          {t('common.connectNumber')}
        </Link>
      </Empty>
    )
  return (
    <Empty
      icon={Coffee}
      title={t('tickets.noneMine')}
      text={waiting ? t(waiting === 1 ? 'tickets.onePending' : 'tickets.somePending', { n: waiting }) : t('tickets.noneMineText')}
    >
      {waiting > 0 && (
        <button className="btn btn-primary" onClick={() => show('pending')}>
          {t('tickets.seePending')}
        </button>
      )}
    </Empty>
  )
}
