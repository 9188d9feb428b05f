import { and, eq, gt, inArray, isNotNull, lt, lte, ne, not, or, sql } from 'drizzle-orm'
import type { Ctx } from '../context'
import type { Db } from '../storage/libsql'
import { jobs as table, type JobRow } from './schema'
import type { JobKind } from './kind'

// The rows of the jobs; runner.ts runs them.

type EnqueueOptions = { key?: string; lane?: string } & ({ delayMs?: number } | { at: Date })

const KEPT_MS = 30 * 24 * 3600_000
const MAX_ERROR = 500

const stateOf = (dueAt: Date) => (dueAt.getTime() <= Date.now() ? ('waiting' as const) : ('scheduled' as const))
const inLane = (companyId: number, lane: string) => and(eq(table.companyId, companyId), eq(table.lane, lane), ne(table.state, 'failed'))

/**
 * Adds a job in the caller's transaction; it starts after the commit. Deduplicated by kind and key: an open job takes the place of a second
 * one, due at the earlier of both times; one that runs already is run once more.
 */
async function enqueue<Payload extends object>(
  ctx: Ctx,
  { kind, priority }: JobKind<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
) {
  const { key = null, lane = null } = options
  const delayMs = 'at' in options ? null : (options.delayMs ?? 0)
  const dueAt = 'at' in options ? options.at : new Date(Date.now() + delayMs!)
  const isBlocked =
    lane !== null && (await ctx.db.select({ id: table.id }).from(table).where(inLane(ctx.companyId, lane)).limit(1)).length > 0
  const state = isBlocked ? ('blocked' as const) : stateOf(dueAt)
  const isSooner = sql`(${table.state} = 'running' or excluded.due_at < ${table.dueAt})`
  await ctx.db
    .insert(table)
    .values({ companyId: ctx.companyId, kind, key, lane, payload, priority, dueAt, delayMs, state })
    .onConflictDoUpdate({
      target: [table.kind, table.companyId, table.key],
      targetWhere: sql`key is not null and state <> 'failed'`,
      set: {
        dueAt: sql`excluded.due_at`,
        delayMs: sql`excluded.delay_ms`,
        state: sql`iif(${table.state} in ('running', 'blocked'), ${table.state}, ${stateOf(dueAt)})`,
      },
      setWhere: isSooner,
    })
  ctx.after(ctx.wakeJobs)
}

/** Makes scheduled jobs of a kind due now: that of a key, those whose key begins so, or all. */
async function hasten(ctx: Ctx, { kind }: Pick<JobKind<object>, 'kind'>, which: { key?: string; prefix?: string } = {}) {
  const { key, prefix = '' } = which
  const named = key === undefined ? sql`substr(${table.key}, 1, ${prefix.length}) = ${prefix}` : eq(table.key, key)
  const mine = and(eq(table.state, 'scheduled'), eq(table.kind, kind), eq(table.companyId, ctx.companyId))
  const { rowsAffected } = await ctx.db.update(table).set({ state: 'waiting', dueAt: new Date(), delayMs: 0 }).where(and(mine, named))
  if (rowsAffected) ctx.after(ctx.wakeJobs)
}

/** Takes back a job that did not begin yet. One that runs already finds out by itself that it is not wanted. */
const cancel = (ctx: Ctx, { kind }: Pick<JobKind<object>, 'kind'>, key: string) =>
  ctx.db
    .delete(table)
    .where(
      and(eq(table.kind, kind), eq(table.companyId, ctx.companyId), eq(table.key, key), inArray(table.state, ['scheduled', 'waiting'])),
    )

// The literal tells SQLite that the partial index has it.
const openOf = (ctx: Ctx, kind: string, key: string) =>
  and(eq(table.kind, kind), eq(table.companyId, ctx.companyId), eq(table.key, key), sql`${table.state} <> 'failed'`)

/** Takes out a job whatever it does: a run that is under way ends what it began, and nothing follows it. */
async function stop(ctx: Ctx, { kind }: Pick<JobKind<object>, 'kind'>, key: string) {
  const [job] = await ctx.db
    .delete(table)
    .where(openOf(ctx, kind, key))
    .returning()
  if (!job) return
  await unblock(ctx.db, job)
  ctx.after(ctx.wakeJobs)
}

/** What an open job of a kind and key carries. */
async function payloadOf<Payload extends object>(ctx: Ctx, { kind }: JobKind<Payload>, key: string): Promise<Payload | undefined> {
  const [job] = await ctx.db
    .select({ payload: table.payload })
    .from(table)
    .where(openOf(ctx, kind, key))
  return job?.payload as Payload | undefined
}

/** Jobs of a kind that outlive their company are another's. Of a kind without keys and lanes, which two companies may share. */
const handOver = (ctx: Ctx, { kind }: Pick<JobKind<object>, 'kind'>, fromCompanyId: number) =>
  ctx.db
    .update(table)
    .set({ companyId: ctx.companyId })
    .where(and(eq(table.kind, kind), eq(table.companyId, fromCompanyId)))

/** A claim of one row of the same company costs the others nothing: this many of one company run at once at most. */
const OF_COMPANY = 32

/**
 * Due jobs by priority, then the companies in turn: the n-th job of one company stands behind the n-th of all others, however many it has.
 * `free` tells how many more of each kind may run, and how many of one company at most. One statement, so that no two claimers get the same
 * row. `turns` jumps from company to company in the index: how long the queue of one is does not matter.
 */
const CLAIM = `update jobs set state = 'running', attempts = attempts + 1, lease_owner = ?1, lease_until = ?2 + (select value ->> 2 from json_each(?3) where value ->> 0 = kind), updated_at = ?2
  where id in (
    with recursive
      free as (select value ->> 0 as kind, value ->> 1 as places, value ->> 3 as of_company from json_each(?3)),
      turns(kind, company_id) as (
        select kind, (select min(company_id) from jobs where state = 'waiting' and kind = free.kind) from free where places > 0
        union all
        select kind, (select min(j.company_id) from jobs j where j.state = 'waiting' and j.kind = turns.kind and j.company_id > turns.company_id)
        from turns where company_id is not null),
      runs as (select company_id, kind, count(*) as n from jobs where state = 'running' group by company_id, kind),
      busy as (select company_id, sum(n) as n from runs group by company_id),
      first as (
        select j.id, j.kind, j.priority, j.due_at,
          coalesce(busy.n, 0) + row_number() over (partition by j.company_id order by j.priority, j.due_at, j.id) as turn,
          coalesce(runs.n, 0) + row_number() over (partition by j.company_id, j.kind order by j.priority, j.due_at, j.id) as nth
        from turns cross join jobs j on j.id in (
          select id from jobs where state = 'waiting' and kind = turns.kind and company_id = turns.company_id order by priority, due_at limit ${OF_COMPANY})
        left join busy on busy.company_id = j.company_id
        left join runs on runs.company_id = j.company_id and runs.kind = j.kind),
      fair as (
        select id, kind, priority, turn, due_at, row_number() over (partition by kind order by priority, turn, due_at) as place
        from first join free using (kind) where turn <= ${OF_COMPANY} and nth <= of_company)
    select id from fair join free using (kind) where place <= places order by priority, turn, due_at limit ?4)
  returning id`

export type Capacity = [kind: string, free: number, leaseMs: number, ofCompany: number][]

/** Takes due jobs for one process, as many as have a place. */
async function claim(db: Db, owner: string, capacity: Capacity, most: number): Promise<JobRow[]> {
  const { rows } = await db.$client.execute({ sql: CLAIM, args: [owner, Date.now(), JSON.stringify(capacity), most] })
  const ids = rows.map(row => Number(row[0]))
  return ids.length ? db.select().from(table).where(inArray(table.id, ids)).orderBy(table.priority, table.dueAt, table.id) : []
}

/** Whether anything of the kinds that have a place can be claimed, or will be when `ripen` ran. */
async function isAnyDue(db: Db, capacity: Capacity) {
  const open = JSON.stringify(capacity.flatMap(([kind, free]) => (free > 0 ? kind : [])))
  const rows = await db.all(
    sql`select 1 where exists (select 1 from jobs where state = 'waiting' and kind in (select value from json_each(${open})))
      or exists (select 1 from jobs where state = 'scheduled' and due_at <= ${Date.now()})`,
  )
  return rows.length > 0
}

const ripen = (db: Db) =>
  db
    .update(table)
    .set({ state: 'waiting' })
    .where(and(eq(table.state, 'scheduled'), lte(table.dueAt, new Date())))

/** Jobs whose process died: of this owner, which runs those in `alive` and no others, and of anyone whose lease is over. */
const orphaned = (owner: string, alive: number[]) =>
  and(
    eq(table.state, 'running'),
    alive.length ? not(inArray(table.id, alive)) : undefined,
    or(eq(table.leaseOwner, owner), lt(table.leaseUntil, new Date())),
  )
const hasOrphans = async (db: Db, owner: string, alive: number[]) =>
  (await db.select({ id: table.id }).from(table).where(orphaned(owner, alive)).limit(1)).length > 0
const takeBack = (db: Db, owner: string, alive: number[]) =>
  db.update(table).set({ state: 'waiting', leaseOwner: null, leaseUntil: null }).where(orphaned(owner, alive))

const claimed = ({ id, leaseOwner, attempts }: JobRow) =>
  and(eq(table.id, id), eq(table.state, 'running'), eq(table.leaseOwner, leaseOwner!), eq(table.attempts, attempts))

/** The next of a lane takes the place of the one that is gone. */
async function unblock(db: Db, { companyId, lane }: JobRow) {
  if (lane === null) return
  const [next] = await db.select().from(table).where(inLane(companyId, lane)).orderBy(table.id).limit(1)
  if (next?.state === 'blocked')
    await db
      .update(table)
      .set({ state: stateOf(next.dueAt) })
      .where(eq(table.id, next.id))
}

/** A retry, due after a pause. A new one has its attempts before it. */
const postpone = (db: Db, job: JobRow, delayMs: number, more: Partial<JobRow>) => {
  const dueAt = new Date(Date.now() + delayMs)
  return db
    .update(table)
    .set({ dueAt, delayMs, state: stateOf(dueAt), leaseOwner: null, leaseUntil: null, ...more })
    .where(claimed(job))
}

/** The work is done. What was asked for again meanwhile, or asks for it itself, stays. */
async function finish(db: Db, job: JobRow, again: number | undefined) {
  const [now] = await db.select({ dueAt: table.dueAt }).from(table).where(claimed(job))
  if (!now) return
  const asked = now.dueAt.getTime() === job.dueAt.getTime() ? undefined : Math.max(0, now.dueAt.getTime() - Date.now())
  const delayMs = asked === undefined ? again : Math.min(asked, again ?? asked)
  if (delayMs !== undefined) return void (await postpone(db, job, delayMs, { attempts: 0, lastError: null }))
  await db.delete(table).where(eq(table.id, job.id))
  await unblock(db, job)
}

const retry = (db: Db, job: JobRow, delayMs: number, reason: string) =>
  postpone(db, job, delayMs, { lastError: reason.slice(0, MAX_ERROR) })

/** Back to those that wait, as if it had not begun. */
const giveBack = (db: Db, job: JobRow, delayMs = 0) => postpone(db, job, delayMs, { attempts: job.attempts - 1 })

/** Failed for good: true, unless somebody else has the job by now. */
async function fail(db: Db, job: JobRow, reason: string) {
  const { rowsAffected } = await db
    .update(table)
    .set({ state: 'failed', lastError: reason.slice(0, MAX_ERROR), leaseOwner: null, leaseUntil: null })
    .where(claimed(job))
  if (rowsAffected) await unblock(db, job)
  return rowsAffected > 0
}

/** What was planned at a time that did not come yet, since the clock was put back, is due after its delay from now. */
const repairDueTimes = (db: Db) => {
  const now = Date.now()
  const isAhead = and(
    inArray(table.state, ['scheduled', 'waiting', 'blocked']),
    isNotNull(table.delayMs),
    gt(table.updatedAt, new Date(now)),
  )
  return db
    .update(table)
    .set({ dueAt: sql`${now} + ${table.delayMs}`, updatedAt: new Date(now) })
    .where(isAhead)
}

/** Jobs that wait for their turn or their time, by kind. */
const counts = (db: Db) =>
  db.all<{ kind: string; n: number }>(
    sql`select kind, count(*) as n from jobs where state in ('scheduled', 'blocked', 'waiting') group by kind`,
  )

/** What failed long ago has been seen, or never will be. */
const sweep = (db: Db) => db.delete(table).where(and(eq(table.state, 'failed'), lt(table.dueAt, new Date(Date.now() - KEPT_MS))))

export const jobs = {
  enqueue,
  hasten,
  cancel,
  stop,
  payloadOf,
  handOver,
  claim,
  isAnyDue,
  ripen,
  hasOrphans,
  takeBack,
  finish,
  retry,
  giveBack,
  fail,
  repairDueTimes,
  counts,
  sweep,
}
