import { useSignals } from '@preact/signals-react/runtime'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { put } from '../../../kit/api'
import { FormFoot, Sheet } from '../../../kit/dialog'
import { TextField } from '../../../kit/field'
import { form } from '../../../kit/form'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { IconButton } from '../../../kit/icon-button'
import type { ContactRef, ExtraField } from '../types'

const Body = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Required'), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!')),
  email: v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email('Invalid email'))], 'Invalid email'),
  extraInfo: v.array(v.object({ id: v.optional(v.nullable(v.number())), name: v.string(), value: v.string() })),
})

/** Name, e-mail and further data of the contact of a conversation. */
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
    form(Body, { name: contact.name, email: contact.email ?? '', extraInfo: contact.extraInfo ?? [] }, async body => {
      const changed = { ...body, extraInfo: body.extraInfo.filter(field => field.name.trim()) }
      const answer = await put<ContactRef>(`/contacts/${contact.id}`, changed)
      saved({ ...changed, ...answer })
      toast.ok(t('tickets.contactSaved'))
      close()
    }),
  )
  const errors = edit.errors.value
  const fields = edit.values.value.extraInfo as ExtraField[]
  const setFields = (next: ExtraField[]) => edit.set('extraInfo', next)
  const setField = (at: number, change: Partial<ExtraField>) =>
    setFields(fields.map((field, i) => (i === at ? { ...field, ...change } : field)))
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
      <fieldset className="fld">
        <legend className="font-medium mb-1.5">{t('tickets.data')}</legend>
        <div className="grid gap-2">
          {fields.map((field, i) => (
            <div key={i} className="kv-edit">
              <input
                className="input"
                value={field.name}
                placeholder={t('tickets.fieldName')}
                aria-label={t('tickets.fieldName')}
                onChange={event => setField(i, { name: event.currentTarget.value })}
              />
              <input
                className="input"
                value={field.value}
                placeholder={t('tickets.fieldValue')}
                aria-label={t('tickets.fieldValue')}
                onChange={event => setField(i, { value: event.currentTarget.value })}
              />
              <IconButton icon={Trash2} label={t('common.remove')} onClick={() => setFields(fields.filter((_, at) => at !== i))} />
            </div>
          ))}
        </div>
        <button type="button" className="btn btn-quiet btn-sm mt-2" onClick={() => setFields([...fields, { name: '', value: '' }])}>
          <Plus className="icon icon-sm" aria-hidden />
          {t('tickets.addField')}
        </button>
      </fieldset>
    </Sheet>
  )
}
