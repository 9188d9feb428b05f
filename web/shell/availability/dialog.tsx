import { type FormEvent, useId, useState } from 'react'
import { REASON_MAX } from '../../../src/modules/users/body'
import { Dialog, FormFoot } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/field'
import { translated } from '../../kit/i18n'
import { localValue, refusalOf } from '../../pages/tickets/list/snooze-times'
import { user } from '../../session'
import { sayAvailability } from './say'
import { words } from './texts'

const STATES = ['available', 'away', 'paused'] as const
const UNTIL = ['back', '30', '60', '120', 'at'] as const
type Until = (typeof UNTIL)[number]

/** Whether one is there, why not, and until when. */
export default function AvailabilityDialog({ close }: { close: () => void }) {
  const id = useId()
  const [opened] = useState(() => new Date())
  const now = user.peek()?.availability
  const [state, setState] = useState(now?.state ?? 'available')
  const [reason, setReason] = useState(now?.reason ?? '')
  const [until, setUntil] = useState<Until>(now?.until ? 'at' : 'back')
  const [date, setDate] = useState(localValue(now?.until ? new Date(now.until) : new Date(opened.getTime() + 3600_000)))
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const momentOf = () => (until === 'back' ? null : until === 'at' ? new Date(date) : new Date(Date.now() + Number(until) * 60_000))
  async function submit(event: FormEvent) {
    event.preventDefault()
    const at = state === 'available' ? null : momentOf()
    const wrong = at && refusalOf(at)
    setError(wrong ? translated(`field.${wrong}`) : undefined)
    if (wrong || busy) return
    setBusy(true)
    const isSaid = await sayAvailability({ state, reason: state === 'away' ? reason.trim() : null, until: at?.toISOString() ?? null })
    setBusy(false)
    if (isSaid) close()
  }
  return (
    <Dialog
      title={words('title')}
      width={420}
      close={close}
      onSubmit={event => void submit(event)}
      footer={<FormFoot close={close} action={words('save')} busy={busy} />}
    >
      <p className="muted mb-4">{words('text')}</p>
      <div className="pick-list" role="radiogroup" aria-label={words('title')}>
        {STATES.map(one => (
          <label key={one} className="pick-row">
            <input type="radio" name={id} className="radio radio-primary" checked={one === state} onChange={() => setState(one)} />
            <span className="clip">{words(one)}</span>
          </label>
        ))}
      </div>
      {state === 'away' && (
        <div className="mt-4">
          <TextField
            id={`${id}-reason`}
            label={words('reason')}
            optional
            help={words('reasonHelp')}
            maxLength={REASON_MAX}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
        </div>
      )}
      {state !== 'available' && (
        <div className="mt-4">
          <SelectField
            id={`${id}-until`}
            label={words('until')}
            value={until}
            onChange={event => setUntil(UNTIL.find(one => one === event.currentTarget.value) ?? 'back')}
          >
            {UNTIL.map(one => (
              <option key={one} value={one}>
                {words(`until.${one}`)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {state !== 'available' && until === 'at' && (
        <div className="mt-4">
          <TextField
            id={`${id}-at`}
            label={words('at')}
            type="datetime-local"
            value={date}
            min={localValue(opened)}
            error={error}
            onChange={event => setDate(event.currentTarget.value)}
          />
        </div>
      )}
    </Dialog>
  )
}
