import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Drawn } from '../../crud/describe'
import { put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { settings } from '../../session'
import { words } from './texts'

async function change(key: string, value: string) {
  const before = settings.peek()[key]!
  try {
    const saved = await put<{ value: string }>(`/settings/${key}`, { value })
    settings.value = { ...settings.peek(), [key]: saved.value }
    toast.undo(words('saved'), () => void change(key, before))
  } catch (error) {
    toastError(error)
  }
}

type Control = { field: Drawn; id: string; value: string; save: (value: string) => void; 'aria-describedby': string }

/** What it does in a sentence, and the control of its kind. What is chosen shows at once, and is taken back when the server refuses it. */
export function SettingRow({ field }: { field: Drawn }) {
  useSignals()
  const [chosen, choose] = useState<string>()
  const { name, input } = field
  const id = `f-${name}`
  const value = chosen ?? settings.value[name] ?? ''
  const save = async (next: string) => {
    if (chosen !== undefined || next === value) return
    choose(next)
    await change(name, next)
    choose(undefined)
  }
  const Control = input === 'switch' ? Switch : input === 'choice' ? Choice : Amount
  return (
    <div className="set-row">
      <div>
        <label className="font-medium" htmlFor={id}>
          {words.find(name)}
        </label>
        <p id={`${id}-help`}>{words.find(`${name}Help`)}</p>
      </div>
      <div className="ctl" aria-busy={chosen !== undefined}>
        <Control field={field} id={id} value={value} save={next => void save(next)} aria-describedby={`${id}-help`} />
      </div>
    </div>
  )
}

const Switch = ({ field: { options = [] }, value, save, ...input }: Control) => (
  <input
    type="checkbox"
    role="switch"
    className="toggle"
    checked={value === options[0]}
    onChange={event => save(options[event.currentTarget.checked ? 0 : 1]!)}
    {...input}
  />
)

const Choice = ({ field: { name, options = [] }, value, save, ...input }: Control) => (
  <select className="select" value={value} onChange={event => save(event.currentTarget.value)} {...input}>
    {options.map(option => (
      <option key={option} value={option}>
        {words.find(`${name}.${option}`)}
      </option>
    ))}
  </select>
)

/** A number is saved when its field is left, or by Enter; Esc takes it back. */
function Amount({ field: { name }, value, save, ...input }: Control) {
  const [typed, type] = useState<string>()
  const leave = () => {
    if (typed !== undefined) save(typed)
    type(undefined)
  }
  return (
    <>
      <input
        className="input tnum"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={typed ?? value}
        onChange={event => type(event.currentTarget.value.replace(/\D/g, ''))}
        onBlur={leave}
        onKeyDown={event => {
          if (event.key === 'Enter') leave()
          if (event.key === 'Escape') type(undefined)
        }}
        {...input}
      />
      <span className="faint">{words.find(`${name}Unit`)}</span>
    </>
  )
}
