import { useSignals } from '@preact/signals-react/runtime'
import { choicesOf } from '../../catalog'
import { AreaField, SelectField, SwitchField, TextField } from '../../kit/field'
import type { form } from '../../kit/form'
import { language } from '../../kit/i18n'
import type { FormField } from './types'
import { words } from './texts'

type Form = Pick<ReturnType<typeof form>, 'field' | 'box' | 'errors'>
type Props = { name: string; field: FormField; edit: Form; required: boolean; stored: boolean }

/** One setting of a plugin: the control that its schema asks for, in the user's language where the plugin knows it. */
export function PluginField({ name, field, edit, required, stored }: Props) {
  useSignals()
  const { value } = language
  const said = {
    title: field.title,
    description: field.description,
    options: field.options,
    ...(value === 'pt' ? undefined : field[value]),
  }
  const label = said.title ?? name
  if (field.type === 'boolean') return <SwitchField label={label} help={said.description} {...edit.box(name)} />
  const common = { label, help: said.description, optional: !required && !stored, error: edit.errors.value[name], ...edit.field(name) }
  if (field.reference)
    return (
      <SelectField {...common}>
        <option value="" />
        {choicesOf(field.reference).map(({ id, name: choice }) => (
          <option key={id} value={String(id)}>
            {choice}
          </option>
        ))}
      </SelectField>
    )
  if (field.enum)
    return (
      <SelectField {...common}>
        {!required && <option value="" />}
        {field.enum.map(option => (
          <option key={String(option)} value={String(option)}>
            {said.options?.[String(option)] ?? String(option)}
          </option>
        ))}
      </SelectField>
    )
  if (field.secret) {
    const sealed = { placeholder: stored ? '••••••••••••' : undefined, help: stored ? words('secretKept') : said.description }
    if (field.multiline) return <AreaField {...common} {...sealed} rows={5} spellCheck={false} />
    return <TextField {...common} {...sealed} type="password" autoComplete="new-password" />
  }
  if (field.multiline) return <AreaField {...common} rows={5} />
  if (field.type === 'number' || field.type === 'integer') return <TextField {...common} inputMode="numeric" />
  return <TextField {...common} {...(field.format === 'uri' && { inputMode: 'url', placeholder: 'https://' })} />
}
