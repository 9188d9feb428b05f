import { useSignals } from '@preact/signals-react/runtime'
import type { NounForm } from '../../crud/fields'
import { Field, TextField } from '../../kit/field'
import { words } from './texts'

/** The bytes of a file as base64. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** The file that the bank gives out, with its password; the server makes the two texts of it. */
export function Certificate({ form, isNew }: { form: NounForm; isNew: boolean }) {
  useSignals()
  const error = form.errors.value
  return (
    <>
      <Field id="f-p12" label={words('p12')} help={words(isNew ? 'p12Help' : 'p12Kept')} error={error['p12']}>
        <input
          id="f-p12"
          type="file"
          accept=".p12,.pfx,application/x-pkcs12"
          className="file-input"
          onChange={event => {
            const file = event.currentTarget.files?.[0]
            if (!file) form.set('p12', '')
            else void base64Of(file).then(text => form.set('p12', text))
          }}
        />
      </Field>
      <TextField
        optional
        type="password"
        autoComplete="new-password"
        label={words('p12Password')}
        help={words('p12PasswordHelp')}
        error={error['p12Password']}
        {...form.field('p12Password')}
      />
    </>
  )
}
