import { asc, eq, and, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import { queryOf, scalar } from '#kernel/storage/page-ids'
import { contacts as table } from './schema'
import { shownContact, type Contact } from './shown'

/** Rows that probably are one person, and what says so. */
type Reason = 'email' | 'number' | 'name'
type Pair = { a: number; b: number; reason: Reason }

/** Groups on one page; after these are merged the next ones come. */
const MAX_GROUPS = 100
const MAX_PAIRS = 1_000
/** An address that so many have is one of a company, or none at all. */
const MAX_SHARING = 10

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** What a query tells, a row after the other; all contacts are gone through. */
async function told<Row>(ctx: Ctx, row: string, query: SQL): Promise<Row[]> {
  const { sql: text, params } = queryOf(sql`select json_group_array(${sql.raw(row)}) from (${query})`)
  return JSON.parse(await scalar<string>(ctx, text, params)) as Row[]
}

async function byEmail(ctx: Ctx): Promise<Pair[]> {
  const rows = await told<number[]>(
    ctx,
    'json(ids)',
    sql`select json_group_array(id) ids from contacts where company_id = ${ctx.companyId} and email <> '' group by lower(email)
    having count(*) between 2 and ${MAX_SHARING} limit ${MAX_GROUPS + 1}`,
  )
  return rows.flatMap(ids => {
    const [first, ...others] = ids.toSorted((a, b) => a - b)
    return others.map((b): Pair => ({ a: first!, b, reason: 'email' }))
  })
}

type Two = [a: number, b: number, aName: string, bName: string, aNumber: string, bNumber: string]

/** The same last eight digits, and either the same name or one number at the end of the other, as without its country. */
async function byNumber(ctx: Ctx): Promise<Pair[]> {
  const rows = await told<Two>(
    ctx,
    'json_array(a, b, aName, bName, aNumber, bNumber)',
    sql`select a.id a, b.id b, a.name aName, b.name bName, a.number aNumber, b.number bNumber
    from contacts a join contacts b on b.company_id = a.company_id and b.number is not null and b.is_group = 0
      and b.number % 100000000 = a.number % 100000000 and b.id > a.id
    where a.company_id = ${ctx.companyId} and a.number is not null and a.is_group = 0 limit ${MAX_PAIRS}`,
  )
  return rows.flatMap(([a, b, aName, bName, aNumber, bNumber]): Pair[] => {
    if (aNumber.endsWith(bNumber) || bNumber.endsWith(aNumber)) return [{ a, b, reason: 'number' }]
    return folded(aName) === folded(bName) ? [{ a, b, reason: 'name' }] : []
  })
}

/** Whom WhatsApp told without a number, beside somebody of the same first and last name whom it never told. */
async function byName(ctx: Ctx): Promise<Pair[]> {
  const rows = await told<[a: number, b: number]>(
    ctx,
    'json_array(a, b)',
    sql`select a.id a, b.id b
    from contacts a join contacts b on b.company_id = a.company_id and b.sort_name = a.sort_name
      and b.number is not null and b.lid is null and b.is_group = 0
    where a.company_id = ${ctx.companyId} and a.number is null and a.is_group = 0 and instr(a.name, ' ') > 0 limit ${MAX_PAIRS}`,
  )
  return rows.map(([a, b]): Pair => ({ a, b, reason: 'name' }))
}

/** Who is one with somebody who is one with somebody else is one with both. */
function grouped(pairs: Pair[]) {
  const groups: { ids: Set<number>; reasons: Set<Reason> }[] = []
  for (const { a, b, reason } of pairs) {
    const [first, ...others] = groups.filter(({ ids }) => ids.has(a) || ids.has(b))
    const group = first ?? { ids: new Set(), reasons: new Set() }
    if (!first) groups.push(group)
    for (const other of others) {
      group.ids = group.ids.union(other.ids)
      group.reasons = group.reasons.union(other.reasons)
      groups.splice(groups.indexOf(other), 1)
    }
    group.ids.add(a).add(b)
    group.reasons.add(reason)
  }
  return groups
}

/** Contacts with how many tickets each has. */
export async function withTickets(ctx: Ctx, ids: number[]) {
  const rows = await ctx.db
    .select({
      contact: table,
      tickets: sql<number>`(select count(*) from tickets t where t.contact_id = contacts.id and t.company_id = contacts.company_id)`,
    })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), oneOf(table.id, ids)))
    .orderBy(asc(table.id))
  return rows.map(({ contact, tickets }) => ({ ...shownContact<Contact>(ctx, contact), ticketCount: tickets }))
}

/** Groups of contacts that probably are one person each, the surest first. Nothing is merged: a person has to say so. */
export async function duplicates(ctx: Ctx) {
  const pairs = [...(await byNumber(ctx)), ...(await byEmail(ctx)), ...(await byName(ctx))]
  const groups = grouped(pairs)
  const shown = groups.slice(0, MAX_GROUPS)
  const contacts = await withTickets(
    ctx,
    shown.flatMap(({ ids }) => [...ids]),
  )
  return {
    groups: shown.map(({ ids, reasons }) => ({ reasons: [...reasons], contacts: contacts.filter(({ id }) => ids.has(id)) })),
    hasMore: groups.length > shown.length,
  }
}
