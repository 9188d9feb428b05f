import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { contains } from '#kernel/storage/contains'
import { oneOf } from '#kernel/storage/one-of'
import { queryOf, scalar, scalarBeside } from '#kernel/storage/page-ids'
import { everyBeginning, everyWord, LEAST_BEGUN } from '../contacts'
import type { AuthorizedTicket } from '../tickets'
import { conversation } from './list'
import { messages as table } from './schema'

/** A single letter begins too many words. */
const MIN = 2
/** So many hits are gone through; whoever has more narrows the words. */
const MOST = 200
/** Bounded: of the company's newest messages with the words so many are looked at, and of a conversation as many. */
const LOOKED_AT = 50_000

/** The unary plus keeps the index of words in front: the conversation is only what narrows it. */
const SAID = `select json_group_array(id) from (
  select id from (select rowid as id from messages_fts where messages_fts match ? order by rowid desc limit ${LOOKED_AT})
  where +id in (select id from messages where chat_id = ? order by id desc limit ${LOOKED_AT})
  limit ${2 * MOST})`

/** No index has the middle of a word: of a conversation so many of the newest are read, and so many letters, beside the event loop. */
const READ_THROUGH = 10_000
const LETTERS_READ = 2_000_000

/**
 * The messages of a ticket's contact that have the words, newest first, as far as the actor sees its tickets; where none has, those with words
 * that begin so; and where none does, those with words that have such a part.
 */
export async function searchIn(ctx: Ctx, ticket: AuthorizedTicket, text: string) {
  const words = text.split(/\s+/)
  const begun = everyBeginning(words)
  const isPart = words.every(word => [...word].length >= LEAST_BEGUN)
  let found = text.length < MIN ? [] : await saying(ctx, ticket, everyWord(words))
  if (!found.length && begun) found = await saying(ctx, ticket, begun)
  if (!found.length && isPart) found = await containing(ctx, ticket, words)
  return { hits: found.slice(0, MOST), hasMore: found.length > MOST }
}

async function saying(ctx: Ctx, ticket: AuthorizedTicket, said: string) {
  const words = `company_id : "${ctx.companyId}" AND body : (${said})`
  return seenOf(ctx, ticket, await scalar<string>(ctx, SAID, [words, ticket.contactId]))
}

async function containing(ctx: Ctx, ticket: AuthorizedTicket, words: string[]) {
  const newest = sql`select id from (
    select id, sum(length(body)) over (order by id desc) as letters from messages where chat_id = ${ticket.contactId}
      order by id desc limit ${sql.raw(String(READ_THROUGH))})
    where letters <= ${sql.raw(String(LETTERS_READ))}`
  const every = and(...words.map(word => contains(sql`m.body`, word)))
  const { sql: query, params } = queryOf(sql`select json_group_array(id) from (
    select m.id from (${newest}) n cross join messages m on m.id = n.id where ${every} limit ${sql.raw(String(2 * MOST))})`)
  return seenOf(ctx, ticket, await scalarBeside<string>(ctx, query, params))
}

/** Of the ids of messages, as JSON, those that the actor sees. */
async function seenOf(ctx: Ctx, ticket: AuthorizedTicket, json: string) {
  const ids = JSON.parse(json) as number[]
  const seen: SQL | undefined = await conversation(ctx, ticket)
  return ctx.db
    .select({ id: table.uid, createdAt: table.createdAt })
    .from(table)
    .where(and(oneOf(table.id, ids), seen, eq(table.isDeleted, false)))
    .orderBy(desc(table.id))
    .limit(MOST + 1)
}
