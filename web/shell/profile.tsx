import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { put } from '../kit/api'
import { Dialog, FormFoot } from '../kit/dialog'
import { TextField } from '../kit/field'
import { form } from '../kit/form'
import { language, t } from '../kit/i18n'
import { toast } from '../kit/toast'
import { user } from '../session'

const ProfileBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.email('Invalid email')),
  currentPassword: v.pipe(v.string(), v.maxLength(50, 'Too Long!')),
  password: v.union([v.literal(''), v.pipe(v.string(), v.minLength(5, 'Too Short!'), v.maxLength(50, 'Too Long!'))], 'password'),
})

export default function Profile({ close }: { close: () => void }) {
  useSignals()
  const [edit] = useState(() =>
    form(
      ProfileBody,
      { name: user.value?.name ?? '', email: user.value?.email ?? '', currentPassword: '', password: '' },
      async ({ password, currentPassword, ...body }) => {
        await put('/users/me', {
          ...body,
          ...(password && { password }),
          ...(currentPassword && { currentPassword }),
          language: language.value,
        })
        if (user.value) user.value = { ...user.value, ...body }
        toast.ok(t('profile.saved'))
        close()
      },
    ),
  )
  const errors = edit.errors.value
  const { email, password } = edit.values.value
  const sensitive = Boolean(password) || email !== user.value?.email
  return (
    <Dialog
      title={t('profile.title')}
      close={close}
      dirty={edit.dirty.value}
      onSubmit={edit.submit}
      footer={<FormFoot close={close} action={t('profile.save')} busy={edit.busy.value} />}
    >
      <TextField label={t('common.name')} {...edit.field('name')} error={errors['name']} autoComplete="name" />
      <TextField label={t('common.email')} type="email" {...edit.field('email')} error={errors['email']} autoComplete="email" />
      <TextField
        label={t('profile.password')}
        optional
        type="password"
        {...edit.field('password')}
        error={errors['password']}
        help={t('profile.passwordHelp')}
        autoComplete="new-password"
      />
      {sensitive && (
        <TextField
          label={t('profile.currentPassword')}
          type="password"
          {...edit.field('currentPassword')}
          error={errors['currentPassword']}
          autoComplete="current-password"
        />
      )}
    </Dialog>
  )
}
