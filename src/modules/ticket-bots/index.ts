import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { preparedRow, preparedUpsert } from '#kernel/storage/prepared'
import { tickets } from '../tickets/schema'
import { ticketBots as table } from './schema'

export type { Try } from './body'
export type { BotJourneys, Deed, TalkStep, TriedStep } from './routes'
export type Reason = TicketBot['reason']
export type TicketBot = Omit<typeof table.$inferSelect, 'createdAt' | 'updatedAt'>

/** A conversation in which nothing was said by a machine yet. */
const fresh = (ticketId: number): TicketBot => ({
  ticketId,
  holder: 'nobody',
  reason: '',
  menuAt: null,
  wrongTold: false,
  closedPeriod: null,
  pausedUntil: null,
  turns: 0,
  turnsSince: null,
  ratingUnclear: false,
})

const upsert = preparedUpsert(table, table.ticketId)
const byTicket = preparedRow(table, 'where ticket_id = ?')

/** Of a ticket that the caller was shown, or has just stored a message in. */
async function of(ctx: Ctx, ticketId: number): Promise<TicketBot> {
  const row = await byTicket(ctx.db, [ticketId])
  if (!row) return fresh(ticketId)
  const { createdAt: _, updatedAt: __, ...bot } = row
  return bot
}

const save = ({ db }: Ctx, bot: TicketBot) => upsert(db, bot)

/** A person has them now, or they have ended: no robot holds them, begins later or rests. */
async function end({ db }: Ctx, ticketIds: number[]) {
  for (const ticketId of ticketIds) await db.$client.execute({ sql: END, args: [Date.now(), ticketId] })
}
const END = `update ticket_bots set holder = 'nobody', reason = 'person', paused_until = null, updated_at = ?
  where ticket_id = ? and (holder <> 'nobody' or paused_until is not null)`

/** The robot that left it to a person has failed as well: that is what people read. One statement, as it may have another holder meanwhile. */
const failAfterLeaving = async ({ db }: Ctx, ticketId: number) =>
  void (await db.$client.execute({ sql: FAIL_AFTER_LEAVING, args: [Date.now(), ticketId] }))
const FAIL_AFTER_LEAVING = `update ticket_bots set reason = 'robot_failed', updated_at = ? where ticket_id = ? and reason = 'robot_left'`

/** Whether a contact heard of a closed period already, on this connection, in whichever of their tickets. */
async function toldOf(ctx: Ctx, { contactId, whatsappId }: { contactId: number; whatsappId: number | null }, closedPeriod: string) {
  const [row] = await ctx.db
    .select({ id: table.ticketId })
    .from(tickets)
    .innerJoin(table, eq(table.ticketId, tickets.id))
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.whatsappId, whatsappId!),
        sql`instr(char(10) || ${table.closedPeriod} || char(10), char(10) || ${closedPeriod} || char(10)) > 0`,
      ),
    )
    .limit(1)
  return row !== undefined
}

const beforeThat = preparedRow(
  table,
  `where ticket_id = (select t.id from tickets t join ticket_bots b on b.ticket_id = t.id
    where t.company_id = ?1 and t.contact_id = ?2 and t.whatsapp_id = ?3 and t.id < ?4 order by t.id desc limit 1)`,
)
/** What was counted in the contact's ticket before this one, on its connection: a robot that ends a conversation begins no new count. */
async function turnsBefore(ctx: Ctx, { id, contactId, whatsappId }: { id: number; contactId: number; whatsappId: number | null }) {
  const row = await beforeThat(ctx.db, [ctx.companyId, contactId, whatsappId, id])
  return row && { turns: row.turns, turnsSince: row.turnsSince }
}

export const ticketBots = { fresh, of, save, end, failAfterLeaving, toldOf, turnsBefore }
