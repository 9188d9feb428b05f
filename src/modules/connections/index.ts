import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { NounEvent } from '#kernel/noun/api'
import { withMediaAddress } from '#kernel/media/row-file'
import { noun } from '#kernel/noun/noun'
import { phoneKey } from '#kernel/phone'
import { ofCompany } from '#kernel/noun/scope'
import type { Db } from '#kernel/storage/libsql'
import { cachedScalar, queryOf } from '#kernel/storage/page-ids'
import { discard, purgeDiscarded, TRASH } from '../companies'
import { integrations } from '../integrations'
import { plans } from '../plans'
import { prompts } from '../prompts'
import { queues } from '../queues'
import { allow, operatedCompanies, publishByRight } from '../rights'
import { connectionApi } from './api'
import { ConnectionBody, TOKEN_MIN } from './body'
import type { SessionState } from './channel'
import { lease, release } from './lease'
import { seenBy, withoutCodes } from './link-code'
import * as offered from './offered-queues'
import * as running from './running'
import { connectionQueues, connections as table } from './schema'

export type * from './channel'
export { LEASE_RENEWAL_MS } from './lease'
export { connectionGauge } from './metrics'
export type { ConnectionJourneys } from './routes'
export type Connection = typeof table.$inferSelect
type Input = v.InferOutput<typeof ConnectionBody>

const TAKEN = 'Já existe uma conexão com este nome ou token'
const ofOwn = ofCompany<Connection>(table)
const mine = ofOwn.read

const base = noun({
  name: 'wapp',
  api: connectionApi,
  table,
  scope: ofOwn,
  body: ConnectionBody,
  pageSize: 500,
  order: 'id',
  search: [table.name],
  check: plans.limits('connections', table),
  refs: { transferQueueId: () => queues, integrationId: () => integrations, promptId: () => prompts, queueIds: () => queues },
  unique: { name: TAKEN, token: TAKEN },
  secrets: { token: 'looked up' },
  rights: { write: allow('connections:write') },
  contract: { deleted: 'Whatsapp deleted.' },
  told: (ctx, row): Promise<unknown> => tell(ctx, row),
  /** The lease is for processes, and none of its clients. */
  async view(ctx, rows) {
    const queuesById = await offered.queuesOf(
      ctx.db,
      rows.map(row => row.id),
    )
    return rows.map(({ leaseOwner, leaseUntil, ...row }) => ({
      ...row,
      provider: 'stable',
      battery: null,
      plugged: null,
      queues: (queuesById.get(row.id) ?? []).map(queue => withMediaAddress(ctx, queue)),
    }))
  },
})

type Shown = Awaited<ReturnType<typeof base.get>>

type Session = Omit<Shown, 'queues'>
declare module '#kernel/context' {
  interface Events {
    whatsapp: NounEvent<typeof connectionApi, Shown>
    /** What changed of a connection while it runs. */
    whatsappSession: { action: 'update'; session: Session }
  }
}

/** Tells a change to each as it is for them, and answers it as those who may write read it. */
async function tell(ctx: Ctx, row: Connection) {
  const [whatsapp] = await base.view(ctx, [row])
  publishByRight(
    ctx,
    'connections:write',
    'whatsapp',
    { action: 'update', whatsapp: whatsapp! },
    { action: 'update', whatsapp: withoutCodes(whatsapp!) },
  )
  return whatsapp!
}

const all = async (ctx: Ctx, text = '') => (await base.all(ctx, text)).map(one => seenBy(ctx, one))
const get = async (ctx: Ctx, id: number) => ({ ...seenBy(ctx, await base.get(ctx, id)), prompt: null })

/** The connection to write from when nobody chose one: that of the person who writes, else the default, else the first that is online. */
async function preferred(ctx: Ctx, id?: number | null, own?: number | null) {
  if (id) return base.load(ctx, id)
  const rows = await ctx.db.select().from(table).where(mine(ctx)).orderBy(asc(table.id)).limit(500)
  const found =
    rows.find(one => one.id === own) ??
    rows.find(one => one.isDefault && one.status === 'CONNECTED') ??
    rows.find(one => one.status === 'CONNECTED') ??
    rows.find(one => one.isDefault)
  if (!found) throw new AppError('ERR_NO_DEF_WAPP_FOUND', 404)
  return found
}

/** Who may choose among queues is told so: the menu stands below the greeting. */
async function mustGreet(ctx: Ctx, { id, greetingMessage }: Connection) {
  if (!greetingMessage.trim() && (await ctx.db.$count(connectionQueues, eq(connectionQueues.connectionId, id))) > 1)
    throw new AppError('ERR_WAPP_GREETING_REQUIRED', 400, { greetingMessage: ['ERR_WAPP_GREETING_REQUIRED'] })
}

async function oneDefault(ctx: Ctx, keep: number) {
  await ctx.db
    .update(table)
    .set({ isDefault: false })
    .where(and(mine(ctx), ne(table.id, keep), eq(table.isDefault, true)))
}

/** What hangs on a row that was written. */
async function settle(ctx: Ctx, row: Connection, { queueIds, greetingMessage }: Partial<Input>) {
  if (queueIds) await offered.setQueues(ctx, row.id, queueIds)
  if (queueIds || greetingMessage !== undefined) await mustGreet(ctx, row)
  if (row.isDefault) await oneDefault(ctx, row.id)
  return tell(ctx, row)
}

const create = (ctx: Ctx, input: Input) =>
  transaction(ctx, async ctx => {
    const [first] = await ctx.db.select({ id: table.id }).from(table).where(mine(ctx)).limit(1)
    const row = await base.insert(ctx, { ...input, isDefault: input.isDefault || !first, status: 'OPENING' })
    return settle(ctx, row, input)
  })

/** The network that serves a connection is chosen once. */
const update = (ctx: Ctx, id: number, { sandbox: _, ...input }: Partial<Input>) =>
  transaction(ctx, async ctx => {
    const before = await base.load(ctx, id)
    if (before.isDefault && input.isDefault === false) throw new AppError('ERR_NO_OTHER_WHATSAPP', 400)
    return settle(ctx, await base.change(ctx, before, input), input)
  })

/** Takes a connection out of its company at once. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const { isDefault } = await base.load(ctx, id)
    await ctx.db.delete(connectionQueues).where(eq(connectionQueues.connectionId, id))
    await discard(ctx, table, id, { name: crypto.randomUUID(), token: null, isDefault: false })
    const [next] = isDefault ? await ctx.db.select({ id: table.id }).from(table).where(mine(ctx)).orderBy(asc(table.id)).limit(1) : []
    ctx.publish('whatsapp', { action: 'delete', whatsappId: id })
    if (!next) return
    const [heir] = await ctx.db.update(table).set({ isDefault: true }).where(eq(table.id, next.id)).returning()
    await tell(ctx, heir!)
  })

/** Deletes one that was taken out, when tickets and messages have forgotten it. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

/** Writes what the channel says of a session, and tells it. */
const setState = (ctx: Ctx, id: number, state: SessionState) =>
  transaction(ctx, async ctx => {
    const online = state.status === 'CONNECTED'
    const [changed] = await ctx.db
      .update(table)
      .set({
        status: state.status,
        qrcode: state.qrcode ?? '',
        pairingCode: state.pairingCode ?? null,
        reason: state.reason ?? null,
        ...(state.retries === undefined ? online && { retries: 0 } : { retries: state.retries }),
        ...(state.number && { number: state.number }),
        // One that had a number before this was written down has had it since it was made, as far as is known.
        ...(online && { linkedAt: sql`coalesce(linked_at, iif(number is null, ${Date.now()}, created_at))` }),
      })
      .where(and(mine(ctx), eq(table.id, id)))
      .returning()
    if (!changed) return
    const [{ queues: _, ...session }] = (await base.view(ctx, [changed])) as [Shown]
    publishByRight(
      ctx,
      'connections:write',
      'whatsappSession',
      { action: 'update', session },
      { action: 'update', session: withoutCodes(session) },
    )
  })

/** Whether another connection of the company is linked to a number. */
async function hasNumber(ctx: Ctx, number: string, { id, sandbox }: Connection) {
  const linked = inArray(table.status, ['CONNECTED', 'TIMEOUT'])
  const others = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), linked, ne(table.id, id), eq(table.sandbox, sandbox)))
  return others.some(one => one.number && phoneKey(one.number) === phoneKey(number))
}

/** Another number than before: its age begins. */
const renumber = (ctx: Ctx, id: number) =>
  ctx.db
    .update(table)
    .set({ linkedAt: null, number: null })
    .where(and(mine(ctx), eq(table.id, id)))

/** Whoever has the token speaks for the number; one that was stored when any length would do opens nothing. */
const byToken = async (db: Db, token: string) =>
  token.length < TOKEN_MIN
    ? undefined
    : (
        await db
          .select()
          .from(table)
          .where(and(eq(table.token, token), ne(table.companyId, TRASH)))
      )[0]
/** How many are online: of the installation for who operates it, of the own company for everybody else. */
function countConnected(ctx: Ctx): Promise<number> {
  const ofWhom = ctx.actor.super ? and(ne(table.companyId, TRASH), operatedCompanies(ctx, table.companyId)) : mine(ctx)
  const { sql: text, params } = queryOf(sql`select count(*) from ${table} where ${and(ofWhom, eq(table.status, 'CONNECTED'))}`)
  return cachedScalar(ctx, text, params)
}

export const connections = {
  ...base,
  all,
  get,
  preferred,
  create,
  update,
  remove,
  purge,
  purgeQueue: offered.purgeQueue,
  setState,
  hasNumber,
  renumber,
  ...running,
  lease,
  release,
  byToken,
  queuesOf: offered.queuesOf,
  offeredQueues: offered.offeredQueues,
  countConnected,
}
