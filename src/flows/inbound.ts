import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import type { Logger } from '#kernel/process/log'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { companies } from '#modules/companies'
import { connections, type Inbound } from '#modules/connections'
import { contacts, type Contact } from '#modules/contacts'
import { cardRow, isCard, lastLine, type CountMessage, messages, STAND_INS, STICKER, type StoredMedia } from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { pushSubscriptions } from '#modules/push-subscriptions'
import { settings } from '#modules/settings'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { answerCampaign } from './campaigns/answer'
import { beginTurn, beginWithWords } from './conversation/turn'
import { epilogueOf, sayEpilogue, type Epilogue } from './conversation/rating'
import { takeFromRobot } from './take-from-robot'
import { cleanName, resolvePerson } from './identity'
import { bounded } from './inbound-sizes'
import type { LateMedia } from './late-media'
import { answerMissedCall } from './missed-call'
import { ticketFor } from './tickets/ticket-for'

type Options = {
  ctxFor: CtxFor
  log: Logger
  files: Pick<LateMedia, 'expect'>
  fetchAvatar(ctx: Ctx, contact: Contact, connectionId: number): Promise<void>
  countMessage: CountMessage
}

/** How long a message waits for its media before it is shown without them. */
const MEDIA_MS = 3_000

/**
 * A message from the network: contact, ticket, row and what follows of them, in one transaction with the journal. The port keeps the order
 * of a chat (`ChannelEvents.message`).
 */
export function inboundFlow({ ctxFor, log, files, fetchAvatar, countMessage }: Options) {
  return async function receiveMessage(received: Inbound): Promise<void | 'target_missing'> {
    const inbound = bounded(received)
    const ctx = ctxFor(inbound.companyId)
    const file = await fetchMedia(ctx, inbound)
    const arrival = await transaction(ctx, async ctx => {
      const arrival = await receive(ctx, inbound, file?.media ?? null)
      if (arrival === 'target_missing') return arrival
      if (arrival && file && !file.media.hash) await files.expect(ctx, arrival.message, file.saving)
      await inbound.ackJournal(ctx.db)
      return arrival
    })
    if (!arrival || arrival === 'target_missing') return arrival
    countMessage('in')
    if (!inbound.key.fromMe) fetchAvatar(ctx, arrival.contact, inbound.connectionId).catch(error => log.warn({ err: error }, 'no picture'))
  }
}

async function receive(ctx: Ctx, inbound: Inbound, media: StoredMedia | null) {
  const { content, connectionId } = inbound
  const connection = await connections.committed(ctx, connectionId)
  if (!connection) return
  if (inbound.chat.kind === 'group' && (await settings.enabled(ctx, 'CheckMsgIsGroup'))) return
  const sender = inbound.key.fromMe ? null : await resolvePerson(ctx, inbound.sender, inbound.sender.name)
  const chat =
    inbound.chat.kind === 'group'
      ? await contacts.group(ctx, inbound.chat.id, cleanName(inbound.chat.subject))
      : (sender ?? (await resolvePerson(ctx, inbound.chat, null)))
  if (content.type === 'reaction' || content.type === 'edit' || content.type === 'delete') return amend(ctx, inbound, chat, sender)

  const { id: wid, fromMe } = inbound.key
  const uid = await messages.uidOfArrival(ctx, { connectionId, chatId: chat.id, wid, fromMe })
  if (!uid) return
  const text = content.type === 'text' ? content.body : content.type === 'media' ? (content.caption ?? '') : ''
  let epilogue: Epilogue | null = null
  const answer = fromMe || content.type === 'call' ? null : await answerCampaign(ctx, chat, { text, at: inbound.at })
  const staysClosed = async (last: AuthorizedTicket) =>
    (epilogue = answer?.epilogue ?? (await epilogueOf(ctx, last, content.type, text))) !== null
  const where = await ticketFor(ctx, chat, { connectionId, fromMe, staysClosed, queueId: answer?.queueId })
  const isAnswered = Boolean(answer?.epilogue?.text)
  const turn = fromMe || content.type === 'call' ? null : await beginTurn(ctx, connection, chat, { ...where, text, isAnswered })
  if (turn) where.ticket = turn.ticket
  else if (fromMe) where.ticket = await takeFromRobot(ctx, where.ticket)
  else await beginWithWords(ctx, where.ticket, where.before)
  const quoted = inbound.quoted && (await messages.byKey(ctx, connectionId, inbound.quoted.id, chat.id))
  const message = await messages.insert(ctx, {
    ticketId: where.ticket.id,
    chatId: chat.id,
    contactId: sender?.id ?? null,
    connectionId,
    queueId: where.ticket.queueId,
    uid,
    wid,
    remoteJid: inbound.key.remoteJid,
    participant: inbound.key.participant,
    fromMe,
    read: fromMe,
    status: fromMe ? 'sent' : 'received',
    answersSince: fromMe ? (where.ticket.waitingSince ?? inbound.at) : null,
    isForwarded: inbound.forwarded,
    quotedId: quoted?.id,
    media,
    dataJson: inbound.raw,
    createdAt: inbound.at,
    ...(await written(ctx, inbound)),
  })
  if (!chat.isGroup && content.type !== 'call')
    await (fromMe ? numberHealth.said(ctx, connectionId, chat.id, inbound.at) : numberHealth.heard(ctx, connectionId, chat.id))
  // Before the ticket is touched: the call stays its last message, and unread.
  if (content.type === 'call' && !fromMe) await answerMissedCall(ctx, where.ticket, inbound.at)
  const effect = fromMe ? 'answers' : epilogue ? 'rests' : 'waits'
  await tickets.touch(ctx, where.ticket, { body: lastLine(message), fromMe, effect, at: message.createdAt })
  if (effect === 'waits') await pushSubscriptions.tellOfTicket(ctx, where.ticket, { begins: where.ticket.waitingSince === null })
  messages.announce(ctx, message, { ...where, author: sender })
  await turn?.speak(ctx, message)
  const last = epilogue ?? answer?.epilogue
  if (last) await sayEpilogue(ctx, where.ticket, message, last)
  return { contact: chat, message }
}

/** Reactions, edits and deletes change a message of the same conversation; edits and deletes only one of their own author. */
async function amend(
  ctx: Ctx,
  { content, connectionId, key, byAdmin }: Inbound,
  chat: Contact,
  sender: Contact | null,
): Promise<void | 'target_missing'> {
  if (content.type !== 'reaction' && content.type !== 'edit' && content.type !== 'delete') return
  const target = await messages.byKey(ctx, connectionId, content.target.id, chat.id)
  if (!target) return 'target_missing'
  if (content.type === 'reaction') {
    await messages.react(ctx, target, { type: content.emoji, fromMe: key.fromMe, userId: null, contactId: sender?.id ?? null })
    return
  }
  const author = target.fromMe === key.fromMe && target.contactId === (sender?.id ?? null)
  if (content.type === 'delete' && (author || byAdmin)) await messages.erase(ctx, target)
  // What was deleted says nothing any more, and the body of a place or of people is no text of their sender's: it holds the link.
  if (content.type === 'edit' && author && !target.isDeleted && !isCard(target)) await messages.edit(ctx, target, content.body)
}

/** What a content leaves in a row: the contract's media type and a body to read, in which a call has the time of the company's clock. */
async function written(ctx: Ctx, { content, at }: Inbound): Promise<{ mediaType: string; body: string }> {
  switch (content.type) {
    case 'text':
      return { mediaType: 'conversation', body: content.body }
    case 'media':
      return {
        mediaType: content.mediaType === 'sticker' ? 'image' : content.mediaType,
        body: content.caption || content.fileName || STAND_INS[content.mediaType],
      }
    case 'location':
    case 'contacts':
      return cardRow(content)
    case 'call': {
      const time = companies.local(await companies.get(ctx), at).slice(11, 16)
      return { mediaType: 'call_log', body: `${STAND_INS[content.video ? 'videoCall' : 'voiceCall']} às ${time}` }
    }
    default:
      return { mediaType: 'unknown', body: STAND_INS.unknown }
  }
}

/** The media of a message, with its bytes when they came in time; else the download, unless it failed. */
async function fetchMedia(
  ctx: Ctx,
  { content }: Inbound,
): Promise<{ media: StoredMedia; saving: ReturnType<typeof ctx.media.save> | undefined } | null> {
  if (content.type !== 'media') return null
  const { mimetype, fileName, size, voice, seconds, waveform, width, height } = content
  const saving = ctx.media.save(content.download())
  const late = new Promise<'late'>(resolve => setTimeout(resolve, MEDIA_MS, 'late'))
  const result = await Promise.race([saving, late]).catch(error => {
    // What the disk refused comes again with its message; what the network has lost does not.
    if (storageFaultOf(error)) throw error
    return null
  })
  // Whoever waits for it hears of its failure.
  saving.catch(() => {})
  const saved = result === 'late' ? null : result
  const media = {
    hash: saved?.hash ?? null,
    size: saved?.size ?? size,
    mimetype,
    fileName: content.mediaType === 'sticker' ? STICKER : fileName,
    voice,
    seconds,
    waveform: waveform && Buffer.from(waveform).toString('base64'),
    width,
    height,
  }
  return { media, saving: result === 'late' ? saving : undefined }
}
