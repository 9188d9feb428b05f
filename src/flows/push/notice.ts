import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { chats } from '#modules/chats'
import { companies, type Company } from '#modules/companies'
import { contacts } from '#modules/contacts'
import { standInOf } from '#modules/messages'
import { waitsForPeople, type About } from '#modules/push-subscriptions'
import { queues } from '#modules/queues'
import { SYSTEM } from '#modules/rights'
import { settings } from '#modules/settings'
import { ticketNotes } from '#modules/ticket-notes'
import { sees, tickets } from '#modules/tickets'
import { isQuietAt, users, type User } from '#modules/users'
import { TEXTS } from './texts'

/** What a service worker shows (web/sw.ts). Those of one tag take each other's place; the same again, by `id`, sounds only once. */
export type Notice = { id: string; tag: string; title: string; body: string; path: string }

/** Of a row of the lists: so much fits on a screen that is locked. */
const EXCERPT = 120

type Told = Notice & { words: string }

/** What a person is told of, as it is now: nothing where it was seen meanwhile, went to somebody else, or is not theirs to see. */
export async function noticeOf(ctx: Ctx, user: User, about: About): Promise<Notice | undefined> {
  const company = await companies.get(ctx)
  const asked = { ctx, user, texts: TEXTS[user.language ?? company.language], preferences: users.preferencesOf(user) }
  const written = await (
    'ticketId' in about ? ofTicket(asked, about) : 'mentionId' in about ? ofMention(asked, about) : ofChat(asked, about)
  ).catch(error => {
    // It was deleted meanwhile.
    if (!(error instanceof AppError)) throw error
    return undefined
  })
  if (!written || isQuiet(asked.preferences.quiet, company)) return
  const { words, ...notice } = written
  const mayShow = asked.preferences.push.words && (await settings.enabled(ctx, 'pushWords'))
  return { ...notice, body: mayShow && words ? [...words].slice(0, EXCERPT).join('') : notice.body }
}

type Asked = {
  ctx: Ctx
  user: User
  texts: (typeof TEXTS)[keyof typeof TEXTS]
  preferences: ReturnType<typeof users.preferencesOf>
}

/** A ticket, while the person sees it. */
async function seen({ ctx, user }: Asked, ticketId: number) {
  const ticket = await tickets.load(ctx, ticketId)
  const queueIds = ((await users.queuesOf(ctx.db, [user.id])).get(user.id) ?? []).map(({ id }) => id)
  const actor = { ...SYSTEM, userId: user.id, profile: user.profile, queueIds, allTicket: user.allTicket === 'enabled' }
  return sees(actor, ticket) ? ticket : undefined
}

/** A row tells how long a voice is, when somebody called, and what a file is called, beside what stands for its words. */
function inWords({ kinds, callAt }: Asked['texts'], last: string) {
  if (last.startsWith('📄 ')) return last.replace('📄', `${kinds.application}:`)
  const { kind, time } = standInOf(last) ?? {}
  if (!kind) return last
  return time ? `${kinds[kind]} ${kind === 'audio' ? time : callAt(time)}` : kinds[kind]
}

async function ofTicket(asked: Asked, { ticketId }: { ticketId: number }): Promise<Told | undefined> {
  const { ctx, user, texts, preferences } = asked
  const ticket = await seen(asked, ticketId)
  if (!ticket) return
  const { uuid, unreadMessages, transferred, lastMessage, fromMe, queueId, updatedAt } = ticket
  const isOwn = ticket.status === 'open' && ticket.userId === user.id
  const isAway = users.availabilityOf(user).state !== 'available'
  if (isOwn ? !unreadMessages && !transferred : !waitsForPeople(ticket) || !preferences.push.waiting || isAway) return
  const { name } = await contacts.load(ctx, ticket.contactId)
  const queue = isOwn || queueId === null ? undefined : await queues.find(ctx, queueId)
  const waits = texts.waiting(queue?.name ?? null)
  const last = fromMe ? '' : lastMessage.replace(/\s+/g, ' ')
  return {
    id: `${uuid} ${+updatedAt}`,
    tag: uuid,
    path: `/tickets/${uuid}`,
    title: isOwn ? (unreadMessages > 1 ? `${name} (${unreadMessages})` : name) : `${name} · ${waits}`,
    body: isOwn && transferred ? texts.yours : texts.message,
    words: inWords(texts, last),
  }
}

async function ofMention(asked: Asked, { mentionId }: { mentionId: number }): Promise<Told | undefined> {
  const { ctx, user, texts } = asked
  const mention = await ticketNotes.unseenMention(ctx, mentionId, user.id)
  if (!mention || !(await seen(asked, mention.ticketId))) return
  const tag = `mention-${mentionId}`
  const title = texts.mention(mention.by ?? '')
  const { uuid, noteId, contact, note } = mention
  return { id: tag, tag, title, body: contact, path: `/tickets/${uuid}/note-${noteId}`, words: `${contact}: ${note}` }
}

async function ofChat({ ctx, user, texts }: Asked, { chatId }: { chatId: number }): Promise<Told | undefined> {
  const chat = await chats.get({ ...ctx, actor: { ...SYSTEM, userId: user.id } }, chatId)
  const unreads = chat.users.find(({ userId }) => userId === user.id)?.unreads ?? 0
  if (!unreads) return
  const { uuid, title, lastMessage, updatedAt } = chat
  return { id: `${uuid} ${+updatedAt}`, tag: uuid, title, body: texts.message, path: `/chats/${uuid}`, words: lastMessage }
}

/** A phone is in many places: the hours of quiet are by the clock of the company. */
const isQuiet = (hours: Asked['preferences']['quiet'], { timeZone }: Company) =>
  isQuietAt(hours, companies.local({ timeZone }, Date.now()).slice(11, 16))
