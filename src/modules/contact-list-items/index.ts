import { and, sql, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { invalid } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { phoneKey } from '#kernel/phone'
import { dialled } from '../contacts'
import { contactLists, ofListsHere } from '../contact-lists'
import { isOptedOut } from '../opt-outs/schema'
import { allow, toHolders } from '../rights'
import { contactListItemApi } from './api'
import { ContactListItemBody } from './body'
import { people } from './people'
import { ItemQuery, type Situation } from './query'
import { contactListItems as table } from './schema'

export { MOST, people, type Listed } from './people'
export type ContactListItem = typeof table.$inferSelect
type Input = v.InferOutput<typeof ContactListItemBody>

const company = ofCompany<ContactListItem>(table)

const base = noun({
  name: 'contactListItem',
  api: contactListItemApi,
  table,
  scope: { ...company, read: ctx => and(company.read(ctx), ofListsHere(ctx)), rooms: toHolders('campaigns:use') },
  body: ContactListItemBody,
  whole: false,
  pageSize: 20,
  order: 'sort_name, id',
  search: [table.name, table.number],
  filters: { contactListId: table.contactListId },
  refs: { contactListId: () => contactLists },
  unique: { phoneKey: 'Este número já está na lista' },
  rights: { read: allow('campaigns:use'), write: allow('campaigns:use'), remove: allow('contactLists:delete') },
  contract: { deleted: 'Contact list item deleted' },
  async view(ctx, rows) {
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const out = await ctx.db.all<{ id: number }>(
      sql`select i.id from contact_list_items i where i.id in (select value from json_each(${ids})) and ${isOptedOut}`,
    )
    const left = new Set(out.map(({ id }) => id))
    return rows.map(({ phoneKey: _key, lid: _lid, ...item }) => ({ ...item, isOptedOut: left.has(item.id) }))
  },
})

/** Whose campaigns reach them and whose do not, each person in one of them: who asked to be left alone is that, whatever the number. */
const OUT = sql`contact_list_items.id in (select i.id from contact_list_items i where i.contact_list_id = contact_list_items.contact_list_id and ${isOptedOut})`
const OF: Record<Situation, SQL> = {
  valid: sql`is_whatsapp_valid = 1 and not ${OUT}`,
  unchecked: sql`is_whatsapp_valid is null and not ${OUT}`,
  invalid: sql`is_whatsapp_valid = 0 and number <> '' and not ${OUT}`,
  noNumber: sql`is_whatsapp_valid = 0 and number = '' and not ${OUT}`,
  optedOut: OUT,
}

/** A number as the network writes it, with what finds it by any spelling. */
function numbered(number: string) {
  const digits = dialled(number)
  if (digits && !/^\d{8,50}$/.test(digits)) throw invalid({ number: ['Invalid number format. Only numbers is allowed.'] })
  return { number: digits, phoneKey: digits ? phoneKey(digits) : null, lid: null, isWhatsappValid: digits ? null : false, checkedAt: null }
}

/** What is wrong with the key of a number is said at its field. */
export const atNumber = (error: unknown) => {
  const { details } = error as { details?: { phoneKey?: string[] } }
  throw details?.phoneKey ? invalid({ number: details.phoneKey }) : error
}

const create = (ctx: Ctx, { number, ...input }: Input) =>
  transaction(ctx, async ctx => {
    const row = await base.insert(ctx, { ...input, ...numbered(number) }).catch(atNumber)
    await people.mustFit(ctx, row.contactListId)
    await contactLists.tellCounts(ctx, row.contactListId)
    return base.tell(ctx, 'create', row)
  })

const update = (ctx: Ctx, id: number, { number, ...input }: Partial<Input>) =>
  transaction(ctx, async ctx => {
    const before = await base.load(ctx, id)
    const isOther = number !== undefined && dialled(number) !== before.number
    const row = await base.change(ctx, before, { ...input, ...(isOther && numbered(number)) }).catch(atNumber)
    if (row.contactListId !== before.contactListId) await people.mustFit(ctx, row.contactListId)
    for (const listId of new Set([before.contactListId, row.contactListId])) await contactLists.tellCounts(ctx, listId)
    return base.tell(ctx, 'update', row)
  })

const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const { contactListId } = await base.load(ctx, id)
    await base.remove(ctx, id)
    await contactLists.tellCounts(ctx, contactListId)
  })

/** Deletes some of a list that was taken out. */
const purge = async (ctx: Ctx, contactListId: number, limit: number) =>
  (await ctx.db.delete(table).where(sql`id in (select id from contact_list_items where contact_list_id = ${contactListId} limit ${limit})`))
    .rowsAffected

export const contactListItems = { ...base, create, update, remove, purge }
export const contactListItemRoutes = (begun: (ctx: Ctx, contactListId: number) => Promise<unknown>) =>
  router()
    .get('/', base.facts.rights.read!, valid('query', ItemQuery), async c => {
      const { situation, contactListId, ...page } = c.req.valid('query')
      return c.json(await base.list(c.var.ctx, page, { contactListId }, situation && OF[situation]))
    })
    .route(
      '/',
      nounRoutes(contactListItems, {
        create: (ctx, input: Input) => transaction(ctx, async ctx => checking(ctx, await create(ctx, input), begun)),
        update: (ctx, id, input: Partial<Input>) => transaction(ctx, async ctx => checking(ctx, await update(ctx, id, input), begun)),
      }),
    )

/** A number that nobody was asked about yet is checked. */
async function checking<Row extends Pick<ContactListItem, 'contactListId' | 'isWhatsappValid'>>(
  ctx: Ctx,
  row: Row,
  begun: (ctx: Ctx, contactListId: number) => Promise<unknown>,
) {
  if (row.isWhatsappValid === null) await begun(ctx, row.contactListId)
  return row
}
