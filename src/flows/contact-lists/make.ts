import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { campaigns, shipmentsAfter } from '#modules/campaigns'
import { contactIdsAfter, contacts } from '#modules/contacts'
import { people, type Listed } from '#modules/contact-list-items'
import { contactLists, type ContactList, type ListSource } from '#modules/contact-lists'
import { tags } from '#modules/tags'
import { visible } from '#modules/tickets'
import { tellItems } from './told'
import { checkNumbers } from '../number-check/list'

/** People of one transaction, and of one list. */
const BATCH = 500
const MOST = 100_000

type Source = Pick<Values, 'source' | 'sourceName'> & { next: (after: number) => Promise<Batch> }
type Values = Pick<ContactList, 'name' | 'source' | 'sourceName'>

/** Makes a list of people who are known already. Those of a filter are people whom the actor may see so. */
export async function makeList(ctx: Ctx, asked: ListSource) {
  const { next, ...values } = await sourceOf(ctx, asked)
  return make(ctx, { name: asked.name, ...values }, next)
}

async function sourceOf(ctx: Ctx, { tagId, contacts: filter, campaignId, outcome }: ListSource): Promise<Source> {
  await campaigns.mustOwn(ctx, campaignId)
  if (tagId) {
    const { name } = await tags.load(ctx, tagId)
    return { source: 'tag', sourceName: name, next: after => ofContacts(ctx, { tags: [tagId] }, after) }
  }
  if (campaignId) {
    const { name } = await campaigns.load(ctx, campaignId)
    return { source: 'campaign', sourceName: name, next: after => ofCampaign(ctx, campaignId, outcome, after) }
  }
  if (!filter) throw new AppError('ERR_LIST_SOURCE', 400)
  return { source: 'filter', sourceName: '', next: after => ofContacts(ctx, filter, after) }
}

/** A list under whatever name, with its people. */
async function make(ctx: Ctx, values: Values, next: Source['next']) {
  const list = await transaction(ctx, ctx => contactLists.insert(ctx, values))
  await fill(ctx, list.id, next)
  return transaction(ctx, async ctx => {
    await checkNumbers(ctx, list.id)
    await tellItems(ctx, list.id)
    return contactLists.tell(ctx, 'create', list)
  })
}

/** Some people for a list, and the id to go on from; none when these were the last. */
type Batch = { listed: Listed[]; after: number | undefined }

/** Adds people batch by batch, so that nobody's message waits behind all of them. */
async function fill(ctx: Ctx, listId: number, next: (after: number) => Promise<Batch>) {
  for (let [at, added] = [0, 0]; added < MOST;) {
    const { listed, after } = await next(at)
    if (after === undefined) return
    at = after
    added += await transaction(ctx, ctx => people.add(ctx, listId, listed))
  }
}

type Filter = NonNullable<ListSource['contacts']>

async function ofContacts(ctx: Ctx, filter: Filter, from: number): Promise<Batch> {
  const ids = await contactIdsAfter(ctx, filter, visible, from, BATCH)
  const found = await contacts.findMany(ctx, ids)
  return { listed: found.flatMap(({ name, number, email, lid }) => (number ? [{ name, number, email, lid }] : [])), after: ids.at(-1) }
}

async function ofCampaign(ctx: Ctx, campaignId: number, outcome: ListSource['outcome'], from: number): Promise<Batch> {
  const rows = await shipmentsAfter(ctx, campaignId, outcome, from, BATCH)
  return { listed: rows, after: rows.at(-1)?.id }
}
