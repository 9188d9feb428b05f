import { batch, signal } from '@preact/signals-react'
import { get, post } from '../../kit/api'
import { overlap } from '../../kit/replay-missed'
import { join, on, onResync } from '../../kit/realtime'
import { user } from '../../session'
import { type ContactRef, isReaction, type Message, type Sending, type Ticket } from './types'

export type Shown = Message | Sending

/** What stays the same when the sent bubble is replaced by the server's. */
export const keyOf = (message: Shown) => message.clientId ?? message.id
export const isLocal = (message: Shown): message is Sending => 'local' in message

/** The messages of one ticket, live, with those that are on their way. `left` is called when the ticket is gone for this user. */
export function conversation(first: Ticket, left: () => void) {
  const ticket = signal(first)
  const messages = signal<Shown[]>([])
  const [hasMore, loading, failed, loaded] = [signal(false), signal(false), signal(false), signal(false)]
  /** Messages of others that came while this one was open; the thread counts them. */
  const arrived = signal(0)
  const told = overlap()
  let page = 0

  const mine = () => ticket.value.status === 'open' && ticket.value.userId === user.value?.id

  const patchTicket = (row: Ticket) => (ticket.value = { ...ticket.value, ...row, contact: { ...ticket.value.contact, ...row.contact } })

  async function load(next: number) {
    if (loading.value) return
    batch(() => {
      loading.value = true
      failed.value = false
    })
    try {
      type Body = { messages: Message[]; hasMore: boolean; ticket?: Ticket }
      const asked = { pageNumber: next, history: true, markRead: mine() }
      await told.take(get<Body>(`/messages/${first.id}`, asked), body => {
        page = Math.max(page, next)
        merge(
          body.messages.filter(message => !isReaction(message)),
          next === 1,
        )
        if (next >= page) hasMore.value = body.hasMore
        if (body.ticket) patchTicket(body.ticket)
        loaded.value = true
      })
    } catch {
      failed.value = true
    } finally {
      loading.value = false
    }
  }
  /** Messages that came since push what is known onto the next page: one that brings nothing is passed over. */
  async function older() {
    const known = messages.value.length
    const wanted = () => hasMore.value && !loading.value && messages.value.length === known
    if (!wanted()) return
    do await load(page + 1)
    while (wanted() && !failed.value)
  }
  /** Puts a page into its place: the newest at the end, an older one in front. Known rows are replaced where they stand. */
  function merge(rows: Message[], newest: boolean) {
    const fresh = new Map(rows.map(row => [keyOf(row), row]))
    const kept = messages.value.map(message => {
      const row = fresh.get(keyOf(message))
      fresh.delete(keyOf(message))
      return row ?? message
    })
    const rest = [...fresh.values()]
    if (!newest) messages.value = [...rest, ...kept]
    else messages.value = [...kept.filter(message => !isLocal(message)), ...rest, ...kept.filter(isLocal)]
  }
  function put(message: Message) {
    const known = messages.value.some(other => keyOf(other) === keyOf(message) || other.id === message.id)
    if (!known) {
      messages.value = [...messages.value, message]
      if (!message.fromMe) arrived.value++
    } else messages.value = messages.value.map(other => (keyOf(other) === keyOf(message) || other.id === message.id ? message : other))
  }
  const patch = (key: string, change: Partial<Sending>) =>
    (messages.value = messages.value.map(message => (keyOf(message) === key ? ({ ...message, ...change } as Shown) : message)))

  const read = () => {
    if (!mine() || document.visibilityState !== 'visible') return
    void post(`/tickets/${first.id}/read`).catch(() => {})
  }

  let leaving: ReturnType<typeof setTimeout> | undefined

  function follow() {
    const visible = () => ticket.value.unreadMessages > 0 && read()
    document.addEventListener('visibilitychange', visible)
    const stops = [
      join('joinChatBox', String(first.id)),
      on<{ action: string; message: Message; ticket?: Ticket }>('appMessage', ({ action, message, ticket: of }) => {
        if (
          message.ticketId !== first.id &&
          !(of && of.contactId === first.contactId && of.whatsappId === first.whatsappId && action === 'update')
        )
          return
        if (isReaction(message)) return
        const known = () => messages.value.some(other => other.id === message.id || keyOf(other) === keyOf(message))
        told.change(() => (action === 'create' || known()) && put(message))
      }),
      on<{ action: string; ticket?: Ticket; ticketId?: number; oldStatus?: string }>(
        'ticket',
        ({ action, ticket: changed, ticketId, oldStatus }) => {
          if ((ticketId ?? changed?.id) !== first.id) return
          if (action === 'updateUnread') ticket.value = { ...ticket.value, unreadMessages: 0 }
          // It left a list. When it is still for this user, its new state follows at once.
          else if (action === 'delete') leaving = setTimeout(left, oldStatus ? 500 : 0)
          else if (changed) {
            clearTimeout(leaving)
            told.change(() => patchTicket(changed))
            if (changed.unreadMessages) read()
          }
        },
      ),
      on<{ contact?: ContactRef }>('contact', ({ contact }) => {
        if (contact?.id === ticket.value.contactId) ticket.value = { ...ticket.value, contact: { ...ticket.value.contact, ...contact } }
      }),
      onResync(() => void load(1)),
    ]
    void load(1)
    return () => {
      clearTimeout(leaving)
      document.removeEventListener('visibilitychange', visible)
      stops.forEach(stop => stop())
    }
  }
  return {
    ticket,
    messages,
    hasMore,
    loading,
    failed,
    loaded,
    arrived,
    follow,
    put,
    patch,
    reload: () => load(1),
    older,
  }
}
export type Conversation = ReturnType<typeof conversation>
