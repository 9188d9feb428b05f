import { useSignals } from '@preact/signals-react/runtime'
import { TextField } from '../../kit/field'
import { t } from '../../kit/i18n'
import { PasswordField } from '../../kit/password-field'
import { user } from '../../session'
import type { PersonEdit } from './forms'
import { words } from './texts'

export function Person({ edit }: { edit: PersonEdit }) {
  useSignals()
  const errors = edit.errors.value
  const me = user.value
  if (!me) return null
  return (
    <>
      <TextField label={t('common.name')} {...edit.field('name')} error={errors['name']} autoComplete="name" />
      <TextField label={t('common.email')} type="email" {...edit.field('email')} error={errors['email']} autoComplete="email" />
      {edit.values.value.email.trim().toLowerCase() !== me.email && (
        <PasswordField
          label={words('currentPassword')}
          {...edit.field('currentPassword')}
          error={errors['currentPassword']}
          help={words('currentPasswordHelp')}
          autoComplete="current-password"
        />
      )}
      <div className="fld">
        <div className="lbl">
          {words('rights')} {me.profile !== 'admin' && <em>{words('rightsBy')}</em>}
        </div>
        <p className="muted">
          {words(me.profile)} · {me.queues.map(({ name }) => name).join(', ') || words('noQueues')}
        </p>
      </div>
    </>
  )
}
