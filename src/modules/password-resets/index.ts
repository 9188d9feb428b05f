import { and, desc, eq, gt, isNotNull, lt, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { digest, randomToken, sameText } from '#kernel/http/tokens'
import type { Db } from '#kernel/storage/libsql'
import { TRASH } from '../companies'
import { companies } from '../companies/schema'
import { operated } from '../rights'
import { users as userTable } from '../users/schema'
import { passwordResets as table } from './schema'

/** How long a token may be used. */
export const RESET_MS = 30 * 60_000
/** 128 bits: nobody guesses one in a lifetime, with or without a limit. */
const TOKEN_BYTES = 16
const MAX_LISTED = 100

/** Whether a job has made its token already. */
const isMade = async (ctx: Ctx, jobId: number) =>
  (await ctx.db.select({ id: table.id }).from(table).where(eq(table.jobId, jobId)).limit(1)).length > 0

/** A new token for a person, in place of the one before; part of the caller's transaction. `keep`: sealed, for operators to hand over. */
async function open(ctx: Ctx, userId: number, jobId: number, { keep }: { keep: boolean }) {
  const token = randomToken(TOKEN_BYTES)
  const expiresAt = new Date(Date.now() + RESET_MS)
  const values = { jobId, tokenHash: digest(token), sealedToken: keep ? ctx.vault.seal(token) : null, expiresAt }
  await ctx.db
    .insert(table)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: table.userId, set: { ...values, createdAt: new Date() } })
  return { token, expiresAt }
}

/** Whom a token lets in; undefined when it is none, or is over. */
async function find(db: Db, email: string, token: string) {
  const [row] = await db
    .select({ id: table.id, tokenHash: table.tokenHash, userId: userTable.id, companyId: userTable.companyId })
    .from(table)
    .innerJoin(userTable, eq(userTable.id, table.userId))
    .where(and(eq(userTable.email, email), gt(table.expiresAt, new Date())))
  return row && sameText(row.tokenHash, digest(token)) ? row : undefined
}

/** Uses a token up; false when somebody was faster. Part of the transaction that changes the password. */
const close = async (db: Db, { id, tokenHash }: { id: number; tokenHash: string }) =>
  (await db.delete(table).where(and(eq(table.id, id), eq(table.tokenHash, tokenHash)))).rowsAffected > 0

/** What waits for an operator, who hands it over, since no mail could. The newest first. */
async function pending(ctx: Ctx) {
  const rows = await ctx.db
    .select({
      id: table.id,
      name: userTable.name,
      email: userTable.email,
      company: companies.name,
      expiresAt: table.expiresAt,
      sealedToken: table.sealedToken,
    })
    .from(table)
    .innerJoin(userTable, eq(userTable.id, table.userId))
    .innerJoin(companies, eq(companies.id, userTable.companyId))
    .where(
      and(
        isNotNull(table.sealedToken),
        gt(table.expiresAt, new Date()),
        ne(userTable.companyId, TRASH),
        operated(ctx, companies.resellerId),
      ),
    )
    .orderBy(desc(table.expiresAt))
    .limit(MAX_LISTED)
  return rows.map(({ sealedToken, ...row }) => ({ ...row, token: ctx.vault.open(sealedToken!) }))
}
export type PendingReset = Awaited<ReturnType<typeof pending>>[number]

const sweep = (db: Db) => db.delete(table).where(lt(table.expiresAt, new Date()))

export const passwordResets = { isMade, open, find, close, pending, sweep }
