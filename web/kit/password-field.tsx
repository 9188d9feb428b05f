import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field, type TextField } from './field'
import { t } from './i18n'

/** A password, which can be looked at while it is typed. */
export function PasswordField({ id, label, help, error, optional, ...input }: ComponentProps<typeof TextField>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ id, label, help, error, optional }}>
      <div className={`input${error ? ' is-invalid' : ''}`}>
        <input id={id} {...input} type={shown ? 'text' : 'password'} />
        <button
          type="button"
          className="eye grid faint"
          aria-label={t(shown ? 'common.hidePassword' : 'common.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon className="icon icon-sm" aria-hidden />
        </button>
      </div>
    </Field>
  )
}
