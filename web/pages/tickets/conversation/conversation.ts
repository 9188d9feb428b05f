import { batch, signal } from '@preact/signals-react'
import { get, post } from '../../../kit/api'
import { replayMissed } from '../../../kit/replay-missed'
import { join, on, onResync } from '../../../kit/realtime'
import { user } from '../../../session'
import { isReaction, type Message, type Sending, type Ticket } from '../types'
import { isKnown, keyOf, mergePage, putMessage, type Shown } from './messages'

/** The messages of one ticket, live, with those that are on their way. `left` is called when the ticket is gone for this user. */
export function openConversation(first: Ticket, left: () => void) {
  const ticket = signal(first)
  const messages = signal<Shown[]>([])
  const [hasMore, loading, failed, loaded] = [signal(false), signal(false), signal(false), signal(false)]
  /** Messages of others that came while this one was open; the thread counts them. */
  const arrived = signal(0)
  /** The messages that are chosen, while some are. */
  const selection = signal<ReadonlySet<string> | null>(null)
  const replay = replayMissed()
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
      await replay.take(get<Body>(`/messages/${first.id}`, asked), body => {
        page = Math.max(page, next)
        const shown = body.messages.filter(message => !isReaction(message))
        messages.value = mergePage(messages.value, shown, next === 1 ? 'newest' : 'older')
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
  function put(message: Message) {
    if (!message.fromMe && !isKnown(messages.value, message)) arrived.value++
    messages.value = putMessage(messages.value, message)
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
      on('appMessage', ({ action, message, ticket: of }) => {
        if (
          message.ticketId !== first.id &&
          !(of && of.contactId === first.contactId && of.whatsappId === first.whatsappId && action === 'update')
        )
          return
        if (isReaction(message)) return
        replay.change(() => (action === 'create' || isKnown(messages.value, message)) && put(message))
      }),
      on('ticket', event => {
        if (event.ticketId !== first.id) return
        if (event.action === 'updateUnread') ticket.value = { ...ticket.value, unreadMessages: 0 }
        // It left a list. When it is still for this user, its new state follows at once.
        else if (event.action === 'delete') leaving = setTimeout(left, event.oldStatus ? 500 : 0)
        else {
          clearTimeout(leaving)
          replay.change(() => patchTicket(event.ticket))
          if (event.ticket.unreadMessages) read()
        }
      }),
      on('contact', event => {
        if ('contact' in event && event.contact.id === ticket.value.contactId)
          patchTicket({ ...ticket.value, contact: { ...ticket.value.contact, ...event.contact } })
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
    selection,
    follow,
    put,
    patch,
    patchTicket,
    reload: () => load(1),
    older,
  }
}
export type Conversation = ReturnType<typeof openConversation>
