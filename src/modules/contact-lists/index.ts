import { and, eq, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import type { NounEvent } from '#kernel/noun/api'
import { type Filters, noun } from '#kernel/noun/noun'
import { ofCompany } from '#kernel/noun/scope'
import { cachedScalar } from '#kernel/storage/page-ids'
import { companies, discard, purgeDiscarded } from '../companies'
import { allow, toHolders } from '../rights'
import { contactListApi } from './api'
import { ContactListBody } from './body'
import { contactLists as table } from './schema'

export type { ContactListJourneys } from './routes'
export { ListSource } from './source'
export type ContactList = typeof table.$inferSelect

/** Each by a range of the index alone: a list of 100,000 is counted anew with every piece that comes into it. */
function counted(so?: string) {
  return `(select count(*) from contact_list_items where contact_list_id = value${so ? ` and ${so}` : ''})`
}
/** How many of a list are there, may be written to, have no account, and were not asked about yet. */
type Counts = { n: number; valid: number; invalid: number }
const COUNTS = `select coalesce(json_group_object(id, json_object('n', n, 'valid', valid, 'invalid', invalid)), '{}') from (
  select value id, ${counted()} n, ${counted('is_whatsapp_valid = 1')} valid, ${counted('is_whatsapp_valid = 0')} invalid from json_each(?))`

const base = noun({
  name: 'contactList',
  api: contactListApi,
  table,
  scope: { ...ofCompany<ContactList>(table), rooms: toHolders('campaigns:use') },
  body: ContactListBody,
  pageSize: 20,
  order: 'sort_name, id',
  search: [table.name],
  rights: { read: allow('campaigns:use'), write: allow('campaigns:use') },
  contract: { deleted: 'Contact list deleted' },
  async view(ctx, rows) {
    const ids = JSON.stringify(rows.map(list => list.id))
    const counts = JSON.parse(await cachedScalar<string>(ctx, COUNTS, [ids])) as Record<number, Counts>
    return rows.map(({ filledTo: _, ...list }) => {
      const { n, valid, invalid } = counts[list.id] ?? { n: 0, valid: 0, invalid: 0 }
      return { ...list, contactsCount: String(n), valid, invalid, unchecked: n - valid - invalid }
    })
  },
})

type Shown = Awaited<ReturnType<typeof base.get>>
declare module '#kernel/context' {
  interface Events {
    ContactList: NounEvent<typeof contactListApi, Shown>
  }
}

/** Tells what a list counts by now. */
const tellCounts = async (ctx: Ctx, id: number) => {
  const list = await base.find(ctx, id)
  if (list) await base.tell(ctx, 'update', list)
}

const patch = (ctx: Ctx, id: number, values: Partial<ContactList>) =>
  ctx.db
    .update(table)
    .set(values)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))

/** Takes a list out of its company at once: nothing shows it or its people any more. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await base.load(ctx, id)
    await discard(ctx, table, id)
    ctx.publish('ContactList', { action: 'delete', id }, toHolders('campaigns:use')(ctx))
  })

/** Deletes one that was taken out, when nobody is in it any more. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

/** For clients that choose one. */
async function all(ctx: Ctx, ...narrowed: [text?: string, filters?: Filters]) {
  const { id, name } = await companies.get(ctx)
  return (await base.all(ctx, ...narrowed)).map(list => ({ ...list, company: { id, name } }))
}

export const contactLists = { ...base, all, remove, purge, patch, tellCounts }
/** The lists of a company that are not in the trash, for what hangs on them. */
export const ofListsHere = (ctx: Ctx) => sql`contact_list_id in (select id from contact_lists where company_id = ${ctx.companyId})`
