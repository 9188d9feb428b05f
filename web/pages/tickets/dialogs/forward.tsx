import { useSignals } from '@preact/signals-react/runtime'
import { Check, CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { get } from '../../../kit/api'
import { Avatar } from '../../../kit/avatar'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { SwitchField } from '../../../kit/field'
import { phone } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { user } from '../../../session'
import { signs } from '../composer/signature'
import { lineOf } from '../conversation/line-of'
import type { ContactRef, Message, Ticket } from '../types'
import { ContactField, MIN_LETTERS } from './contact-field'
import { ContactTokens } from './contact-tokens'
import { whyNot } from './conflict'
import { forwarding, type Forwarding, type Progress } from './forwarding'
import { words } from './forward-texts'
import { words as verbs } from './texts'

/** So many conversations are offered before anything is typed. */
const RECENT = 5

/** With whom this person had a conversation last, but for the one that the messages are of. */
function useRecent(from: number) {
  const [tickets, setTickets] = useState<Ticket[]>([])
  useEffect(() => {
    get<{ tickets: Ticket[] }>('/tickets', { users: JSON.stringify([user.peek()?.id]) }).then(
      ({ tickets }) => setTickets(tickets),
      () => {},
    )
  }, [])
  const here = tickets.find(({ id }) => id === from)?.contact.id
  const contacts = new Map(tickets.map(({ contact }) => [contact.id, contact]))
  return [...contacts.values()].filter(({ id }) => id !== here)
}

type Props = { messages: Message[]; close: () => void; done: () => void }

/** To whom some messages go on, and then how far they came. */
export default function Forward({ messages, close, done }: Props) {
  useSignals()
  const [contacts, setContacts] = useState<ContactRef[]>([])
  const recent = useRecent(messages[0]!.ticketId)
    .filter(({ id }) => contacts.every(other => other.id !== id))
    .slice(0, RECENT)
  const [isSigned, setSigned] = useState(signs.peek())
  /** Of the contacts, those whose ticket waits: it is accepted by what is forwarded to them. */
  const [waiting, setWaiting] = useState<number[]>([])
  const [error, setError] = useState<string>()
  const [way, setWay] = useState<Forwarding>()
  /** What can still be taken back. */
  const [held, setHeld] = useState<Forwarding>()
  useEffect(() => () => way?.stop(), [way])
  useEffect(() => () => held?.stop(), [held])
  const seconds = user.value?.preferences.undoSeconds ?? 0
  const running = way?.running.value ?? false

  async function follow(sending: Forwarding) {
    await sending.run()
    const [n, max] = [sending.sent(), sending.total]
    if (n === max) {
      const [{ contact }, other] = sending.rows.peek() as [Progress, Progress?]
      const to = other ? words('talks', { n: sending.rows.peek().length }) : contact.name
      toast.ok(words('forwarded', { n: messages.length, to }), 4_000)
      done()
    } else toast.bad(n ? words('forwardedSome', { n, max }) : words('forwardedNone'))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (running || held) return
    if (way) return void follow(way)
    if (!contacts.length) return setError(words('chooseContact'))
    const begun = forwarding(messages, contacts, isSigned)
    if (seconds) {
      setHeld(begun)
      const goes = await begun.hold(seconds * 1000)
      setHeld(undefined)
      if (!goes) return
    }
    setWay(begun)
    void follow(begun)
  }
  const add = (contact?: ContactRef) => {
    if (!contact || contacts.some(({ id }) => id === contact.id)) return
    setContacts([...contacts, contact])
    setError(undefined)
    void get<Ticket | null>('/tickets/active', { contactId: contact.id }).then(
      active => active?.status === 'pending' && !whyNot(active) && setWaiting(ids => [...ids, contact.id]),
      () => {},
    )
  }
  return (
    <Dialog
      title={words('forwardTitle', { n: messages.length })}
      width={520}
      close={close}
      onSubmit={event => void submit(event)}
      footer={
        held ? (
          <>
            <span className="t-meta muted" role="status">
              {words('leavesIn', { n: seconds })}
            </span>
            <button type="button" className="btn btn-quiet" data-autofocus onClick={() => held.stop()}>
              {t('common.undo')}
            </button>
          </>
        ) : running ? (
          <>
            <Meter way={way!} />
            <button type="button" className="btn btn-quiet" onClick={() => way!.stop()}>
              {words('stop')}
            </button>
          </>
        ) : (
          <FormFoot close={close} action={way ? t('common.retry') : verbs('forward')} />
        )
      }
    >
      <div className="fwd-preview">
        {messages.slice(0, 3).map(message => (
          <p key={message.id} className="clip">
            <span className="muted">{message.fromMe ? t('tickets.you') : (message.contact?.name ?? t('tickets.customer'))}:</span>{' '}
            {lineOf(message)}
          </p>
        ))}
        {messages.length > 3 && <p className="faint">+{messages.length - 3}</p>}
      </div>
      {way ? (
        <ul className="pick-list" aria-live="polite">
          {way.rows.value.map(row => (
            <Row key={row.contact.id} row={row} max={messages.length} />
          ))}
        </ul>
      ) : (
        <>
          <ContactField
            id="forward-to"
            label={words('to')}
            several
            choose={add}
            error={error}
            help={words('toHelp', { n: MIN_LETTERS })}
            recent={{ label: words('recent'), contacts: recent }}
          />
          <ContactTokens label={words('to')} contacts={contacts} change={setContacts} />
          <div role="status">
            {contacts
              .filter(({ id }) => waiting.includes(id))
              .map(({ id, name }) => (
                <p key={id} className="t-meta muted mt-2">
                  {words('becomesOwn', { name })}
                </p>
              ))}
          </div>
          <div className="mt-4">
            <SwitchField
              id="forward-sign"
              label={t('tickets.signAs', { name: user.value?.name.split(' ')[0] ?? '' })}
              checked={isSigned}
              onChange={event => setSigned(event.currentTarget.checked)}
            />
          </div>
        </>
      )}
    </Dialog>
  )
}

function Meter({ way }: { way: Forwarding }) {
  useSignals()
  const sent = way.sent()
  return (
    <span className="fwd-meter" role="status">
      <span className="t-meta muted tnum">{words('sending', { n: Math.min(sent + 1, way.total), max: way.total })}</span>
      <progress value={sent} max={way.total} aria-hidden />
    </span>
  )
}

function Row({ row: { contact, sent, state, why }, max }: { row: Progress; max: number }) {
  const said = {
    waits: words('waits'),
    sending: words('of', { n: sent, max }),
    sent: words('sent', { n: sent }),
    failed: sent ? words('of', { n: sent, max }) : words('notSent'),
  }
  const number = contact.isGroup ? words('group') : phone(contact.number)
  return (
    <li className="fwd-row">
      <Avatar name={contact.name} src={contact.profilePicUrl} size={28} />
      <span className="min-w-0">
        <span className="font-medium block clip">{contact.name}</span>
        <span className="t-meta muted block clip">{number}</span>
        {why && <span className="t-meta block break-words">{why}</span>}
      </span>
      <span className={`fwd-state whitespace-nowrap ${state}`}>
        {state === 'sent' && <Check className="icon icon-sm" aria-hidden />}
        {state === 'failed' && <CircleAlert className="icon icon-sm" aria-hidden />}
        {state === 'sending' && <span className="loading loading-spinner" style={{ width: 14 }} />}
        {said[state]}
      </span>
    </li>
  )
}
