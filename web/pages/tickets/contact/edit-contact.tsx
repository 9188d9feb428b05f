import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { ContactBody } from '../../../../src/modules/contacts/body'
import { put } from '../../../kit/api'
import { FormFoot, Sheet } from '../../../kit/dialog'
import { TextField } from '../../../kit/field'
import { form } from '../../../kit/form'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import type { ContactRef } from '../types'

const Body = v.object({ name: ContactBody.entries.name, email: ContactBody.entries.email })

/** Name and e-mail of the contact of a conversation. */
export default function EditContact({
  contact,
  close,
  saved,
}: {
  contact: ContactRef
  close: () => void
  saved: (contact: Partial<ContactRef>) => void
}) {
  useSignals()
  const [edit] = useState(() =>
    form(Body, { name: contact.name, email: contact.email ?? '' }, async body => {
      saved(await put<ContactRef>(`/contacts/${contact.id}`, body))
      toast.ok(t('tickets.contactSaved'))
      close()
    }),
  )
  const errors = edit.errors.value
  return (
    <Sheet
      title={t('tickets.editContact')}
      close={close}
      dirty={edit.dirty.value}
      onSubmit={edit.submit}
      footer={<FormFoot close={close} action={t('tickets.saveContact')} busy={edit.busy.value} dirty={edit.dirty.value} />}
    >
      <TextField label={t('common.name')} {...edit.field('name')} error={errors['name']} />
      <TextField label={t('common.email')} optional type="email" {...edit.field('email')} error={errors['email']} />
    </Sheet>
  )
}
