import { batch, computed, effect, signal } from '@preact/signals-react'
import { get } from '../../../kit/api'
import { replayMissed } from '../../../kit/replay-missed'
import { join, on, onResync } from '../../../kit/realtime'
import { enabled, isAdmin, type QueueRef, user } from '../../../session'
import { mineCount, pendingCount } from '../../../shell/unread'
import type { ContactRef, Message, Ticket } from '../types'
import { addPage, longestWait, newestFirst, putRow } from './rows'

export type ListName = 'mine' | 'pending' | 'group' | 'closed' | 'search'
export type Presence = 'composing' | 'recording' | 'paused'

const stored = <T>(key: string, otherwise: T): T => JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise
const keep = <T>(key: string, value: () => T) => effect(() => localStorage.setItem(key, JSON.stringify(value())))

/** Queues left out of the lists; kept so that a new queue is shown. */
export const hiddenQueues = signal<number[]>(stored('hiddenQueues', []))
export const showAll = signal<boolean>(stored('showAll', false))
/** Those who wait stand by how long. */
export const longestFirst = signal<boolean>(stored('longestFirst', true))
/** After a ticket is resolved the next one of the list comes. */
export const goesOn = signal<boolean>(stored('goesOn', true))
/** Whoever accepts several in a row stays among those who wait. */
export const staysPending = signal<boolean>(stored('staysPending', false))
keep('hiddenQueues', () => hiddenQueues.value)
keep('showAll', () => showAll.value)
keep('longestFirst', () => longestFirst.value)
keep('goesOn', () => goesOn.value)
keep('staysPending', () => staysPending.value)
export const searchText = signal('')
export const searchTags = signal<number[]>([])
export const searchUsers = signal<number[]>([])

export const leads = computed(() => isAdmin.value || user.value?.profile === 'supervisor')
export const seesGroups = computed(() => leads.value || enabled('viewgroups'))
export const seesClosed = computed(() => leads.value || enabled('viewclosed'))

/** The current time, moved every 30 s, for the age labels. */
export const now = signal(Date.now())
/** What contacts are doing, by ticket. */
export const presences = signal<Record<number, Presence>>({})

/** The queues this user may choose from. */
export const queues = signal<QueueRef[]>([])
async function loadQueues() {
  queues.value = user.value?.queues ?? []
  if (leads.value) queues.value = await get<QueueRef[]>('/queue').catch(() => queues.value)
}

const queueIds = () =>
  hiddenQueues.value.length ? JSON.stringify(queues.value.map(queue => queue.id).filter(id => !hiddenQueues.value.includes(id))) : undefined
const everything = () => leads.value && showAll.value

export const queries = {
  mine: () => ({ status: 'open', showAll: everything() || undefined, queueIds: queueIds() }),
  pending: () => ({ status: 'pending', order: longestFirst.value ? 'waiting' : undefined, queueIds: queueIds() }),
  group: () => ({ status: 'group', showAll: everything() || undefined }),
  closed: () => ({ status: 'closed', showAll: everything() || undefined, queueIds: queueIds() }),
  search: () => ({
    searchParam: searchText.value,
    showAll: everything() || undefined,
    tags: searchTags.value.length ? JSON.stringify(searchTags.value) : undefined,
    users: searchUsers.value.length ? JSON.stringify(searchUsers.value) : undefined,
  }),
}

const inQueues = (ticket: Ticket) => ticket.queueId === null || !hiddenQueues.value.includes(ticket.queueId)
const belongs: Record<ListName, (ticket: Ticket) => boolean> = {
  mine: ticket => ticket.status === 'open' && (ticket.userId === user.value?.id || everything()) && inQueues(ticket),
  pending: ticket => ticket.status === 'pending' && inQueues(ticket),
  group: ticket => ticket.isGroup && ticket.status !== 'closed',
  closed: ticket => ticket.status === 'closed' && inQueues(ticket),
  search: () => false,
}
const orderOf = (name: ListName) => (longestFirst.value && name === 'pending' ? longestWait : newestFirst)

/** A search says what it looks for, or finds nothing. */
export const searches = computed(() => Boolean(searchText.value || searchTags.value.length || searchUsers.value.length))

type Body = { tickets: Ticket[]; hasMore: boolean; count: number }

function ticketList(name: ListName) {
  const items = signal<Ticket[]>([])
  const [hasMore, loading, failed, loaded, count] = [signal(false), signal(false), signal(false), signal(false), signal(0)]
  const replay = replayMissed()
  let page = 0
  let turn = 0
  let recounting: ReturnType<typeof setTimeout> | undefined

  async function load(next: number) {
    const mine = ++turn
    batch(() => {
      loading.value = true
      failed.value = false
    })
    try {
      await replay.take(get<Body>('/tickets', { ...queries[name](), pageNumber: next }), body => {
        if (mine !== turn) return
        page = next
        items.value = next > 1 ? addPage(items.value, body.tickets) : body.tickets
        hasMore.value = body.hasMore
        count.value = body.count
        loaded.value = true
      })
    } catch {
      if (mine === turn) failed.value = true
    } finally {
      if (mine === turn) loading.value = false
    }
  }
  function put(ticket: Ticket) {
    if (name !== 'search' && !belongs[name](ticket)) return remove(ticket.id)
    const isNew = !items.value.some(other => other.id === ticket.id)
    if (isNew && (name === 'search' || !loaded.value)) return
    const next = putRow(items.value, ticket, orderOf(name), hasMore.value)
    if (next === items.value) return recount()
    batch(() => {
      items.value = next
      if (isNew) count.value++
    })
  }
  // Of a row beyond the loaded pages nobody knows here whether it is counted already.
  function recount() {
    recounting ??= setTimeout(() => {
      recounting = undefined
      void get<Body>('/tickets', { ...queries[name](), pageNumber: 1 }).then(
        body => (count.value = body.count),
        () => {},
      )
    }, 1_000)
  }
  function remove(id: number) {
    const rest = items.value.filter(ticket => ticket.id !== id)
    if (rest.length === items.value.length) return
    batch(() => {
      items.value = rest
      count.value = Math.max(0, count.value - 1)
    })
  }
  const change = (of: (ticket: Ticket) => boolean, patch: (ticket: Ticket) => Partial<Ticket>) => {
    if (items.value.some(of)) items.value = items.value.map(ticket => (of(ticket) ? { ...ticket, ...patch(ticket) } : ticket))
  }
  return {
    name,
    items,
    hasMore,
    loading,
    failed,
    loaded,
    count,
    put: (ticket: Ticket) => replay.change(() => put(ticket)),
    remove(id: number) {
      if (hasMore.value && !items.value.some(ticket => ticket.id === id)) recount()
      replay.change(() => remove(id))
    },
    change: (...patch: Parameters<typeof change>) => replay.change(() => change(...patch)),
    reload: () => load(1),
    more: () => (!loading.value && hasMore.value ? load(page + 1) : undefined),
  }
}
export type TicketList = ReturnType<typeof ticketList>

export const lists = {
  mine: ticketList('mine'),
  pending: ticketList('pending'),
  group: ticketList('group'),
  closed: ticketList('closed'),
  search: ticketList('search'),
} satisfies Record<ListName, TicketList>
const all = Object.values(lists)
const inUse = () => all.filter(list => list.loaded.value || list === lists.mine || list === lists.pending)

export const putTicket = (ticket: Ticket) => batch(() => all.forEach(list => list.put(ticket)))
export const reloadLists = () => inUse().forEach(list => void list.reload())

effect(() => {
  if (lists.mine.loaded.value) mineCount.value = lists.mine.count.value
  if (lists.pending.loaded.value) pendingCount.value = lists.pending.count.value
})

const byStatus: Record<string, ListName> = { open: 'mine', pending: 'pending', closed: 'closed' }
type TicketEvent = { action: string; ticket?: Ticket; ticketId?: number; oldStatus?: string }

function ticketChanged({ action, ticket, ticketId, oldStatus }: TicketEvent) {
  const id = ticketId ?? ticket?.id ?? 0
  if (action === 'delete') {
    const list = oldStatus && byStatus[oldStatus]
    return batch(() => (list ? [lists[list]] : all).forEach(each => each.remove(id)))
  }
  if (action === 'updateUnread')
    return batch(() =>
      all.forEach(list =>
        list.change(
          other => other.id === id,
          () => ({ unreadMessages: 0 }),
        ),
      ),
    )
  if (ticket) putTicket(ticket)
}

const fading = new Map<number, ReturnType<typeof setTimeout>>()
function presenceChanged({ ticketId, presence }: { ticketId: number | string; presence: Presence }) {
  const id = Number(ticketId)
  clearTimeout(fading.get(id))
  presences.value = { ...presences.value, [id]: presence }
  // WhatsApp does not always say that somebody stopped.
  if (presence !== 'paused')
    fading.set(
      id,
      setTimeout(() => (presences.value = { ...presences.value, [id]: 'paused' }), 20_000),
    )
}

/** Keeps the lists live while the page of tickets is shown. Returns how to stop. */
export function watchTickets() {
  void loadQueues().then(reloadLists)
  const clock = setInterval(() => (now.value = Date.now()), 30_000)
  const stops = [
    join('joinTickets', 'open'),
    join('joinTickets', 'pending'),
    join('joinTickets', 'closed'),
    on<TicketEvent>('ticket', ticketChanged),
    on<{ action: string; message: Message; ticket?: Ticket }>('appMessage', ({ action, ticket }) => {
      if (action === 'create' && ticket) putTicket(ticket)
    }),
    join('joinTyping'),
    on('presence', presenceChanged),
    on<{ contact?: ContactRef }>('contact', ({ contact }) => {
      if (!contact) return
      const changed = (ticket: Ticket) => ({ contact: { ...ticket.contact, ...contact } })
      batch(() => all.forEach(list => list.change(ticket => ticket.contactId === contact.id, changed)))
    }),
    onResync(reloadLists),
  ]
  return () => {
    clearInterval(clock)
    stops.forEach(stop => stop())
  }
}
