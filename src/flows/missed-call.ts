import type { Ctx } from '#kernel/context'
import { companies, type Language } from '#modules/companies'
import { messages } from '#modules/messages'
import { settings } from '#modules/settings'
import type { AuthorizedTicket } from '#modules/tickets'
import { say } from './say'

const TEXTS: Record<Language, string> = {
  pt: '*Mensagem Automática:*\n{{ms}}! Este número não atende ligações de voz nem de vídeo. Escreva aqui, por favor.',
  en: '*Automatic message:*\n{{ms}}! This number takes no voice or video calls. Please write to us here.',
  es: '*Mensaje automático:*\n{{ms}}! Este número no atiende llamadas de voz ni de video. Escriba aquí, por favor.',
}
const HOUR_MS = 3_600_000

/**
 * Tells who called in vain to write, where the company takes no calls. Throttled to once an hour: `say` knows the clientId, which is
 * of an hour of the clock, and the answer of the hour before may not be an hour old.
 */
export async function answerMissedCall(ctx: Ctx, ticket: AuthorizedTicket, at: Date) {
  // A call that an outage held back is answered no more.
  if (ticket.isGroup || Date.now() - at.getTime() > HOUR_MS || (await settings.enabled(ctx, 'call'))) return
  const hour = Math.floor(at.getTime() / HOUR_MS)
  const clientIdOf = (hour: number) => `call:${ticket.id}:${hour}`
  const before = await messages.byClientId(ctx, ticket, clientIdOf(hour - 1))
  if (before && at.getTime() - before.createdAt.getTime() < HOUR_MS) return
  const { language } = await companies.get(ctx)
  await say(ctx, ticket, { text: TEXTS[language] }, { clientId: clientIdOf(hour) })
}
