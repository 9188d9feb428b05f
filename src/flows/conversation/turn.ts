import type { Ctx } from '#kernel/context'
import { companies } from '#modules/companies'
import { connections, type Connection } from '#modules/connections'
import type { Contact } from '#modules/contacts'
import { integrations } from '#modules/integrations'
import { messages, type Message } from '#modules/messages'
import { prompts } from '#modules/prompts'
import { queues } from '#modules/queues'
import { SYSTEM } from '#modules/rights'
import { settings } from '#modules/settings'
import { ticketBots, type TicketBot } from '#modules/ticket-bots'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { HANDED_TO_AGENT } from '../take-from-robot'
import { sayWithin } from '../say'
import { storedMedia } from '../store-upload'
import { START } from '#modules/queue-options'
import { beginsLater, type Closed, decide, outOfHours, type Decision, type MenuPosition, type Robot, type Said } from './decide'
import { askRobot } from './robot-turns'
import { setupOf } from './setup'

/** Rate limit: two robots that talk to each other are silent after so many messages in so long, in however many tickets. */
const LOOP = { turns: 60, ms: 10 * 60_000 }

/** What a customer's message sets off: the ticket as it stands from now on, and what is said when the message is stored. */
type Turn = {
  ticket: AuthorizedTicket
  /** Part of the transaction that stores the message, and fails with it. */
  speak(ctx: Ctx, message: Message): Promise<unknown>
}
type Arrival = { ticket: AuthorizedTicket; before: AuthorizedTicket | undefined; text: string; isAnswered: boolean }

/**
 * Decides who answers a customer while no person has the conversation, in the transaction that stores the message: whatever becomes of the
 * process, it is decided once. A conversation begins with its first message, when it is reopened, or when its connection gets a robot while
 * nobody has answered yet; what was left to a person stays there.
 */
export async function beginTurn(ctx: Ctx, connection: Connection, contact: Contact, arrival: Arrival): Promise<Turn> {
  const { ticket, before, text, isAnswered } = arrival
  const isServed = ticket.userId !== null || ticket.status !== 'pending' || contact.isGroup || contact.disableBot
  if (isServed || !(await companies.serves(ctx))) return asIs(ticket)
  const bot = await ticketBots.of(ctx, ticket.id)
  if (bot.pausedUntil && bot.pausedUntil.getTime() > Date.now()) return asIs(ticket)
  const begins = !before || before.status === 'closed' || (await isUndecided(ctx, connection, ticket, bot))
  const counted = count(before ? bot : { ...bot, ...(await ticketBots.turnsBefore(ctx, ticket)) })
  if (counted.turns > LOOP.turns) return asIs(await silence(ctx, ticket, counted))
  // A robot that has the conversation keeps it until it leaves it, and rests with it while the company is closed.
  if (ticket.useIntegration && !begins) {
    if (isAnswered) return asIs(ticket)
    const closed = await closedNow(ctx, connection, ticket)
    if (!closed) return keep(ctx, ticket, counted)
    // The text of a closed queue names the way back to the others, which the robot does not hold up.
    if (!(await leadsBack(ctx, connection, ticket, text))) return rest(ctx, ticket, counted, closed)
  }
  const place = placeOf(ticket, bot)
  const isIdle = !begins && !place.chatbot && !beginsLater(bot) && text.trim() !== START
  if (isIdle && (await settings.committed(ctx, 'scheduleType')) === 'disabled') return asIs(ticket)
  const decision = await decide(await setupOf(ctx, connection, ticket), place, { text, at: new Date(), begins, isAnswered })
  return apply(ctx, ticket, counted, (await isGone(ctx, place, decision.place)) ? { place: undecided(place), says: [] } : decision)
}

/** The setup is as it was committed last: a queue that is deleted in this very commit is chosen by nobody. */
const isGone = async (ctx: Ctx, before: MenuPosition, { queueId }: MenuPosition) =>
  queueId !== null && queueId !== before.queueId && !(await queues.find(ctx, queueId))
/** It begins with the next message. */
const undecided = (place: MenuPosition): MenuPosition => ({
  ...place,
  queueId: null,
  optionId: null,
  chatbot: false,
  holder: 'resumed',
  reason: 'waits',
})

const isUndecided = async (ctx: Ctx, { integrationId, promptId }: Connection, ticket: AuthorizedTicket, { reason }: TicketBot) =>
  reason === '' && (integrationId ?? promptId) !== null && !(await messages.isAnswered(ctx, ticket.id))

/** Who calls has said nothing yet: a conversation that opens with a call begins with the first words. */
export async function beginWithWords(ctx: Ctx, ticket: AuthorizedTicket, before: AuthorizedTicket | undefined) {
  const isNew = !before || before.status === 'closed'
  if (isNew && ticket.status === 'pending' && !ticket.isGroup)
    await ticketBots.save(ctx, { ...(await ticketBots.of(ctx, ticket.id)), holder: 'resumed', reason: '' })
}

const asIs = (ticket: AuthorizedTicket): Turn => ({ ticket, speak: async () => {} })

/** Messages of one window, and whether there were too many. */
function count(bot: TicketBot): TicketBot {
  const now = new Date()
  // Either way: the clock may have been put back.
  const isOver = !bot.turnsSince || Math.abs(now.getTime() - bot.turnsSince.getTime()) > LOOP.ms
  return isOver ? { ...bot, turns: 1, turnsSince: now } : { ...bot, turns: bot.turns + 1 }
}

async function silence(ctx: Ctx, ticket: AuthorizedTicket, bot: TicketBot) {
  if (bot.reason !== 'loop') await ticketBots.save(ctx, { ...bot, holder: 'nobody', reason: 'loop' })
  return ticket.useIntegration || ticket.chatbot ? tickets.patch(ctx, ticket, HANDED_TO_AGENT) : ticket
}

async function keep(ctx: Ctx, ticket: AuthorizedTicket, bot: TicketBot): Promise<Turn> {
  const holder = ticket.promptId === null ? 'integration' : 'prompt'
  await ticketBots.save(ctx, { ...bot, holder, reason: holder })
  return { ticket, speak: (ctx, message) => askRobot(ctx, ticket, message) }
}

const closedNow = async (ctx: Ctx, connection: Connection, ticket: AuthorizedTicket) =>
  (await settings.committed(ctx, 'scheduleType')) === 'disabled'
    ? null
    : (await setupOf(ctx, connection, ticket)).closed(ticket.queueId, new Date())

const leadsBack = async (ctx: Ctx, connection: Connection, ticket: AuthorizedTicket, text: string) => {
  if (text.trim() !== START) return false
  const setup = await setupOf(ctx, connection, ticket)
  return setup.queues.length > 1 && (await setup.closed(null, new Date())) === null
}

async function rest(ctx: Ctx, ticket: AuthorizedTicket, bot: TicketBot, closed: Closed): Promise<Turn> {
  const { place, says } = outOfHours(placeOf(ticket, bot), closed, true)
  const { holder, reason, closedPeriod } = place
  await ticketBots.save(ctx, { ...bot, holder, reason, closedPeriod })
  return { ticket, speak: ctx => sayAll(ctx, ticket, says) }
}

/** Without a clientId: it is said where the message is stored, and that is once. */
async function sayAll(ctx: Ctx, ticket: AuthorizedTicket, says: Said[]) {
  for (const one of says) await sayWithin({ ...ctx, actor: SYSTEM }, ticket, contentOf(ctx, one))
}

const placeOf = ({ queueId, queueOptionId, chatbot, amountUsedBotQueues }: AuthorizedTicket, bot: TicketBot): MenuPosition => ({
  queueId,
  optionId: queueOptionId,
  chatbot,
  uses: amountUsedBotQueues,
  holder: bot.holder,
  reason: bot.reason,
  menuAt: bot.menuAt,
  wrongTold: bot.wrongTold,
  closedPeriod: bot.closedPeriod,
})

async function apply(ctx: Ctx, before: AuthorizedTicket, bot: TicketBot, decision: Decision): Promise<Turn> {
  const { queueId, optionId, chatbot, uses, ...said } = decision.place
  const robot = await robotOf(ctx, before, decision.robot)
  const values = { queueId, queueOptionId: optionId, chatbot, amountUsedBotQueues: uses, ...robot }
  const changed = Object.entries(values).filter(([key, value]) => before[key as keyof typeof values] !== value)
  const answers = changed.length > 0 || decision.says.length > 0
  // Who had nothing to say has decided nothing: a robot may come yet.
  const isLater = beginsLater(said) !== beginsLater(bot)
  const isOther = Object.entries(said).some(([key, value]) => bot[key as keyof typeof said] !== value)
  if (answers || isLater || (bot.reason && isOther)) await ticketBots.save(ctx, { ...bot, ...said })
  const ticket = changed.length ? await tickets.steer(ctx, before, Object.fromEntries(changed)) : before
  if (queueId !== before.queueId) ctx.access.changed({ ticket: { id: ticket.id, status: ticket.status, userId: ticket.userId, queueId } })
  return {
    ticket,
    async speak(ctx, message) {
      await sayAll(ctx, ticket, decision.says)
      if (ticket.useIntegration) await askRobot(ctx, ticket, message)
    },
  }
}

/**
 * A robot gives the conversation back to the menu of queues, as who writes # in it does. False, and nothing is changed, where nothing would
 * be said: there is no menu, or it was sent often enough.
 */
export async function backToMenu(ctx: Ctx, before: AuthorizedTicket, message: Message): Promise<boolean> {
  const bot = await ticketBots.of(ctx, before.id)
  const setup = await setupOf(ctx, await connections.load(ctx, before.whatsappId!), before)
  if (setup.queues.length < 2) return false
  const place = { ...placeOf(before, bot), chatbot: true }
  const decision = await decide(setup, place, { text: START, at: new Date(), begins: false })
  if (!decision.says.length) return false
  const { ticket, speak } = await apply(ctx, before, bot, decision)
  await tickets.announce(ctx, ticket, before)
  await speak(ctx, message)
  return true
}

const NO_ROBOT = { useIntegration: false, integrationId: null, promptId: null }
/** The robot that begins; one that was deleted meanwhile leaves the conversation to people. */
async function robotOf(ctx: Ctx, ticket: AuthorizedTicket, robot: Robot = NO_ROBOT) {
  const { integrationId, promptId } = robot
  const prompt = promptId === null ? undefined : await prompts.find(ctx, promptId)
  const integration = prompt || integrationId === null ? undefined : await integrations.find(ctx, integrationId)
  if (!prompt && !integration) return NO_ROBOT
  await integrations.begin(ctx, ticket.id)
  return { ...robot, useIntegration: true }
}

const contentOf = (ctx: Ctx, said: Said) => ('text' in said ? said : { file: storedMedia(ctx, said.file, '') })
