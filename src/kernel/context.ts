import { EACH } from './events/event-name'
import { fairMutex } from './process/fair-mutex'
import type { Db, Store } from './storage/libsql'
import type { MediaStore } from './media/media-store'

/** The authenticated caller; `userId` is null for the system itself. What else decides its rights, the product adds (module augmentation). */
export interface Actor {
  userId: number | null
  name: string
  super: boolean
  sessionId: string | null
}

/**
 * Whose rights may be others now, or whose session ended. What is named together must all be true of an access. What else rights hang on,
 * the product adds.
 */
export interface AccessChange {
  companyId?: number
  userId?: number
  sessionId?: string
  /** What holds for all: a rule of the installation. */
  everybody?: true
}
/** Called by the verb that changes a right, and never guessed from what it tells. */
type AccessPort = { changed(change: AccessChange): void }

/** Read by the database that is given: in a transaction what it sees. */
export type StillMay = (db: Db) => Promise<void>
/** Of jobs and of the system, whom nobody asks. */
const always: StillMay = async () => {}

/** Keeps texts that nobody may read in the database. */
export type Vault = { seal(text: string): string; open(sealed: string): string }

/**
 * What each event carries. The module that publishes one adds it here (module augmentation), and pages listen by the same types. Events
 * of nouns have one form, `NounEvent`, and are added only where something else than a list of the noun hears them.
 */
export interface Events {}
/** Everyone, of whichever company. */
export const EVERYONE = [`company-${EACH}-mainchannel`]
/** Publishes the event `company-{id}-{name}` to everyone of the company, or to the given rooms alone. */
export type Publish = <Name extends keyof Events>(name: Name, payload: Events[Name], rooms?: string[]) => void

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
  /** Ends, moves and forgets what the change takes away, once the open transaction is durable. */
  access: AccessPort
  vault: Vault
  /** Runs an effect once the open transaction is durable; at once when there is none. */
  after(effect: () => void): void
  /** Refuses who asked, where they may not any more or are somebody else as far as rights go: `afterWait` asks it. */
  stillMay: StillMay
  /** The same work in another company, in the same transaction: for what operators do to one. */
  within(companyId: number): Ctx
  /** Work that fills a core, one of its kind at a time: companies take turns. */
  inTurn<T>(kind: 'voice' | 'spreadsheet', work: () => Promise<T>): Promise<T>
  /** Has due jobs begun; for whoever enqueues one, after the commit. */
  wakeJobs(): void
  /** The types of integrations whose plugins hear of an event. */
  hearing(event: string): string[]
}

/** Runs work in one transaction; its events and effects run after the commit, never when it fails. */
export async function transaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const inside = (ctx: Ctx, db: Ctx['db']): Ctx => ({
    ...ctx,
    db,
    publish: (...event) => void effects.push(() => ctx.publish(...event)),
    access: { changed: change => void effects.push(() => ctx.access.changed(change)) },
    after: effect => void effects.push(() => ctx.after(effect)),
    within: companyId => inside(ctx.within(companyId), db),
  })
  const result = await ctx.store.write(ctx.db, db => work(inside(ctx, db)))
  // Inside another transaction they wait on, in their order, for that one.
  for (const effect of effects) effect()
  return result
}

/**
 * A transaction of what waited for something else since it was known who asks: for a conversion, the network, an earlier batch of the same
 * work. Rights that were taken meanwhile do nothing any more, and neither does who is gone.
 */
export const afterWait = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transaction(ctx, async ctx => {
    await ctx.stillMay(ctx.db)
    return work(ctx)
  })

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

const closed = () => {
  throw new Error('there are no secrets here')
}
const NO_VAULT: Vault = { seal: closed, open: closed }

/** Makes contexts for one running product; where nobody asks, the system does. */
export const contexts = (
  store: Store,
  media: MediaStore,
  publish: (companyId: number) => Publish,
  system: Actor,
  {
    events = (companyId: number) => everybody(publish(companyId)),
    access = { changed: () => {} },
    vault = NO_VAULT,
    wakeJobs = () => {},
    hearing = () => [],
    addressFor = () => undefined,
  }: {
    events?: (companyId: number) => EventQueue
    access?: AccessPort
    vault?: Vault
    wakeJobs?: () => void
    hearing?: (event: string) => string[]
    /** Where the people of a company reach the installation, when it is not where everybody does. */
    addressFor?: (companyId: number) => string | undefined
  } = {},
) => {
  const line = { voice: fairMutex(), spreadsheet: fairMutex() }
  function mediaOf(companyId: number): MediaStore {
    const from = addressFor(companyId)
    return from === undefined ? media : { ...media, address: stored => media.address(stored, from) }
  }
  const ctxFor = (companyId: number, actor = system, stillMay = always): Ctx => ({
    companyId,
    actor,
    db: store.db,
    store,
    media: mediaOf(companyId),
    publish: publish(companyId),
    events: events(companyId),
    access,
    vault,
    after: effect => effect(),
    stillMay,
    within: id => ctxFor(id, actor, stillMay),
    inTurn: (kind, work) => line[kind](companyId, work),
    wakeJobs,
    hearing,
  })
  return ctxFor
}
export type CtxFor = ReturnType<typeof contexts>
