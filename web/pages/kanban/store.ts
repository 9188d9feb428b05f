import { batch, effect, signal } from '@preact/signals-react'
import { OFFICE_TOAST_MS } from '../../constants'
import type { Events } from '../../../src/kernel/context'
import { del, put } from '../../kit/api'
import { serverNow } from '../../kit/clock'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { type Paged, paged } from '../../kit/paged'
import { join, on, onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'
import { STATE_FOLLOWS_MS } from '../../kit/throttle'
import { hiddenQueues } from '../tickets/list/store'
import { newestFirst } from '../tickets/list/order'
import type { Ticket } from '../tickets/types'
import { laneOf, nameOf, said, stages } from './lanes'
import { words } from './texts'

export const text = signal('')
export const people = signal<number[]>([])
export const isFiltered = () => Boolean(text.value || people.value.length || hiddenQueues.value.length)

/** The current time, moved every 30 s, for the age of the cards. */
export const now = signal(serverNow())

const asList = (ids: number[]) => (ids.length ? JSON.stringify(ids) : undefined)
const fits = ({ status, queueId, userId, snoozedAt }: Ticket) =>
  status !== 'closed' &&
  !snoozedAt &&
  !(queueId !== null && hiddenQueues.value.includes(queueId)) &&
  (!people.value.length || (userId !== null && people.value.includes(userId)))

/** Cards that were moved here stand where they were dropped, at the top, until their lane is read anew. */
const moved = new Map<number, number>()

const lists = new Map<number, Paged<Ticket>>()
/** The cards of a lane, newest first, by pages of their own: so each lane has its count and none is empty for want of the others' pages. */
export function listOf(lane: number): Paged<Ticket> {
  const known = lists.get(lane)
  if (known) return known
  const list = paged<Ticket>({
    path: '/ticket/kanban',
    rows: 'tickets',
    query: () => ({ lane, searchParam: text.value, exceptQueueIds: asList(hiddenQueues.value), users: asList(people.value) }),
    order: newestFirst,
    rank: ({ id }) => moved.get(id) ?? 0,
    belongs: ticket => fits(ticket) && laneOf(ticket) === lane,
  })
  lists.set(lane, list)
  return list
}
const all = () => [...lists.values()]
const find = (id: number) => all().flatMap(list => list.items.value.find(ticket => ticket.id === id) ?? [])[0]

export function reloadBoard() {
  moved.clear()
  for (const list of all()) void list.reload()
}

/** Cards that left a list a moment ago: their new state follows, and is of one that was found. */
const left = new Set<number>()

/** Puts a card into its lane and takes it out of the others. What a search finds, only the server knows: no card comes by itself. */
function show(ticket: Ticket) {
  const wasKnown = left.delete(ticket.id) || Boolean(find(ticket.id))
  if (!wasKnown && text.value) return
  batch(() => {
    for (const [lane, list] of lists)
      if (laneOf(ticket) === lane && fits(ticket)) list.put(ticket, wasKnown || undefined)
      // One that nobody knows here may have been on a page of another lane that was not read: that counts anew.
      else if (!wasKnown || list.isKnown(ticket.id)) list.remove(ticket.id)
  })
}

type Tags = Ticket['tags']
/** Cards on their way: where they were put, and what the server says of them meanwhile. */
const moving = new Map<number, { tags: Tags; stored: { tags: Tags }; done: Promise<void> }>()

const linked = (ticketId: number, tagId: number): Tags => {
  const at = new Date().toISOString()
  return stages.value
    .filter(({ id }) => id === tagId)
    .map(({ id, name, color }) => ({ id, name, color, TicketTag: { ticketId, tagId, createdAt: at, updatedAt: at } }))
}

/** Optimistic: moves a card at once, and the server's refusal takes it back. Moves of one card go to the server one after the other. */
export function move(ticket: Ticket, to: number, isUndone = false) {
  const { id, contact } = ticket
  const from = laneOf(ticket)
  if (from === to) return
  const undo = () => {
    const shown = find(id)
    if (shown) move(shown, from, true)
  }
  const before = moving.get(id)
  const stored = before?.stored ?? { tags: ticket.tags }
  const tags = [...ticket.tags.filter(tag => !stages.value.some(stage => stage.id === tag.id)), ...linked(id, to)]
  const send = async () => {
    await before?.done
    try {
      await (to ? put(`/ticket-tags/${id}/${to}`, {}) : del(`/ticket-tags/${id}`))
      stored.tags = tags
      const done = words(to ? 'tagAdded' : 'tagRemoved')
      if (isUndone) toast.ok(done, OFFICE_TOAST_MS)
      else toast.undo(done, undo)
    } catch (error) {
      toastError(error)
      const shown = find(id)
      if (moving.get(id) === mine && shown) {
        moved.delete(id)
        show({ ...shown, tags: stored.tags })
      }
    } finally {
      if (moving.get(id) === mine) moving.delete(id)
    }
  }
  const mine = { tags, stored, done: Promise.resolve() }
  moving.set(id, mine)
  moved.set(id, moved.size ? Math.max(...moved.values()) + 1 : 1)
  show({ ...ticket, tags })
  said.value = words('moved', { name: contact.name, lane: nameOf(to) })
  mine.done = send()
}

function ticketChanged(event: Json<Events['ticket']>) {
  if (event.action === 'update') {
    const onItsWay = moving.get(event.ticketId)
    if (onItsWay) onItsWay.stored.tags = event.ticket.tags
    return show(onItsWay ? { ...event.ticket, tags: onItsWay.tags } : event.ticket)
  }
  const { ticketId: id } = event
  if (event.action === 'delete') {
    if (event.oldStatus && find(id)) {
      left.add(id)
      setTimeout(() => left.delete(id), STATE_FOLLOWS_MS)
    }
    return batch(() => all().forEach(list => list.remove(id)))
  }
  batch(() =>
    all().forEach(list =>
      list.patch(
        ticket => ticket.id === id,
        () => ({ unreadMessages: 0 }),
      ),
    ),
  )
}

/** Keeps the board live while it is shown. Returns how to stop. */
export function watchBoard() {
  const clock = setInterval(() => (now.value = serverNow()), 30_000)
  let order: string | undefined
  const stops = [
    effect(() => void (now.value = serverNow())),
    join('joinTickets', 'open'),
    join('joinTickets', 'pending'),
    on('ticket', ticketChanged),
    on('contact', event => {
      if (!('contact' in event)) return
      const { contact } = event
      const changed = (ticket: Ticket) => ({ contact: { ...ticket.contact, ...contact } })
      batch(() => all().forEach(list => list.patch(ticket => ticket.contactId === contact.id, changed)))
    }),
    onResync(reloadBoard),
    // A lane that comes or goes takes cards from the others.
    effect(() => {
      const ids = stages.value.map(stage => stage.id).toSorted((a, b) => a - b)
      const before = order
      order = ids.join()
      for (const lane of lists.keys()) if (lane && !ids.includes(lane)) lists.delete(lane)
      if (before !== undefined && before !== order) queueMicrotask(reloadBoard)
    }),
  ]
  return () => {
    clearInterval(clock)
    stops.forEach(stop => stop())
  }
}
