import { useSignals } from '@preact/signals-react/runtime'
import type { ChangeEvent, ReactNode } from 'react'
import { type Kind, choicesOf } from '../catalog'
import { ColorField } from '../kit/color-field'
import { AreaField, Field, SelectField, SwitchField, TextField } from '../kit/field'
import type { form } from '../kit/form'
import { t } from '../kit/i18n'
import { PasswordField } from '../kit/password-field'
import { Picker } from '../kit/picker'
import { amount, type Drawn } from './describe'
import { labelOf, type NounWords } from './words'

export type NounForm = ReturnType<typeof form>
export type FieldProps = { field: Drawn; form: NounForm; words: Pick<NounWords, 'find'>; isNew: boolean }

/** What a number has no use for, and how long it is. */
const UNTYPED = { number: /[^\d-]/g, decimal: /[^\d.,]/g, money: /[^\d.,]/g }
const LONGEST = { number: 9, decimal: 12, money: 14 }

const asIds = (value: unknown) => [value].flat().flatMap(id => (id ? [Number(id)] : []))

/** One field, drawn as its schema asks for; its label is the noun's text of its name. */
export function DrawnField({ field, form, words, isNew }: FieldProps): ReactNode {
  useSignals()
  const { name, input, max, isOptional } = field
  const label = labelOf(words, name)
  const error = form.errors.value[name]
  const value = form.values.value[name]
  const common = { label, error, help: words.find(`${name}Help`), optional: isOptional && input !== 'choice', maxLength: max }
  if (input === 'switch') return <SwitchField label={label} help={common.help} {...form.box(name)} />
  if (input === 'color')
    return (
      <ColorField
        id={`f-${name}`}
        label={label}
        error={error}
        value={String(value)}
        change={color => form.set(name, color)}
        taken={field.taken}
      />
    )
  if (input === 'longText') {
    const length = [...String(value ?? '')].length
    const after = max ? <em className="tnum">{t('common.countOf', { n: length, max })}</em> : undefined
    return <AreaField rows={field.rows ?? 5} {...common} after={after} {...form.field(name)} />
  }
  if (input === 'number' || input === 'decimal' || input === 'money') {
    const typed = {
      ...form.field(name),
      inputMode: input === 'number' ? ('numeric' as const) : ('decimal' as const),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        form.set(name, event.currentTarget.value.replace(UNTYPED[input], '').slice(0, LONGEST[input])),
    }
    if (input !== 'money') return <TextField {...common} className="max-w-32" {...typed} />
    return (
      <Field id={typed.id} {...common}>
        <span className="flex items-center gap-2 max-w-40">
          <span className="muted">R$</span>
          <input className={`input ${error ? 'is-invalid' : ''}`} autoComplete="off" placeholder={amount(0)} {...typed} />
        </span>
      </Field>
    )
  }
  if (input === 'date') return <TextField type="date" {...common} maxLength={undefined} style={{ maxWidth: 176 }} {...form.field(name)} />
  if (input === 'secret')
    return (
      <PasswordField
        {...common}
        help={isNew ? common.help : t('common.secretKept')}
        optional={isNew && isOptional}
        autoComplete="new-password"
        placeholder={isNew ? undefined : '••••••••'}
        {...form.field(name)}
      />
    )
  if (input === 'choice')
    return (
      <SelectField {...{ label, error, help: words.find(`${name}.${value}Help`) ?? common.help }} {...form.field(name)}>
        {field.options?.map(option => (
          <option key={option} value={option}>
            {words.find(`${name}.${option}`) ?? option}
          </option>
        ))}
      </SelectField>
    )
  if (input === 'reference' || input === 'references')
    return (
      <Field id={`f-${name}`} label={label} help={common.help} error={error} optional={isOptional}>
        <Picker
          id={`f-${name}`}
          label={label}
          choices={choicesOf(field.of as Kind)}
          chosen={asIds(value)}
          change={ids => form.set(name, input === 'references' ? ids : (ids[0] ?? null))}
          several={input === 'references'}
          none={words.find(`${name}None`) ?? t('common.none')}
          isInvalid={Boolean(error)}
        />
      </Field>
    )
  return <TextField {...common} {...form.field(name)} />
}
