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

/** How much was looked at, and which messages of it stand, newest first, each with its ticket: what was deleted is not found. */
const SAID = `select json_object('matches', count(*),
    'messages', json_group_array(m.id) filter (where not m.is_deleted),
    'tickets', json_group_array(m.ticket_id) filter (where not m.is_deleted))
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
    union select value from json_each(${JSON.stringify([...new Set((await saying(ctx, text)).tickets)])}))`
}

/** How many messages of a ticket are shown as found. */
const SHOWN = 3

/** Bodies are read of what is shown. */
const HITS = `select json_object('ticketId', m.ticket_id, 'id', m.uid, 'body', m.body, ${jsonPairs(messages, 'm', ['fromMe', 'createdAt'])})
  from json_each(?) shown cross join messages m on m.id = shown.value order by m.id desc`
type Row = JsonOf<Pick<typeof messages.$inferSelect, 'ticketId' | 'body' | 'fromMe' | 'createdAt'>> & { id: string }
export type Hit = Pick<Row, 'id' | 'body' | 'fromMe' | 'createdAt'>

/** The newest messages of each ticket that say the text, and how many of those looked at do. */
export async function hitsOf(ctx: Ctx, text: string, ticketIds: number[]): Promise<Map<number, { hits: Hit[]; hitCount: number }>> {
  const found = new Map(ticketIds.map(id => [id, { hits: [] as Hit[], hitCount: 0 }]))
  const said = await saying(ctx, text)
  const shown = said.messages.filter((_, i) => {
    const of = found.get(said.tickets[i]!)
    return of && ++of.hitCount <= SHOWN
  })
  const rows = shown.length ? await jsonRows<Row>(ctx.db, HITS, [JSON.stringify(shown)]) : []
  for (const { ticketId, body, ...row } of rows) found.get(ticketId)?.hits.push({ ...row, body: excerpt(body, text) })
  return found
}
