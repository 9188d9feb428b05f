import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { get, post } from '../../kit/api'
import { Dialog, FormFoot } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { SelectField } from '../../kit/field'
import { t } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import { isAdmin, type QueueRef, user } from '../../session'
import { conflictOf } from '../tickets/actions'
import type { Ticket } from '../tickets/types'
import type { Contact } from './types'

type Connection = { id: number; name: string }

/** Starts a conversation with a contact: in which queue, over which connection. One that is open already is opened. */
export function Talk({ contact, close }: { contact: Contact; close: () => void }) {
  useSignals()
  const [, navigate] = useLocation()
  const own = user.value?.queues ?? []
  const [queues, setQueues] = useState<QueueRef[]>(own)
  const [connections, setConnections] = useState<Connection[]>([])
  const [queueId, setQueueId] = useState(own.length === 1 ? String(own[0]!.id) : '')
  const [whatsappId, setWhatsappId] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void get<Connection[]>('/whatsapp', { session: 0 }).then(setConnections, () => {})
    if (isAdmin.peek()) void get<QueueRef[]>('/queue').then(setQueues, () => {})
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = !queueId && !isAdmin.value
    setMissing(wrong)
    if (wrong || busy) return
    setBusy(true)
    try {
      const body = {
        contactId: contact.id,
        queueId: Number(queueId) || null,
        whatsappId: Number(whatsappId) || null,
        userId: user.value?.id,
        status: 'open',
      }
      const ticket = await post<Ticket>('/tickets', body)
      navigate(`/tickets/${ticket.uuid}`)
    } catch (failure) {
      const other = conflictOf(failure)
      if (!other) toastError(failure)
      else if (other.userId && other.userId !== user.value?.id) {
        toast.bad(t('tickets.openWith', { user: other.user?.name ?? '', queue: other.queue?.name ?? t('tickets.noQueue') }), 6_000)
        close()
      } else navigate(`/tickets/${other.uuid}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('contacts.talkWith', { name: contact.name })}
      close={close}
      onSubmit={submit}
      footer={<FormFoot close={close} action={t('tickets.openConversation')} busy={busy} />}
    >
      <SelectField
        id="talk-queue"
        label={t('tickets.queue')}
        optional={isAdmin.value}
        value={queueId}
        error={missing ? t('tickets.chooseQueue') : undefined}
        aria-invalid={missing || undefined}
        onChange={event => setQueueId(event.currentTarget.value)}
      >
        <option value="">{t('tickets.noQueue')}</option>
        {queues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {connections.length > 1 && (
        <SelectField
          id="talk-connection"
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
      )}
    </Dialog>
  )
}
