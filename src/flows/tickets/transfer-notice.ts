import type { Ctx } from '#kernel/context'
import { companies, type Language } from '#modules/companies'
import { queues } from '#modules/queues'
import { SYSTEM } from '#modules/rights'
import { settings } from '#modules/settings'
import type { AuthorizedTicket } from '#modules/tickets'
import { users } from '#modules/users'
import { say } from '../say'

type Texts = Record<'queue' | 'person' | 'both', (to: { queue: string; person: string }) => string>

/** What a customer hears who is handed on. The Portuguese ones are the contract's to the letter. */
const TEXTS: Record<Language, Texts> = {
  pt: {
    queue: ({ queue }) => `*Mensagem automática*:\nVocê foi transferido para o departamento *${queue}*\naguarde, já vamos te atender!`,
    person: ({ person }) => `*Mensagem automática*:\nFoi transferido para o atendente *${person}*\naguarde, já vamos te atender!`,
    both: ({ queue, person }) =>
      `*Mensagem automática*:\nVocê foi transferido para o departamento *${queue}* e contará com a presença de *${person}*\naguarde, já vamos te atender!`,
  },
  en: {
    queue: ({ queue }) =>
      `*Automatic message*:\nYou were transferred to the department *${queue}*\nplease wait, we will be right with you!`,
    person: ({ person }) => `*Automatic message*:\nYou were transferred to *${person}*\nplease wait, we will be right with you!`,
    both: ({ queue, person }) =>
      `*Automatic message*:\nYou were transferred to the department *${queue}*, where *${person}* will help you\nplease wait, we will be right with you!`,
  },
  es: {
    queue: ({ queue }) => `*Mensaje automático*:\nFue transferido al departamento *${queue}*\nespere, ¡ya le atendemos!`,
    person: ({ person }) => `*Mensaje automático*:\nFue transferido a *${person}*\nespere, ¡ya le atendemos!`,
    both: ({ queue, person }) =>
      `*Mensaje automático*:\nFue transferido al departamento *${queue}* y contará con la presencia de *${person}*\nespere, ¡ya le atendemos!`,
  },
}

/**
 * Tells the customer where the conversation went, when the company wants it: from one queue to another, or to somebody else. A rule says
 * it and no person, so that whoever waits for an answer goes on waiting. A group is no customer, and a first queue is no transfer.
 */
export async function tellTransfer(ctx: Ctx, before: AuthorizedTicket, after: AuthorizedTicket) {
  const toQueue = before.queueId !== null && after.queueId !== null && after.queueId !== before.queueId
  const toPerson = after.status === 'open' && after.userId !== null && after.userId !== before.userId
  if ((!toQueue && !toPerson) || after.isGroup || after.status === 'closed' || !after.whatsappId) return
  if (!(await settings.enabled(ctx, 'sendMsgTransfTicket'))) return
  const { language } = await companies.get(ctx)
  const to = {
    queue: toQueue ? (await queues.load(ctx, after.queueId!)).name : '',
    person: toPerson ? (await users.load(ctx, after.userId!)).name : '',
  }
  const text = TEXTS[language][toQueue && toPerson ? 'both' : toQueue ? 'queue' : 'person'](to)
  await say({ ...ctx, actor: SYSTEM }, after, { text })
}
