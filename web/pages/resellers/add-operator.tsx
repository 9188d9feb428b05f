import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { OperatorBody } from '../../../src/modules/resellers/body'
import { OFFICE_TOAST_MS } from '../../constants'
import { post } from '../../kit/api'
import { Dialog, FormFoot } from '../../kit/dialog'
import { TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { PasswordField } from '../../kit/password-field'
import { toast } from '../../kit/toast'
import { words } from './texts'
import type { Reseller } from './types'

/** One more person who operates for a reseller. */
export function AddOperator({ reseller, saved, close }: { reseller: Reseller; saved: (row: Reseller) => void; close: () => void }) {
  useSignals()
  const [person] = useState(() =>
    form(OperatorBody, { name: '', email: '', password: '' }, async body => {
      saved(await post<Reseller>(`/resellers/${reseller.id}/operators`, body))
      toast.ok(words('added'), OFFICE_TOAST_MS)
      close()
    }),
  )
  const field = (name: 'name' | 'email' | 'password') => ({ error: person.errors.value[name], ...person.field(name) })
  return (
    <Dialog
      title={words('addOperator', { name: reseller.name })}
      close={close}
      onSubmit={event => void person.submit(event)}
      footer={<FormFoot close={close} action={words('add')} busy={person.busy.value} />}
    >
      <p className="muted t-body" style={{ marginBottom: 16 }}>
        {words('addOperatorText')}
      </p>
      <TextField label={words('personName')} maxLength={50} data-autofocus {...field('name')} />
      <TextField label={words('personEmail')} type="email" maxLength={120} {...field('email')} />
      <PasswordField label={words('personPassword')} help={words('passwordHelp')} autoComplete="new-password" {...field('password')} />
    </Dialog>
  )
}
