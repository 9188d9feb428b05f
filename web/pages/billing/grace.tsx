import { useState } from 'react'
import { OFFICE_TOAST_MS } from '../../constants'
import { put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { useAnswer } from '../dashboard/answer'
import { words } from './texts'

type Setting = { key: string; value: string }

/** For how many days after the due date everything still works. */
export function Grace() {
  const { answer } = useAnswer<Setting>('/settings/graceDays', {})
  return answer ? <Days key={answer.value} stored={answer.value} /> : null
}

function Days({ stored }: { stored: string }) {
  const [typed, type] = useState(stored)
  const [kept, keep] = useState(stored)
  async function save() {
    if (typed === kept) return
    await put<Setting>('/settings/graceDays', { value: typed }).then(
      ({ value }) => {
        keep(value)
        type(value)
        toast.ok(words('graceSaved'), OFFICE_TOAST_MS)
      },
      error => {
        type(kept)
        toastError(error)
      },
    )
  }
  return (
    <section className="card-b grace">
      <div>
        <label className="font-medium" htmlFor="grace-days">
          {words('graceDays')}
        </label>
        <p className="muted t-meta">{words('graceDaysHelp')}</p>
      </div>
      <input
        id="grace-days"
        className="input tnum"
        inputMode="numeric"
        value={typed}
        onChange={event => type(event.currentTarget.value.replace(/\D/g, '').slice(0, 3))}
        onBlur={() => void save()}
        onKeyDown={event => event.key === 'Enter' && void save()}
      />
    </section>
  )
}
