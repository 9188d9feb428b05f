import { type ReactNode, useState } from 'react'
import { OFFICE_TOAST_MS } from '../../constants'
import type { Setting } from '../../../src/modules/settings'
import { put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { useAnswer } from '../../kit/answer'
import { words } from './texts'

type Stored = Json<Setting>

/** How companies that owe are treated: reminded, and for how many days everything still works. */
export const Terms = () => (
  <section className="card-b terms">
    <Term name="invoiceReminders">{props => <Switch {...props} />}</Term>
    <Term name="graceDays">{props => <Days {...props} />}</Term>
  </section>
)

const valueOf = ({ value }: Stored) => value

type Name = 'graceDays' | 'invoiceReminders'
type Control = { id: string; stored: string; save: (value: string) => Promise<string> }

function Term({ name, children }: { name: Name; children: (props: Control) => ReactNode }) {
  const { answer } = useAnswer<Stored>(`/settings/${name}`, {})
  const [kept, keep] = useState<string>()
  const stored = kept ?? (answer && valueOf(answer))
  if (stored === undefined) return null
  const save = async (value: string) => {
    try {
      const saved = valueOf(await put<Stored>(`/settings/${name}`, { value }))
      keep(saved)
      toast.ok(words('termsSaved'), OFFICE_TOAST_MS)
      return saved
    } catch (error) {
      toastError(error)
      return stored
    }
  }
  return (
    <div className="term">
      <div>
        <label className="font-medium" htmlFor={`terms-${name}`}>
          {words(name)}
        </label>
        <p className="muted t-meta">{words(`${name}Help`)}</p>
      </div>
      {children({ id: `terms-${name}`, stored, save })}
    </div>
  )
}

const Switch = ({ id, stored, save }: Control) => (
  <input
    id={id}
    type="checkbox"
    role="switch"
    className="toggle"
    checked={stored === 'enabled'}
    onChange={event => void save(event.currentTarget.checked ? 'enabled' : 'disabled')}
  />
)

function Days({ id, stored, save }: Control) {
  const [typed, type] = useState(stored)
  const leave = async () => typed !== stored && type(await save(typed))
  return (
    <input
      id={id}
      className="input tnum"
      inputMode="numeric"
      value={typed}
      onChange={event => type(event.currentTarget.value.replace(/\D/g, '').slice(0, 3))}
      onBlur={() => void leave()}
      onKeyDown={event => event.key === 'Enter' && void leave()}
    />
  )
}
