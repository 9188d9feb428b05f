import type { Db, Store } from './storage/libsql'
import type { MediaStore } from './media/media-store'

export type Profile = 'admin' | 'supervisor' | 'user'
/** Who asks. `userId` is null for the system itself. */
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
/** Tells `company-{id}-{channel}`: everyone of the company, or only the given rooms. */
export type Publish = (channel: string, payload: Payload, rooms?: string[]) => void

/** Those who listen. `read` puts events together and tells them, in the order in which it was called. */
export type EventQueue = {
  hasListeners(rooms: string[]): boolean
  enqueue(tell: (publish: Publish) => Promise<void>): void
}

/** Everything a verb may touch: whose data, who asks, where it is stored, who is told. */
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
  /** Has due jobs begun; for whoever enqueues one, after the commit. */
  wakeJobs(): void
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

/** Runs work in one transaction; what it publishes is sent only after the commit, never when it fails. */
export async function transaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const after = (effect: () => void) => void effects.push(effect)
  const publish: Publish = (...event) => after(() => ctx.publish(...event))
  const result = await ctx.store.write(ctx.db, db => work({ ...ctx, db, publish, after }))
  for (const effect of effects) ctx.after(effect)
  return result
}

/**
 * Tells what must be read from the database first: once the open transaction is durable, and not at all while nobody is in the rooms.
 * Who comes later reads what is durable by then.
 */
export const publishLazily = (ctx: Ctx, rooms: string[], tell: (ctx: Ctx) => Promise<void>) =>
  ctx.after(() => {
    if (!ctx.events.hasListeners(rooms)) return
    ctx.events.enqueue(publish => tell({ ...ctx, db: ctx.store.db, publish, after: effect => effect() }))
  })

/** Hears everything, at once. */
const everybody = (publish: Publish): EventQueue => ({ hasListeners: () => true, enqueue: tell => void tell(publish) })

/** Makes contexts for one running product. */
export const contexts =
  (
    store: Store,
    media: MediaStore,
    publish: (companyId: number) => Publish,
    audience = (companyId: number) => everybody(publish(companyId)),
    wakeJobs = () => {},
  ) =>
  (companyId: number, actor: Actor = SYSTEM): Ctx => ({
    companyId,
    actor,
    db: store.db,
    store,
    media,
    publish: publish(companyId),
    events: audience(companyId),
    after: effect => effect(),
    wakeJobs,
  })
export type CtxFor = ReturnType<typeof contexts>
