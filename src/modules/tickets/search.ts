import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { type JsonOf, jsonPairs, jsonRows } from '#kernel/storage/json-rows'
import { cachedScalar } from '#kernel/storage/page-ids'
import { everyWord, matchingContacts } from '../contacts'
import { messages } from '../messages/schema'
import { excerpt } from './excerpt'
import { tickets as table } from './schema'

/** The newest messages with a text that a search looks at. */
const ENOUGH = 2_000

/** How much was looked at, and which messages of it stand: what was deleted is not found. */
const SAID = `select json_object('matches', count(*),
    'messages', json_group_array(m.id) filter (where not m.is_deleted),
    'tickets', json_group_array(distinct m.ticket_id) filter (where not m.is_deleted))
  from (select rowid as id from messages_fts where messages_fts match ? order by rowid desc limit ${ENOUGH}) f
  cross join messages m on m.id = f.id where m.company_id = ?`
type Said = { matches: number; messages: number[]; tickets: number[] }

/** The messages in which a text was said lately, and their tickets. */
async function saying(ctx: Ctx, text: string): Promise<Said> {
  const matching = async (words: string) =>
    JSON.parse(await cachedScalar<string>(ctx, SAID, [`company_id : "${ctx.companyId}" AND body : (${words})`, ctx.companyId])) as Said
  // A word itself has an index, newest first; the words that begin with it must be gathered, which takes many times as long.
  const whole = /^[\p{L}\p{N}]+$/u.test(text) ? await matching(`"${text}"`) : undefined
  return whole && whole.matches >= ENOUGH ? whole : matching(everyWord(text.split(/\s+/)))
}

/** Whose contact's name or number has the words, or a message of theirs. */
export async function found(ctx: Ctx, text: string): Promise<SQL> {
  return sql`${table.id} in (
    select t.id from tickets t where t.contact_id in (select value from json_each(${await matchingContacts(ctx, text)}))
    union select value from json_each(${JSON.stringify((await saying(ctx, text)).tickets)}))`
}

/** How many messages of a ticket are shown as found. */
const SHOWN = 3

/** Windows over ids alone: bodies are read of what is shown. */
const HITS = `select json_object('ticketId', m.ticket_id, 'count', n, 'id', m.uid, 'body', m.body, ${jsonPairs(messages, 'm', ['fromMe', 'createdAt'])})
  from (select id as hit, row_number() over (partition by ticket_id order by id desc) as place, count(*) over (partition by ticket_id) as n
    from messages where +company_id = ? and id in (select value from json_each(?)) and +ticket_id in (select value from json_each(?)))
  cross join messages m on m.id = hit where place <= ${SHOWN} order by m.id desc`
type Row = JsonOf<Pick<typeof messages.$inferSelect, 'ticketId' | 'body' | 'fromMe' | 'createdAt'>> & { id: string; count: number }
export type Hit = Pick<Row, 'id' | 'body' | 'fromMe' | 'createdAt'>

/** The newest messages of each ticket that say the text, and how many of those looked at do. */
export async function hitsOf(ctx: Ctx, text: string, ticketIds: number[]): Promise<Map<number, { hits: Hit[]; hitCount: number }>> {
  const { messages: ids } = await saying(ctx, text)
  const lists = [JSON.stringify(ids), JSON.stringify(ticketIds)]
  const rows = ids.length && ticketIds.length ? await jsonRows<Row>(ctx.db, HITS, [ctx.companyId, ...lists]) : []
  const found = new Map(ticketIds.map(id => [id, { hits: [] as Hit[], hitCount: 0 }]))
  for (const { ticketId, count, body, ...row } of rows) {
    const of = found.get(ticketId)!
    of.hits.push({ ...row, body: excerpt(body, text) })
    of.hitCount = count
  }
  return found
}
