import { transaction, type CtxFor } from '../context'
import type { Logger } from '../process/log'
import type { Store } from '../storage/libsql'
import { storageFaultOf } from '../storage/storage-errors'
import { jobs, type Capacity } from './jobs'
import { GiveUp, type Job } from './kind'
import type { JobRow } from './schema'

type Options = {
  store: Store
  ctxFor: CtxFor
  log: Logger
  /** Names this process, and those before it on the same folder: what they left running is run again at once. */
  owner: string
  kinds: Job[]
}

const MOST_AT_ONCE = 128
/** How long a run may still end by itself once it was told to. */
const GRACE_MS = 1_000
/** How long a stop waits for what runs. */
const STOP_MS = 2_000
/** The pause of a job whose outcome could not be stored. */
const STORAGE_PAUSE_MS = 5_000

type Run = { row: JobRow; abort: AbortController; ended: Promise<void> }

/** Claims due jobs and runs them: some at once, those of one lane in order, the companies in turn. */
export function jobRunner({ store, ctxFor, log, owner, kinds }: Options) {
  const byName = new Map(kinds.map(kind => [kind.kind, kind]))
  if (byName.size < kinds.length) throw new Error('two kinds of job have one name')
  const running = new Map<number, Run>()
  let pumping: Promise<void> | undefined
  let more = false
  let stopped = true

  const places = (): Capacity =>
    kinds.map(({ kind, atOnce, atOnceOfCompany = atOnce, leaseMs }) => {
      const free = atOnce - [...running.values()].filter(run => run.row.kind === kind).length
      return [kind, free, leaseMs, atOnceOfCompany]
    })

  /** Starts what is due; whoever calls while it looks has it look once more. */
  function wake() {
    if (stopped) return
    more = true
    pumping ??= pump()
      .catch(error => {
        more = false
        log[storageFaultOf(error) ? 'debug' : 'error']({ err: error }, 'jobs were not claimed')
      })
      .finally(() => {
        pumping = undefined
        if (more) wake()
      })
  }

  async function pump() {
    while (more && !stopped) {
      more = false
      const alive = [...running.keys()]
      if (await jobs.hasOrphans(store.db, owner, alive)) await jobs.takeBack(store.db, owner, alive)
      const free = MOST_AT_ONCE - running.size
      if (free <= 0 || !(await jobs.isAnyDue(store.db, places()))) continue
      const claimed = await store.write(store.db, async db => {
        await jobs.ripen(db)
        return jobs.claim(db, owner, places(), free)
      })
      for (const row of claimed) begin(row)
    }
  }

  function begin(row: JobRow) {
    const abort = new AbortController()
    const ended = perform(row, abort)
      .catch(error => log[storageFaultOf(error) ? 'debug' : 'error']({ err: error, jobId: row.id, kind: row.kind }, 'a job was not noted'))
      .finally(() => {
        running.delete(row.id)
        wake()
      })
    running.set(row.id, { row, abort, ended })
  }

  async function perform(row: JobRow, abort: AbortController) {
    const kind = byName.get(row.kind)!
    const ctx = ctxFor(row.companyId)
    if (row.attempts > kind.maxAttempts) return giveUp(kind, row, row.lastError ?? 'the process ended while it ran')
    if (kind.late !== 'run' && Date.now() - row.dueAt.getTime() > kind.late.skipAfterMs) return giveUp(kind, row, 'late')
    try {
      const result = await within(kind.budgetMs, abort, () =>
        kind.run(ctx, row.payload, { id: row.id, attempts: row.attempts, signal: abort.signal }),
      )
      if (isReturned(abort)) return
      await store.write<unknown>(store.db, db =>
        result && 'notYet' in result ? jobs.giveBack(db, row, result.notYet) : jobs.finish(db, row, result?.again),
      )
    } catch (error) {
      if (isReturned(abort)) return
      await failed(kind, row, error)
    }
  }

  async function failed(kind: Job, row: JobRow, error: unknown) {
    // The storage's fault is nobody's attempt.
    if (storageFaultOf(error)) {
      await Bun.sleep(STORAGE_PAUSE_MS)
      return void (await store.write(store.db, db => jobs.giveBack(db, row)))
    }
    const final = row.attempts >= kind.maxAttempts || error instanceof GiveUp
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ err: error, jobId: row.id, kind: row.kind, attempts: row.attempts, final }, 'a job failed')
    if (final) return giveUp(kind, row, reason)
    await store.write(store.db, db => jobs.retry(db, row, kind.backoff(row.attempts), reason))
  }

  async function giveUp({ onGiveUp }: Job, row: JobRow, reason: string) {
    const noted = (withEnd: boolean) =>
      transaction(ctxFor(row.companyId), async ctx => {
        if ((await jobs.fail(ctx.db, row, reason)) && withEnd) await onGiveUp?.(ctx, row.payload, reason)
      })
    await noted(true).catch(error => {
      if (storageFaultOf(error)) throw error
      log.error({ err: error, jobId: row.id, kind: row.kind }, 'what follows a job that failed for good failed too')
      return noted(false)
    })
  }

  return {
    /** The names of all kinds of job that this product knows. */
    kinds: [...byName.keys()],
    wake,
    start() {
      stopped = false
      wake()
    },
    /** Waits a moment for what runs; the next start goes on with the rest at once. */
    async stop() {
      stopped = true
      await pumping
      const all = () => Promise.all([...running.values()].map(run => run.ended))
      await Promise.race([all(), Bun.sleep(STOP_MS)])
      const rest = [...running.values()]
      for (const { abort } of rest) abort.abort(RETURNED)
      if (rest.length)
        await store.write(store.db, async db => {
          for (const { row } of rest) await jobs.giveBack(db, row)
        })
    },
  }
}
export type JobRunner = ReturnType<typeof jobRunner>

/** Why a run is aborted whose job goes back to those that wait. */
const RETURNED = Symbol('returned')
const isReturned = ({ signal }: AbortController) => signal.reason === RETURNED

/** Aborts a run when its budget is spent, and goes on without it when it does not end then. */
async function within<T>(ms: number, abort: AbortController, run: () => Promise<T>): Promise<T> {
  const spent = Promise.withResolvers<never>()
  const timers = [
    setTimeout(() => abort.abort(new Error('the budget of the run is spent')), ms),
    setTimeout(() => spent.reject(abort.signal.reason), ms + GRACE_MS),
  ]
  try {
    return await Promise.race([run(), spent.promise])
  } finally {
    timers.forEach(clearTimeout)
  }
}
