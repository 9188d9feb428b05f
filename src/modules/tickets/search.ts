import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { type JsonOf, jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
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

/** Messages, newest first, each with its ticket. */
type Such = { messages: number[]; tickets: number[] }

/** How much was looked at, and which messages of it stand: what was deleted is not found. */
function statement(ctx: Ctx, words: string, narrowing: Narrowing | undefined) {
  const match = `company_id : "${ctx.companyId}" AND body : (${words})`
  const most = sql.raw(String(narrowing ? LOOKED_AT : ENOUGH))
  return sql`select json_object('matches', count(*),
    'messages', json_group_array(id) filter (where not is_deleted),
    'tickets', json_group_array(ticket_id) filter (where not is_deleted))
  from (select m.id, m.ticket_id, m.is_deleted
    from (select rowid as id from messages_fts where messages_fts match ${match} order by rowid desc limit ${most}) f
    cross join messages m on m.id = f.id where m.company_id = ${ctx.companyId}${narrowing ? sql` and ${narrowing.such}` : sql``}
    limit ${sql.raw(String(ENOUGH))})`
}

/** How much was looked at for an answer, which begins with it: thousands of ids are not parsed for that. */
const matchesOf = (said: string) => Number(/\d+/.exec(said)![0])

/** The messages in which a text was said lately, and their tickets: `Such`, as JSON. */
async function saying(ctx: Ctx, text: string, narrowing: Narrowing | undefined): Promise<string> {
  const matching = (words: string) => {
    const { sql: query, params } = queryOf(statement(ctx, words, narrowing))
    return cachedScalar<string>(ctx, query, params)
  }
  // A word itself has an index, newest first; the words that begin with it must be gathered, which takes many times as long.
  const whole = /^[\p{L}\p{N}]+$/u.test(text) ? await matching(`"${text}"`) : undefined
  return whole && matchesOf(whole) >= ENOUGH ? whole : matching(everyWord(text.split(/\s+/)))
}

/** Whose contact's name or number has the words, or a message of theirs; narrowed, with such a message. */
export async function found(ctx: Ctx, text: string, narrowing?: Narrowing): Promise<SQL> {
  return sql`${table.id} in (
    select t.id from tickets t where t.contact_id in (select value from json_each(${await matchingContacts(ctx, text)}))${narrowing ? sql` and ${hasSuch(narrowing)}` : sql``}
    union select value from json_each(${await saying(ctx, text, narrowing)}, '$.tickets'))`
}

/** How many messages of a ticket are shown as found. */
const SHOWN = 3

/** Bodies are read of what is shown. */
const HITS = `select json_object(${jsonPairs(messages, 'm', ['id', 'uid', 'ticketId', 'body', 'fromMe', 'createdAt', 'mediaType'])})
  from json_each(?) shown cross join messages m on m.id = shown.value`
type Row = JsonOf<Pick<typeof messages.$inferSelect, 'id' | 'uid' | 'ticketId' | 'body' | 'fromMe' | 'createdAt' | 'mediaType'>>
export type Hit = Pick<Row, 'body' | 'fromMe' | 'createdAt' | 'mediaType'> & { id: string }
const hitRows = shapedRows<Row>({ name: 'hit', follows: ['messages'], partsOf: row => [['messages', row.id]] })

/** What to show as found: the messages that say the text, and of tickets without one the files that are looked for. */
async function suchIn(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]): Promise<Such> {
  const said: Such = text ? JSON.parse(await saying(ctx, text, narrowing)) : { messages: [], tickets: [] }
  const speaking = new Set(said.tickets)
  const silent = ticketIds.filter(id => !speaking.has(id))
  if (!narrowing?.hasFile || !silent.length) return said
  const { sql: query, params } = queryOf(suchOf(narrowing, silent, ENOUGH))
  const files = JSON.parse(await cachedScalar<string>(ctx, query, params)) as Such
  return { messages: [...said.messages, ...files.messages], tickets: [...said.tickets, ...files.tickets] }
}

type Found = Map<number, { hits: Hit[]; hitCount: number }>
/** The newest messages of each ticket that were looked for, and how many of those looked at were. */
export async function hitsOf(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]): Promise<Found | undefined> {
  if (!text && !narrowing?.hasFile) return
  const found: Found = new Map(ticketIds.map(id => [id, { hits: [], hitCount: 0 }]))
  const such = await suchIn(ctx, text, narrowing, ticketIds)
  const shown = such.messages.filter((_, i) => {
    const of = found.get(such.tickets[i]!)
    return of && ++of.hitCount <= SHOWN
  })
  const rows = await hitRows(ctx, '', shown, missing => jsonTexts(ctx.db, HITS, [JSON.stringify(missing)]))
  for (const id of shown.toSorted((a, b) => b - a)) {
    const row = rows.get(id)
    if (!row) continue
    const { uid, ticketId, body, fromMe, createdAt, mediaType } = row
    found.get(ticketId)?.hits.push({ id: uid, fromMe, createdAt, mediaType, body: excerpt(body, text) })
  }
  return found
}
