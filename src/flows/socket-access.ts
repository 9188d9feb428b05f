import type { CtxFor } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import type { Handlers, Realtime, Socket } from '#kernel/events/realtime'
import { ignoreStorageFault, type StorageFault } from '#kernel/storage/storage-errors'
import { accessOf, forgetAccess, mustBeActive, type Access } from '#modules/sessions'
import { sees, tickets, type Ticket } from '#modules/tickets'
import { users } from '#modules/users'

/** What a socket asked to follow; its rooms follow from that and from the rights, and follow the rights when they change. */
type Subscription = { kind: 'status'; status: string } | { kind: 'notification' | 'typing' } | { kind: 'ticket'; ticketId: number }
export type Live = { access: Access; subscriptions: Map<string, Subscription & { count: number }> }

const STATUSES = new Set(['open', 'pending', 'closed', 'group'])

/** The rooms (tickets/visibility.ts fills them) that a user's rights open for one wish. */
function roomsFor({ actor, companyId }: Access, wish: Exclude<Subscription, { kind: 'ticket' }>): string[] {
  const what = wish.kind === 'status' ? wish.status : wish.kind
  if (actor.profile === 'admin') return [`company-${companyId}-${what}`]
  const scope = actor.profile === 'supervisor' ? 'all' : 'free'
  const queues = actor.queueIds.map(id => `queue-${id}-${scope}-${what}`)
  return actor.allTicket && what !== 'open' && what !== 'closed' ? [...queues, `queue-none-${companyId}-free-${what}`] : queues
}

/** What everyone is in alone, without asking: news of the own session, and the own tickets of the queues that are held. */
function personalRooms({ actor, companyId }: Access): string[] {
  const { userId, sessionId, profile, queueIds } = actor
  const scopes = profile === 'admin' ? [`company-${companyId}`] : [...queueIds, `none-${companyId}`].map(queue => `queue-${queue}`)
  return [`user-${userId}`, `session-${sessionId}`, ...scopes.map(scope => `${scope}-own-${userId}`)]
}

type Options = {
  db: Db
  ctxFor: CtxFor
  readToken(token: string): Promise<string | undefined>
  /** Why nothing can be stored at the moment, or null. */
  trouble(): StorageFault | null
  /** Someone opened a ticket's conversation. */
  looked(ticket: Ticket): void
}

/** The journey of a socket: in with a token, to the rooms its user's rights open, out when the session ends. */
export function socketAccess({ db, ctxFor, readToken, trouble, looked }: Options) {
  async function syncRooms(socket: Socket<Live>) {
    const { access, subscriptions } = socket.session
    const ctx = ctxFor(access.companyId, access.actor)
    const shared = new Set([`company-${access.companyId}-mainchannel`])
    const alone = new Set(personalRooms(access))
    const asked = [...subscriptions.values()]
    const types = asked.some(wish => wish.kind === 'typing')
    if (types) for (const room of personalRooms(access).filter(room => /-own-\d+$/.test(room))) alone.add(`${room}-typing`)
    // A list of closed tickets or of groups, in clients of this family, can't read a typing notice.
    const chats = types || !asked.some(wish => wish.kind === 'status' && (wish.status === 'closed' || wish.status === 'group'))
    for (const wish of asked) {
      if (wish.kind !== 'ticket') for (const room of roomsFor(access, wish)) shared.add(room)
      else if (await tickets.load(ctx, wish.ticketId).catch(() => undefined)) {
        alone.add(`ticket-${wish.ticketId}`)
        if (chats) alone.add(`typing-${wish.ticketId}`)
      }
    }
    // The rights changed while the database was asked.
    if (socket.session.access !== access) return syncRooms(socket)
    for (const room of [...socket.rooms]) if (!alone.has(room)) socket.leave(room)
    for (const room of alone) socket.join(room)
    socket.setSharedRooms([...shared])
  }

  /** Reads the rights of a socket's session anew: it moves to the rooms they give now, or closes when the session is over. */
  async function reloadAccess(socket: Socket<Live>): Promise<boolean> {
    const access = await accessOf(db, socket.session.access.actor.sessionId!)
    if (!access) socket.close()
    else {
      socket.session.access = access
      await syncRooms(socket)
    }
    return access !== undefined
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
      const access = sessionId && (await accessOf(db, sessionId))
      if (!access) return
      mustBeActive(access)
      return { access, subscriptions: new Map() }
    },
    async connect(socket) {
      // First where changes of the rights are heard: they may have changed since the token was read.
      for (const room of personalRooms(socket.session.access)) socket.join(room)
      if (!(await reloadAccess(socket))) return
      const { companyId, actor } = socket.session.access
      await users.setOnline(ctxFor(companyId), actor.userId!, true).catch(ignoreStorageFault)
      socket.emit('ready')
      if (trouble()) socket.emit('storage', { action: 'update', trouble: trouble() })
    },
    disconnect(socket) {
      const { companyId, actor } = socket.session.access
      for (const other of live!.in(`user-${actor.userId}`)) if (other !== socket) return
      users.setOnline(ctxFor(companyId), actor.userId!, false).catch(() => undefined)
    },
    /** Joins are counted: two parts of a page may follow the same. */
    async event(socket, name, [argument]) {
      const wish = /^(join|leave)(ChatBox|Notification|Tickets|Typing)$/.test(name) ? subscriptionOf(name, argument) : undefined
      if (!wish) return
      const { subscriptions } = socket.session
      const key = JSON.stringify(wish)
      const count = (subscriptions.get(key)?.count ?? 0) + (name.startsWith('join') ? 1 : -1)
      if (count > 0 && subscriptions.size < 200) subscriptions.set(key, { ...wish, count })
      else subscriptions.delete(key)
      await syncRooms(socket)
      if (wish.kind !== 'ticket' || !socket.rooms.has(`ticket-${wish.ticketId}`)) return
      const { access } = socket.session
      looked(await tickets.load(ctxFor(access.companyId, access.actor), wish.ticketId))
    },
  }

  let live: Realtime<Live> | undefined

  async function refresh(userId: number) {
    forgetAccess(access => access.actor.userId === userId)
    for (const socket of [...live!.in(`user-${userId}`)]) await reloadAccess(socket)
  }

  return {
    handlers,
    attach: (realtime: Realtime<Live>) => void (live = realtime),
    refresh,
    /** A ticket went to other hands: those who follow it and may not see it any more are taken out. */
    evictUnauthorized(ticket: Pick<Ticket, 'id' | 'userId' | 'queueId' | 'status'>) {
      for (const room of [`ticket-${ticket.id}`, `typing-${ticket.id}`])
        for (const socket of [...live!.in(room)]) if (!sees(socket.session.access.actor, ticket)) socket.leave(room)
    },
    /** Closes the sockets of companies whose due date passed while they were open. */
    closeOverdue() {
      for (const socket of [...live!.all()])
        try {
          mustBeActive(socket.session.access)
        } catch {
          socket.close()
        }
    },
    endSession: (id: string) => [...live!.in(`session-${id}`)].forEach(socket => socket.close()),
  }
}
export type SocketAccess = ReturnType<typeof socketAccess>
