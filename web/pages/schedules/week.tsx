import { useDroppable } from '@dnd-kit/core'
import { useEffect, useRef } from 'react'
import { type Acts, Chip } from './chip'
import { words } from './texts'
import { dayLabel, dayNumber, nowHere, today, weekdayName } from './time'
import { clockOf, keyOf, type Schedule } from './state'

const HOUR_PX = 48
const CHIP_PX = 26
/** Where days without a message are looked at first. */
const FIRST_HOUR = 7
const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const HOURS = [...Array(24).keys()]
const topOf = (clock: string) => (Number(clock.slice(0, 2)) + Number(clock.slice(3)) / 60) * HOUR_PX

function Slot({ day, hour, acts }: { day: string; hour: number; acts: Acts }) {
  const time = hourOf(hour)
  const { setNodeRef, isOver } = useDroppable({ id: `${day}T${time}`, data: { date: day, time } })
  return (
    <button
      type="button"
      ref={setNodeRef}
      tabIndex={-1}
      className={`calw-slot${isOver ? ' is-over' : ''}`}
      aria-label={words('newAt', { day: `${dayLabel(day)}, ${time}` })}
      onClick={() => acts.begin(day, time)}
    />
  )
}

/** The rows of a day from above; one that would lie on another moves below it. */
function placed(rows: Schedule[]) {
  let bottom = 0
  return rows.map(row => {
    const top = Math.max(topOf(clockOf(row)), bottom)
    bottom = top + CHIP_PX
    return { row, top }
  })
}

/** Days side by side, hour by hour; one alone is the view of a day. */
export function Week({ days, rows, acts }: { days: string[]; rows: Map<string, Schedule[]>; acts: Acts }) {
  const box = useRef<HTMLDivElement>(null)
  const first = Math.min(24, ...days.flatMap(day => (rows.get(day) ?? []).map(row => Number(clockOf(row).slice(0, 2)))))
  const top = first === 24 ? FIRST_HOUR : Math.max(0, first - 1)
  useEffect(() => void box.current?.scrollTo({ top: top * HOUR_PX }), [days[0], top])
  const now = nowHere()
  return (
    <div
      className="calw"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={words('week')}
      style={{ '--days': days.length, '--hour': `${HOUR_PX}px` }}
    >
      <div className="calw-h">
        <span />
        {days.map(day => (
          <span key={day} className={day === today() ? 'is-today' : undefined}>
            {weekdayName(day)} <b>{dayNumber(day)}</b>
          </span>
        ))}
      </div>
      <div className="calw-g">
        <div className="calw-hours" aria-hidden>
          {HOURS.map(hour => (
            <span key={hour}>{hour}h</span>
          ))}
        </div>
        {days.map(day => (
          <div key={day} className={`calw-day${day === today() ? ' is-today' : ''}`}>
            {HOURS.map(hour => (
              <Slot key={hour} day={day} hour={hour} acts={acts} />
            ))}
            {placed(rows.get(day) ?? []).map(({ row, top }) => (
              <Chip key={keyOf(row)} row={row} acts={acts} style={{ top }} byHour />
            ))}
            {day === today() && <i className="calw-now" style={{ top: topOf(now.slice(11)) }} />}
          </div>
        ))}
      </div>
    </div>
  )
}
