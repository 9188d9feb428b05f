import type { AccessChange, CtxFor } from '#kernel/context'
import type { Handlers, Realtime, Socket } from '#kernel/events/realtime'
import type { StorageFault } from '#kernel/storage/storage-errors'
import { type Right, rightsOf, roomsByRight } from '#modules/rights'
import { isConcerned, mustBeLive, type Access, type AccessCache } from '#modules/sessions'
import { personalRooms, roomsFor, sees, tickets, type Following, type Ticket } from '#modules/tickets'
import { onlinePeople } from './online'
import { ticketPeople, type TicketPresence } from './ticket-people'

/** What a socket asked to follow; its rooms follow from that and from the rights, and follow the rights when they change. */
type Subscription = Following | { kind: 'ticket'; ticketId: number }
/** Whether the ticket may be seen is unknown until it is read, and after what may have changed it. */
type Subscribed = Subscription & { count: number; seen?: boolean }
/** A socket is a window of its person. */
export type Live = { id: string; access: Access; subscriptions: Map<string, Subscribed>; reading?: Promise<void> }
/** Until when a window counts as looked at, as every process hears it. */
export type WindowPresence = { process: string; windowId: string; userId: number; until: number }

declare module '#kernel/context' {
  interface Events {
    /** Why nothing can be stored at the moment; null when it can again. */
    storage: { action: 'update'; trouble: StorageFault | null }
    /** What the person of a socket may do from now on. */
    rights: { action: 'update'; rights: Right[] }
  }
}

const STATUSES = new Set(['open', 'pending', 'closed', 'group'])
const MAX_SUBSCRIPTIONS = 200
/** Sockets of one session: more windows than anybody has open. The oldest, which may be left over, makes room for the next. */
const MAX_SOCKETS = 50
/** The same of one person, over all of their sessions. */
const MAX_OF_PERSON = 100
/** How many things that sockets follow are looked at in one turn of the event loop when rights change. */
const A_TURN = 1_000
/** So long a window counts as looked at after somebody moved in it: who went away leaves it open. */
const PRESENT_MS = 2 * 60_000

const keyOf = (topic: Subscription) => JSON.stringify(topic)
const unread = ({ subscriptions }: Live) =>
  [...subscriptions.values()].filter(
    (topic): topic is Subscribed & { kind: 'ticket' } => topic.kind === 'ticket' && topic.seen === undefined,
  )
/** A subscription in place of the one before: whoever reads that one at the moment changes nothing any more. */
const setSeen = ({ subscriptions }: Live, key: string, topic: Subscribed, seen: boolean | undefined) =>
  void subscriptions.set(key, { ...topic, seen })

/** What a socket is in without asking and alone: news of the own user, of the session, and of the own tickets. */
const ownRooms = ({ actor, companyId }: Access) => [
  `user-${actor.userId}`,
  `session-${actor.sessionId}`,
  ...personalRooms(actor, companyId),
]

type Options = {
  access: AccessCache
  ctxFor: CtxFor
  readToken(token: string): Promise<string | undefined>
  /** Why nothing can be stored at the moment, or null. */
  trouble(): StorageFault | null
  /** Somebody has a ticket's conversation on their screen. */
  conversationOpened(ticket: Ticket): void
  /** Tells every process what a window says of itself; each `hears` it, this one has taken it before. */
  say: { ticketPresence(presence: TicketPresence): void; windowPresence(presence: WindowPresence): void }
  /** The rights of a socket could not be read. */
  failed(error: unknown): void
}

/** The journey of a socket: in with a token, to the rooms its user's rights open, out when the session ends. */
export function socketAccess({ access: living, ctxFor, readToken, trouble, conversationOpened, say, failed }: Options) {
  const process = crypto.randomUUID()
  const people = ticketPeople({ process, say: say.ticketPresence, live: () => live! })
  const online = onlinePeople({ live: () => live!, ctxFor })
  /** When something of a company changed last, whether or not anybody listened: who read it before they were in its rooms may have missed that. */
  const changedAt = new Map<number, number>()
  let allChangedAt = performance.now()
  const quietMs = (companyId: number) => performance.now() - Math.max(allChangedAt, changedAt.get(companyId) ?? 0)
  const presentUntil = new Map<number, Map<string, number>>()
  /** Where it looks at a ticket that it may not see any more, it has left it. */
  const leaveUnseen = (socket: Socket<Live>) => {
    const ticketId = people.ticketOf(socket)
    if (ticketId && !socket.rooms.has(`ticket-${ticketId}`)) people.gone(socket)
  }

  /** The rooms that follow from what is known. */
  function placeIn(socket: Socket<Live>) {
    const { access, subscriptions } = socket.session
    const shared = new Set([`company-${access.companyId}-mainchannel`, ...roomsByRight(access.actor, access.companyId)])
    const alone = new Set(ownRooms(access))
    const asked = [...subscriptions.values()]
    const types = asked.some(topic => topic.kind === 'typing')
    if (types) for (const room of personalRooms(access.actor, access.companyId)) alone.add(`${room}-typing`)
    // A list of closed tickets or of groups, in clients of this family, can't read a typing notice.
    const chats = types || !asked.some(topic => topic.kind === 'status' && (topic.status === 'closed' || topic.status === 'group'))
    for (const topic of asked) {
      if (topic.kind !== 'ticket') for (const room of roomsFor(access.actor, access.companyId, topic)) shared.add(room)
      else if (topic.seen) {
        alone.add(`ticket-${topic.ticketId}`)
        if (chats) alone.add(`typing-${topic.ticketId}`)
      }
    }
    for (const room of [...socket.rooms]) if (!alone.has(room)) socket.leave(room)
    for (const room of alone) socket.join(room)
    socket.setSharedRooms([...shared])
    leaveUnseen(socket)
  }

  async function readTickets(session: Live) {
    for (let topics; (topics = unread(session)).length;) {
      const ids = topics.map(({ ticketId }) => ticketId)
      const seen = await tickets.seenOf(ctxFor(session.access.companyId, session.access.actor), ids)
      for (const topic of topics) topic.seen = seen.has(topic.ticketId)
    }
  }

  /** Moves a socket to the rooms that its wishes give it. One reading at a time, which takes in whatever is unknown meanwhile. */
  async function syncRooms(socket: Socket<Live>) {
    const { session } = socket
    while (unread(session).length) await (session.reading ??= readTickets(session).finally(() => (session.reading = undefined)))
    placeIn(socket)
  }

  /** Reads the rights of a socket's session anew: it moves to the rooms they give now, or closes when the session is over. */
  async function reloadAccess(socket: Socket<Live>): Promise<boolean> {
    const access = await living.of(socket.session.access.actor.sessionId!)
    if (!access || !isActive(access)) {
      socket.close()
      return false
    }
    const { session } = socket
    session.access = access
    for (const [key, topic] of session.subscriptions) setSeen(session, key, topic, undefined)
    await syncRooms(socket)
    socket.emit('rights', { action: 'update', rights: rightsOf(access.actor) })
    return true
  }

  /** A socket whose rights can't be read closes, and comes again to read them. */
  const orClosed = (socket: Socket<Live>, work: Promise<unknown>) =>
    work.catch(error => {
      socket.close()
      failed(error)
    })

  /** Sockets whose rooms are not known to be right: after a change of their rights, and those are on hold; or of a ticket that they follow. */
  const due = new Map<Socket<Live>, 'rights' | 'rooms'>()
  let checking: Promise<void> | undefined
  const mustCheck = (socket: Socket<Live>, what: 'rights' | 'rooms') => {
    if (what === 'rights') socket.hold()
    due.set(socket, due.get(socket) === 'rights' ? 'rights' : what)
  }
  /** Some of them, and no longer due: what changes from now on is due again. */
  function takeSome() {
    const some: [Socket<Live>, 'rights' | 'rooms'][] = []
    let followed = 0
    for (const [socket, what] of due) {
      followed += 1 + socket.session.subscriptions.size
      if (some.length && followed > A_TURN) break
      due.delete(socket)
      some.push([socket, what])
    }
    return some
  }
  /** Others are served between some sockets and the next. */
  async function checkDue() {
    try {
      while (due.size) {
        const checks = takeSome().map(async ([socket, what]) => {
          await orClosed(socket, what === 'rights' ? reloadAccess(socket) : syncRooms(socket))
          if (due.get(socket) !== 'rights') socket.release()
        })
        await Promise.all(checks)
        if (due.size) await new Promise(setImmediate)
      }
    } finally {
      checking = undefined
    }
  }

  function subscriptionOf(name: string, argument: unknown): Subscription | undefined {
    const text = typeof argument === 'string' || typeof argument === 'number' ? String(argument) : ''
    if (name.endsWith('ChatBox')) return /^\d{1,15}$/.test(text) ? { kind: 'ticket', ticketId: Number(text) } : undefined
    if (name.endsWith('Notification')) return { kind: 'notification' }
    if (name.endsWith('Typing')) return { kind: 'typing' }
    if (name.endsWith('Tickets')) return STATUSES.has(text) ? { kind: 'status', status: text } : undefined
  }

  const handlers: Handlers<Live> = {
    async authenticate(token) {
      const sessionId = await readToken(token)
      const access = sessionId && (await living.of(sessionId))
      if (!access) return
      mustBeLive(access)
      return { id: crypto.randomUUID(), access, subscriptions: new Map() }
    },
    async connect(socket) {
      // First where changes of the rights are heard: they may have changed since the token was read.
      for (const room of ownRooms(socket.session.access)) socket.join(room)
      const { sessionId, userId } = socket.session.access.actor
      const [ofSession, ofPerson] = [[...live!.in(`session-${sessionId}`)], [...live!.in(`user-${userId}`)]]
      if (ofSession.length > MAX_SOCKETS) ofSession[0]!.close()
      else if (ofPerson.length > MAX_OF_PERSON) ofPerson[0]!.close()
      // Before it is in the rooms of its company: nobody is told that they came themselves.
      await online.came(socket)
      if (!(await reloadAccess(socket))) return
      socket.emit('ready')
      if (trouble()) socket.emit('storage', { action: 'update', trouble: trouble() })
    },
    disconnect(socket) {
      const { actor } = socket.session.access
      due.delete(socket)
      people.gone(socket)
      if (presentUntil.get(actor.userId!)?.has(socket.session.id)) sayWindow(socket, 0)
      online.left(socket)
    },
    /** Joins are counted: two parts of a page may follow the same. */
    async event(socket, name, [argument, ...more]) {
      // Packets of a client are taken in order: what it asked to follow before this, it follows.
      if (name === 'sync') return socket.emit('synced', quietMs(socket.session.access.companyId))
      if (name === 'here') return sayWindow(socket, argument === true ? Date.now() + PRESENT_MS : 0)
      if (name === 'ticketPresence') return atTicket(socket, [argument, ...more])
      const topic = /^(join|leave)(ChatBox|Notification|Tickets|Typing)$/.test(name) ? subscriptionOf(name, argument) : undefined
      if (!topic) return
      const { subscriptions } = socket.session
      const key = keyOf(topic)
      const known = subscriptions.get(key)
      const count = (known?.count ?? 0) + (name.startsWith('join') ? 1 : -1)
      if (known && count) return void (known.count = count)
      if (known) subscriptions.delete(key)
      else if (count > 0 && subscriptions.size < MAX_SUBSCRIPTIONS) subscriptions.set(key, { ...topic, count })
      else return
      await syncRooms(socket)
      if (topic.kind !== 'ticket' || !socket.rooms.has(`ticket-${topic.ticketId}`)) return
      const { access } = socket.session
      conversationOpened(await tickets.load(ctxFor(access.companyId, access.actor), topic.ticketId))
    },
  }

  function sayWindow({ session: { id, access } }: Socket<Live>, until: number) {
    const presence = { process, windowId: id, userId: access.actor.userId!, until }
    takeWindow(presence)
    say.windowPresence(presence)
  }
  function takeWindow({ windowId, userId, until }: WindowPresence) {
    const windows = new Map(presentUntil.get(userId)).set(windowId, until)
    for (const [id, end] of windows) if (end <= Date.now()) windows.delete(id)
    if (windows.size) presentUntil.set(userId, windows)
    else presentUntil.delete(userId)
  }

  async function atTicket(socket: Socket<Live>, words: unknown[]) {
    const ticketId = people.said(socket, words)
    const { access } = socket.session
    if (ticketId !== undefined) conversationOpened(await tickets.load(ctxFor(access.companyId, access.actor), ticketId))
  }

  let live: Realtime<Live> | undefined

  /** A ticket went to other hands: those who follow it and may not see it any more are taken out at once, and those who may come in. */
  function moveFollowers(ticket: NonNullable<AccessChange['ticket']>) {
    const key = keyOf({ kind: 'ticket', ticketId: ticket.id })
    for (const socket of live!.all()) {
      const { session } = socket
      const topic = session.subscriptions.get(key)
      if (!topic) continue
      if (sees(session.access.actor, ticket)) {
        if (topic.seen) continue
        setSeen(session, key, topic, undefined)
        mustCheck(socket, 'rooms')
      } else {
        setSeen(session, key, topic, false)
        for (const room of [`ticket-${ticket.id}`, `typing-${ticket.id}`]) socket.leave(room)
        leaveUnseen(socket)
      }
    }
  }

  return {
    handlers,
    attach: (realtime: Realtime<Live>) => void (live = realtime),
    /**
     * Moves or closes every socket that the change concerns; one that fails leaves the others. From the change on, which this hears in its
     * own turn, a socket is told nothing until its rights were read anew.
     */
    async accessChanged(change: AccessChange) {
      if (change.ticket) moveFollowers(change.ticket)
      for (const socket of live!.all()) if (isConcerned(socket.session.access, change)) mustCheck(socket, 'rights')
      if (due.size) await (checking ??= checkDue())
    },
    /** Whether a person has a window before them now. */
    isLooking: (userId: number) => [...(presentUntil.get(userId)?.values() ?? [])].some(until => until > Date.now()),
    hears: {
      ticketPresence: people.hear,
      windowPresence: (presence: WindowPresence) => void (presence.process === process || takeWindow(presence)),
    },
    expectBack: online.expectBack,
    /** Something of a company changed; without one, of the installation. */
    changed(companyId?: number) {
      if (companyId === undefined) allChangedAt = performance.now()
      else changedAt.set(companyId, performance.now())
    },
    /** Closes the sockets of companies whose due date passed while they were open, and of operators whose stay is over. */
    closeOverdue() {
      for (const socket of [...live!.all()]) if (!isActive(socket.session.access)) socket.close()
    },
  }
}

function isActive(access: Access): boolean {
  try {
    mustBeLive(access)
    return true
  } catch {
    return false
  }
}
