import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog, FormFoot } from '../../kit/dialog'
import { t } from '../../kit/i18n'
import { useOpening } from '../tickets/dialogs/new-ticket-place'
import type { Contact } from './types'
import { words } from './texts'

/** Starts a conversation with a contact. One that is open already is opened. */
export function Talk({ contact, close }: { contact: Contact; close: () => void }) {
  useSignals()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const { fields, isReady, open } = useOpening()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady() || busy) return
    setBusy(true)
    const ticket = await open(contact.id)
    setBusy(false)
    if (ticket) navigate(`/tickets/${ticket.uuid}`)
  }
  return (
    <Dialog
      title={words('talkWith', { name: contact.name })}
      close={close}
      onSubmit={submit}
      footer={<FormFoot close={close} action={t('tickets.openConversation')} busy={busy} />}
    >
      {fields}
    </Dialog>
  )
}
