import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  const [chosen, choose] = useState<string>()
  return (
    <>
      <Field id="f-p12" label={words('p12')} help={words(isNew ? 'p12Help' : 'p12Kept')} error={error['p12']}>
        <div className="flex items-center gap-2 min-w-0">
          <button type="button" id="f-p12" className="btn btn-plain" onClick={() => input.current?.click()}>
            {words('p12Choose')}
          </button>
          <span className="muted clip">{chosen}</span>
          <input
            ref={input}
            hidden
            type="file"
            accept=".p12,.pfx,application/x-pkcs12"
            onChange={event => {
              const file = event.currentTarget.files?.[0]
              choose(file?.name)
              if (!file) form.set('p12', '')
              else void base64Of(file).then(text => form.set('p12', text))
            }}
          />
        </div>
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
