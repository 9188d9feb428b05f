import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY } from '#kernel/jobs/kind'
import type { Message } from '#modules/messages'
import type { AuthorizedTicket } from '#modules/tickets'

/** One message of a customer, for the robot that has the conversation to answer. */
export const turns = jobKind<{ messageId: number }>('robot-turn', PRIORITY.person)

/** Part of the transaction that stores the message: whatever becomes of the process, the robot is asked or a person has the conversation. */
export const askRobot = (ctx: Ctx, ticket: AuthorizedTicket, message: Message) =>
  jobs.enqueue(ctx, turns, { messageId: message.id }, { lane: `ticket:${ticket.id}` })
