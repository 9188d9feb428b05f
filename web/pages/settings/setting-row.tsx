import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Drawn } from '../../crud/describe'
import { ApiError, put } from '../../kit/api'
import { errorText, toastError } from '../../kit/errors'
import { language, t } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import { calledOf } from '../../kit/vocabulary'
import { holdOne, settingRows, settings, type Setting, user } from '../../session'
import { words as companyWords } from './texts'

type Words = Pick<typeof companyWords, 'find'>

let last: Promise<unknown> = Promise.resolve()
/** When everything that was chosen so far is saved, or refused: what the server does by the settings waits for it. */
export const settled = () => last

/** One after another, in the order in which they were chosen. */
function change(...chosen: Parameters<typeof save>) {
  const saved = last.then(() => save(...chosen))
  last = saved
  return saved
}
async function save(key: string, value: string | null, words: Words, isSecret: boolean) {
  const { value: shown, isOwn } = settingRows.peek()[key]!
  const before = isOwn === false ? null : shown
  try {
    holdOne(await put<Setting>(`/settings/${key}`, { value }))
    const done = words.find('saved')!
    // What was before a secret is known to nobody.
    if (isSecret) toast.ok(done)
    else toast.undo(done, () => void change(key, before, words, false))
  } catch (error) {
    // What was typed is taken back: the notice says where.
    if (error instanceof ApiError && error.status === 400) toast.bad(`${words.find(key)}: ${errorText(error)}`)
    else toastError(error)
  }
}

type Control = { field: Drawn; words: Words; id: string; value: string; save: (value: string | null) => void; 'aria-describedby': string }

/** What it does in a sentence, and the control of its kind. Optimistic: a choice shows at once, and is taken back when it is refused. */
export function SettingRow({ field, words }: { field: Drawn; words: Words }) {
  useSignals()
  const [chosen, choose] = useState<string>()
  const { name, input } = field
  const id = `f-${name}`
  const heritage = heritageOf(name)
  const value = chosen ?? (heritage?.isOwn === false ? '' : (settings.value[name] ?? ''))
  const save = async (next: string | null) => {
    if ((next ?? '') === value) return
    choose(next ?? '')
    await change(name, next, words, input === 'secret')
    choose(now => (now === (next ?? '') ? undefined : now))
  }
  const Control = input === 'switch' ? Switch : input === 'choice' ? Choice : input === 'number' ? Amount : Line
  return (
    <div className="set-row">
      <div>
        <label className="font-medium" htmlFor={id}>
          {words.find(name)}
        </label>
        <p id={`${id}-help`}>{words.find(`${name}Help`)}</p>
      </div>
      <div className="ctl" aria-busy={chosen !== undefined}>
        <Control field={field} words={words} id={id} value={value} save={next => void save(next)} aria-describedby={`${id}-help`} />
      </div>
    </div>
  )
}

const Switch = ({ field: { options = [] }, words: _, value, save, ...input }: Control) => (
  <input
    type="checkbox"
    role="switch"
    className="toggle"
    checked={value === options[0]}
    onChange={event => save(options[event.currentTarget.checked ? 0 : 1]!)}
    {...input}
  />
)

/** Of what others operate for this company; who operates inherits from nobody. */
const heritageOf = (name: string) => {
  const row = settingRows.value[name]
  return row?.isOwn === undefined || user.value?.super ? undefined : row
}

/** The words that a company may choose are never said by the one that it chose. */
const WORDS: Record<string, 'ticket' | 'queue'> = { ticketWord: 'ticket', queueWord: 'queue' }
const optionOf = (name: string, option: string, words: Words) =>
  (WORDS[name] && calledOf(WORDS[name], option, language.value)) ?? words.find(`${name}.${option}`)

const Choice = ({ field: { name, options = [] }, words, value, save, ...input }: Control) => (
  <select className="select" value={value} onChange={event => save(event.currentTarget.value || null)} {...input}>
    {heritageOf(name) && (
      <option value="">{companyWords('inherited', { word: optionOf(name, heritageOf(name)!.inherited!, words)! })}</option>
    )}
    {options.map(option => (
      <option key={option} value={option}>
        {optionOf(name, option, words)}
      </option>
    ))}
  </select>
)

/** What is typed is saved when its field is left, or by Enter; Esc takes it back. */
function useTyped(value: string, save: (value: string) => void, cleaned: (text: string) => string) {
  const [typed, type] = useState<string>()
  const leave = () => {
    if (typed !== undefined) save(typed)
    type(undefined)
  }
  return {
    value: typed ?? value,
    onChange: (event: { currentTarget: { value: string } }) => type(cleaned(event.currentTarget.value)),
    onBlur: leave,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter') leave()
      if (key === 'Escape') type(undefined)
    },
  }
}

function Amount({ field: { name }, words, value, save, ...input }: Control) {
  const typed = useTyped(value, save, text => text.replace(/\D/g, ''))
  const unit = words.find(`${name}Unit`)
  return (
    <>
      <input className="input tnum" inputMode="numeric" autoComplete="off" maxLength={6} {...typed} {...input} />
      {unit && <span className="faint">{unit}</span>}
    </>
  )
}

function Line({ field: { name, input: kind, max }, words, value, save, ...input }: Control) {
  useSignals()
  const typed = useTyped(value, save, text => text)
  const isSecret = kind === 'secret'
  const isKept = isSecret && !typed.value && settingRows.value[name]?.isSet
  return (
    <>
      <input
        className="input wide"
        type={isSecret ? 'password' : 'text'}
        placeholder={isKept ? '••••••••' : undefined}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        maxLength={max}
        {...typed}
        {...input}
      />
      {isKept && (
        <button
          type="button"
          className="link-b forget"
          aria-label={`${t('common.remove')}: ${words.find(name)}`}
          onClick={() => save(null)}
        >
          {t('common.remove')}
        </button>
      )}
    </>
  )
}
