import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { type JsonOf, jsonPairs, jsonRows } from '#kernel/storage/json-rows'
import { cachedScalar, queryOf } from '#kernel/storage/page-ids'
import { everyWord, matchingContacts } from '../contacts'
import { messages } from '../messages/schema'
import { excerpt } from './excerpt'
import { hasSuch, type Narrowing, suchOf } from './narrowing'
import { tickets as table } from './schema'

/** The newest messages with a text that a search looks at. */
const ENOUGH = 2_000

/** Of those with the words so many are looked at for the few that are more than that. */
const LOOKED_AT = 50_000

type Said = { matches: number; messages: number[]; tickets: number[] }
const NOTHING: Said = { matches: 0, messages: [], tickets: [] }

/** How much was looked at, and which messages of it stand: what was deleted is not found. */
function statement(ctx: Ctx, words: string, narrowing: Narrowing | undefined) {
  const match = `company_id : "${ctx.companyId}" AND body : (${words})`
  const most = sql.raw(String(narrowing ? LOOKED_AT : ENOUGH))
  return sql`select json_object('matches', count(*),
    'messages', json_group_array(id) filter (where not is_deleted),
    'tickets', json_group_array(distinct ticket_id) filter (where not is_deleted))
  from (select m.id, m.ticket_id, m.is_deleted
    from (select rowid as id from messages_fts where messages_fts match ${match} order by rowid desc limit ${most}) f
    cross join messages m on m.id = f.id where m.company_id = ${ctx.companyId}${narrowing ? sql` and ${narrowing.such}` : sql``}
    limit ${sql.raw(String(ENOUGH))})`
}

/** The messages in which a text was said lately, and their tickets. */
async function saying(ctx: Ctx, text: string, narrowing: Narrowing | undefined): Promise<Said> {
  const matching = async (words: string) => {
    const { sql: query, params } = queryOf(statement(ctx, words, narrowing))
    return JSON.parse(await cachedScalar<string>(ctx, query, params)) as Said
  }
  // A word itself has an index, newest first; the words that begin with it must be gathered, which takes many times as long.
  const whole = /^[\p{L}\p{N}]+$/u.test(text) ? await matching(`"${text}"`) : undefined
  return whole && whole.matches >= ENOUGH ? whole : matching(everyWord(text.split(/\s+/)))
}

/** Whose contact's name or number has the words, or a message of theirs; narrowed, with such a message. */
export async function found(ctx: Ctx, text: string, narrowing?: Narrowing): Promise<SQL> {
  return sql`${table.id} in (
    select t.id from tickets t where t.contact_id in (select value from json_each(${await matchingContacts(ctx, text)}))${narrowing ? sql` and ${hasSuch(narrowing)}` : sql``}
    union select value from json_each(${JSON.stringify((await saying(ctx, text, narrowing)).tickets)}))`
}

/** How many messages of a ticket are shown as found. */
const SHOWN = 3

/** Windows over ids alone: bodies are read of what is shown. */
const HITS = `select json_object('ticketId', m.ticket_id, 'count', n, 'id', m.uid, 'body', m.body, ${jsonPairs(messages, 'm', ['fromMe', 'createdAt', 'mediaType'])})
  from (select id as hit, row_number() over (partition by ticket_id order by id desc) as place, count(*) over (partition by ticket_id) as n
    from messages where +company_id = ? and id in (select value from json_each(?)) and +ticket_id in (select value from json_each(?)))
  cross join messages m on m.id = hit where place <= ${SHOWN} order by m.id desc`
type Row = JsonOf<Pick<typeof messages.$inferSelect, 'ticketId' | 'body' | 'fromMe' | 'createdAt' | 'mediaType'>> & {
  id: string
  count: number
}
export type Hit = Pick<Row, 'id' | 'body' | 'fromMe' | 'createdAt' | 'mediaType'>

/** The messages to show as found: those that say the text, and of tickets without one the files that are looked for. */
async function hitIds(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]) {
  const said = text ? await saying(ctx, text, narrowing) : NOTHING
  const silent = ticketIds.filter(id => !said.tickets.includes(id))
  if (!narrowing?.hasFile || !silent.length) return said.messages
  const { sql: query, params } = queryOf(suchOf(narrowing, silent, ENOUGH))
  return [...said.messages, ...(JSON.parse(await cachedScalar<string>(ctx, query, params)) as number[])]
}

type Found = Map<number, { hits: Hit[]; hitCount: number }>
/** The newest messages of each ticket that were looked for, and how many of those looked at were. */
export async function hitsOf(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]): Promise<Found | undefined> {
  if (!text && !narrowing?.hasFile) return
  const ids = await hitIds(ctx, text, narrowing, ticketIds)
  const lists = [JSON.stringify(ids), JSON.stringify(ticketIds)]
  const rows = ids.length && ticketIds.length ? await jsonRows<Row>(ctx.db, HITS, [ctx.companyId, ...lists]) : []
  const found: Found = new Map(ticketIds.map(id => [id, { hits: [], hitCount: 0 }]))
  for (const { ticketId, count, body, ...row } of rows) {
    const of = found.get(ticketId)!
    of.hits.push({ ...row, body: excerpt(body, text) })
    of.hitCount = count
  }
  return found
}
