import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { campaigns, countShipments, shipments, shipmentsAfter } from '#modules/campaigns'
import { companies } from '#modules/companies'
import { contactIdsAfter, contacts, countPeople } from '#modules/contacts'
import { MOST, people, type Listed } from '#modules/contact-list-items'
import { contactLists, type ContactList, type ListSource } from '#modules/contact-lists'
import { may } from '#modules/rights'
import { actorOf } from '#modules/sessions'
import { tags } from '#modules/tags'
import { visible } from '#modules/tickets'
import { users } from '#modules/users'
import { checkNumbers } from '../number-check/list'
import { tellItems } from './told'

type From = Omit<ListSource, 'name'>
const filling = jobKind<{ listId: number; from: From; userId: number | null }>('list-fill', PRIORITY.machine)

/** People of one transaction. */
const PIECE = 1_000
const MINUTE_MS = 60_000

/** Makes a list of people who are known already. They come into it piece by piece, behind the transaction of the caller. */
export const makeList = (ctx: Ctx, { name, ...from }: ListSource) =>
  transaction(ctx, async ctx => {
    const list = await contactLists.insert(ctx, { name, isFilled: false, ...(await sourceOf(ctx, from)) })
    await jobs.enqueue(ctx, filling, { listId: list.id, from, userId: ctx.actor.userId }, { key: String(list.id) })
    return contactLists.tell(ctx, 'create', list)
  })

async function sourceOf(ctx: Ctx, { tagId, contacts: filter, campaignId }: From): Promise<Pick<ContactList, 'source' | 'sourceName'>> {
  await campaigns.mustOwn(ctx, campaignId)
  if (tagId) return { source: 'tag', sourceName: (await tags.load(ctx, tagId)).name }
  if (campaignId) return { source: 'campaign', sourceName: (await campaigns.load(ctx, campaignId)).name }
  if (!filter) throw new AppError('ERR_LIST_SOURCE', 400)
  return { source: 'filter', sourceName: '' }
}

/** Some people for a list, and the id to go on from; none when these were the last. */
type Piece = { listed: Listed[]; last: number | undefined }

const filterOf = ({ tagId, contacts: filter }: Pick<From, 'tagId' | 'contacts'>) => (tagId ? { tags: [tagId] } : (filter ?? {}))

/** How many there are of whom a list is made. */
async function countOf(ctx: Ctx, { campaignId, outcome, ...from }: From) {
  if (!campaignId || from.tagId) return countPeople(ctx, filterOf(from), visible)
  const all = await countShipments(ctx, campaignId, outcome)
  return outcome === 'failed' ? all - (await campaigns.get(ctx, campaignId)).counts.invalid : all
}

async function pieceOf(ctx: Ctx, { tagId, contacts: filter, campaignId, outcome }: From, after: number): Promise<Piece> {
  if (campaignId && !tagId) {
    const rows = await shipmentsAfter(ctx, campaignId, outcome, after, PIECE)
    const ids = rows.map(({ id }) => id)
    const lost = outcome === 'failed' ? await shipments.withoutAccount(ctx, ids) : undefined
    return { listed: rows.filter(({ id }) => !lost?.has(id)), last: ids.at(-1) }
  }
  const ids = await contactIdsAfter(ctx, filterOf({ tagId, contacts: filter }), visible, after, PIECE)
  const found = await contacts.findMany(ctx, ids)
  return { listed: found.flatMap(({ name, number, email, lid }) => (number ? [{ name, number, email, lid }] : [])), last: ids.at(-1) }
}

/** As whoever asked: those of a filter are people whom they may see so. Undefined when they are gone, or may make no list any more. */
async function asking(ctx: Ctx, userId: number | null): Promise<Ctx | undefined> {
  if (userId === null) return ctx
  const user = await users.find(ctx, userId)
  const actor = user && (await actorOf(ctx.db, user, await companies.get(ctx), null))
  return actor && may(actor, 'campaigns:use') ? { ...ctx, actor } : undefined
}

/** Adds one batch behind the last; true while there may be more. Idempotent: a batch that is added again adds nobody. */
async function addPiece(ctx: Ctx, listId: number, from: From, userId: number | null): Promise<boolean> {
  const before = await contactLists.find(ctx, listId)
  if (!before || before.isFilled) return false
  const asker = await asking(ctx, userId)
  const sourceCount = before.sourceCount ?? (asker ? Math.min(MOST, await countOf(asker, from)) : 0)
  const { listed, last } = asker ? await pieceOf(asker, from, before.filledTo) : { listed: [], last: undefined }
  return transaction(ctx, async ctx => {
    const list = await contactLists.find(ctx, listId)
    if (list?.isFilled !== false || list.filledTo !== before.filledTo) return list?.isFilled === false
    const room = MOST - (await people.count(ctx, listId))
    await people.add(ctx, listId, listed.slice(0, Math.max(0, room)))
    const isFull = last === undefined || listed.length >= room
    await contactLists.patch(ctx, listId, { filledTo: last ?? list.filledTo, isFilled: isFull, sourceCount })
    if (isFull) await checkNumbers(ctx, listId)
    await tellItems(ctx, listId)
    return !isFull
  })
}

/** Fills a list in batches, so that nobody's message waits behind all of them; its row keeps a cursor, where another process goes on. */
export const listFill = (): Job =>
  filling.handledBy({
    maxAttempts: Infinity,
    backoff: attempts => Math.min(10, attempts) * MINUTE_MS,
    budgetMs: MINUTE_MS,
    leaseMs: 2 * MINUTE_MS,
    atOnce: 2,
    late: 'run',
    async run(ctx, { listId, from, userId }, { signal }) {
      while (!signal.aborted) if (!(await addPiece(ctx, listId, from, userId))) return
      return { again: 0 }
    },
  })
