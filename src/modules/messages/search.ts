import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import { everyBeginning, everyWord } from '../contacts'
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

/** The messages of a ticket's contact that have the words, newest first, as far as the actor sees its tickets. */
export async function searchIn(ctx: Ctx, ticket: AuthorizedTicket, text: string) {
  if (text.length < MIN) return { hits: [], hasMore: false }
  const words = text.split(/\s+/)
  const [whole, begun] = [await saying(ctx, ticket, everyWord(words)), everyBeginning(words)]
  const found = begun && !whole.length ? await saying(ctx, ticket, begun) : whole
  return { hits: found.slice(0, MOST), hasMore: found.length > MOST }
}

async function saying(ctx: Ctx, ticket: AuthorizedTicket, said: string) {
  const words = `company_id : "${ctx.companyId}" AND body : (${said})`
  const { rows } = await ctx.db.$client.execute({ sql: SAID, args: [words, ticket.contactId] })
  const ids = JSON.parse(rows[0]![0] as string) as number[]
  const seen: SQL | undefined = await conversation(ctx, ticket)
  return ctx.db
    .select({ id: table.uid, createdAt: table.createdAt })
    .from(table)
    .where(and(oneOf(table.id, ids), seen, eq(table.isDeleted, false)))
    .orderBy(desc(table.id))
    .limit(MOST + 1)
}
