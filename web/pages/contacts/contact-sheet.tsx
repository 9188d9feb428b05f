import { useSignals } from '@preact/signals-react/runtime'
import { Merge, MessageSquare } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import * as v from 'valibot'
import { ContactBody } from '../../../src/modules/contacts/body'
import { choicesOf } from '../../catalog'
import { stillThere } from '../../crud/still-there'
import { sayer } from '../../crud/words'
import { ApiError, get, post, put } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { FormFoot, Sheet } from '../../kit/dialog'
import { errorText } from '../../kit/errors'
import { Field, SwitchField, TextField } from '../../kit/field'
import { fieldError, form } from '../../kit/form'
import { date } from '../../kit/format'
import { t } from '../../kit/i18n'
import { Picker } from '../../kit/picker'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { toast } from '../../kit/toast'
import { may } from '../../session'
import { ExtraInfoRows } from './extra-info'
import { removeContact } from './remove'
import type { Contact, ExtraInfo } from './types'
import { words } from './texts'

type Act = (contact: Contact) => void
type Props = { contact?: Contact; open: Act; talk: Act; merge: Act; close: () => void }

export const mayMerge = ({ isGroup }: Contact) => may('contacts:merge') && !isGroup
type Made = Contact & { alreadyExists?: true; existingContact?: Contact }

/** Adds a contact, or changes one; its further facts are read first. */
export function ContactSheet({ contact, ...props }: Props) {
  const [whole, setWhole] = useState<Contact>()
  const [error, setError] = useState<unknown>()
  const load = () => {
    setError(undefined)
    if (contact) void get<Contact>(`/contacts/${contact.id}`).then(found => setWhole({ ...contact, ...found }), setError)
  }
  useEffect(load, [])
  if (!contact || whole) return <ContactForm contact={whole} {...props} />
  return (
    <Sheet title={<Who contact={contact} />} close={props.close}>
      {error ? <LoadFailed what={words('whatOne')} retry={load} error={error} /> : <Skeleton rows={5} height={70} avatar={false} />}
    </Sheet>
  )
}

const Who = ({ contact }: { contact: Contact }) => (
  <span className="sheet-who">
    <Avatar name={contact.name} src={contact.profilePicUrl} size={32} />
    <span className="min-w-0">
      <span className="clip block">{contact.name}</span>
      <span className="t-meta muted block font-normal">
        {words('since', { date: date(contact.createdAt) })} · {words('tickets', { n: contact.tickets?.length ?? 0 })}
      </span>
    </span>
  </span>
)

/** Groups, and people whom only WhatsApp knows, have no number that could be typed. */
const bodyOf = (numbered: boolean) => {
  const number: v.GenericSchema<string, string> = numbered ? ContactBody.entries.number : v.string()
  return v.object({ ...ContactBody.entries, number })
}

/** The codes that speak of the number are shown at the number. */
function atNumber(error: unknown): never {
  if (error instanceof ApiError && /^ERR_(DUPLICATED|WAPP_INVALID)_CONTACT$/.test(error.body.error ?? ''))
    throw fieldError('number', errorText(error))
  throw error
}

function ContactForm({ contact, open, talk, merge, close }: Props) {
  useSignals()
  const numbered = !contact || (!contact.isGroup && contact.number !== '')
  const [known, setKnown] = useState<Contact>()
  const [sheet] = useState(() => {
    const { name = '', number = '', email = '', disableBot = false, extraInfo = [], tagIds = [] } = contact ?? {}
    const facts = extraInfo.map(({ id, name, value }) => ({ id, name, value }))
    return form(bodyOf(numbered), { name, number, email, disableBot, extraInfo: facts, tagIds }, async ({ number: digits, ...body }) => {
      setKnown(undefined)
      const changed = { ...body, tagIds: stillThere('tags', body.tagIds ?? []), ...(digits !== number && { number: digits }) }
      const answer = await (contact ? put<Made>(`/contacts/${contact.id}`, changed) : post<Made>('/contacts', changed)).catch(atNumber)
      if (answer.existingContact) {
        setKnown(answer.existingContact)
        throw fieldError('number', words('exists', { name: answer.existingContact.name }))
      }
      toast.ok(words(contact ? 'saved' : 'created'), 3_000)
      close()
    })
  })
  const errors = sheet.errors.value
  const facts = (sheet.values.value.extraInfo ?? []) as ExtraInfo[]
  const submit = (event: FormEvent) => {
    sheet.set(
      'extraInfo',
      facts.filter(fact => fact.name.trim() || fact.value.trim()),
    )
    void sheet.submit(event)
  }
  const number = sheet.field('number')
  return (
    <Sheet
      title={contact ? <Who contact={contact} /> : sayer(words)('new')}
      close={close}
      dirty={sheet.dirty.value}
      onSubmit={submit}
      footer={
        <>
          {contact && may('contacts:delete') && (
            <button
              type="button"
              className="btn btn-danger-quiet at-start"
              onClick={() => void removeContact(contact).then(gone => gone && close())}
            >
              {t('common.delete')}
            </button>
          )}
          <FormFoot close={close} action={contact ? t('common.save') : words('create')} busy={sheet.busy.value} dirty={sheet.dirty.value} />
        </>
      }
    >
      {contact?.isOptedOut && <p className="muted mb-4">{words('optedOut')}</p>}
      {contact && (
        <div className="flex gap-2 mb-4">
          <button type="button" className="btn btn-plain btn-sm" onClick={() => talk(contact)}>
            <MessageSquare className="icon icon-sm" aria-hidden />
            {words('talk')}
          </button>
          {mayMerge(contact) && !sheet.dirty.value && (
            <button type="button" className="btn btn-plain btn-sm" onClick={() => merge(contact)}>
              <Merge className="icon icon-sm" aria-hidden />
              {words('merge')}
            </button>
          )}
        </div>
      )}
      <TextField label={t('common.name')} {...sheet.field('name')} error={errors['name']} maxLength={50} />
      <div className="pair mt-4">
        <TextField
          label={t('common.number')}
          inputMode="tel"
          {...number}
          disabled={!numbered}
          onChange={event => sheet.set('number', event.currentTarget.value.replace(/\D/g, ''))}
          error={errors['number']}
          help={numbered ? t('common.numberHelp') : words(contact?.isGroup ? 'group' : 'noNumber')}
        />
        <TextField
          label={t('common.email')}
          optional
          type="email"
          {...sheet.field('email')}
          error={errors['email']}
          placeholder="nome@empresa.com"
        />
      </div>
      {known && (
        <div className="mt-2 mb-4">
          <button type="button" className="btn btn-plain btn-sm" onClick={() => open(known)}>
            {words('openKnown', { name: known.name })}
          </button>
        </div>
      )}
      <div className="mt-4 mb-4">
        <Field id="f-tagIds" label={words('tags')} optional help={words('tagsHelp')} error={errors['tagIds']}>
          <Picker
            id="f-tagIds"
            label={words('tags')}
            choices={choicesOf('tags')}
            chosen={(sheet.values.value.tagIds ?? []) as number[]}
            change={ids => sheet.set('tagIds', ids)}
            several
            none={words('noTags')}
          />
        </Field>
      </div>
      <ExtraInfoRows rows={facts} change={rows => sheet.set('extraInfo', rows)} error={errors['extraInfo']} />
      <SwitchField
        id="f-disableBot"
        label={t('tickets.bot')}
        help={t(sheet.values.value.disableBot ? 'tickets.botOff' : 'tickets.botOn')}
        checked={!sheet.values.value.disableBot}
        onChange={event => sheet.set('disableBot', !event.currentTarget.checked)}
      />
    </Sheet>
  )
}
