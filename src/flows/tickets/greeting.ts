import type { Ctx } from '#kernel/context'
import { companies, type Language } from '#modules/companies'
import { messages } from '#modules/messages'
import { settings } from '#modules/settings'
import type { AuthorizedTicket } from '#modules/tickets'
import { say } from '../say'

/** What a person says on accepting. The Portuguese one is the contract's to the letter: clients of the family send the same. */
const TEXTS: Record<Language, (name: string) => string> = {
  pt: name => `*Mensagem Automática:*\n{{ms}} *{{name}}*, meu nome é *${name}* e agora vou prosseguir com seu atendimento!`,
  en: name => `*Automatic message:*\n{{ms}} *{{name}}*, my name is *${name}* and I will help you from here!`,
  es: name => `*Mensaje automático:*\n{{ms}} *{{name}}*, mi nombre es *${name}* y ahora voy a seguir con su atención.`,
}
const MARK = 'greeting:'
/** A client greets in the moment after its accept was answered. */
const ECHO_MS = 60_000

/** Whether this person greeted here a moment ago: the greeting's clientId bears a mark. */
async function greeted(ctx: Ctx, ticket: AuthorizedTicket): Promise<boolean> {
  const recent = await messages.newest(ctx, ticket.id, 20)
  return recent.some(
    ({ clientId, userId, createdAt }) =>
      clientId?.startsWith(MARK) && userId === ctx.actor.userId && Date.now() - createdAt.getTime() < ECHO_MS,
  )
}

/** Whoever accepts greets the customer, when the company wants it; a group is no customer. */
export async function greet(ctx: Ctx, ticket: AuthorizedTicket) {
  if (ticket.isGroup || !ticket.whatsappId || !ctx.actor.userId || !(await settings.enabled(ctx, 'sendGreetingAccepted'))) return
  // Given back by mistake and accepted again.
  if (await greeted(ctx, ticket)) return
  const { language } = await companies.get(ctx)
  await say(ctx, ticket, { text: TEXTS[language](ctx.actor.name) }, { clientId: `${MARK}${ticket.id}:${Date.now()}` })
}

/**
 * Whether a reply is the greeting that a client of the family sends by itself after it accepted: the same text, to the letter, from whom
 * the server has just greeted for. It is said already, and asking changes nothing, so a client that sends it again hears the same.
 */
export const greetsAgain = async (ctx: Ctx, ticket: AuthorizedTicket, text: string): Promise<boolean> =>
  Object.values(TEXTS).some(of => of(ctx.actor.name) === text.trim()) && greeted(ctx, ticket)
