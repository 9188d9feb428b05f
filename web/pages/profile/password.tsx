import { useSignals } from '@preact/signals-react/runtime'
import { PasswordField } from '../../kit/password-field'
import type { PasswordEdit } from './forms'
import { words } from './texts'

export function Password({ edit }: { edit: PasswordEdit }) {
  useSignals()
  const errors = edit.errors.value
  return (
    <>
      <PasswordField
        label={words('currentPassword')}
        {...edit.field('currentPassword')}
        error={errors['currentPassword']}
        autoComplete="current-password"
      />
      <PasswordField
        label={words('newPassword')}
        {...edit.field('password')}
        error={errors['password']}
        help={words('newPasswordHelp')}
        autoComplete="new-password"
      />
      <PasswordField label={words('again')} {...edit.field('again')} error={errors['again']} autoComplete="new-password" />
      <p className="t-meta faint mt-4">{words('passwordNote')}</p>
    </>
  )
}
