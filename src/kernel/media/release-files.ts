import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../context'
import { jobs } from '../jobs/jobs'
import { jobKind, PRIORITY, type Job } from '../jobs/kind'
import { namedFiles } from '../storage/tenant-rows'
import { UNNAMED_MS } from './media-store'

const MINUTE = 60_000
/** Files of one run: some reads of an index each. */
const SOME = 200

/** These files, or those that a process stored which was killed before it could name them. */
type Files = { hashes: string[] } | { ofKilled: true }
export const fileRelease = jobKind<Files>('file-release', PRIORITY.background)

/** Rows that named these files are deleted, or name others now, in the caller's transaction: what nobody else names goes from the disk after it. */
export async function releaseFiles(ctx: Ctx, hashes: (string | null | undefined)[]) {
  const files = [...new Set(hashes)].filter(hash => typeof hash === 'string')
  for (let from = 0; from < files.length; from += SOME) await jobs.enqueue(ctx, fileRelease, { hashes: files.slice(from, from + SOME) })
}

/** As `releaseFiles`, for rows that are gone. */
export const releaseMediaOf = (ctx: Ctx, rows: { mediaPath: string | null }[]) =>
  releaseFiles(
    ctx,
    rows.map(({ mediaPath }) => mediaPath),
  )

/**
 * Stores files one after the other, as long as who asked still may, for rows on their way: where one can not be stored, or the rows do not
 * come, what nobody else names goes again.
 */
export async function storedFor<G, S, T>(
  ctx: Ctx,
  given: G[],
  { store, hashOf }: { store: (one: G) => Promise<S>; hashOf: (stored: S) => string | null },
  work: (stored: S[]) => Promise<T>,
): Promise<T> {
  const stored: S[] = []
  try {
    for (const one of given) {
      // Each may take minutes, and stand in line: nobody's work who is gone.
      await ctx.stillMay(ctx.db)
      stored.push(await store(one))
    }
    return await work(stored)
  } catch (error) {
    // Where nothing can be stored that fails as well, and says nothing new.
    await releaseFiles(ctx, stored.map(hashOf)).catch(() => undefined)
    throw error
  }
}

/** Deletes rows with the files that they name: how many. */
export async function deleteWithFiles(ctx: Ctx, table: SQLiteTable & { mediaPath: SQLiteColumn }, where: SQL | undefined): Promise<number> {
  const gone = (await ctx.db.delete(table).where(where).returning({ mediaPath: table.mediaPath })) as { mediaPath: string | null }[]
  await releaseMediaOf(ctx, gone)
  return gone.length
}

/** As `releaseFiles`, at the start after a kill: for what stands on the disk and has no row. */
export const releaseOfKilled = (ctx: Ctx) => jobs.enqueue(ctx, fileRelease, { ofKilled: true })

/** Idempotent: what is named again meanwhile stays, and what is gone already is no failure. */
export const fileReleaseJob = (): Job =>
  fileRelease.handledBy({
    maxAttempts: 20,
    backoff: attempts => Math.min(attempts, 10) * MINUTE,
    budgetMs: MINUTE,
    leaseMs: 2 * MINUTE,
    atOnce: 1,
    late: 'run',
    async run(ctx, files) {
      if ('ofKilled' in files) return void (await releaseFiles(ctx, await ctx.media.savedLast()))
      const { hashes } = files
      const named = await namedFiles(ctx.db, hashes)
      const young = hashes.filter(hash => !named.has(hash) && !ctx.media.release(hash))
      if (young.length) return { again: UNNAMED_MS }
    },
  })
