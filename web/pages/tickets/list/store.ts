import { retryable } from '../../../kit/retryable'
import { batch, computed, effect, signal } from '@preact/signals-react'
import type { Events } from '../../../../src/kernel/context'
import type { View } from '../../../../src/modules/users/body'
import type { Query } from '../../../kit/api'
import { serverNow } from '../../../kit/clock'
import { paged } from '../../../kit/paged'
import type { Json } from '../../../kit/rows'
import { join, on, onResync } from '../../../kit/realtime'
import { replayMissed } from '../../../kit/replay-missed'
import { STATE_FOLLOWS_MS } from '../../../kit/throttle'
import { may, user } from '../../../session'
import { isOtherwise, mineCount } from '../../../shell/unread'
import type { Status, Ticket } from '../types'
import { newestFirst, type OrderName, ORDERS, soonestAwake } from './order'
import { isPinned, readPins, watchPins } from './pins'
import { stopsTyping, watchTyping } from './customer-typing'

const importUnderstand = retryable(() => import('./understand'))

export type ListName = 'mine' | 'pending' | 'snoozed' | 'group' | 'closed' | 'view' | 'search'

const stored = <T>(key: string, otherwise: T): T => JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise
const keep = <T>(key: string, value: () => T) => effect(() => localStorage.setItem(key, JSON.stringify(value())))

/** What one person chose in this browser: whoever signs in next begins with their own. */
function ofPerson<T>(name: string, otherwise: T) {
  const key = computed(() => user.value && `${name}-${user.value.id}`)
  const chosen = signal(otherwise)
  effect(() => void (chosen.value = key.value ? stored(key.value, otherwise) : otherwise))
  effect(() => {
    const value = JSON.stringify(chosen.value)
    if (key.peek()) localStorage.setItem(key.peek()!, value)
  })
  return chosen
}

/** Queues left out of the lists; kept so that a new queue is shown. */
export const hiddenQueues = ofPerson<number[]>('hiddenQueues', [])
export const showAll = ofPerson('showAll', false)
/** In what order each list of the open ones stands; those who wait by how long. */
export const orders = signal<Record<'mine' | 'pending' | 'group', OrderName>>({
  mine: 'newest',
  pending: 'waiting',
  group: 'newest',
  ...stored('orders', {}),
})
/** Rows of one line less, so that more of them fit. */
export const compact = signal<boolean>(stored('compact', false))
/** After a ticket is resolved the next one of the list comes. */
export const goesOn = signal<boolean>(stored('goesOn', true))
/** Whoever accepts several in a row stays among those who wait. An earlier name kept what nobody had chosen. */
export const staysPending = signal<boolean>(stored('staysWaiting', true))
/** How wide the list is, in pixels. */
export const LIST_WIDTH = { min: 320, usual: 336, max: 560 }
export const listWidth = signal<number>(stored('listWidth', LIST_WIDTH.usual))
keep('listWidth', () => listWidth.value)
keep('orders', () => orders.value)
keep('compact', () => compact.value)
keep('goesOn', () => goesOn.value)
keep('staysWaiting', () => staysPending.value)
/** The list of one's own that is looked at. */
const viewId = signal('')
export const views = computed<View[]>(() => user.value?.preferences.views ?? [])
export const view = computed(() => views.value.find(({ id }) => id === viewId.value))
/** Which list is looked at. */
export const shownList = signal<ListName>('mine')
export const seeView = (id: string) =>
  batch(() => {
    viewId.value = id
    shownList.value = 'view'
  })
/** What is typed to search for, and what the server is asked for by it. */
export const searchText = signal('')
const searchQuery = signal<Query>({})
/** The words of it, without its filters. */
export const searchWords = computed(() => String(searchQuery.value.searchParam ?? ''))
/** Moves when another place than the field says what is searched for: the field is drawn anew with it. */
export const searchGiven = signal(0)

export const seesGroups = computed(() => may('tickets:groups'))
export const seesClosed = computed(() => may('tickets:closed'))

/** The current time, moved every 30 s, for the age labels. */
export const now = signal(serverNow())

const exceptQueueIds = () => (hiddenQueues.value.length ? JSON.stringify(hiddenQueues.value) : undefined)
const everything = () => may('tickets:showAll') && showAll.value

const ids = (of: number[] | undefined) => (of?.length ? JSON.stringify(of) : undefined)
/** Who chooses people asks for what is theirs. */
const isWide = ({ showAll: all, users }: View) => may('tickets:showAll') && (all || users.length > 0)
function viewQuery(): Query {
  const seen = view.value
  if (!seen) return {}
  const { status, order, queues, tags, users, unanswered } = seen
  const isAwake = status === 'closed' ? undefined : false
  const showAll = isWide(seen) || undefined
  return {
    status,
    order,
    unanswered: unanswered || undefined,
    snoozed: isAwake,
    showAll,
    queues: ids(queues),
    tags: ids(tags),
    users: ids(users),
  }
}
function inView(ticket: Ticket) {
  const seen = view.value
  if (!seen || ticket.status !== seen.status || (seen.status !== 'closed' && ticket.snoozedAt)) return false
  if (seen.status === 'open' && ticket.userId !== user.value?.id && !isWide(seen)) return false
  if (seen.unanswered && !ticket.waitingSince) return false
  if (seen.queues.length && !seen.queues.includes(ticket.queueId ?? 0)) return false
  if (seen.users.length && !seen.users.includes(ticket.userId ?? 0)) return false
  return seen.tags.every(id => ticket.tags.some(tag => tag.id === id))
}

const awake = (name: keyof typeof orders.value) => ({ snoozed: false, order: orders.value[name] })

export const queries = {
  mine: () => ({ ...awake('mine'), status: 'open', showAll: everything() || undefined, exceptQueueIds: exceptQueueIds() }),
  pending: () => ({ ...awake('pending'), status: 'pending', exceptQueueIds: exceptQueueIds() }),
  snoozed: () => ({ snoozed: true, order: 'snoozed', showAll: everything() || undefined, exceptQueueIds: exceptQueueIds() }),
  group: () => ({ ...awake('group'), status: 'group', showAll: everything() || undefined }),
  closed: () => ({ status: 'closed', showAll: everything() || undefined, exceptQueueIds: exceptQueueIds() }),
  view: viewQuery,
  search: () => ({ showAll: everything() || undefined, ...searchQuery.value }),
}

const inQueues = (ticket: Ticket) => ticket.queueId === null || !hiddenQueues.value.includes(ticket.queueId)
const isOwn = ({ userId }: Ticket) => userId === user.value?.id || everything()
const belongs: Record<ListName, (ticket: Ticket) => boolean> = {
  mine: ticket => ticket.status === 'open' && !ticket.snoozedAt && isOwn(ticket) && inQueues(ticket),
  pending: ticket => ticket.status === 'pending' && !ticket.snoozedAt && inQueues(ticket),
  snoozed: ticket => Boolean(ticket.snoozedAt) && (ticket.status === 'pending' || isOwn(ticket)) && inQueues(ticket),
  group: ticket => ticket.isGroup && ticket.status !== 'closed' && !ticket.snoozedAt,
  closed: ticket => ticket.status === 'closed' && inQueues(ticket),
  view: inView,
  search: () => true,
}
const orderOf = (name: ListName) =>
  name === 'view'
    ? ORDERS[view.value?.order ?? 'newest']
    : name === 'snoozed'
      ? soonestAwake
      : name === 'closed' || name === 'search'
        ? newestFirst
        : ORDERS[orders.value[name]]
const isOrdered = (name: ListName) => name === 'view' || name in orders.value

/** A search says what it looks for, or finds nothing. */
export const searches = computed(() => Object.values(searchQuery.value).some(Boolean))

/** A list of tickets. What a search finds, only the server knows: its rows change, and none comes by itself. */
function ticketList(name: ListName) {
  const list = paged<Ticket>({
    path: '/tickets',
    rows: 'tickets',
    query: () => queries[name](),
    order: (a, b) => orderOf(name)(a, b),
    rank: ticket => Number(isOrdered(name) && isPinned(ticket)),
    belongs: belongs[name],
  })
  return { ...list, name, put: name === 'search' ? list.update : list.put }
}
export type TicketList = ReturnType<typeof ticketList>

export const lists = {
  mine: ticketList('mine'),
  pending: ticketList('pending'),
  snoozed: ticketList('snoozed'),
  group: ticketList('group'),
  closed: ticketList('closed'),
  view: ticketList('view'),
  search: ticketList('search'),
} satisfies Record<ListName, TicketList>
/** Searches for what was typed; words alone need no reading. Gives what it found, and nothing where another search took its place. */
export async function searchFor(text: string): Promise<Ticket[]> {
  searchText.value = text
  const query = text.includes(':') ? await importUnderstand().then(({ understand }) => understand(text)) : { searchParam: text }
  if (searchText.peek() !== text) return []
  searchQuery.value = query
  return searches.value && (await lists.search.reload()) ? lists.search.items.value : []
}
/** The same where another place than the field says the text. */
export function giveSearch(text: string) {
  searchGiven.value++
  return searchFor(text)
}

const all = Object.values(lists)
const inUse = () => all.filter(list => list.loaded.value || list === lists.mine || list === lists.pending || list === lists.snoozed)

const putTicket = (ticket: Ticket) => batch(() => all.forEach(list => list.put(ticket)))
const replay = replayMissed()
/** Puts the ticket that a change answers with; what is told meanwhile, that it was read, is newer than the answer. */
export const putAnswer = (answer: Promise<Ticket>) => replay.take(answer, putTicket).then(() => answer)
export function reloadLists() {
  // The state that follows may have been told while the line was down: where it is now, the lists know that are read.
  leaving.forEach((_, id) => stays(id))
  void Promise.all(inUse().map(list => list.reload())).then(() => readPins(putTicket))
}

effect(() => void (isOtherwise.value = everything() || hiddenQueues.value.length > 0))
const countMine = () =>
  effect(() => {
    const { loaded, loading, count } = lists.mine
    if (loaded.value && !loading.value && !isOtherwise.value) mineCount.value = count.value
  })

/** What is changed of a view, here or elsewhere, is read anew; one that is no more leaves the list of before. */
function watchView() {
  let seen = view.peek()
  return view.subscribe(now => {
    if (now === seen) return
    seen = now
    if (now && lists.view.loaded.peek()) void lists.view.reload()
    if (!now && shownList.peek() === 'view') shownList.value = 'mine'
  })
}

/** The list of the open ones, of those that wait, and of those that ended. */
export const byStatus: Record<Status, ListName> = { open: 'mine', pending: 'pending', closed: 'closed' }
/** Tickets that left a list, and that this person may see no more unless their state follows. */
const leaving = new Map<number, ReturnType<typeof setTimeout>>()
function stays(id: number) {
  clearTimeout(leaving.get(id))
  leaving.delete(id)
}
function ticketChanged(event: Json<Events['ticket']>) {
  if (event.action === 'update') {
    const { id, fromMe, lastMessage } = event.ticket
    stays(id)
    const before = all.flatMap(list => list.items.value).find(ticket => ticket.id === id)
    if (!fromMe && before && before.lastMessage !== lastMessage) stopsTyping(id)
    return putTicket(event.ticket)
  }
  const id = event.ticketId
  if (event.action === 'delete') {
    // A list that does not hold it is not to be counted anew.
    const goes = () => batch(() => all.filter(list => list.isKnown(id)).forEach(list => list.remove(id)))
    stays(id)
    if (!event.oldStatus) return batch(() => all.forEach(list => list.remove(id)))
    leaving.set(id, setTimeout(goes, STATE_FOLLOWS_MS))
    const { oldStatus } = event
    // Of a view whose pages have not come that far it may have gone too.
    const isCounted = view.value?.status === oldStatus && !lists.view.isKnown(id)
    const left = [lists[byStatus[oldStatus]], lists.snoozed, ...(isCounted ? [lists.view] : [])]
    return batch(() => left.forEach(list => list.remove(id)))
  }
  const read = () => ({ unreadMessages: 0 })
  batch(() => all.forEach(list => list.patch(ticket => ticket.id === id, read)))
}

function follow() {
  reloadLists()
  const clock = setInterval(() => (now.value = serverNow()), 30_000)
  const stops = [
    effect(() => void (now.value = serverNow())),
    countMine(),
    join('joinTickets', 'open'),
    join('joinTickets', 'pending'),
    join('joinTickets', 'closed'),
    on('ticket', event => replay.change(() => ticketChanged(event))),
    watchPins(putTicket, () => all.flatMap(list => list.items.value)),
    watchTyping(),
    watchView(),
    on('contact', event => {
      if (!('contact' in event)) return
      const { contact } = event
      const changed = (ticket: Ticket) => ({ contact: { ...ticket.contact, ...contact } })
      batch(() => all.forEach(list => list.patch(ticket => ticket.contactId === contact.id, changed)))
    }),
    onResync(isMissed => (isMissed || inUse().some(list => list.isMissing())) && reloadLists()),
  ]
  return () => {
    clearInterval(clock)
    leaving.forEach((_, id) => stays(id))
    stops.forEach(stop => stop())
  }
}

let begun: ReturnType<typeof follow> | undefined
let isKnown = false
// After what this person chose (ofPerson), which hears of them first.
user.subscribe(who => {
  if (!who || isKnown) return
  isKnown = true
  if (location.pathname.startsWith('/tickets')) begun = follow()
})
/** Keeps the lists live while the page of tickets is shown; where one begins with it, from before it is drawn. Returns how to stop. */
export function watchTickets() {
  const stopFollowing = begun ?? follow()
  begun = undefined
  return stopFollowing
}
