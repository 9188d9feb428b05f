import { useDroppable } from '@dnd-kit/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type Acts, Chip } from './chip'
import { words } from './texts'
import { dayLabel, dayNumber, daysOf, laterBy, today, turned, weekdayName } from './time'
import { keyOf, type Schedule, toneOf } from './state'

/** What a day of the month has room for. */
const SHOWN = 3
type Props = {
  date: string
  chosen: string
  rows: Map<string, Schedule[]>
  acts: Acts
  choose: (day: string) => void
  showDay: (day: string) => void
}

function Cell({ day, date, chosen, rows, acts, choose, showDay }: Omit<Props, 'rows'> & { day: string; rows: Schedule[] }) {
  const { setNodeRef, isOver } = useDroppable({ id: day, data: { date: day } })
  const isOut = day.slice(0, 7) !== date.slice(0, 7)
  const shown = rows.slice(0, rows.length > SHOWN ? SHOWN - 1 : SHOWN)
  const state = `${isOut ? ' is-out' : ''}${day === today() ? ' is-today' : ''}${day === chosen ? ' is-chosen' : ''}${isOver ? ' is-over' : ''}`
  return (
    <li ref={setNodeRef} className={`cal-c${state}`}>
      <button
        type="button"
        className="cal-n desktop-only"
        data-day={day}
        tabIndex={day === chosen ? 0 : -1}
        aria-label={words('newAt', { day: dayLabel(day) })}
        onClick={() => acts.begin(day)}
      >
        <span>{dayNumber(day)}</span>
      </button>
      <button
        type="button"
        className="cal-n mobile-only"
        data-day={day}
        aria-label={dayLabel(day)}
        aria-pressed={day === chosen}
        onClick={() => choose(day)}
      >
        <span>{dayNumber(day)}</span>
        <span className="cal-dots">
          {rows.slice(0, 3).map(row => (
            <i key={keyOf(row)} className={toneOf(row)} />
          ))}
        </span>
      </button>
      <div className="cal-evs desktop-only">
        {shown.map(row => (
          <Chip key={keyOf(row)} row={row} acts={acts} />
        ))}
        {rows.length > shown.length && (
          <button type="button" className="cal-more" onClick={() => showDay(day)}>
            {words('more', { n: rows.length - shown.length })}
          </button>
        )}
      </div>
    </li>
  )
}

const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: day => laterBy(day, -1),
  ArrowRight: day => laterBy(day, 1),
  ArrowUp: day => laterBy(day, -7),
  ArrowDown: day => laterBy(day, 7),
  PageUp: day => turned('month', day, -1),
  PageDown: day => turned('month', day, 1),
}

/**
 * A month in weeks; on a phone a day has dots, and the one that is chosen stands below. The days are one stop of the tab key, and arrows go
 * from one to another, out of the month too.
 */
export function Month({ rows, ...props }: Props) {
  const days = daysOf('month', props.date)
  const box = useRef<HTMLDivElement>(null)
  const isStep = useRef(false)
  const step = (event: KeyboardEvent) => {
    const { day } = (event.target as HTMLElement).dataset
    const to = STEPS[event.key]
    if (!day || !to || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    isStep.current = true
    props.choose(to(day))
  }
  useEffect(() => {
    if (!isStep.current) return
    isStep.current = false
    for (const one of box.current!.querySelectorAll<HTMLElement>(`[data-day="${props.chosen}"]`)) if (one.offsetParent) one.focus()
  }, [props.chosen])
  return (
    <div className="cal" ref={box} style={{ '--weeks': days.length / 7 }} onKeyDown={step}>
      <div className="cal-h" aria-hidden>
        {days.slice(0, 7).map(day => (
          <span key={day}>{weekdayName(day)}</span>
        ))}
      </div>
      <ol className="cal-g">
        {days.map(day => (
          <Cell key={day} day={day} rows={rows.get(day) ?? []} {...props} />
        ))}
      </ol>
    </div>
  )
}
