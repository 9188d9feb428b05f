import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { folded } from '#kernel/folded'
import { type JsonOf, jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
import { cachedScalar, queryOf } from '#kernel/storage/page-ids'
import { everyBeginning, everyWord, matchingContacts } from '../contacts'
import { messages } from '../messages/schema'
import { excerptFor, LOOKED_THROUGH } from './excerpt'
import { hasSuch, type Narrowing, suchOf } from './narrowing'
import { tickets as table } from './schema'
import { visible } from './visibility'

/** The newest messages with a text that a search looks at. */
const ENOUGH = 2_000
/** More is looked at where they are of fewer tickets: one who goes on and on hides nobody else. */
const FEW_TICKETS = 40
const MOST_OF_ONE = 100

/**
 * Of those with a word so many are looked at for the few that are more than that, some at a time: nobody else is served meanwhile. Words
 * that begin so are gathered anew for each time, and are looked at once.
 */
const LOOKED_AT = 50_000
const AT_ONCE = 10_000

/** Messages, newest first, each with its ticket. */
type Such = { messages: number[]; tickets: number[] }
/** Those of some messages with the words: how many were looked at, and the last of them. */
type Some = Such & { looked: number; oldest: number | null; matches: number }
type Words = { words: string; narrowing?: Narrowing; atOnce: number }

/** How much was looked at, and which messages of it stand: what was deleted is not found. `Some`, as JSON. */
function some(ctx: Ctx, { words, narrowing, atOnce }: Words, below: number | null = null): Promise<string> {
  const match = `company_id : "${ctx.companyId}" AND body : (${words})`
  const such = narrowing ? queryOf(narrowing.such) : { sql: '1', params: [] }
  const query = `select json_object('looked', count(*), 'oldest', min(id), 'matches', count(*) filter (where is_such),
    'messages', json_group_array(id) filter (where is_such and not is_deleted),
    'tickets', json_group_array(ticket_id) filter (where is_such and not is_deleted))
  from (select m.id, m.ticket_id, m.is_deleted, m.company_id = ? and ${such.sql} as is_such
    from (select rowid as id from messages_fts where messages_fts match ?${below === null ? '' : ' and rowid < ?'} order by rowid desc limit ${atOnce}) f
    cross join messages m on m.id = f.id)`
  return cachedScalar<string>(ctx, query, [ctx.companyId, ...such.params, match, ...(below === null ? [] : [below])])
}

/** How much was looked at for an answer, which begins with it: thousands of ids are not parsed for that. */
const lookedFor = (answer: string) => Number(/\d+/.exec(answer)![0])

const TICKETS = '"tickets":['
/** Whether what was found is of few tickets. Most often its beginning says that it is not: thousands of ids are not parsed for that. */
function isOfFew(said: string) {
  const at = said.indexOf(TICKETS) + TICKETS.length
  if (new Set(said.slice(at, at + 3_000).split(',')).size > FEW_TICKETS) return false
  return new Set((JSON.parse(said) as Some).tickets).size < FEW_TICKETS
}

/** The messages in which words were said lately, and whether those that were looked at are enough; some at a time. */
async function further(ctx: Ctx, words: string, narrowing: Narrowing | undefined, most: number) {
  const said: Such = { messages: [], tickets: [] }
  const ofTicket = new Map<number, number>()
  let [matches, below]: [number, number | null] = [0, null]
  for (let looked = 0; looked < most && (matches < ENOUGH || ofTicket.size < FEW_TICKETS); looked += AT_ONCE) {
    if (below !== null) await new Promise(setImmediate)
    const found = JSON.parse(await some(ctx, { words, narrowing, atOnce: AT_ONCE }, below)) as Some
    matches += found.matches
    for (const [i, id] of found.messages.entries()) {
      const ticketId = found.tickets[i]!
      const n = (ofTicket.get(ticketId) ?? 0) + 1
      ofTicket.set(ticketId, n)
      if (n > MOST_OF_ONE || (said.messages.length >= ENOUGH && ofTicket.size > FEW_TICKETS)) continue
      said.messages.push(id)
      said.tickets.push(ticketId)
    }
    if (found.looked < AT_ONCE) return { ...said, isEnough: false }
    below = found.oldest
  }
  return { ...said, isEnough: true }
}

/** The messages in which all of a text was said lately, and their tickets: `Such`, as JSON. */
async function sayingAll(ctx: Ctx, text: string, narrowing: Narrowing | undefined): Promise<string> {
  // A word itself has an index, newest first; the words that begin with it must be gathered, which takes many times as long.
  const word = /^[\p{L}\p{N}]+$/u.test(text) ? `"${text}"` : undefined
  const begun = everyWord(text.split(/\s+/))
  if (!narrowing) {
    const whole = word && (await some(ctx, { words: word, atOnce: ENOUGH }))
    const isMany = whole && lookedFor(whole) >= ENOUGH
    const said = isMany ? whole : await some(ctx, { words: begun, atOnce: ENOUGH })
    if (lookedFor(said) < ENOUGH || !isOfFew(said)) return said
    return JSON.stringify(await further(ctx, isMany ? word! : begun, undefined, isMany ? LOOKED_AT : AT_ONCE))
  }
  const whole = word ? await further(ctx, word, narrowing, LOOKED_AT) : undefined
  if (whole?.isEnough) return JSON.stringify(whole)
  const rest = await further(ctx, begun, narrowing, AT_ONCE)
  return JSON.stringify(whole ? either(whole, rest) : rest)
}

/** The messages in which words that begin so were said lately. */
const sayingBegun = async (ctx: Ctx, words: string, narrowing: Narrowing | undefined) =>
  narrowing ? JSON.stringify(await further(ctx, words, narrowing, AT_ONCE)) : some(ctx, { words, atOnce: ENOUGH })

const SAYS_NOTHING = /"messages":\[\]/
/** Whether nobody of those whose tickets the actor sees said it: what others said decides nothing about what is looked for instead. */
async function saysNothing(ctx: Ctx, said: string) {
  const seen = SAYS_NOTHING.test(said) ? undefined : visible(ctx.actor)
  if (!seen) return SAYS_NOTHING.test(said)
  const { sql: query, params } = queryOf(sql`select exists (select 1 from ${table}
    where ${table.id} in (select value from json_each(${said}, '$.tickets')) and ${seen})`)
  return !(await cachedScalar<number>(ctx, query, params))
}
/** More words are no name and what was said, but a sentence. */
const MOST_WORDS = 5
/** Fewer letters begin too many names. */
const LEAST_OF_NAME = 3

/** The words at either end of a text, and those that are left: the most of them first. */
function nameAndWords(text: string): [name: string, said: string][] {
  const words = text.trim().split(/\s+/)
  if (words.length > MOST_WORDS) return []
  return words
    .slice(1)
    .map((_, i) => words.length - 1 - i)
    .flatMap(n => [
      [words.slice(0, n), words.slice(n)],
      [words.slice(-n), words.slice(0, -n)],
    ])
    .map(([name, said]): [string, string] => [name!.join(' '), said!.join(' ')])
    .filter(([name]) => name.length >= LEAST_OF_NAME)
}

/**
 * Where nobody is called so and nothing says it all, what those said whose name has a part of it: "lucia boleto"; else what has words that
 * begin so: "mod liga". As `Such`, in JSON.
 */
async function saying(ctx: Ctx, text: string, narrowing: Narrowing | undefined): Promise<string> {
  const all = await sayingAll(ctx, text, narrowing)
  if (!(await saysNothing(ctx, all)) || (await matchingContacts(ctx, text)) !== '[]') return all
  for (const [name, said] of nameAndWords(text)) {
    const contacts = await matchingContacts(ctx, name)
    if (contacts === '[]') continue
    const theirs = sql`m.chat_id in (select value from json_each(${contacts}))`
    const found = await sayingAll(ctx, said, { such: narrowing ? sql`${narrowing.such} and ${theirs}` : theirs, hasFile: false })
    if (!(await saysNothing(ctx, found))) return found
  }
  const begun = everyBeginning(text.split(/\s+/))
  return begun ? sayingBegun(ctx, begun, narrowing) : all
}

/** Both, newest first. Words that begin so were looked for among fewer messages than the word. */
function either(one: Such, other: Such): Such {
  const tickets = new Map([one, other].flatMap(such => such.messages.map((id, i) => [id, such.tickets[i]!] as const)))
  const messages = [...tickets.keys()].toSorted((a, b) => b - a)
  return { messages, tickets: messages.map(id => tickets.get(id)!) }
}

/** Whose contact's name or number has the words, or a message of theirs; narrowed, with such a message. */
export async function found(ctx: Ctx, text: string, narrowing?: Narrowing): Promise<SQL> {
  const said = await saying(ctx, text, narrowing)
  const called = sql`select t.id from tickets t where t.contact_id in (select value from json_each(${await matchingContacts(ctx, text)}))${narrowing ? sql` and ${hasSuch(narrowing)}` : sql``}`
  return SAYS_NOTHING.test(said)
    ? sql`${table.id} in (${called})`
    : sql`${table.id} in (${called} union select value from json_each(${said}, '$.tickets'))`
}

/** How many messages of a ticket are shown as found. */
const SHOWN = 3

/** Bodies are read of what is shown, as far as their excerpt looks. */
const HITS = `select json_object(${jsonPairs(messages, 'm', ['id', 'uid', 'ticketId', 'fromMe', 'createdAt', 'mediaType'])}, 'body', substr(m.body, 1, ${LOOKED_THROUGH}))
  from json_each(?) shown cross join messages m on m.id = shown.value`
type Row = JsonOf<Pick<typeof messages.$inferSelect, 'id' | 'uid' | 'ticketId' | 'body' | 'fromMe' | 'createdAt' | 'mediaType'>>
export type Hit = Pick<Row, 'body' | 'fromMe' | 'createdAt' | 'mediaType'> & { id: string }
/** Folding a text costs more than all else of a hit: it is kept with it. */
const hitRows = shapedRows<Row & { plain: string }, Row>({
  name: 'hit',
  shape: row => ({ ...row, plain: folded(row.body) }),
  follows: ['messages'],
  partsOf: row => [['messages', row.id]],
})

/** What to show as found: the messages that say the text, and of tickets without one the files that are looked for. */
async function suchIn(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]): Promise<Such> {
  const said: Such = text ? JSON.parse(await saying(ctx, text, narrowing)) : { messages: [], tickets: [] }
  if (!narrowing?.hasFile) return said
  const speaking = new Set(said.tickets)
  const silent = ticketIds.filter(id => !speaking.has(id))
  if (!silent.length) return said
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
  if (!such.messages.length) return found
  const shown = such.messages.filter((_, i) => {
    const of = found.get(such.tickets[i]!)
    return of && ++of.hitCount <= SHOWN
  })
  const excerpt = excerptFor(text)
  const rows = await hitRows(ctx, '', shown, missing => jsonTexts(ctx.db, HITS, [JSON.stringify(missing)]))
  for (const id of shown.toSorted((a, b) => b - a)) {
    const row = rows.get(id)
    if (!row) continue
    const { uid, ticketId, body, plain, fromMe, createdAt, mediaType } = row
    found.get(ticketId)?.hits.push({ id: uid, fromMe, createdAt, mediaType, body: excerpt(body, plain) })
  }
  return found
}
