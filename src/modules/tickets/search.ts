import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { folded } from '#kernel/folded'
import { type JsonOf, jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import { keptValues } from '#kernel/storage/kept-values'
import { shapedRows } from '#kernel/storage/row-cache'
import { cachedParsed, cachedScalar, cachedValue, queryOf, scalar } from '#kernel/storage/page-ids'
import { everyBeginning, everyWord, matchingContacts } from '../contacts'
import { messages } from '../messages/schema'
import { excerptFor, LOOKED_THROUGH } from './excerpt'
import { hasMatch, type Narrowing, matchingMessages } from './narrowing'
import { notedRows, noting } from './noted'
import { tickets as table } from './schema'
import { visible } from './visibility'

/** The newest messages with a text that a search looks at. */
const ENOUGH = 2_000
/** More are scanned where they are of fewer tickets: one who goes on and on hides nobody else. */
const FEW_TICKETS = 40
const MOST_OF_ONE = 100

/**
 * Of those with a word so many are scanned for the few that are more than that, in batches: nobody else is served during one. Words that
 * begin so are gathered anew for each batch, and are scanned in one.
 */
const MOST_SCANNED = 50_000
const BATCH = 10_000

/** What was found: of each ticket the messages, newest first; and the ids of those tickets as a JSON array, for queries. */
type Said = { byTicket: Map<number, number[]>; tickets: string }
/** Of the newest messages with the words: how many were scanned, the first and the last id of them, and how many match all else. */
type Batch = { said: Said; scanned: number; oldest: number | null; newest: number | null; matches: number }
type Words = { words: string; narrowing?: Narrowing; most: number }

const saidOf = (byTicket: Said['byTicket']): Said => ({ byTicket, tickets: JSON.stringify([...byTicket.keys()]) })
const NOTHING = saidOf(new Map())

/** Messages, newest first, each with its ticket. */
type MatchRows = { messages: number[]; tickets: number[] }
function grouped({ messages: ids, tickets }: MatchRows): Said['byTicket'] {
  const byTicket: Said['byTicket'] = new Map()
  for (let i = 0; i < ids.length; i++) {
    const of = byTicket.get(tickets[i]!)
    if (of) of.push(ids[i]!)
    else byTicket.set(tickets[i]!, [ids[i]!])
  }
  return byTicket
}

/** Ids between which is looked. */
type Range = { above?: number | null; below?: number | null }

/** One batch, and which messages of it stand: what was deleted is not found. */
function scan(ctx: Ctx, { words, narrowing, most }: Words, { above, below }: Range = {}): Promise<Batch> {
  const match = `company_id : "${ctx.companyId}" AND body : (${words})`
  const predicate = narrowing ? queryOf(narrowing.predicate) : { sql: '1', params: [] }
  const bounds = [...(above ? [['>', above] as const] : []), ...(below ? [['<', below] as const] : [])]
  const query = `select json_object('scanned', count(*), 'oldest', min(id), 'matches', count(*) filter (where is_match), 'newest', max(id),
    'messages', json_group_array(id) filter (where is_match and not is_deleted),
    'tickets', json_group_array(ticket_id) filter (where is_match and not is_deleted))
  from (select m.id, m.ticket_id, m.is_deleted, m.company_id = ? and ${predicate.sql} as is_match
    from (select rowid as id from messages_fts where messages_fts match ?${bounds.map(([sign]) => ` and rowid ${sign} cast(? as integer)`).join('')} order by rowid desc limit ${most}) f
    cross join messages m on m.id = f.id)`
  const values = [ctx.companyId, ...predicate.params, match, ...bounds.map(([, id]) => id)]
  const parse = (json: string) => {
    const { messages: ids, tickets, ...rest } = JSON.parse(json) as Omit<Batch, 'said'> & MatchRows
    return { ...rest, said: saidOf(grouped({ messages: ids, tickets })) }
  }
  // Those that `finds` keeps are not cached twice: a company's take much room.
  const isKept = !narrowing && !below
  return isKept ? scalar<string>(ctx, query, values).then(parse) : cachedParsed(ctx, query, values, parse)
}

/** What was found for words, kept until a text of the company is edited, deleted or moved; what was said since then is looked for alone. */
const finds = keptValues<Batch>({
  name: 'finds',
  follows: [{ table: 'messages', part: 'texts', id: 'row.company_id', columns: 'company_id, ticket_id, body, is_deleted', grows: true }],
  bytesOf: ({ scanned, said }) => 16 * scanned + 200 * said.byTicket.size,
})

/** With what was said since then, whose tickets come first. */
function since(newer: Batch, kept: Batch): Batch {
  const byTicket = new Map(newer.said.byTicket)
  for (const [ticketId, ids] of kept.said.byTicket) byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), ...ids])
  const said = byTicket.size > kept.said.byTicket.size ? saidOf(byTicket) : { ...kept.said, byTicket }
  return { ...newer, said, oldest: kept.oldest, scanned: kept.scanned + newer.scanned, matches: kept.matches + newer.matches }
}

/** The newest messages with words, kept as far as a message alone decides whether it is one. */
function newestMatches(ctx: Ctx, words: Words, below: number | null = null): Promise<Batch> {
  if (words.narrowing || below !== null) return scan(ctx, words, { below })
  return finds(ctx, `${ctx.companyId} ${words.most} ${words.words}`, [['texts', ctx.companyId]], async kept => {
    if (!kept) return scan(ctx, words)
    // An id is used again where the last of all messages were deleted; what was found is forgotten where it was one of these.
    const newer = await scan(ctx, words, { above: kept.newest })
    if (!newer.scanned) return kept
    // So many at once that others may stand between them and what is kept; or it has grown beyond what a search looks at.
    const isBeyond = newer.scanned >= words.most || kept.scanned + newer.scanned >= 2 * words.most
    return isBeyond ? scan(ctx, words) : since(newer, kept)
  })
}

/** The messages in which words were said lately, and whether those that were scanned are enough; in batches. */
async function scanFurther(ctx: Ctx, words: string, narrowing: Narrowing | undefined, most: number) {
  const byTicket: Said['byTicket'] = new Map()
  let [matches, kept, below]: [number, number, number | null] = [0, 0, null]
  for (let scanned = 0; scanned < most && (matches < ENOUGH || byTicket.size < FEW_TICKETS); scanned += BATCH) {
    if (below !== null) await new Promise(setImmediate)
    const found = await newestMatches(ctx, { words, narrowing, most: BATCH }, below)
    matches += found.matches
    for (const [ticketId, ids] of found.said.byTicket) {
      if (kept >= ENOUGH && byTicket.size >= FEW_TICKETS) break
      const before = byTicket.get(ticketId) ?? []
      const of = [...before, ...ids].slice(0, MOST_OF_ONE)
      byTicket.set(ticketId, of)
      kept += of.length - before.length
    }
    if (found.scanned < BATCH) return { byTicket, isEnough: false }
    below = found.oldest
  }
  return { byTicket, isEnough: true }
}

/** The messages in which all of a text was said lately. */
async function sayingAll(ctx: Ctx, text: string, narrowing: Narrowing | undefined): Promise<Said> {
  // A word itself has an index, newest first; the words that begin with it must be gathered, which takes many times as long.
  const word = /^[\p{L}\p{N}]+$/u.test(text) ? `"${text}"` : undefined
  const begun = everyWord(text.split(/\s+/))
  if (!narrowing) {
    const whole = word && (await newestMatches(ctx, { words: word, most: ENOUGH }))
    const isMany = whole && whole.scanned >= ENOUGH
    const { said, scanned } = isMany ? whole : await newestMatches(ctx, { words: begun, most: ENOUGH })
    if (scanned < ENOUGH || said.byTicket.size >= FEW_TICKETS) return said
    return saidOf((await scanFurther(ctx, isMany ? word! : begun, undefined, isMany ? MOST_SCANNED : BATCH)).byTicket)
  }
  const whole = word ? await scanFurther(ctx, word, narrowing, MOST_SCANNED) : undefined
  if (whole?.isEnough) return saidOf(whole.byTicket)
  const rest = await scanFurther(ctx, begun, narrowing, BATCH)
  return saidOf(whole ? either(whole.byTicket, rest.byTicket) : rest.byTicket)
}

/** The messages in which words that begin so were said lately. */
const sayingBegun = async (ctx: Ctx, words: string, narrowing: Narrowing | undefined) =>
  narrowing ? saidOf((await scanFurther(ctx, words, narrowing, BATCH)).byTicket) : (await newestMatches(ctx, { words, most: ENOUGH })).said

/** Whether nobody of those whose tickets the actor sees said it: what others said decides nothing about what is looked for instead. */
async function saysNothing(ctx: Ctx, { byTicket, tickets }: Said) {
  const seen = byTicket.size ? visible(ctx.actor) : undefined
  if (!seen) return !byTicket.size
  const { sql: query, params } = queryOf(sql`select exists (select 1 from ${table}
    where ${table.id} in (select value from json_each(${tickets})) and ${seen})`)
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
 * begin so: "mod liga".
 */
async function saying(ctx: Ctx, text: string, narrowing: Narrowing | undefined): Promise<Said> {
  const all = await sayingAll(ctx, text, narrowing)
  if (!(await saysNothing(ctx, all)) || (await matchingContacts(ctx, text)) !== '[]') return all
  for (const [name, said] of nameAndWords(text)) {
    const contacts = await matchingContacts(ctx, name)
    if (contacts === '[]') continue
    const theirs = sql`m.chat_id in (select value from json_each(${contacts}))`
    const found = await sayingAll(ctx, said, { predicate: narrowing ? sql`${narrowing.predicate} and ${theirs}` : theirs, hasFile: false })
    if (!(await saysNothing(ctx, found))) return found
  }
  const begun = everyBeginning(text.split(/\s+/))
  return begun ? sayingBegun(ctx, begun, narrowing) : all
}

/** Both, newest first. Words that begin so were looked for among fewer messages than the word. */
const either = (one: Said['byTicket'], other: Said['byTicket']): Said['byTicket'] =>
  new Map(
    [...one.keys(), ...other.keys()].map(ticketId => [
      ticketId,
      [...new Set([...(one.get(ticketId) ?? []), ...(other.get(ticketId) ?? [])])].toSorted((a, b) => b - a),
    ]),
  )

/** Whose contact's name or number has the words, or a message or a note of theirs; narrowed, with a message that the narrowing keeps. */
export async function found(ctx: Ctx, text: string, narrowing?: Narrowing): Promise<SQL> {
  const [said, noted] = [await saying(ctx, text, narrowing), narrowing ? undefined : await noting(ctx, text)]
  const called = sql`select t.id from tickets t where t.contact_id in (select value from json_each(${await matchingContacts(ctx, text)}))${narrowing ? sql` and ${hasMatch(narrowing)}` : sql``}`
  const more = [said, noted].filter(one => one?.byTicket.size).map(one => sql` union select value from json_each(${one!.tickets})`)
  return sql`${table.id} in (${called}${sql.join(more)})`
}

/** How many messages of a ticket are shown as found, and how many notes. */
const SHOWN = 3

/** Bodies are read of what is shown, as far as their excerpt looks. */
const HITS = `select json_object(${jsonPairs(messages, 'm', ['id', 'uid', 'ticketId', 'fromMe', 'createdAt', 'mediaType'])}, 'body', substr(m.body, 1, ${LOOKED_THROUGH}))
  from json_each(?) shown cross join messages m on m.id = shown.value`
type Row = JsonOf<Pick<typeof messages.$inferSelect, 'id' | 'uid' | 'ticketId' | 'body' | 'fromMe' | 'createdAt' | 'mediaType'>>
type Hit = Pick<Row, 'body' | 'fromMe' | 'createdAt' | 'mediaType'> & { id: string; isNote?: true }
/** Folding a text costs more than all else of a hit: it is kept with it. */
const hitRows = shapedRows<Row & { plain: string }, Row>({
  name: 'hit',
  shape: row => ({ ...row, plain: folded(row.body) }),
  follows: ['messages'],
  partsOf: row => [['messages', row.id]],
})

/** What to show as found: the messages that say the text, and of tickets without one the files that are looked for. */
async function matchesIn(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]): Promise<Said['byTicket']> {
  const { byTicket } = text ? await saying(ctx, text, narrowing) : NOTHING
  if (!narrowing?.hasFile) return byTicket
  const silent = ticketIds.filter(id => !byTicket.has(id))
  if (!silent.length) return byTicket
  const { sql: query, params } = queryOf(matchingMessages(narrowing, silent, ENOUGH))
  return new Map([...byTicket, ...grouped(JSON.parse(await cachedScalar<string>(ctx, query, params)) as MatchRows)])
}

export type Found = { hits: Hit[]; hitCount: number; noteCount: number }
/** The newest messages of each ticket that were looked for, how many of those scanned match, behind them its newest notes, and how many. */
async function findHits(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]): Promise<Map<number, Found>> {
  const matches = await matchesIn(ctx, text, narrowing, ticketIds)
  const noted = text && !narrowing ? (await noting(ctx, text)).byTicket : NOTHING.byTicket
  const found = new Map<number, Found>(
    ticketIds.map(id => [id, { hits: [], hitCount: matches.get(id)?.length ?? 0, noteCount: noted.get(id)?.length ?? 0 }]),
  )
  const [shown, notes] = [matches, noted].map(by => ticketIds.flatMap(id => by.get(id)?.slice(0, SHOWN) ?? [])) as [number[], number[]]
  if (!shown.length && !notes.length) return found
  const excerpt = excerptFor(text)
  const rows = await hitRows(ctx, '', shown, missing => jsonTexts(ctx.db, HITS, [JSON.stringify(missing)]))
  for (const id of shown.toSorted((a, b) => b - a)) {
    const row = rows.get(id)
    if (!row) continue
    const { uid, ticketId, body, plain, fromMe, createdAt, mediaType } = row
    found.get(ticketId)?.hits.push({ id: uid, fromMe, createdAt, mediaType, body: excerpt(body, plain) })
  }
  const noteRows = notes.length ? await notedRows(ctx, notes) : undefined
  for (const id of notes) {
    const row = noteRows?.get(id)
    if (!row) continue
    const { ticketId, body, plain, createdAt } = row
    const hit = { id: `note-${id}`, isNote: true, fromMe: true, createdAt, mediaType: 'conversation' } as const
    found.get(ticketId!)?.hits.push({ ...hit, body: excerpt(body, plain) })
  }
  return found
}

/** The same as JSON by ticket, kept until the next commit: cutting excerpts and writing them costs as much as all else of a search. */
export async function hitTexts(ctx: Ctx, text: string, narrowing: Narrowing | undefined, ticketIds: number[]) {
  if (!text && !narrowing?.hasFile) return
  const asked = [visible(ctx.actor), narrowing?.predicate].map(part => part && queryOf(part))
  const key = JSON.stringify(['hits', ctx.companyId, asked, narrowing?.hasFile, text, ticketIds])
  const find = async () =>
    new Map((await findHits(ctx, text, narrowing, ticketIds)).entries().map(([id, found]) => [id, JSON.stringify(found)]))
  return cachedValue<ReadonlyMap<number, string>>(ctx, key, find, texts => texts.values().reduce((sum, one) => sum + one.length, 0))
}
