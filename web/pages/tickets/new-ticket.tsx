import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useState } from 'react'
import { get, post } from '../../kit/api'
import { Dialog, FormFoot } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { SelectField, TextField } from '../../kit/field'
import { t } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import { isAdmin, user } from '../../session'
import { conflictOf } from './actions'
import { ContactField } from './contact-field'
import { queues } from './store'
import type { ContactRef, Ticket } from './types'

type Connection = { id: number; name: string; status: string; isDefault?: boolean }
type Preset = { name: string; number: string }
type Props = { close: () => void; opened: (ticket: Ticket) => void; preset?: Preset }

/** Starts a conversation: with whom, in which queue, over which connection. */
export default function NewTicket({ close, opened, preset }: Props) {
  useSignals()
  const [contact, setContact] = useState<ContactRef>()
  const [fresh, setFresh] = useState<Preset | undefined>(preset)
  const [queueId, setQueueId] = useState(queues.value.length === 1 ? String(queues.value[0]!.id) : '')
  const [whatsappId, setWhatsappId] = useState('')
  const [connections, setConnections] = useState<Connection[]>([])
  const [error, setError] = useState<{ contact?: string; queue?: string }>({})
  const [busy, setBusy] = useState(false)
  useEffect(() => void get<Connection[]>('/whatsapp', { session: 0 }).then(setConnections, () => {}), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      contact: contact || fresh ? undefined : t('tickets.chooseContact'),
      queue: queueId || isAdmin.value ? undefined : t('tickets.chooseQueue'),
    }
    setError(wrong)
    if (wrong.contact || wrong.queue || busy) return
    setBusy(true)
    try {
      const whom = contact ?? (await createContact(fresh!))
      const ticket = await post<Ticket>('/tickets', {
        contactId: whom.id,
        queueId: queueId ? Number(queueId) : null,
        whatsappId: whatsappId ? Number(whatsappId) : null,
        userId: user.value?.id,
        status: 'open',
      })
      opened(ticket)
    } catch (failure) {
      const other = conflictOf(failure)
      if (!other) toastError(failure)
      else if (other.userId && other.userId !== user.value?.id)
        toast.bad(t('tickets.openWith', { user: other.user?.name ?? '', queue: other.queue?.name ?? t('tickets.noQueue') }), 6_000)
      else opened(other)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('tickets.new')}
      close={close}
      width={540}
      onSubmit={submit}
      footer={<FormFoot close={close} action={t('tickets.openConversation')} busy={busy} />}
    >
      {fresh ? (
        <NewContact value={fresh} change={setFresh} back={() => setFresh(undefined)} />
      ) : (
        <ContactField
          contact={contact}
          choose={setContact}
          create={name => setFresh({ name: /^\+?[\d\s()-]+$/.test(name) ? '' : name, number: name.replace(/\D/g, '') })}
          error={error.contact}
        />
      )}
      <div className="duo mt-4">
        <SelectField
          id="new-queue"
          label={t('tickets.queue')}
          optional={isAdmin.value}
          value={queueId}
          error={error.queue}
          onChange={event => setQueueId(event.currentTarget.value)}
        >
          <option value="">{t('tickets.noQueue')}</option>
          {queues.value.map(queue => (
            <option key={queue.id} value={queue.id}>
              {queue.name}
            </option>
          ))}
        </SelectField>
        <SelectField
          id="new-connection"
          label={t('tickets.connection')}
          value={whatsappId}
          onChange={event => setWhatsappId(event.currentTarget.value)}
        >
          <option value="">{t('tickets.defaultConnection')}</option>
          {connections.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Dialog>
  )
}

async function createContact({ name, number }: Preset) {
  const made = await post<ContactRef & { existingContact?: ContactRef }>('/contacts', { name: name || number, number })
  return made.existingContact ?? made
}

const NewContact = ({ value, change, back }: { value: Preset; change: (value: Preset) => void; back: () => void }) => (
  <div className="pair">
    <TextField
      id="new-name"
      label={t('common.name')}
      optional
      value={value.name}
      onChange={event => change({ ...value, name: event.currentTarget.value })}
    />
    <TextField
      id="new-number"
      label={t('common.number')}
      inputMode="tel"
      value={value.number}
      help={t('tickets.numberHelp')}
      after={
        <button type="button" className="link-b font-normal" onClick={back}>
          {t('tickets.existingContact')}
        </button>
      }
      onChange={event => change({ ...value, number: event.currentTarget.value.replace(/\D/g, '') })}
    />
  </div>
)
