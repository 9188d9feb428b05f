import { accessTokens } from '#kernel/http/access-token'
import { type AccessChange, contexts, type Publish } from '#kernel/context'
import { localBus } from '#kernel/events/bus'
import { EACH, eventName } from '#kernel/events/event-name'
import { eventQueues } from '#kernel/events/event-queue'
import { realtime } from '#kernel/events/realtime'
import type { Plugins } from '#modules/integrations'
import { resellerDirectory } from '#modules/resellers'
import { SYSTEM } from '#modules/rights'
import { accessCache } from '#modules/sessions'
import { socketAccess, type WindowPresence } from '../flows/socket-access'
import type { TicketPresence } from '../flows/ticket-people'
import type { OpenedConversation } from '../flows/typing'
import type { Installation } from './installation'

const isOfCompany = (change: AccessChange) => change.companyId !== undefined && Object.keys(change).length === 1
/** Told with every sign-in and with every page that begins: were they counted, each page would be read twice. */
const OF_COMING = new Set(['user', 'auth'])
const isOfEach = (room: string) => room.includes(EACH)

/** What goes to every process that serves the installation. */
type Topics = {
  /** For the sockets in any of the rooms; what is the installation's goes to each company under its own name. */
  event: { companyId: number; rooms: string[]; channel: string; payload: object }
  access: AccessChange
  /** Something waits to be sent on a connection. */
  outbox: { connectionId: number; chatId: number }
  /** A job is due. */
  jobs: object
  /** A conversation is on somebody's screen: whoever runs its connection asks for the customer's typing. */
  conversationOpened: OpenedConversation
  /** What a window says of itself: at which ticket somebody is, and whether they move in it. */
  ticketPresence: TicketPresence
  windowPresence: WindowPresence
}

/** The door to other processes, the contexts that verbs work in, and the sockets with who may be in which room. */
export function openRealtime({ config, store, media, secrets, vault, log }: Installation, { hearing }: Plugins) {
  const bus = localBus<Topics>((error, topic) => log.error({ err: error, topic }, 'a message was not taken'))
  const access = accessCache(store.db)
  const directory = resellerDirectory(store.db, config.publicUrl)
  const readAccess = accessTokens(secrets.session)

  const send =
    (companyId: number): Publish =>
    (channel, payload, rooms = [`company-${companyId}-mainchannel`]) =>
      bus.publish('event', { companyId, rooms, channel, payload })
  const queues = eventQueues(
    (companyId, rooms) => {
      live.changed(companyId)
      return bus.hasOthers || sockets.hasListeners(rooms) || rooms.some(isOfEach)
    },
    error => log.error({ err: error }, 'an event was not told'),
  )
  const publish =
    (companyId: number): Publish =>
    (...event) =>
      queues.send(companyId, () => send(companyId)(...event))
  const ctxFor = contexts(store, media, publish, SYSTEM, {
    events: companyId => queues.of(companyId, send(companyId)),
    access: { changed: change => bus.publish('access', change) },
    vault,
    wakeJobs: () => bus.publish('jobs', {}),
    hearing,
    addressFor: directory.addressFor,
  })

  const live = socketAccess({
    access,
    ctxFor,
    readToken: async token => (await readAccess(token))?.sid,
    trouble: () => store.storage.trouble,
    conversationOpened: ({ id, companyId, contactId, whatsappId, isGroup, status }) =>
      bus.publish('conversationOpened', { id, companyId, contactId, whatsappId, isGroup, status }),
    say: {
      ticketPresence: presence => bus.publish('ticketPresence', presence),
      windowPresence: presence => bus.publish('windowPresence', presence),
    },
    failed: error => log.warn({ err: error }, 'the rights of a socket were not read'),
  })
  const sockets = realtime(live.handlers)
  live.attach(sockets)

  bus.subscribe('event', ({ companyId, rooms, channel, payload }) => {
    if (!OF_COMING.has(channel)) live.changed(rooms.some(isOfEach) ? undefined : companyId)
    if (!rooms.some(isOfEach)) return sockets.publish(rooms, eventName(companyId, channel), payload)
    const listening = new Set([...sockets.all()].map(({ session }) => session.access.companyId))
    for (const id of listening) {
      const own = rooms.map(room => room.replace(EACH, String(id)))
      sockets.publish(own, eventName(id, channel), payload)
    }
  })
  bus.subscribe('ticketPresence', live.hears.ticketPresence)
  bus.subscribe('windowPresence', live.hears.windowPresence)
  // Before sockets read their rights anew; a company that is new, or another's now, has another address.
  bus.subscribe('access', change => void ((change.resellers ?? isOfCompany(change)) && directory.forget()))
  bus.subscribe('access', change => access.forget(change))
  bus.subscribe('access', change => live.accessChanged(change))
  const { closeOverdue, isLooking, expectBack } = live
  return { bus, access, directory, readAccess, ctxFor, sockets, closeOverdue, isLooking, expectBack }
}
export type RealtimeParts = ReturnType<typeof openRealtime>
