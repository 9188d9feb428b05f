import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { releaseFiles } from '#kernel/media/release-files'
import { deleteSomeOf } from '#kernel/storage/tenant-rows'
import { companies } from '#modules/companies'
import { chats } from '#modules/chats'
import { campaigns, shipments } from '#modules/campaigns'
import { connections } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { contactListItems } from '#modules/contact-list-items'
import { contactLists } from '#modules/contact-lists'
import { deliveries, eventWebhooks } from '#modules/event-webhooks'
import { messageTrash, purgeFailures } from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { queues } from '#modules/queues'
import { quickMessages } from '#modules/quick-messages'
import { scheduleMoves } from '#modules/schedules'
import { sends } from '#modules/sends'
import { sessions } from '#modules/sessions'
import { tags } from '#modules/tags'
import { noteMoves, ticketNotes } from '#modules/ticket-notes'
import { ticketTrash } from '#modules/tickets'
import { trackings } from '#modules/trackings'
import { users } from '#modules/users'
import { abandonSome } from './outbox/abandon'
import { giveBackSome, giveBackUnserved } from './tickets/give-back'
import { leaveQueueSome } from './tickets/leave-queue'

/**
 * Something that left its company and still has rows: what cascades would delete in one statement, and hold the event loop meanwhile. Or
 * somebody with more open in queues that are theirs no more than one transaction gives back.
 */
type Doomed =
  | { ticketId: number }
  | { contactId: number }
  | { connectionId: number }
  | { queueId: number }
  | { userId: number }
  | { unservedBy: number }
  | { tagId: number }
  | { companyId: number; connectionIds: number[] }
  | { chatId: number }
  | { contactListId: number }
  | { campaignId: number }
  | { eventWebhookId: number }
export const purge = jobKind<Doomed>('purge', PRIORITY.background)

/** Batch size, in rows of one transaction: some milliseconds. */
const BATCH = 200
/** Tickets of one transaction where each is told to whoever sees it, which costs many times a row. */
export const TOLD = 25
/** Between two of them the others have their turn. */
const PAUSE_MS = 10
const MINUTE = 60_000

/** Takes who is deleted out of some rooms of colleagues; those that nobody is left in go too. */
export async function leaveChatsSome(ctx: Ctx, userId: number): Promise<number> {
  const { left, emptied } = await chats.leaveSome(ctx, userId, TOLD)
  for (const chatId of emptied) await jobs.enqueue(ctx, purge, { chatId })
  return left
}

/** Deletes or changes so many rows at most, and tells how many they were. */
type Step = (ctx: Ctx, limit: number) => Promise<number>

function stepsOf(doomed: Doomed): Step[] {
  if ('connectionId' in doomed)
    return [
      ctx => abandonSome(ctx, doomed.connectionId, TOLD),
      (ctx, limit) => messageTrash.leaveConnection(ctx, doomed.connectionId, limit),
      (ctx, limit) => ticketTrash.leaveConnection(ctx, doomed.connectionId, limit),
      (ctx, limit) => sends.purge(ctx, doomed.connectionId, limit),
      (ctx, limit) => campaigns.leaveConnection(ctx, doomed.connectionId, limit),
      (ctx, limit) => numberHealth.purge(ctx, doomed.connectionId, limit),
      ctx => connections.purge(ctx, doomed.connectionId),
    ]
  if ('queueId' in doomed)
    return [
      ctx => leaveQueueSome(ctx, doomed.queueId, TOLD),
      (ctx, limit) => ticketTrash.leaveQueue(ctx, doomed.queueId, limit),
      (ctx, limit) => users.purgeQueues(ctx, doomed, limit),
      (ctx, limit) => connections.purgeQueue(ctx, doomed.queueId, limit),
      ctx => queues.purge(ctx, doomed.queueId),
    ]
  if ('unservedBy' in doomed) return [ctx => giveBackUnserved(ctx, doomed.unservedBy, TOLD)]
  if ('userId' in doomed)
    return [
      ctx => giveBackSome(ctx, doomed.userId, TOLD),
      ctx => leaveChatsSome(ctx, doomed.userId),
      (ctx, limit) => chats.forgetSender(ctx, doomed.userId, limit),
      (ctx, limit) => ticketTrash.leaveUser(ctx, doomed.userId, limit),
      (ctx, limit) => noteMoves.leaveUser(ctx, doomed.userId, limit),
      (ctx, limit) => ticketNotes.purgeMentions(ctx, doomed.userId, limit),
      (ctx, limit) => purgeFailures(ctx, doomed.userId, limit),
      (ctx, limit) => trackings.leaveUser(ctx, doomed.userId, limit),
      (ctx, limit) => quickMessages.purge(ctx, doomed.userId, limit),
      (ctx, limit) => scheduleMoves.leaveUser(ctx, doomed.userId, limit),
      (ctx, limit) => sessions.purge(ctx.db, doomed.userId, limit),
      (ctx, limit) => users.purgeQueues(ctx, doomed, limit),
      ctx => users.purge(ctx, doomed.userId),
    ]
  if ('companyId' in doomed)
    return [
      async (ctx, limit) => {
        const { deleted, files } = await deleteSomeOf(ctx.db, doomed.companyId, limit)
        await releaseFiles(ctx, files)
        return deleted
      },
      ...doomed.connectionIds.flatMap((connectionId): Step[] => stepsOf({ connectionId })),
      ctx => companies.purge(ctx.db, doomed.companyId),
    ]
  if ('chatId' in doomed) return [(ctx, limit) => chats.purge(ctx, doomed.chatId, limit)]
  if ('campaignId' in doomed)
    return [(ctx, limit) => shipments.purgeSome(ctx, doomed.campaignId, limit), ctx => campaigns.purge(ctx, doomed.campaignId)]
  if ('eventWebhookId' in doomed)
    return [(ctx, limit) => deliveries.purge(ctx, doomed.eventWebhookId, limit), ctx => eventWebhooks.purge(ctx, doomed.eventWebhookId)]
  if ('contactListId' in doomed)
    return [(ctx, limit) => contactListItems.purge(ctx, doomed.contactListId, limit), ctx => contactLists.purge(ctx, doomed.contactListId)]
  if ('tagId' in doomed)
    return [
      (ctx, limit) => tags.purgeLinks(ctx, doomed.tagId, limit),
      (ctx, limit) => tags.purgeContacts(ctx, doomed.tagId, limit),
      ctx => tags.purge(ctx, doomed.tagId),
    ]
  const ofTickets: Step[] = [
    (ctx, limit) => messageTrash.purge(ctx, ticketTrash.trashed(doomed), limit),
    (ctx, limit) => noteMoves.leaveTickets(ctx, ticketTrash.trashed(doomed), limit),
    (ctx, limit) => ticketTrash.purge(ctx, doomed, limit),
  ]
  if ('ticketId' in doomed) return ofTickets
  return [
    ...ofTickets,
    (ctx, limit) => messageTrash.forgetAuthor(ctx, doomed.contactId, limit),
    (ctx, limit) => noteMoves.purge(ctx, doomed.contactId, limit),
    (ctx, limit) => scheduleMoves.purge(ctx, doomed.contactId, limit),
    ctx => contacts.purge(ctx, doomed.contactId),
  ]
}

/** Deletes in bounded batches what a person deleted. Each step is idempotent, so a process that ends between two loses nothing. */
export const purgeFlow = (): Job =>
  purge.handledBy({
    maxAttempts: 20,
    backoff: attempts => Math.min(attempts, 10) * MINUTE,
    budgetMs: MINUTE,
    leaseMs: 2 * MINUTE,
    atOnce: 2,
    late: 'run',
    async run(ctx, doomed, { signal }) {
      for (const step of stepsOf(doomed))
        while (await transaction(ctx, ctx => step(ctx, BATCH))) {
          if (signal.aborted) return { again: 0 }
          await Bun.sleep(PAUSE_MS)
        }
    },
  })
