import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, Info } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { scheduleApi } from '../../../src/modules/schedules/api'
import { RULES, ScheduleBody } from '../../../src/modules/schedules/body'
import { choicesOf } from '../../catalog'
import { OFFICE_TOAST_MS } from '../../constants'
import { keepFile } from '../../crud/keep-file'
import { del, post, put } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { FormFoot, Sheet } from '../../kit/dialog'
import { errorText, toastError } from '../../kit/errors'
import { AreaField, Field, SelectField, SwitchField, TextField } from '../../kit/field'
import { fieldError, form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { Link } from '../../kit/link'
import { MediaField } from '../../kit/media-field'
import { Picker } from '../../kit/picker'
import { Slots } from '../../kit/slots'
import { toast } from '../../kit/toast'
import { zoneName } from '../../kit/zone'
import { companyClock } from '../../session'
import { ContactField } from '../tickets/dialogs/contact-field'
import type { ContactRef } from '../tickets/types'
import { words } from './texts'
import { inAnHour, mondayAt8, tomorrowAt9, wallOf } from './time'
import { canChange, reasonOf, type Schedule, stateOf } from './state'

const VARIABLES = ['firstName', 'name', 'ms', 'protocol', 'hora'] as const
type Contact = Pick<ContactRef, 'id' | 'name'> & { number?: string | null }
export type Preset = { contact?: Contact; body?: string; sendAt?: string; whatsappId?: number | null; file?: File; signMessage?: boolean }
type Props = { row?: Schedule; preset?: Preset; close: () => void; saved?: () => void }

function formOf({ row, preset = {}, close, saved }: Props) {
  const progress = signal<number>()
  let known = row
  const schema = v.object({ ...ScheduleBody.entries, media: v.optional(v.nullable(v.instance(File))) })
  const initial = {
    body: row?.body ?? preset.body ?? '',
    contactId: row?.contactId ?? preset.contact?.id ?? null,
    sendAt: row ? wallOf(row.sendAt) : inAnHour(),
    whatsappId: row?.whatsappId ?? preset.whatsappId ?? null,
    signMessage: row?.signMessage ?? preset.signMessage ?? false,
    openTicket: row?.openTicket ?? true,
    recurrence: row?.recurrence ?? ('none' as const),
    recurrenceUntil: row?.recurrenceUntil ?? '',
    media: preset.file,
  }
  const sheet = form(schema, initial, async ({ media, ...body }) => {
    const isNew = !known
    known = await (known ? put<Schedule>(`${scheduleApi.path}/${known.id}`, body) : post<Schedule>(scheduleApi.path, body))
    await keepFile(`${scheduleApi.path}/${known.id}`, media, progress).catch((error: unknown) => {
      throw fieldError('media', `${words('fileNotKept')} ${errorText(error)}`)
    })
    toast.ok(words(isNew ? 'created' : 'saved'), OFFICE_TOAST_MS)
    saved?.()
    close()
  })
  if (preset.sendAt) sheet.set('sendAt', preset.sendAt)
  return { sheet, progress }
}

async function remove(row: Schedule, close: () => void) {
  const text = words(row.sentAt ? 'removeSent' : 'removeText')
  const question = { title: words('removeTitle', { name: row.contact.name }), text, action: words('remove'), danger: true }
  if (!(await confirm(question))) return
  await del(`${scheduleApi.path}/${row.id}`).then(() => {
    toast.ok(words('removed'), OFFICE_TOAST_MS)
    close()
  }, toastError)
}

/** Plans a message, or changes one that is still to go; one that has gone is shown. */
export default function ScheduleSheet(props: Props) {
  useSignals()
  const { row, preset, close } = props
  const [{ sheet, progress }] = useState(() => formOf(props))
  const [contact, setContact] = useState<Contact | undefined>(row?.contact ?? preset?.contact)
  const { errors, values, busy, dirty } = sheet
  const isOpen = !row || canChange(row)
  const wall = String(values.value.sendAt)
  const when = (part: { date?: string; time?: string }) =>
    sheet.set('sendAt', `${part.date ?? wall.slice(0, 10)}T${part.time ?? wall.slice(11)}`)
  const stored = row?.mediaPath ? { name: row.mediaName ?? '', address: row.mediaPath, type: row.mediaType ?? '' } : undefined
  const shortcuts = [
    [words('inAnHour'), inAnHour],
    [words('tomorrow'), tomorrowAt9],
    [words('monday'), mondayAt8],
  ] as const
  return (
    <Sheet
      title={row ? `${stateOf(row)} · ${row.contact.name}` : words('new')}
      close={close}
      dirty={isOpen && dirty.value}
      onSubmit={isOpen ? event => void sheet.submit(event) : undefined}
      footer={
        <>
          {row && (
            <button type="button" className="btn btn-danger-quiet at-start" onClick={() => void remove(row, close)}>
              {words('remove')}
            </button>
          )}
          {isOpen ? (
            <FormFoot close={close} action={words(row ? 'save' : 'create')} busy={busy.value} dirty={dirty.value} />
          ) : (
            <button type="button" className="btn btn-primary" onClick={close}>
              {t('common.close')}
            </button>
          )}
        </>
      }
    >
      {row?.status === 'ERRO' && (
        <p className="cal-note is-bad" role="status">
          <CircleAlert className="icon icon-sm" aria-hidden />
          <span>
            {reasonOf(row)} {words('again')}
          </span>
        </p>
      )}
      {row && preset?.sendAt && (
        <p className="cal-note" role="status">
          <Info className="icon icon-sm" aria-hidden />
          {words('moved')}
        </p>
      )}
      {row?.ticket && (
        <p className="mb-3">
          <Link className="link-b" href={`/tickets/${row.ticket.uuid}`}>
            {words('seeTicket')}
          </Link>
        </p>
      )}
      <fieldset disabled={!isOpen} style={{ display: 'contents' }}>
        {contact && (row || preset?.contact) ? (
          <TextField id="f-contactId" label={words('contact')} value={contact.name} readOnly />
        ) : (
          <ContactField
            id="f-contactId"
            label={words('contact')}
            error={errors.value.contactId}
            contact={contact as ContactRef | undefined}
            choose={chosen => {
              setContact(chosen)
              sheet.set('contactId', chosen?.id ?? null)
            }}
          />
        )}
        <div className="fld">
          <AreaField label={words('message')} error={errors.value.body} rows={5} maxLength={4000} {...sheet.field('body')} />
          <Slots
            field="f-body"
            slots={VARIABLES.map(name => ({ text: `{{${name}}}`, name: words(name), label: words('insert', { name: words(name) }) }))}
          />
        </div>
        <div className="pair">
          <TextField
            id="f-sendAt"
            type="date"
            label={words('date')}
            error={errors.value.sendAt}
            value={wall.slice(0, 10)}
            onChange={event => when({ date: event.currentTarget.value })}
          />
          <TextField
            id="f-time"
            type="time"
            label={words('time')}
            value={wall.slice(11)}
            onChange={event => when({ time: event.currentTarget.value })}
          />
        </div>
        <div className="slot-bar cal-quick">
          {shortcuts.map(([label, at]) => (
            <button key={label} type="button" className="slot" onClick={() => sheet.set('sendAt', at())}>
              {label}
            </button>
          ))}
        </div>
        <p className="t-meta muted cal-zone">{words('clock', { zone: zoneName(companyClock().timeZone) })}</p>
        <div className="pair">
          <SelectField label={words('repeat')} {...sheet.field('recurrence')}>
            {RULES.map(rule => (
              <option key={rule} value={rule}>
                {words(`repeat.${rule}`)}
              </option>
            ))}
          </SelectField>
          {values.value.recurrence !== 'none' && (
            <TextField
              type="date"
              label={words('until')}
              optional
              error={errors.value.recurrenceUntil}
              {...sheet.field('recurrenceUntil')}
            />
          )}
        </div>
        <Field id="f-whatsappId" label={words('connection')} help={words('connectionHelp')} error={errors.value.whatsappId}>
          <Picker
            id="f-whatsappId"
            label={words('connection')}
            choices={choicesOf('connections')}
            chosen={values.value.whatsappId ? [Number(values.value.whatsappId)] : []}
            change={([id]) => sheet.set('whatsappId', id ?? null)}
            none={words('connectionNone')}
          />
        </Field>
        <SwitchField label={words('open')} help={words('openHelp')} {...sheet.box('openTicket')} />
        <SwitchField label={words('sign')} {...sheet.box('signMessage')} />
        <MediaField
          label={words('media')}
          stored={stored}
          value={values.value.media as File | null | undefined}
          change={media => sheet.set('media', media)}
          part={progress.value}
        />
        {errors.value.media && <p className="err">{errors.value.media}</p>}
      </fieldset>
    </Sheet>
  )
}
