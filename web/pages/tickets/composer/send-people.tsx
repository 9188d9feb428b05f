import { useState } from 'react'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { t } from '../../../kit/i18n'
import { ContactField } from '../dialogs/contact-field'
import { ContactTokens } from '../dialogs/contact-tokens'
import type { ContactRef } from '../types'
import { useCardSending } from './sending-card'
import { words } from './texts'

const MAX = 10

/** People of the company's contacts, as cards that open a chat with them. */
export default function SendPeople({ ticketId, close }: { ticketId: number; close: () => void }) {
  const [contacts, setContacts] = useState<ContactRef[]>([])
  const [error, setError] = useState<string>()
  const { busy, send } = useCardSending(ticketId, 'contacts', close)
  const add = (contact?: ContactRef) => {
    if (!contact || contacts.length >= MAX || contacts.some(({ id }) => id === contact.id)) return
    const isCallable = contact.number && !contact.isGroup
    setError(isCallable ? undefined : words('noNumber', { name: contact.name }))
    if (isCallable) setContacts([...contacts, contact])
  }
  return (
    <Dialog
      title={words('sendPeople')}
      width={480}
      close={close}
      onSubmit={event => {
        if (!contacts.length) setError(words('choosePeople'))
        void send(event, contacts.length ? { contactIds: contacts.map(({ id }) => id) } : undefined)
      }}
      footer={<FormFoot close={close} action={t('tickets.send')} busy={busy} />}
    >
      <ContactField id="send-people" label={words('people')} several choose={add} error={error} help={words('peopleHelp', { n: MAX })} />
      <ContactTokens label={words('people')} contacts={contacts} change={setContacts} />
    </Dialog>
  )
}
