import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useState } from 'react'
import { post } from '../../../kit/api'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { toastError } from '../../../kit/errors'
import { TextField } from '../../../kit/field'
import { t } from '../../../kit/i18n'
import { ContactField } from './contact-field'
import { useOpening } from './new-ticket-place'
import type { ContactRef, Ticket } from '../types'

type Preset = { name: string; number: string }
type Props = { close: () => void; opened: (ticket: Ticket) => void; preset?: Preset }

/** Starts a conversation: with whom, in which queue, over which connection. */
export default function NewTicket({ close, opened, preset }: Props) {
  useSignals()
  const [contact, setContact] = useState<ContactRef>()
  const [fresh, setFresh] = useState<Preset | undefined>(preset)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { fields, isReady, open } = useOpening()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const nobody = !contact && !fresh
    setError(nobody ? t('tickets.chooseContact') : undefined)
    const ready = isReady()
    if (nobody) document.getElementById('new-contact')?.focus()
    if (!ready || nobody || busy) return
    setBusy(true)
    try {
      const ticket = await open((contact ?? (await createContact(fresh!))).id)
      if (ticket) opened(ticket)
    } catch (failure) {
      toastError(failure)
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
          error={error}
        />
      )}
      <div className="grid mt-4">{fields}</div>
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
