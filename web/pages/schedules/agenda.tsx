import { CalendarClock } from 'lucide-react'
import { Avatar } from '../../kit/avatar'
import { Empty } from '../../kit/placeholder'
import { words } from './texts'
import { dayLabel, today } from './time'
import { clockOf, keyOf, reasonOf, type Schedule, stateOf, toneOf } from './state'
import { wordsOf } from './words-of'

type Props = { days: string[]; rows: Map<string, Schedule[]>; open: (row: Schedule) => void }

/** Days with what is said in each, as a list. */
export function Agenda({ days, rows, open }: Props) {
  const filled = days.filter(day => rows.get(day)?.length)
  if (!filled.length)
    return <Empty icon={CalendarClock} title={words(days.length === 1 ? 'emptyDay' : 'empty')} text={words('emptyText')} />
  return (
    <div className="agenda">
      {filled.map(day => (
        <section key={day} aria-label={dayLabel(day)}>
          <h2>{day === today() ? `${words('today')}, ${dayLabel(day)}` : dayLabel(day)}</h2>
          <ul>
            {rows.get(day)!.map(row => (
              <li key={keyOf(row)}>
                <button type="button" onClick={() => open(row)}>
                  <Avatar name={row.contact.name} size={32} />
                  <span className="agenda-what">
                    <b className="font-medium clip">{row.contact.name}</b>
                    <span className="t-meta muted clip">{row.status === 'ERRO' ? reasonOf(row) : wordsOf(row)}</span>
                  </span>
                  <span className="agenda-when">
                    <b className="tnum">{clockOf(row)}</b>
                    <span className={`t-meta ${toneOf(row)}`}>{stateOf(row)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
