import { connected, onResync } from '../../../kit/realtime'
import { user } from '../../../session'
import { beforeVerb } from '../before-verb'
import { lists } from '../list/store'
import type { Ticket } from '../types'
import { type Conversation, openConversation } from './conversation'
import { offerDraft } from './offer-draft'

/** Size of the cache, in conversations; each is a room that the server tells of. */
const MOST = 16
/** A pointer that only passes over a row asks for nothing. */
const DWELL_MS = 80

type Kept = { conversation: Conversation; stop: () => void; gone: () => void }

/** Conversations that were open lately, or will be presently, by the address of their ticket: what was used longest ago goes first (LRU). */
const kept = new Map<string, Kept>()

function drop(uuid: string) {
  kept.get(uuid)?.stop()
  kept.delete(uuid)
}

const none = () => {}

/** The conversation of a ticket, which is kept from now on; `gone` is called when its user may not see it any more while it is on screen. */
export function keep(ticket: Ticket, gone = none, at?: string): Conversation {
  const { uuid } = ticket
  const known = kept.get(uuid)
  if (known) {
    kept.delete(uuid)
    kept.set(uuid, known)
    known.gone = gone
    if (at) known.conversation.sought.value = { id: at }
    return known.conversation
  }
  const left = (wasShown: boolean, stays = false) => {
    if (kept.get(uuid) === entry) drop(uuid)
    if (wasShown) entry.gone()
    if (stays) return
    beforeVerb.takesBack?.(conversation)
    offerDraft(conversation.ticket.peek())
  }
  const conversation = openConversation(ticket, left, at)
  const entry: Kept = { conversation, stop: conversation.follow(), gone }
  kept.set(uuid, entry)
  for (const [other, { conversation: one }] of kept) {
    if (kept.size <= MOST) break
    // What is on its way is drawn in it alone: nobody writes it a second time because they do not see it.
    if (other !== uuid && !one.isShown() && !one.isSending()) drop(other)
  }
  return conversation
}

const rowOf = (is: (ticket: Ticket) => boolean) =>
  Object.values(lists)
    .flatMap(list => list.items.peek())
    .find(is)

/** A conversation that needs nothing to be drawn: it is kept, or its ticket stands in a list. */
export function remembered(uuid: string, gone: () => void, at?: string): Conversation | undefined {
  const ticket = kept.get(uuid)?.conversation.ticket.peek() ?? rowOf(row => row.uuid === uuid)
  return ticket && keep(ticket, gone, at)
}

let dwelling: ReturnType<typeof setTimeout> | undefined
let isFetching = false

/** The pointer, the finger or the keyboard is at a row: its words are read before it is pressed, one conversation at a time. */
export function near(at: EventTarget | Ticket, dwell = DWELL_MS) {
  const id = at instanceof Element ? Number(at.closest<HTMLElement>('.ticket')?.dataset.id) : (at as Ticket).id
  clearTimeout(dwelling)
  if (id) dwelling = setTimeout(() => void fetchFirst(id), dwell)
}

async function fetchFirst(id: number) {
  const ticket = rowOf(row => row.id === id)
  if (!ticket || kept.has(ticket.uuid) || isFetching || !connected.peek()) return
  const conversation = keep(ticket)
  isFetching = true
  await conversation.prefetch()
  isFetching = false
  if (!conversation.loaded.peek() && !conversation.isShown()) drop(ticket.uuid)
}

const dropAll = (but: (one: Kept) => boolean) => {
  for (const [uuid, one] of kept) if (!but(one)) drop(uuid)
}
// What happened while the line was down, or while other rights held, was told to nobody here.
onResync(() => dropAll(({ conversation }) => conversation.isShown() || conversation.isSending()))
// Nothing of one person is readable by the next.
user.subscribe(who => {
  if (!who) dropAll(() => false)
})
