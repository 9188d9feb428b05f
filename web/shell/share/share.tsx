import { type FormEvent, useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { get } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { Dialog, FormFoot } from '../../kit/dialog'
import { bytes } from '../../kit/measures'
import { t } from '../../kit/i18n'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { draftOf } from '../../pages/tickets/composer/drafts'
import { ContactField } from '../../pages/tickets/dialogs/contact-field'
import { useOpening } from '../../pages/tickets/dialogs/new-ticket-place'
import type { ContactRef, Ticket } from '../../pages/tickets/types'
import type { Shared } from '../../shared'
import { words } from './texts'

/** It goes below what was begun already; the person reads it there, and sends it. */
function putInto(ticket: Ticket, { text, files }: Shared) {
  const draft = draftOf(ticket.id)
  draft.noting.value = false
  // An edit that was begun takes neither words nor files.
  if (draft.editing.peek()) draft.plain()
  draft.text.value = [draft.text.peek(), text].filter(Boolean).join('\n')
  draft.attach(files)
  navigate(`/tickets/${ticket.uuid}`)
}

/** With whom is shared what another application gave: one of the own tickets, or anybody else, whose conversation is opened. */
export default function Share({ shared, close }: { shared: Shared; close: () => void }) {
  const [contact, setContact] = useState<ContactRef>()
  const [busy, setBusy] = useState(false)
  const { fields, isReady, open } = useOpening()
  const choose = (ticket: Ticket) => {
    close()
    putInto(ticket, shared)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!contact || busy || !isReady()) return
    setBusy(true)
    const ticket = await open(contact.id)
    setBusy(false)
    if (ticket) choose(ticket)
  }
  if (!shared.text && !shared.files.length) return <Lost close={close} />
  return (
    <Dialog
      title={words('title')}
      close={close}
      width={520}
      onSubmit={submit}
      footer={contact && <FormFoot close={close} action={t('tickets.openConversation')} busy={busy} />}
    >
      {/* A field with the focus would bring the keyboard of a phone over the names. */}
      <div className="shared-what" tabIndex={-1} data-autofocus>
        {shared.text && (
          <p className="clip-2" dir="auto">
            {shared.text}
          </p>
        )}
        {shared.files.length > 0 && (
          <p className="muted t-meta">
            {words('files', { n: shared.files.length })}: {shared.files.map(({ name, size }) => `${name} (${bytes(size)})`).join(', ')}
          </p>
        )}
      </div>
      <p className="muted t-meta">{words('text')}</p>
      {!contact && <Own choose={choose} />}
      <div className="mt-4">
        <ContactField id="share-with" label={words('other')} contact={contact} choose={setContact} />
      </div>
      {contact && <div className="grid mt-4">{fields}</div>}
    </Dialog>
  )
}

const Lost = ({ close }: { close: () => void }) => (
  <Dialog
    title={words('lost')}
    close={close}
    footer={
      <button type="button" className="btn btn-primary" onClick={close}>
        {t('common.close')}
      </button>
    }
  >
    <p className="muted t-body">{words('lostText')}</p>
  </Dialog>
)

/** The tickets of this person, those written in last first. */
function Own({ choose }: { choose: (ticket: Ticket) => void }) {
  const [tickets, setTickets] = useState<Ticket[]>()
  const [failed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    get<{ tickets: Ticket[] }>('/tickets', { status: 'open', snoozed: false, order: 'newest', pageNumber: 1 }).then(
      page => setTickets(page.tickets),
      () => setFailed(true),
    )
  }
  useEffect(load, [])
  if (failed) return <LoadFailed what={words('what')} retry={load} />
  if (!tickets) return <Skeleton />
  return (
    <section className="mt-4" aria-label={words('own')}>
      <h3 className="t-meta muted">{words('own')}</h3>
      {!tickets.length && <p className="help py-2">{words('none')}</p>}
      <div className="pop-list shared-own">
        {tickets.map(ticket => (
          <button key={ticket.id} type="button" className="opt" onClick={() => choose(ticket)}>
            <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={28} />
            <span className="clip">{ticket.contact.name}</span>
            <span className="end faint clip">{ticket.queue?.name}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
