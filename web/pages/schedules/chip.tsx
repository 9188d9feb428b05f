import { useDraggable } from '@dnd-kit/core'
import { Check, CircleAlert, Repeat } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { words } from './texts'
import { laterBy, wallOf } from './time'
import { canChange, clockOf, keyOf, type Schedule, stateOf, toneOf } from './types'

export type Acts = {
  open: (row: Schedule) => void
  /** To another day, and another time where one is named: nothing is kept before it is saved. */
  move: (row: Schedule, date: string, time?: string) => void
  /** A new one on a day. */
  begin: (date: string, time?: string) => void
}

export const Sign = ({ row }: { row: Schedule }) =>
  row.status === 'ENVIADA' ? (
    <Check className="icon icon-xs" aria-hidden />
  ) : row.status === 'ERRO' ? (
    <CircleAlert className="icon icon-xs" aria-hidden />
  ) : row.recurrence !== 'none' ? (
    <Repeat className="icon icon-xs" aria-hidden />
  ) : null

/** One schedule in a calendar: pressed it opens; dragged, or with Alt and an arrow, it goes to another day. */
export function Chip({ row, acts, style }: { row: Schedule; acts: Acts; style?: CSSProperties }) {
  const isFixed = !canChange(row) || row.isRepeat
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: keyOf(row), data: { row }, disabled: isFixed })
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    if (!by || !event.altKey || isFixed) return
    event.preventDefault()
    acts.move(row, laterBy(wallOf(row.sendAt).slice(0, 10), by))
  }
  return (
    <button
      type="button"
      ref={setNodeRef}
      className={`cal-ev ${toneOf(row)}${row.isRepeat ? ' is-ghost' : ''}${isDragging ? ' is-lifted' : ''}`}
      style={style}
      title={row.body}
      {...listeners}
      onClick={() => acts.open(row)}
      onKeyDown={step}
    >
      <Sign row={row} />
      <b>{clockOf(row)}</b>{' '}
      <span className="clip">
        {row.contact.name}
        <span className="sr-only">
          , {row.isRepeat && `${words('repeatLabel')}, `}
          {stateOf(row)}
        </span>
      </span>
    </button>
  )
}
