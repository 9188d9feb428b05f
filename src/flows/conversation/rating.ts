import type { Ctx } from '#kernel/context'
import { companies } from '#modules/companies'
import { record } from '#modules/event-webhooks'
import { connections } from '#modules/connections'
import { contacts } from '#modules/contacts'
import type { Message } from '#modules/messages'
import { SYSTEM } from '#modules/rights'
import { settings } from '#modules/settings'
import { ticketActivities } from '#modules/ticket-activities'
import { ticketBots } from '#modules/ticket-bots'
import { factsOf, type AuthorizedTicket } from '#modules/tickets'
import { trackings } from '#modules/trackings'
import { plainWords } from '../plain-words'
import { say } from '../say'
import { TEXTS } from './texts'

/** How long an answer counts; later, a number is what somebody writes who has a new matter. */
const ANSWER_MS = 24 * 3600_000
/** How long after the end a thank-you belongs to it. */
const THANKS_MS = 15 * 60_000
/** One word that is no answer may have been meant as one; what is longer is a new matter. */
const ANSWER_LENGTH = 20

/**
 * Asks the customer how it was, when the company wants it and a person served them. True when it asked: the farewell is said with the
 * answer then. The ticket is closed already, whatever becomes of the question.
 */
export async function askRating(ctx: Ctx, ticket: AuthorizedTicket): Promise<boolean> {
  if (ticket.isGroup || ticket.userId === null || !ticket.whatsappId || !(await settings.enabled(ctx, 'userRating'))) return false
  if ((await contacts.load(ctx, ticket.contactId)).disableBot) return false
  const { language } = await companies.get(ctx)
  const { ratingMessage } = await connections.load(ctx, ticket.whatsappId)
  await trackings.askRating(ctx, ticket.id)
  await ticketBots.save(ctx, { ...(await ticketBots.of(ctx, ticket.id)), ratingUnclear: false })
  const text = [ratingMessage.trim(), TEXTS[language].rating].filter(Boolean).join('\n\n')
  await say({ ...ctx, actor: SYSTEM }, ticket, { text })
  return true
}

/** What is said to a message after the end that opens nothing: the farewell of who rated, a question, or nothing to a thank-you. */
export type Epilogue = { text: string | null }

/** Whether a message belongs to a conversation that has ended, and what is said to it; null when it begins or reopens one. */
export async function epilogueOf(ctx: Ctx, ticket: AuthorizedTicket, kind: string, text: string): Promise<Epilogue | null> {
  if (kind !== 'text' || ticket.isGroup) return null
  const asked = await trackings.ratingAsked(ctx, ticket.id, new Date(Date.now() - ANSWER_MS))
  const rating = ratingOf(text)
  const isFresh = Date.now() - (ticket.closedAt?.getTime() ?? 0) < THANKS_MS
  // Who thinks again changes what they said, and has heard the farewell.
  if (rating && (asked || (isFresh && (await trackings.isRated(ctx, ticket.id))))) {
    await trackings.rate(ctx, ticket.id, rating)
    await ticketActivities.rated(ctx, ticket.id, rating)
    await record(ctx, 'ticket.rated', { ticket: factsOf(ticket), rating }, ticket.contactId)
    if (!asked) return { text: null }
    const { farewellMessage, complationMessage } = await connections.load(ctx, ticket.whatsappId!)
    return { text: farewellMessage.trim() || complationMessage.trim() || null }
  }
  if (text.includes('?')) return null
  if (isFresh && isThanks(text)) return { text: null }
  if (!asked || !/^\s*\S+\s*$/.test(text.slice(0, 200)) || text.trim().length > ANSWER_LENGTH) return null
  const bot = await ticketBots.of(ctx, ticket.id)
  // Who is not understood twice wants something else.
  if (bot.ratingUnclear) return null
  await ticketBots.save(ctx, { ...bot, ratingUnclear: true })
  const { language } = await companies.get(ctx)
  return { text: TEXTS[language].ratingUnclear }
}

export const sayEpilogue = async (ctx: Ctx, ticket: AuthorizedTicket, { id }: Message, { text }: Epilogue) =>
  text === null ? undefined : say({ ...ctx, actor: SYSTEM }, ticket, { text }, { clientId: `epilogue:${id}` })

const ANSWERS = {
  1: '1, um, one, uno, insatisfeito, insatisfeita, ruim, pessimo, muito ruim, dissatisfied, unsatisfied, bad, insatisfecho, insatisfecha, malo',
  2: '2, dois, two, dos, satisfeito, satisfeita, bom, boa, satisfied, good, satisfecho, satisfecha, bueno',
  3: '3, tres, three, muito satisfeito, muito satisfeita, muito bom, otimo, otima, excelente, very satisfied, great, excellent, muy satisfecho, muy satisfecha, muy bueno',
}
const WORDS = new Map(([1, 2, 3] as const).flatMap(rating => ANSWERS[rating].split(', ').map(word => [word, rating] as const)))

/** The answer on the scale, in digits, in words, or in both as our question says them; nothing else is one, and no number is bent to it. */
function ratingOf(text: string): 1 | 2 | 3 | undefined {
  const asked = plainWords(text).replace(/^nota /, '')
  const [, digit, words] = /^([123]) (.+)$/.exec(asked) ?? []
  return WORDS.get(asked) ?? (digit && WORDS.get(words!) === Number(digit) ? WORDS.get(digit) : undefined)
}

/** A thank-you has one of these, and nothing but polite words. */
const THANKS = new Set(
  'obrigado obrigada obg vlw valeu grato grata ok okay beleza blz perfeito show tchau thanks thank thx bye gracias adios'.split(' '),
)
const POLITE = new Set(
  'muito mt mesmo demais por tudo pela ajuda atencao a todos viu ta bom bem dia boa tarde noite ate mais logo de nada abraco abracos you very much so lot for the help muchas todo'.split(
    ' ',
  ),
)
/** Pictures of kindness, whatever their tone of skin; each letter is looked at once. */
const KIND = new Set('👍🙏❤♥😊😀😃😄🙂☺👏🤝💙💚💛💜🧡💖😍🥰👌✅🎉😉🤗🌹')
function isThanks(text: string) {
  if (text.length > 80) return false
  const pictures = [...text.replace(/[\p{Emoji_Modifier}\p{Cf}\p{Mn}\s]/gu, '')]
  if (pictures.length && pictures.every(picture => KIND.has(picture))) return true
  const words = plainWords(text).split(' ')
  return words.some(word => THANKS.has(word)) && words.every(word => THANKS.has(word) || POLITE.has(word))
}
