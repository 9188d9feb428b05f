import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { jobs } from '#kernel/jobs/jobs'
import type { Job } from '#kernel/jobs/kind'
import { companies } from '#modules/companies'
import { connections } from '#modules/connections'
import { contacts, type Contact } from '#modules/contacts'
import { messages } from '#modules/messages'
import { plans } from '#modules/plans'
import { dueSchedule, goOn, mayBeSaid, schedules, type Schedule } from '#modules/schedules'
import { actorOf } from '#modules/sessions'
import { tickets } from '#modules/tickets'
import { users } from '#modules/users'
import { lockAgainst } from './begin-conversation'
import { say } from './say'
import { storedMedia } from './store-upload'
import { move, mustHold } from './tickets/move'
import { ticketFor, ticketForNews } from './tickets/ticket-for'

const MINUTE_MS = 60_000
/** What an outage held back is sent so late at most; after that nobody expects it any more, and its author is told. */
const LATE_MS = 120 * MINUTE_MS
/** A connection that is away is waited for ten minutes: after a start it is there in seconds, later perhaps in minutes. */
const ATTEMPTS = 14
const backoff = (attempts: number) => Math.min(MINUTE_MS, 5_000 * 2 ** (attempts - 1))

/** Why one was not sent, beside the reasons of a message that failed, of which the lock of a number is one. */
type Reason = 'restricted' | 'late' | 'disconnected' | 'connection_gone' | 'contact_gone' | 'out_of_sight' | 'not_in_plan' | 'failed'
/** What another try may not meet. */
class Away extends Error {}
const AWAY = 'disconnected' satisfies Reason

/** What keeps a company from sending anything at this time, however often it is tried. */
async function obstacle(ctx: Ctx): Promise<Reason | undefined> {
  if (!(await companies.serves(ctx))) return 'not_in_plan'
  return (await plans.featuresOf(ctx.db, await companies.get(ctx))).has('useSchedules') ? undefined : 'not_in_plan'
}

/** The connection that it goes by; one that is away may come back. */
async function connectionOf(ctx: Ctx, { whatsappId }: Schedule) {
  const found = await connections.preferred(ctx, whatsappId).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (found && found.status !== 'CONNECTED') throw new Away(AWAY)
  return found
}

/** The conversation that it is said in. One that is going on stays as it is; another is opened for the author, waits where they do not serve, or begins only with an answer. */
async function conversationOf(ctx: Ctx, { openTicket, userId }: Schedule, contact: Contact, connectionId: number) {
  if (!openTicket) return ticketForNews(ctx, contact, { connectionId })
  const { ticket, before } = await ticketFor(ctx, contact, { connectionId, fromMe: false })
  const begins = before?.id !== ticket.id || before.status !== ticket.status
  if (!begins) return ticket
  const serves =
    userId !== null &&
    (await mustHold(ctx, userId, ticket.queueId).then(
      () => true,
      () => false,
    ))
  if (serves) return move(ctx, ticket, { status: 'open', userId })
  await tickets.announce(ctx, ticket, before)
  return ticket
}

/** As its author, as they are now. One who is gone, or was here as an operator, is nobody. */
async function asAuthor(ctx: Ctx, { userId }: Schedule): Promise<Ctx | undefined> {
  const author = userId === null ? undefined : await users.find(ctx, userId)
  return author && { ...ctx, actor: await actorOf(ctx.db, author, await companies.get(ctx), null) }
}

const textOf = ({ body, signMessage }: Schedule, author: Ctx | undefined) =>
  signMessage && author ? `*${author.actor.name}:*\n${body}` : body

const fail = async (ctx: Ctx, row: Schedule, failReason: string) => {
  await schedules.become(ctx, row, { status: 'ERRO', failReason })
  await goOn(ctx, row)
}

/** A lock is waited for that ends while what is late is still sent. */
function untilOver({ until }: { until: Date | null }, { sendAt }: Schedule) {
  if (until && until.getTime() <= sendAt.getTime() + LATE_MS) return { again: until.getTime() - Date.now() }
}

/** Says it, and has the next of its series follow: one transaction, so that it happens once whatever dies meanwhile. */
const send = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const row = await schedules.find(ctx, id)
    if (row?.status !== 'PENDENTE' || row.sendAt.getTime() > Date.now()) return
    const hindered = await obstacle(ctx)
    if (hindered) return fail(ctx, row, hindered)
    const contact = await contacts.find(ctx, row.contactId)
    if (!contact) return fail(ctx, row, 'contact_gone' satisfies Reason)
    const connection = await connectionOf(ctx, row)
    if (!connection) return fail(ctx, row, 'connection_gone' satisfies Reason)
    const author = await asAuthor(ctx, row)
    if (author && !(await mayBeSaid(author, contact.id, connection.id))) return fail(ctx, row, 'out_of_sight' satisfies Reason)
    const begun = { whatsappId: connection.id, contactId: contact.id, isGroup: contact.isGroup }
    const lock = await lockAgainst(ctx, begun)
    if (lock) return untilOver(lock, row) ?? fail(ctx, row, 'restricted' satisfies Reason)
    const ticket = await conversationOf(ctx, row, contact, connection.id)
    const text = textOf(row, author)
    const file = row.mediaPath ? { ...row, mediaPath: row.mediaPath } : undefined
    // In the author's name, who answers nobody with it: what the customer said last waits on.
    const message = await say(author ?? ctx, ticket, file ? { file: storedMedia(ctx, file, text) } : { text }, { rests: true })
    if (!message) return fail(ctx, row, 'not_in_plan' satisfies Reason)
    await schedules.become(ctx, row, { status: 'AGENDADA', failReason: null, ticketId: ticket.id, messageId: message.id })
    await goOn(ctx, row)
  })

/** Backoff: a part of the time that it has waited, so soon at first, and then ever less. */
const pauseSince = (at: Date) => Math.min(10 * MINUTE_MS, Math.max(1_000, (Date.now() - at.getTime()) / 4))

/** What became of its message: the network took it or not, or has not said so yet. */
const follow = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const row = await schedules.find(ctx, id)
    if (row?.status !== 'AGENDADA') return
    const message = row.messageId === null ? undefined : await messages.find(ctx, row.messageId)
    if (message?.status === 'queued') return { again: pauseSince(message.createdAt) }
    if (message && message.status !== 'failed') return schedules.become(ctx, row, { status: 'ENVIADA', sentAt: message.createdAt })
    return schedules.become(ctx, row, { status: 'ERRO', failReason: message?.failReason ?? ('failed' satisfies Reason) })
  })

/** Reasons of the runner that people know by name; others are the process's own. */
const NAMED: readonly string[] = ['late', AWAY] satisfies Reason[]

/** Sends what is due and sees to what becomes of it; what can't be sent is marked with why. */
export const scheduleFlow = (): Job =>
  dueSchedule.handledBy({
    maxAttempts: ATTEMPTS,
    backoff,
    budgetMs: MINUTE_MS,
    leaseMs: 2 * MINUTE_MS,
    atOnce: 8,
    late: { skipAfterMs: LATE_MS },
    async run(ctx, { scheduleId }) {
      const row = await schedules.find(ctx, scheduleId)
      if (row?.status === 'PENDENTE') {
        const ahead = row.sendAt.getTime() - Date.now()
        if (ahead > 0) return { again: ahead }
        const waits = await send(ctx, scheduleId)
        if (waits) return waits
      }
      return (await follow(ctx, scheduleId)) ?? undefined
    },
    async onGiveUp(ctx, { scheduleId }, reason) {
      const row = await schedules.find(ctx, scheduleId)
      if (row?.status === 'PENDENTE') await fail(ctx, row, NAMED.includes(reason) ? reason : ('failed' satisfies Reason))
      // It was said: only what became of it is not known yet.
      else if (row?.status === 'AGENDADA') await jobs.enqueue(ctx, dueSchedule, { scheduleId }, { key: String(scheduleId) })
    },
  })
