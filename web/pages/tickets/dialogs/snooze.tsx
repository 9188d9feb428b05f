import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useId, useState } from 'react'
import { serverNow } from '../../../kit/clock'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { TextField } from '../../../kit/field'
import { upcoming } from '../../../kit/format'
import { translated } from '../../../kit/i18n'
import { putOff, sleep, sleepAsBefore } from '../put-aside'
import { atOnce } from '../list/at-once'
import { words } from '../list/desk-texts'
import { localValue, type Preset, refusalOf, snoozeTimes } from '../list/snooze-times'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'

type Choice = Preset | 'reply' | 'date'
type Props = { tickets: Ticket[]; close: () => void; gone: (ticket: Ticket) => boolean; open: Verbs['open'] }

/** Until when one or several tickets leave the lists. */
export function Snooze({ tickets, close, gone, open }: Props) {
  useSignals()
  const id = useId()
  const [opened] = useState(() => new Date(serverNow()))
  const times = snoozeTimes(opened)
  const choices = [...(Object.keys(times) as Preset[]), 'reply', 'date'] as const
  const [choice, setChoice] = useState<Choice>(times.later ? 'later' : 'tomorrow')
  const [date, setDate] = useState(localValue(times.tomorrow))
  const [error, setError] = useState<string>()
  const [ticket] = tickets

  const momentOf = () => {
    if (choice === 'reply') return null
    return choice === 'date' ? new Date(date) : times[choice]!
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const at = momentOf()
    const wrong = at && refusalOf(at)
    setError(wrong ? translated(`field.${wrong}`) : undefined)
    if (wrong || !ticket) return
    const until = at?.toISOString() ?? null
    close()
    if (tickets.length > 1) {
      const slept = await atOnce(
        tickets,
        one => sleep(one, until),
        n => words('snoozedMany', { n }),
        (one, after) => sleepAsBefore(one, after!),
      )
      return slept.forEach(gone)
    }
    await putOff(ticket, until, () => {
      const wasShown = gone(ticket)
      return back => wasShown && open(back)
    })
  }
  return (
    <Dialog
      title={tickets.length > 1 ? words('snoozeMany', { n: tickets.length }) : words('snoozeTitle', { name: ticket?.contact.name ?? '' })}
      width={420}
      close={close}
      onSubmit={event => void submit(event)}
      footer={<FormFoot close={close} action={words('snooze')} />}
    >
      <p className="muted mb-4">{words('untilText')}</p>
      <div className="pick-list" role="radiogroup" aria-label={words('until')}>
        {choices.map(one => (
          <label key={one} className="pick-row">
            <input
              type="radio"
              name={id}
              className="radio radio-primary"
              data-autofocus={one === choice || undefined}
              checked={one === choice}
              onChange={() => setChoice(one)}
            />
            <span>{words(one)}</span>
            {one in times && <span className="ml-auto muted tnum">{upcoming(times[one as Preset]!)}</span>}
          </label>
        ))}
      </div>
      {choice === 'date' && (
        <div className="mt-4">
          <TextField
            id={`${id}-at`}
            label={words('at')}
            type="datetime-local"
            value={date}
            min={localValue(opened)}
            error={error}
            onChange={event => {
              setDate(event.currentTarget.value)
              setError(undefined)
            }}
          />
        </div>
      )}
    </Dialog>
  )
}
