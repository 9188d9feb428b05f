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

/**
 * Of those with a word so many are looked at for the few that are more than that, some at a time: nobody else is served meanwhile. Words
 * that begin so are gathered anew for each time, and are looked at once.
 */
const LOOKED_AT = 50_000
const AT_ONCE = 10_000

/** Messages, newest first, each with its ticket. */
type Such = { messages: number[]; tickets: number[] }
type Said = Such & { matches: number }
/** Some of the messages with the words: how many they were, and the last of them. */
type Some = Said & { looked: number; oldest: number | null }
type Words = { words: string; narrowing: Narrowing | undefined; atOnce: number }

/** How much was looked at, and which messages of it stand: what was deleted is not found. */
function statement(ctx: Ctx, { words, narrowing, atOnce }: Words, below: number | null) {
  const match = `company_id : "${ctx.companyId}" AND body : (${words})`
  const from = below === null ? sql`` : sql` and rowid < ${below}`
  const isSuch = sql`m.company_id = ${ctx.companyId}${narrowing ? sql` and ${narrowing.such}` : sql``}`
  return sql`select json_object('looked', count(*), 'oldest', min(id), 'matches', count(*) filter (where is_such),
    'messages', json_group_array(id) filter (where is_such and not is_deleted),
    'tickets', json_group_array(ticket_id) filter (where is_such and not is_deleted))
  from (select m.id, m.ticket_id, m.is_deleted, ${isSuch} as is_such
    from (select rowid as id from messages_fts where messages_fts match ${match}${from} order by rowid desc limit ${sql.raw(String(atOnce))}) f
    cross join messages m on m.id = f.id)`
}

/** The messages in which words were said lately, and whether those that were looked at are enough. */
async function matching(ctx: Ctx, words: string, narrowing: Narrowing | undefined, lookedAt: number) {
  const [atOnce, most] = narrowing ? [AT_ONCE, lookedAt] : [ENOUGH, ENOUGH]
  const said: Said = { messages: [], tickets: [], matches: 0 }
  let below: number | null = null
  for (let looked = 0; looked < most && said.matches < ENOUGH; looked += atOnce) {
    if (below !== null) await new Promise(setImmediate)
    const { sql: query, params } = queryOf(statement(ctx, { words, narrowing, atOnce }, below))
    const some = JSON.parse(await cachedScalar<string>(ctx, query, params)) as Some
    said.matches += some.matches
    said.messages.push(...some.messages.slice(0, ENOUGH))
    said.tickets.push(...some.tickets.slice(0, ENOUGH))
    if (some.looked < atOnce) return { ...said, isEnough: false }
    below = some.oldest
  }
  return { ...said, isEnough: true }
}

/** The messages in which a text was said lately, and their tickets. */
async function saying(ctx: Ctx, text: string, narrowing: Narrowing | undefined): Promise<Such> {
  // A word itself has an index, newest first; the words that begin with it must be gathered, which takes many times as long.
  const whole = /^[\p{L}\p{N}]+$/u.test(text) ? await matching(ctx, `"${text}"`, narrowing, LOOKED_AT) : undefined
  if (whole?.isEnough) return whole
  const begun = await matching(ctx, everyWord(text.split(/\s+/)), narrowing, AT_ONCE)
  return whole && narrowing ? either(whole, begun) : begun
}

/** Both, newest first. Words that begin so were looked for among fewer messages than the word. */
function either(one: Such, other: Such): Such {
  const tickets = new Map([one, other].flatMap(such => such.messages.map((id, i) => [id, such.tickets[i]!] as const)))
  const messages = [...tickets.keys()].toSorted((a, b) => b - a)
  return { messages, tickets: messages.map(id => tickets.get(id)!) }
}

/** Whose contact's name or number has the words, or a message of theirs; narrowed, with such a message. */
export async function found(ctx: Ctx, text: string, narrowing?: Narrowing): Promise<SQL> {
  return sql`${table.id} in (
    select t.id from tickets t where t.contact_id in (select value from json_each(${await matchingContacts(ctx, text)}))${narrowing ? sql` and ${hasSuch(narrowing)}` : sql``}
    union select value from json_each(${JSON.stringify([...new Set((await saying(ctx, text, narrowing)).tickets)])}))`
}

/** How many messages of a ticket are shown as found. */
const SHOWN = 3

/** Bodies are read of what is shown. */
const HITS = `select json_object('ticketId', m.ticket_id, 'id', m.uid, 'body', m.body, ${jsonPairs(messages, 'm', ['fromMe', 'createdAt', 'mediaType'])})
  from json_each(?) shown cross join messages m on m.id = shown.value order by m.id desc`
type Row = JsonOf<Pick<typeof messages.$inferSelect, 'ticketId' | 'body' | 'fromMe' | 'createdAt' | 'mediaType'>> & { id: string }
export type Hit = Pick<Row, 'id' | 'body' | 'fromMe' | 'createdAt' | 'mediaType'>

/** What to show as found: the messages that say the text, and of tickets without one the files that are looked for. */
async function suchIn(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]): Promise<Such> {
  const said = text ? await saying(ctx, text, narrowing) : { messages: [], tickets: [] }
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
  const rows = shown.length ? await jsonRows<Row>(ctx.db, HITS, [JSON.stringify(shown)]) : []
  for (const { ticketId, body, ...row } of rows) found.get(ticketId)?.hits.push({ ...row, body: excerpt(body, text) })
  return found
}
