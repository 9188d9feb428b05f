import type { Ctx } from '#kernel/context'
import { type JsonOf, jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import { keptValues } from '#kernel/storage/kept-values'
import { scalar } from '#kernel/storage/page-ids'
import { shapedRows } from '#kernel/storage/row-cache'
import { folded } from '#kernel/folded'
import { everyWord } from '../contacts'
import { ticketNotes as table } from '../ticket-notes/schema'
import { LOOKED_THROUGH } from './excerpt'

/** The newest notes with a text that a search looks at, also of tickets that the actor does not see: the team writes few, customers none. */
const ENOUGH = 5_000

/** Of each ticket the notes, newest first; and the ids of those tickets as a JSON array, for queries. */
type Noted = { byTicket: ReadonlyMap<number, number[]>; tickets: string }

const FOUND = `select json_group_array(json_array(n.id, n.ticket_id))
  from (select rowid as id from ticket_notes_fts where ticket_notes_fts match ? order by rowid desc limit ${ENOUGH}) f
  cross join ticket_notes n on n.id = f.id where n.company_id = ? and n.ticket_id is not null`

function grouped(found: [id: number, ticketId: number][]): Noted {
  const byTicket = new Map<number, number[]>()
  for (const [id, ticketId] of found) byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), id])
  return { byTicket, tickets: JSON.stringify([...byTicket.keys()]) }
}

/** Kept until a note of the company is written, changed, moved or deleted: a message changes none. */
const finds = keptValues<Noted>({
  name: 'noted',
  follows: [{ table: 'ticket_notes', part: 'notes', id: 'row.company_id', columns: 'company_id, ticket_id, note' }],
  bytesOf: ({ byTicket, tickets }) => 200 * byTicket.size + tickets.length,
})

/** The tickets with a note that has all words of a text. */
export const noting = (ctx: Ctx, text: string): Promise<Noted> =>
  finds(ctx, `${ctx.companyId} ${text}`, [['notes', ctx.companyId]], async kept => {
    if (kept) return kept
    const match = `company_id : "${ctx.companyId}" AND note : (${everyWord(text.split(/\s+/))})`
    return grouped(JSON.parse(await scalar<string>(ctx, FOUND, [match, ctx.companyId])) as [number, number][])
  })

const HITS = `select json_object(${jsonPairs(table, 'n', ['id', 'ticketId', 'createdAt'])}, 'body', substr(n.note, 1, ${LOOKED_THROUGH}))
  from json_each(?) shown cross join ticket_notes n on n.id = shown.value`
type Row = JsonOf<Pick<typeof table.$inferSelect, 'id' | 'ticketId' | 'createdAt'>> & { body: string }

/** Notes as they are shown where they were found, with their text folded. */
export const notedRows = (ctx: Ctx, ids: number[]) => rows(ctx, '', ids, missing => jsonTexts(ctx.db, HITS, [JSON.stringify(missing)]))
const rows = shapedRows<Row & { plain: string }, Row>({
  name: 'note hit',
  shape: row => ({ ...row, plain: folded(row.body) }),
  follows: ['ticket_notes'],
  partsOf: row => [['ticket_notes', row.id]],
})
