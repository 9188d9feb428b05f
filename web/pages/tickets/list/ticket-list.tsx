import { useSignals } from '@preact/signals-react/runtime'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../kit/i18n'
import { LoadFailed, Skeleton } from '../../../kit/placeholder'
import { moveByArrow, useNearEnd } from '../../../kit/scroll'
import { useChoosing } from './choosing'
import { MoreLine } from './more-line'
import { None } from './none'
import { Row } from './row'
import { compact, type TicketList } from './store'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'

type Props = {
  list: TicketList
  label: string
  selected?: string
  verbs: Verbs
}

/** Gives the keyboard to the row of a ticket. */
export function focusRow(id: number | undefined) {
  const hit = document.querySelector<HTMLElement>(`.ticket[data-id="${id}"] .ticket-hit`)
  hit?.focus({ preventScroll: true })
  hit?.closest('.ticket')?.scrollIntoView({ block: 'nearest' })
}

/** So long a pointer that rests over the rows may still be about to press. */
const REST_MS = 15_000

/** While the pointer is over the rows their order stands still, so that none slips away under a press; whoever types is not about to press. */
function useStillOrder(items: Ticket[]) {
  const [held, setHeld] = useState<number[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const typed = () => setHeld(null)
    addEventListener('keydown', typed)
    return () => {
      removeEventListener('keydown', typed)
      clearTimeout(timer.current)
    }
  }, [])
  const hold = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHeld(null), REST_MS)
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

const isSeen = (top: number, { offsetHeight }: HTMLElement, { scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>) =>
  top + offsetHeight > scrollTop && top < scrollTop + clientHeight

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
    const at = { scrollTop: element.scrollTop, clientHeight: element.clientHeight }
    const moved = new Map<number, number>()
    for (const row of element.querySelectorAll<HTMLElement>('.ticket')) {
      const before = seen.current.get(row.dataset.id!)
      if (before !== undefined && isSeen(before, row, at)) moved.set(row.offsetTop - before, (moved.get(row.offsetTop - before) ?? 0) + 1)
    }
    const [shift] = [...moved].toSorted((a, b) => b[1] - a[1])[0] ?? [0]
    if (shift && element.scrollTop > 20) element.scrollTop += shift
    // The one that is answered may go to the top by that: it stays in sight.
    const chosen = element.querySelector<HTMLElement>('.is-selected')
    const was = chosen ? seen.current.get(chosen.dataset.id!) : undefined
    if (chosen && was !== undefined && isSeen(was, chosen, at) && !isSeen(chosen.offsetTop, chosen, element))
      chosen.scrollIntoView({ block: 'nearest' })
    if (focused.current?.isConnected && document.activeElement === document.body) focused.current.focus({ preventScroll: true })
    look()
  }, [shown])
  return {
    onFocus: (event: FocusEvent<HTMLElement>) => (focused.current = event.target as HTMLElement),
    onBlur: (event: FocusEvent) => event.relatedTarget && (focused.current = null),
  }
}

/** The rows of one list, with what to say when there are none. */
export function List({ list, label, selected, verbs }: Props) {
  useSignals()
  const { items, loaded, failed, hasMore } = list
  const box = useNearEnd<HTMLUListElement>(list.nearEnd)
  const { shown, hold, release } = useStillOrder(items.value)
  const keep = useSteadyScroll(box, shown)
  const choosing = useChoosing()
  const [focused, setFocused] = useState<number>()
  const stop = (shown.find(({ id }) => id === focused) ?? shown.find(({ uuid }) => uuid === selected) ?? shown[0])?.id
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [list])
  if (failed.value && !items.value.length) return <LoadFailed what={t('tickets.what')} retry={() => void list.retry()} />
  if (!loaded.value) return <Skeleton />
  if (!items.value.length && !hasMore.value) return <None list={list} verbs={verbs} />
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
      onFocus={event => {
        keep.onFocus(event)
        setFocused(Number((event.target as Element).closest<HTMLElement>('.ticket')?.dataset.id) || undefined)
      }}
      onBlur={keep.onBlur}
    >
      {shown.map(ticket => (
        <Row key={ticket.id} ticket={ticket} selected={ticket.uuid === selected} verbs={verbs} isStop={ticket.id === stop} />
      ))}
      {(hasMore.value || failed.value) && <MoreLine {...list} />}
    </ul>
  )
}
