import { useDraggable } from '@dnd-kit/core'
import { Check, CircleAlert, Repeat } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { words } from './texts'
import { laterBy, wallOf } from './time'
import { canChange, clockOf, keyOf, type Schedule, stateOf, toneOf } from './state'
import { wordsOf } from './words-of'

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

const HOUR = 60
/** So much later by the clock, within the day. */
function hourBy(clock: string, hours: number) {
  const minutes = Number(clock.slice(0, 2)) * HOUR + Number(clock.slice(3)) + hours * HOUR
  if (minutes < 0 || minutes >= 24 * HOUR) return clock
  return [Math.floor(minutes / HOUR), minutes % HOUR].map(part => String(part).padStart(2, '0')).join(':')
}

type Props = { row: Schedule; acts: Acts; style?: CSSProperties; byHour?: boolean }

/**
 * One schedule in a calendar: pressed it opens; dragged, or with Alt and an arrow, it goes to another day, or to another hour where days
 * stand side by side.
 */
export function Chip({ row, acts, style, byHour }: Props) {
  const isFixed = !canChange(row) || row.isRepeat
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: keyOf(row), data: { row }, disabled: isFixed })
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    if (!by || !event.altKey || isFixed) return
    event.preventDefault()
    const day = wallOf(row.sendAt).slice(0, 10)
    if (byHour && Math.abs(by) === 7) acts.move(row, day, hourBy(clockOf(row), Math.sign(by)))
    else acts.move(row, laterBy(day, by))
  }
  return (
    <button
      type="button"
      ref={setNodeRef}
      className={`cal-ev ${toneOf(row)}${row.isRepeat ? ' is-ghost' : ''}${isDragging ? ' is-lifted' : ''}`}
      style={style}
      title={wordsOf(row)}
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
