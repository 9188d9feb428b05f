import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx, CtxFor, StillMay } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { sameText, signature } from '#kernel/http/tokens'
import { tarHeader, TAR_END, tarPadding } from '#kernel/media/tar'
import { isSealed } from '#kernel/process/seal'
import { dependentTables, filesOfRow, tenantTables } from '#kernel/storage/tenant-rows'
import { companies } from '#modules/companies'
import { may } from '#modules/rights'
import { mustBeLive, type AccessCache } from '#modules/sessions'

const LIFETIME_MS = 10 * 60_000
/** Batch size, in ids that one query looks at: some milliseconds, however many rows of others lie between those of a company. */
const WINDOW = 5_000
/** Rows that are in memory at once: each may hold as much as the longest message. */
const AT_ONCE = 250
/** Downloads at once, of one company and of all: each lasts as long as its reader likes, and more are refused (ERR_BUSY). */
const OF_COMPANY = 2
const OF_ALL = 8
/** What only this installation needs, or what would open something. */
const LEFT_OUT = /^(sessions|push_subscriptions|jobs|outbox|sends|wa_.*)$/
/** What of a company its administrators read nowhere: rooms of their colleagues, what these began to write, and what operators keep of payments. */
const UNREAD = /^(chat.*|ticket_drafts|payment_events)$/
const SECRETS = /(^|_)(hash|token|secret|password|key|code|qrcode|session_id)$|^lease_/
const PUBLIC_KEYS = /^(key|phone_key)$/

const READERS = ['company', 'operator'] as const
/** Whoever operates a company takes all that is theirs to read of it; the company what its administrators may read. */
type ExportReader = (typeof READERS)[number]
export const ExportQuery = v.object({
  e: v.pipe(v.string(), v.maxLength(20)),
  s: v.pipe(v.string(), v.maxLength(64)),
  reader: v.optional(v.picklist(READERS), 'company'),
  /** The session that asked for the address. */
  by: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
})
type Asked = v.InferOutput<typeof ExportQuery>

type Row = Record<string, unknown>
const signed = (id: number, { e, reader, by }: Omit<Asked, 's'>, secret: string) => signature(`export|${id}|${e}|${reader}|${by}`, secret)

/** An address that fetches the data of a company for a while, without a token: a browser writes it to the disk as it comes. */
export const exportAddress = (secret: string) => async (ctx: Ctx, id: number, reader: ExportReader) => {
  await companies.load(ctx, id)
  const [e, by] = [String(Date.now() + LIFETIME_MS), ctx.actor.sessionId!]
  return `/companies/${id}/export?${new URLSearchParams({ e, s: signed(id, { e, reader, by }, secret), reader, by })}`
}

export function mustBeSigned(id: number, { s, ...asked }: Asked, secret: string) {
  if (!sameText(s, signed(id, asked, secret)) || Number(asked.e) < Date.now()) throw notFound('company')
}

/** Who asked for the address still reads all of the company: a download takes as long as its reader likes. */
export const readsAll =
  (access: AccessCache, ctxFor: CtxFor, id: number, { reader, by }: Asked): StillMay =>
  async () => {
    const now = await access.of(by)
    if (!now || !may(now.actor, reader === 'company' ? 'settings:write' : 'companies:write')) throw notFound('company')
    mustBeLive(now)
    await companies.load(ctxFor(now.companyId, now.actor), id)
  }

/**
 * All rows of a company as lines of JSON, and its files: one archive, of which no more is held in memory than some rows. It breaks off
 * where whoever asked may not read it any more.
 */
export function exports() {
  const running: number[] = []

  return async function exportCompany(ctx: Ctx, reader: ExportReader, { method, signal }: Request): Promise<Response> {
    const company = await companies.get(ctx)
    const name = `${company.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${companies.today(company)}.tar.gz`
    await ctx.stillMay(ctx.db)
    const headers = {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    }
    // Who hung up reads nothing, and nothing of an answer to HEAD is read.
    if (method === 'HEAD' || signal.aborted) return new Response(null, { headers })
    if (running.length >= OF_ALL || running.filter(id => id === ctx.companyId).length >= OF_COMPANY) throw new AppError('ERR_BUSY', 503)
    running.push(ctx.companyId)
    // What breaks off ends the answer, which its reader sees; there is nobody else to tell.
    const stream = pipeline(
      Readable.from(archive(ctx, company, reader)),
      createGzip(),
      () => void running.splice(running.indexOf(ctx.companyId), 1),
    )
    signal.addEventListener('abort', () => stream.destroy(), { once: true })
    return new Response(Readable.toWeb(stream) as unknown as ReadableStream, { headers })
  }
}

async function* archive(ctx: Ctx, company: Row, reader: ExportReader) {
  const at = new Date()
  async function* file(path: string, bytes: Uint8Array) {
    yield tarHeader(path, bytes.length, at)
    yield bytes
    yield tarPadding(bytes.length)
  }
  const lines = (rows: Row[]) =>
    Buffer.from(rows.map(row => `${JSON.stringify(exported(reader === 'company' ? asRead(row) : row))}\n`).join(''))
  const hashes = new Set<string>()
  yield* file('company.json', lines([company]))
  for await (const { table, part, rows } of rowsOf(ctx, reader)) {
    for (const row of rows) for (const hash of filesOfRow(row)) hashes.add(hash)
    yield* file(`${table}/${String(part).padStart(6, '0')}.jsonl`, lines(rows))
  }
  for (const hash of hashes) {
    await ctx.stillMay(ctx.db)
    const stored = ctx.media.read(hash)
    if (!(await stored.exists())) continue
    const { size } = stored
    yield tarHeader(`files/${hash}`, size, at)
    yield* stored.stream()
    yield tarPadding(size)
  }
  yield TAR_END
}

/** What providers said of the accounts of whoever operated the company before is theirs, also where the company is operated by others now. */
const ofOperator = (companyId: number) => sql`and (account_id is null or account_id in (
  select id from payment_accounts where reseller_id is (select reseller_id from companies where id = ${companyId})))`

/** The rows of each table in windows of ids, and with them what hangs on them. */
async function* rowsOf({ db, companyId, stillMay }: Ctx, reader: ExportReader) {
  const isLeftOut = (name: string) => LEFT_OUT.test(name) || (reader === 'company' && UNREAD.test(name))
  const dependent = await dependentTables(db)
  for (const { name } of (await tenantTables(db)).toReversed()) {
    if (isLeftOut(name)) continue
    const table = sql.identifier(name)
    const own = name === 'payment_events' ? ofOperator(companyId) : sql``
    const last = Number((await db.all<{ id: number }>(sql`select ifnull(max(rowid), 0) as id from ${table}`))[0]!.id)
    for (let from = 0, part = 1; from < last; from += WINDOW) {
      await stillMay(db)
      const found = await db.all<{ at: number }>(
        sql`select rowid as at from ${table} where rowid > ${from} and rowid <= ${from + WINDOW} and +company_id = ${companyId} ${own}`,
      )
      for (let i = 0; i < found.length; i += AT_ONCE, part++) {
        const some = JSON.stringify(found.slice(i, i + AT_ONCE).map(({ at }) => at))
        const rows = await db.all<Row>(sql`select * from ${table} where rowid in (select value from json_each(${some})) order by rowid`)
        yield { table: name, part, rows }
        const ids = JSON.stringify(rows.flatMap(({ id }) => id ?? []))
        for (const { name: child, parents } of dependent.filter(one => one.parents[0]!.table === name && !isLeftOut(one.name))) {
          const hanging = await db.all<Row>(
            sql`select * from ${sql.identifier(child)} where ${sql.identifier(parents[0]!.column)} in (select value from json_each(${ids}))`,
          )
          if (hanging.length) yield { table: child, part, rows: hanging }
        }
      }
    }
  }
}

/** A row without secrets, wherever in it they stand. */
const exported = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      if (SECRETS.test(key) && !PUBLIC_KEYS.test(key)) return []
      return [[key, isSealed(value) ? '' : typeof value === 'string' ? value.replace(/"sealed:[^"]*"/g, '""') : value]]
    }),
  )

/** A row without the drafts that a merge of contacts brought together, in which an undone one finds them. */
const asRead = (row: Row): Row =>
  typeof row['moved'] === 'string'
    ? { ...row, moved: JSON.stringify(JSON.parse(row['moved']), (key, value: unknown) => (key === 'begun' ? undefined : value)) }
    : row
