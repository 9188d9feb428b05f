import { and, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { transaction, type Ctx } from '../context'

/** The columns of `circuit`, beside how the last answer went. */
type Guarded = SQLiteTable & Record<'id' | 'companyId' | 'failures' | 'retryAt' | 'lastAt' | 'lastError' | 'updatedAt', SQLiteColumn>
type State = { failures: number; retryAt: Date | null }
type Row = State & { id: number; lastAt: Date | null; lastError: string | null }
/** Whether one may be asked: as ever, as the one that tries, or not. */
export type Admission = 'closed' | 'half_open' | 'open'
/** `isDead`: what went wrong speaks against whoever was asked. */
export type Outcome = {
  admission: Admission
  error: string | null
  isDead: boolean
  /** Nobody was asked. */
  isIdle?: boolean
}

/** So many failures in a row open a circuit. */
const MAX_FAILURES = 5
const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 30 * 60_000
const NOTE_MS = 60_000

export const CLOSED: State = { failures: 0, retryAt: null }
const pauseFor = (failures: number) => new Date(Date.now() + Math.min(PAUSE_MS * 2 ** (failures - MAX_FAILURES), MAX_PAUSE_MS))

/**
 * A circuit breaker in a row: who fails again and again is asked no more, but for one try after a pause that doubles with each. That one
 * takes the pause that follows at once, in one statement, so that nobody else tries beside it, whatever becomes of it.
 */
export function circuitOf(table: Guarded) {
  const own = (ctx: Ctx, id: number) => and(eq(table.companyId, ctx.companyId), eq(table.id, id))
  const find = async (ctx: Ctx, id: number) => (await ctx.db.select().from(table).where(own(ctx, id)))[0] as Row | undefined

  async function admit(ctx: Ctx, { id, failures, retryAt }: Row): Promise<Admission> {
    if (!retryAt) return 'closed'
    const now = new Date()
    // A pause that is longer than any was begun by a clock that has been put back.
    const ends = new Date(now.getTime() + MAX_PAUSE_MS)
    if (retryAt > now && retryAt <= ends) return 'open'
    const taken = await ctx.db
      .update(table)
      .set({ retryAt: pauseFor(failures), updatedAt: sql`${table.updatedAt}` })
      .where(and(own(ctx, id), or(lte(table.retryAt, now), gt(table.retryAt, ends))))
      .returning({ id: table.id })
    return taken.length ? 'half_open' : 'open'
  }

  /** What was under way when it opened says nothing new. */
  function after({ failures, retryAt }: Row, { admission, error, isDead }: Outcome): State {
    if (error === null) return CLOSED
    if (!isDead || (retryAt && admission !== 'half_open')) return { failures, retryAt }
    return { failures: failures + 1, retryAt: failures + 1 < MAX_FAILURES ? null : pauseFor(failures + 1) }
  }

  async function changes(ctx: Ctx, id: number, outcome: Outcome) {
    const row = await find(ctx, id)
    if (!row) return
    const next = after(row, outcome)
    const isSame = next.failures === row.failures && outcome.error === row.lastError
    if (isSame && row.lastAt && Date.now() - row.lastAt.getTime() < NOTE_MS) return
    return { ...next, lastAt: new Date(), lastError: outcome.error, updatedAt: sql`${table.updatedAt}` }
  }

  /** Writes values that are no change of what people wrote, and tells the row. */
  const write = (
    ctx: Ctx,
    id: number,
    valuesOf: (ctx: Ctx) => Promise<object | undefined>,
    tell: (ctx: Ctx, id: number) => Promise<unknown>,
  ) =>
    transaction(ctx, async ctx => {
      const values = await valuesOf(ctx)
      if (!values) return
      await ctx.db.update(table).set(values).where(own(ctx, id))
      await tell(ctx, id)
    })

  /** The one that was to try has asked nobody: the next one tries. */
  const release = async (ctx: Ctx, id: number) =>
    void (await ctx.db
      .update(table)
      .set({ retryAt: new Date(), updatedAt: sql`${table.updatedAt}` })
      .where(and(own(ctx, id), isNotNull(table.retryAt))))

  return {
    admit,
    /** Keeps how an answer went, at most once a minute while nothing changes. */
    async note(ctx: Ctx, id: number, outcome: Outcome, tell: (ctx: Ctx, id: number) => Promise<unknown>) {
      if (outcome.isIdle) return outcome.admission === 'half_open' ? release(ctx, id) : undefined
      // Most answers change nothing: those do not wait for the writer.
      if (await changes(ctx, id, outcome)) await write(ctx, id, ctx => changes(ctx, id, outcome), tell)
    },
    /** Somebody saw that it works. */
    async close(ctx: Ctx, id: number, tell: (ctx: Ctx, id: number) => Promise<unknown>) {
      const [failing] = await ctx.db
        .select({ id: table.id })
        .from(table)
        .where(and(own(ctx, id), gt(table.failures, 0)))
      if (failing) await write(ctx, id, async () => ({ ...CLOSED, updatedAt: sql`${table.updatedAt}` }), tell)
    },
  }
}
