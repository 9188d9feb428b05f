import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError, isUniqueViolation } from '#kernel/errors'
import { phoneKey } from '#kernel/phone'
import { ofListsHere } from '../contact-lists'
import { contactListItems as table } from './schema'

// What is done to many people of a list at once. Whoever calls it has loaded the list, and tells of it once.

/** A person for a list. With a lid the network knows the number already. */
export type Listed = { name: string; number: string; email?: string; lid?: string | null }

/** Adds those who are not in the list yet: the two spellings of a number are one. Returns how many they were. */
async function add(ctx: Ctx, contactListId: number, listed: Listed[]) {
  if (!listed.length) return 0
  const now = Date.now()
  const rows = listed.map(({ name, number, email = '', lid = null }) => [name.slice(0, 50), number, phoneKey(number), email, lid])
  const { rowsAffected } = await ctx.db.run(
    sql`insert into contact_list_items
        (company_id, contact_list_id, name, number, phone_key, email, lid, is_whatsapp_valid, checked_at, created_at, updated_at)
      select ${ctx.companyId}, ${contactListId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
        iif(value ->> 4 is null, null, 1), iif(value ->> 4 is null, null, ${now}), ${now}, ${now}
      from json_each(${JSON.stringify(rows)}) where true on conflict do nothing`,
  )
  return rowsAffected
}

/** Who stands in a spreadsheet several times is one person, whose later rows fill what the first leaves open. */
function onePerNumber(listed: Listed[]) {
  const byKey = new Map<string, Listed>()
  for (const one of listed) {
    const key = phoneKey(one.number)
    const first = byKey.get(key)
    if (!first) byKey.set(key, { ...one })
    else {
      if (isNumber(first.name)) first.name = one.name
      first.email ||= one.email
    }
  }
  return byKey
}
const isNumber = (name: string) => !/[^0-9 ()+-]/.test(name)

/**
 * Adds those who are not in the list yet, and fills what is missing of who is: a name that was a number, an e-mail. Three statements,
 * however many they are. Returns how many are new.
 */
async function merge(ctx: Ctx, contactListId: number, listed: Listed[]) {
  const byKey = onePerNumber(listed)
  const rows = [...byKey].map(([key, { name, email = '' }]) => [key, name.slice(0, 50), email])
  // A cross join is walked in its order: each row of the spreadsheet finds its person by the index, never the other way round.
  const open = await ctx.db.all<{ id: number; name: string; email: string }>(
    sql`select i.id, n.value ->> 1 as name, n.value ->> 2 as email from json_each(${JSON.stringify(rows)}) n
      cross join contact_list_items i on i.contact_list_id = ${contactListId} and i.phone_key = n.value ->> 0
      where i.name not glob '*[^0-9 ()+-]*' or (i.email = '' and n.value ->> 2 <> '')`,
  )
  if (open.length)
    await ctx.db.run(
      sql`update contact_list_items as i set
          name = iif(i.name glob '*[^0-9 ()+-]*', i.name, n.value ->> 1), email = iif(i.email = '', n.value ->> 2, i.email), updated_at = ${Date.now()}
        from json_each(${JSON.stringify(open.map(({ id, name, email }) => [id, name, email]))}) n where i.id = n.value ->> 0`,
    )
  return add(ctx, contactListId, [...byKey.values()])
}

/** How many are in a list. */
const count = async (ctx: Ctx, contactListId: number) =>
  (await ctx.db.all<{ n: number }>(sql`select count(*) n from contact_list_items where contact_list_id = ${contactListId}`))[0]!.n

/** Those of a list whose numbers were not checked, in their order; whom a contact of the company tells to be on WhatsApp comes with the lid. */
const unchecked = (ctx: Ctx, contactListId: number, limit: number) =>
  ctx.db.all<{ id: number; number: string; lid: string | null }>(
    sql`select i.id, i.number, c.lid from contact_list_items i
      left join contacts c on c.company_id = i.company_id and c.phone_key = i.phone_key and c.phone_key is not null
      where i.contact_list_id = ${contactListId} and i.is_whatsapp_valid is null order by i.id limit ${limit}`,
  )

/** What the network said of a number. Where its own form is that of somebody else in the list, they are one person. */
async function checked(ctx: Ctx, id: number, found: { pn: string; lid: string | null } | undefined) {
  const here = and(eq(table.id, id), isNull(table.isWhatsappValid))
  const known = { isWhatsappValid: found !== undefined, checkedAt: new Date(), ...(found && { lid: found.lid }) }
  const own = found && { number: found.pn, phoneKey: phoneKey(found.pn) }
  await ctx.db
    .update(table)
    .set({ ...known, ...own })
    .where(here)
    .catch(async error => {
      if (!isUniqueViolation(error)) throw error
      await ctx.db.delete(table).where(here)
    })
}

/** All whose numbers are not known to be good are asked about once more. */
const recheck = async (ctx: Ctx, contactListId: number) =>
  (
    await ctx.db
      .update(table)
      .set({ isWhatsappValid: null, checkedAt: null })
      .where(and(eq(table.contactListId, contactListId), eq(table.isWhatsappValid, false), sql`number <> ''`))
  ).rowsAffected

/** Takes somebody out of every list of the company; returns those lists. */
const leave = async (ctx: Ctx, number: string) =>
  (
    await ctx.db
      .delete(table)
      .where(and(ofListsHere(ctx), eq(table.phoneKey, phoneKey(number)), isNotNull(table.phoneKey)))
      .returning({ listId: table.contactListId })
  ).map(({ listId }) => listId)

/** People of one list. */
export const MOST = 100_000
/** Refuses what has just made a list larger than one may be. */
async function mustFit(ctx: Ctx, contactListId: number) {
  if ((await count(ctx, contactListId)) > MOST) throw new AppError('ERR_LIST_FULL', 409, { most: MOST })
}

export const people = { add, merge, count, mustFit, unchecked, checked, recheck, leave }
