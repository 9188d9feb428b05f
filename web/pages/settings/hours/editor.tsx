import { CalendarPlus, Copy, Plus, X } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Schedules, WEEKDAYS } from '../../../../src/modules/companies/body'
import type { Hours } from '../../../../src/modules/companies'
import { FieldError } from '../../../kit/field'
import { fieldText } from '../../../kit/field-text'
import { IconButton } from '../../../kit/icon-button'
import { zoneName } from '../../../kit/zone'
import { words } from './texts'
import { another, copied, dayName, inMode, type Mode, modeOf, NEW_DATE, periodsOf, withDay } from './week'

type Props = {
  id: string
  value: Hours[]
  change: (hours: Hours[]) => void
  /** Something was refused: what is wrong is marked where it stands. */
  error?: string
  /** Whose clock is meant, where nothing beside it says so. */
  zone?: string
}

/** The rows that would be refused, and why. */
function problemsOf(hours: Hours[]) {
  const { issues = [] } = v.safeParse(Schedules, hours)
  return new Map(issues.map(({ path, message }) => [path?.[0]?.key as number, fieldText(message)]))
}

/** When a company or a queue serves: its week, and the dates that are not like it. */
export function HoursEditor({ id, value, change, error, zone }: Props) {
  const [said, say] = useState('')
  const problems = error ? problemsOf(value) : new Map<number, string>()
  const replace = (at: number, row: Partial<Hours>) => change(value.with(at, { ...value[at]!, ...row }))
  const drop = (at: number) => change(value.toSpliced(at, 1))
  return (
    <div id={id} tabIndex={-1} className="hours">
      <section aria-label={words('week')}>
        {zone && <p className="muted">{words('weekHelp', { zone: zoneName(zone) })}</p>}
        <div className="card-b">
          {WEEKDAYS.map((weekday, day) => (
            <Day
              key={weekday}
              day={day}
              {...{ value, change, problems, replace, drop }}
              copy={() => {
                change(copied(value, day))
                say(words('copied', { day: dayName(day) }))
              }}
            />
          ))}
        </div>
      </section>
      <section aria-label={words('special')}>
        <h3>{words('special')}</h3>
        <p className="muted">{words('specialHelp')}</p>
        {value.some(({ date }) => date !== undefined) && (
          <ul className="card-b">
            {value.map(
              (row, at) =>
                row.date !== undefined && (
                  <SpecialDate
                    key={at}
                    at={at}
                    row={row}
                    change={next => replace(at, next)}
                    drop={() => drop(at)}
                    problem={problems.get(at)}
                  />
                ),
            )}
          </ul>
        )}
        <button type="button" className="btn btn-plain btn-sm" onClick={() => change([...value, NEW_DATE])}>
          <CalendarPlus className="icon icon-sm" aria-hidden />
          {words('add')}
        </button>
      </section>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  )
}

type DayProps = Pick<Props, 'value' | 'change'> & {
  day: number
  problems: Map<number, string>
  replace: (at: number, row: Partial<Hours>) => void
  drop: (at: number) => void
  copy: () => void
}

/** A weekday: how it is served, and from when to when. */
function Day({ day, value, change, problems, replace, drop, copy }: DayProps) {
  const name = dayName(day)
  const periods = periodsOf(value, day)
  const mode = modeOf(
    periods.map(({ row }) => row),
    'open',
  )
  return (
    <div className="hours-row">
      <span className="weekday">{name}</span>
      <ModeField
        label={words('modeOf', { day: name })}
        mode={mode}
        modes={['times', 'open', 'closed']}
        choose={next => change(withDay(value, day, inMode(next)))}
      />
      {mode === 'times' && (
        <div className="periods">
          {periods.map(({ row, at }, i) => (
            <div key={i}>
              <Times name={name} row={row} change={next => replace(at, next)} problem={problems.get(at)} />
              {periods.length > 1 && (
                <IconButton icon={X} className="btn-sm" label={words('removePeriod', { day: name })} onClick={() => drop(at)} />
              )}
              <FieldError id={`period-${at}`} error={problems.get(at)} />
            </div>
          ))}
        </div>
      )}
      <span className="acts">
        {mode === 'times' && periods.length < 4 && (
          <IconButton
            icon={Plus}
            className="btn-sm"
            label={words('addPeriod', { day: name })}
            onClick={() => change(another(value, day))}
          />
        )}
        <IconButton icon={Copy} className="btn-sm" label={words('copy', { day: name })} onClick={copy} />
      </span>
    </div>
  )
}

type ModeProps = { label: string; mode: Mode; modes: readonly Mode[]; choose: (mode: Mode) => void }
const ModeField = ({ label, mode, modes, choose }: ModeProps) => (
  <select className="select" aria-label={label} value={mode} onChange={event => choose(event.currentTarget.value as Mode)}>
    {modes.map(one => (
      <option key={one} value={one}>
        {words(one)}
      </option>
    ))}
  </select>
)

type TimesProps = { name: string; row: Hours; change: (row: Partial<Hours>) => void; problem?: string }

/** From when to when; what ends no later than it began ends on the next day. */
function Times({ name, row: { startTime, endTime }, change, problem }: TimesProps) {
  const input = {
    type: 'time',
    className: `input tnum${problem ? ' is-invalid' : ''}`,
    'aria-invalid': problem ? true : undefined,
  } as const
  return (
    <>
      <input
        {...input}
        aria-label={words('from', { day: name })}
        value={startTime}
        onChange={event => change({ startTime: event.currentTarget.value })}
      />
      <span className="faint">{words('until')}</span>
      <input
        {...input}
        aria-label={words('to', { day: name })}
        value={endTime}
        onChange={event => change({ endTime: event.currentTarget.value })}
      />
      {startTime && endTime && endTime < startTime && <span className="faint t-meta">{words('nextDay')}</span>}
    </>
  )
}

type DateProps = { at: number; row: Hours; change: (row: Partial<Hours>) => void; drop: () => void; problem?: string }

/** A date that stands in place of its weekday. */
function SpecialDate({ at, row, change, drop, problem }: DateProps) {
  const name = row.weekday || words('thisDate')
  const mode = modeOf([row], 'closed')
  return (
    <li className="hours-row">
      <input
        type="date"
        className={`input tnum${problem && !row.date ? ' is-invalid' : ''}`}
        aria-label={words('date')}
        aria-invalid={problem && !row.date ? true : undefined}
        value={row.date}
        onChange={event => change({ date: event.currentTarget.value })}
      />
      <input
        className="input name"
        aria-label={words('name')}
        placeholder={words('namePlaceholder')}
        maxLength={60}
        value={row.weekday}
        onChange={event => change({ weekday: event.currentTarget.value })}
      />
      <ModeField
        label={words('modeOf', { day: name })}
        mode={mode}
        modes={['times', 'closed']}
        choose={next => change(next === 'closed' ? { startTime: '', endTime: '' } : inMode('times')[0]!)}
      />
      {mode === 'times' && (
        <div className="periods">
          <div>
            <Times name={name} row={row} change={change} problem={problem} />
          </div>
        </div>
      )}
      <span className="acts">
        <IconButton icon={X} className="btn-sm" label={words('removeDate', { name })} onClick={drop} />
      </span>
      <FieldError id={`date-${at}`} error={problem} />
    </li>
  )
}
