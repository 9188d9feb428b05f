import type { Db, Store } from './storage/libsql'
import type { MediaStore } from './media/media-store'

export type Profile = 'admin' | 'supervisor' | 'user'
/** The authenticated caller; `userId` is null for the system itself. */
export type Actor = {
  userId: number | null
  name: string
  profile: Profile
  super: boolean
  queueIds: number[]
  allTicket: boolean
  sessionId: string | null
}

export type Payload = { action: string; [key: string]: unknown }
/** Publishes the event `company-{id}-{channel}` to everyone of the company, or to the given rooms alone. */
export type Publish = (channel: string, payload: Payload, rooms?: string[]) => void

/** Events of one company, in order. `enqueue` is for those that read the database before they are published. */
export type EventQueue = {
  hasListeners(rooms: string[]): boolean
  enqueue(tell: (publish: Publish) => Promise<void>): void
}

/** Everything a verb may touch: the tenant, the caller, the storage, the events. */
export type Ctx = {
  companyId: number
  actor: Actor
  db: Db
  store: Store
  media: MediaStore
  publish: Publish
  events: EventQueue
  /** Runs an effect once the open transaction is durable; at once when there is none. */
  after(effect: () => void): void
}

export const SYSTEM: Actor = {
  userId: null,
  name: 'system',
  profile: 'admin',
  super: false,
  queueIds: [],
  allTicket: true,
  sessionId: null,
}

/** Runs work in one transaction; its events and effects run after the commit, never when it fails. */
export async function transaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const after = (effect: () => void) => void effects.push(effect)
  const publish: Publish = (...event) => after(() => ctx.publish(...event))
  const result = await ctx.store.write(ctx.db, db => work({ ...ctx, db, publish, after }))
  for (const effect of effects) ctx.after(effect)
  return result
}

/**
 * Publishes an event that reads the database first: after the commit, and not at all while nobody listens to the rooms. Clients that
 * connect later read the same state by a request.
 */
export const publishLazily = (ctx: Ctx, rooms: string[], tell: (ctx: Ctx) => Promise<void>) =>
  ctx.after(() => {
    if (!ctx.events.hasListeners(rooms)) return
    ctx.events.enqueue(publish => tell({ ...ctx, db: ctx.store.db, publish, after: effect => effect() }))
  })

/** Publishes at once, whether or not anybody listens. */
const everybody = (publish: Publish): EventQueue => ({ hasListeners: () => true, enqueue: tell => void tell(publish) })

/** A factory of contexts for one running product. */
export function contexts(
  store: Store,
  media: MediaStore,
  publish: (companyId: number) => Publish,
  eventsOf = (companyId: number) => everybody(publish(companyId)),
) {
  return function ctxFor(companyId: number, actor: Actor = SYSTEM): Ctx {
    return {
      companyId,
      actor,
      db: store.db,
      store,
      media,
      publish: publish(companyId),
      events: eventsOf(companyId),
      after: effect => effect(),
    }
  }
}
export type CtxFor = ReturnType<typeof contexts>
