import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { scheduleApi } from '../../../../src/modules/schedules/api'
import { get } from '../../../kit/api'
import { upcoming } from '../../../kit/format'
import { on, onResync } from '../../../kit/realtime'
import { afterPaint } from '../../../kit/throttle'
import type { Schedule } from '../../schedules/state'
import { wordsOf } from '../../schedules/words-of'
import { words } from '../list/desk-texts'
import type { Ticket } from '../types'
import { dialog } from './shown'

/** Above a conversation to whose customer something is to be said later, as far as this person may see it: the next of it. */
export function PlannedBar({ ticket }: { ticket: Ticket }) {
  useSignals()
  const { contactId } = ticket
  const [rows, setRows] = useState<Schedule[]>([])
  useEffect(() => {
    let turn = 0
    const read = () => {
      const mine = ++turn
      void get<{ schedules: Schedule[] }>(scheduleApi.path, { contactId }).then(
        ({ schedules }) => mine === turn && setRows(schedules.filter(({ status }) => status === 'PENDENTE')),
        () => {},
      )
    }
    afterPaint(() => turn || read())
    const stops = [
      on(scheduleApi.event, event => {
        if ('scheduleId' in event) setRows(rows => rows.filter(({ id }) => id !== event.scheduleId))
        else if ('schedule' in event && event.schedule.contactId === contactId) read()
      }),
      onResync(isMissed => isMissed && read()),
    ]
    return () => {
      turn = -1
      stops.forEach(stop => stop())
    }
  }, [contactId])
  const [next, ...more] = rows
  if (!next) return null
  return (
    <div className="bot-bar" role="status">
      <CalendarClock className="icon" aria-hidden />
      <span className="min-w-0">
        <b>
          {words('planned', { when: upcoming(next.sendAt) })}
          {more.length > 0 && ` · ${words('plannedMore', { n: more.length })}`}
        </b>
        <span className="block muted t-meta clip">{wordsOf(next) || next.mediaName}</span>
      </span>
      <button type="button" className="btn btn-plain ml-auto" onClick={() => (dialog.value = { kind: 'later', ticket, row: next })}>
        {words('plannedOpen')}
      </button>
    </div>
  )
}
