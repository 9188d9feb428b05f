import { transaction, type Ctx } from '#kernel/context'
import { ticketNotes } from '#modules/ticket-notes'
import { tickets, type AuthorizedTicket, type TicketChange } from '#modules/tickets'
import { accept } from './accept'
import { setBot } from './bot'
import { mustBeFree, mustStand } from './conflict'
import { giveBack } from './give-back'
import { mustBeRead } from './must-be-read'
import { reopen } from './reopen'
import { resolve } from './resolve'
import { take } from './take'
import { loadUntouched } from './take-back'
import { transfer } from './transfer'

/** The contract's patch of a ticket as the verbs that it means: all of them happen, or none. */
export async function change(ctx: Ctx, id: number, request: TicketChange) {
  const { useIntegration, integrationId, promptId, chatbot, note, expected, ...patch } = request
  const accepts = patch.status === 'open' && patch.userId === ctx.actor.userId
  const takesBack = isUndo(ctx, request)
  // Somebody has it whom another is to have it from: by now, and not when it is this request's turn.
  const holder = patch.userId && !accepts && expected?.userId === undefined ? (await tickets.load(ctx, id)).userId : undefined
  return transaction(ctx, async ctx => {
    const ticket = await (accepts ? tickets.loadToAccept(ctx, id) : takesBack ? loadUntouched(ctx, id) : tickets.load(ctx, id))
    const asked = { ...patch, status: patch.status ?? ofOwner(patch.userId) }
    const isRepeated = expected !== undefined && (await mustStand(ctx, ticket, expected, asked))
    if (holder !== undefined && holder !== ticket.userId && patch.userId !== ticket.userId) await mustBeFree(ctx, ticket)
    // While the ticket is still before who writes it.
    if (note && !(isRepeated && (await ticketNotes.isWritten(ctx, ticket, note)))) await ticketNotes.add(ctx, ticket, note)
    const bot = { useIntegration: useIntegration === null ? false : useIntegration, integrationId, promptId, chatbot }
    const asksForBot = Object.values(bot).some(value => value !== undefined)
    const placed = await place(ctx, asksForBot ? await setBot(ctx, ticket, bot) : ticket, patch)
    // A move ends the robot of before; the one that was asked for has it, unless a person does.
    return asksForBot && placed.status === 'pending' ? setBot(ctx, placed, bot) : placed
  })
}

/**
 * Whoever undoes says from whom, and asks for where it was before and nothing else: to themselves, or to wait. Of a ticket that they handed on
 * and see no more, they may ask for that alone.
 */
function isUndo({ actor }: Ctx, { justClose, expected, queueId, whatsappId: _, status, userId, ...more }: TicketChange) {
  const isBack = userId === actor.userId ? status === undefined : userId === null && status === 'pending'
  const hasMore = Object.values(more).some(value => value !== undefined)
  return Boolean(justClose && expected?.userId) && queueId !== undefined && isBack && !hasMore
}

const ofOwner = (userId: number | null | undefined) => (userId === undefined ? undefined : userId === null ? 'pending' : 'open')

async function place(
  ctx: Ctx,
  ticket: AuthorizedTicket,
  patch: Omit<TicketChange, 'useIntegration' | 'integrationId' | 'promptId' | 'chatbot' | 'note' | 'expected'>,
) {
  // By the contract's name: nobody hears of it, neither by a farewell nor of what only comes back.
  const { userId, justClose: comesBack, queueId } = patch
  // No connection chosen leaves the ticket on the one it is on.
  const whatsappId = patch.whatsappId ?? undefined
  const to = { queueId, whatsappId }
  const goes = queueId !== undefined || whatsappId !== undefined
  // Without a status, the owner says what is meant.
  const status = patch.status ?? (ticket.status === 'closed' ? undefined : ofOwner(userId))
  if (status === 'closed') {
    await mustBeRead(ctx, ticket, patch)
    const closed = await resolve(ctx, ticket, { farewell: !comesBack })
    return goes ? transfer(ctx, closed, to) : closed
  }
  if (status === 'pending') return giveBack(ctx, ticket, { comesBack, ...to })
  if (status === 'open') {
    if (ticket.status === 'closed') return reopen(ctx, ticket, { userId, comesBack, ...to })
    const owner = userId ?? (ticket.status === 'open' ? ticket.userId : null) ?? ctx.actor.userId
    if (owner !== null && owner !== ctx.actor.userId) return transfer(ctx, ticket, { userId: owner, comesBack, ...to })
    if (ticket.status === 'open' && !patch.status) return take(ctx, ticket, to)
    return comesBack && ticket.status === 'pending'
      ? transfer(ctx, ticket, { userId: owner ?? undefined, comesBack, ...to })
      : accept(ctx, ticket, to)
  }
  return goes ? transfer(ctx, ticket, to) : ticket
}
