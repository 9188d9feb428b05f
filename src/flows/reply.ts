import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { pictureSize } from '#kernel/media/picture'
import { ignoreStorageFault } from '#kernel/storage/storage-errors'
import { toVoiceNote } from '#kernel/media/voice'
import { contacts } from '#modules/contacts'
import { messages, newWid, type Message, type MessageJourneys, type StoredMedia, type Upload } from '#modules/messages'
import { tickets, type Ticket } from '#modules/tickets'
import { takeFromRobot } from './hand-over'
import { fillIn } from './text-variables'

const EDIT_MS = 15 * 60_000

/** The company writes in a ticket: a durable row and a task in the outbox; `sent` lets the outbox know after the commit. */
export function replyFlow(sent: (connectionId: number, chatId: number) => void): MessageJourneys {
  const kick = (ctx: Ctx, { whatsappId, contactId }: Pick<Ticket, 'whatsappId' | 'contactId'>) =>
    ctx.after(() => whatsappId && sent(whatsappId, contactId))

  async function writable(ctx: Ctx, ticketId: number) {
    const ticket = await tickets.load(ctx, ticketId)
    if (ticket.status === 'closed') throw new AppError('Este atendimento está fechado. Reabra para responder.', 400)
    return ticket
  }

  async function quotedIn(ctx: Ctx, ticket: Ticket, uid: string | null) {
    if (!uid) return null
    const { message } = await messages.byUid(ctx, uid)
    if (message.chatId !== ticket.contactId) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
    return message.id
  }

  /** A message of one's own company that the network already has. */
  async function own(ctx: Ctx, uid: string, code: string): Promise<Message> {
    const { message } = await messages.byUid(ctx, uid)
    if (!message.fromMe || message.isDeleted || !message.connectionId) throw new AppError(code, 400)
    return message
  }

  const tell = async (ctx: Ctx, message: Message, task: Parameters<typeof messages.enqueue>[1]['task']) => {
    await messages.enqueue(ctx, { connectionId: message.connectionId!, chatId: message.chatId, messageId: message.id, task })
    kick(ctx, { whatsappId: message.connectionId, contactId: message.chatId })
  }

  return {
    async reply(ctx, ticketId, { body, quotedUid, clientId }) {
      const ticket = await writable(ctx, ticketId)
      const quotedId = await quotedIn(ctx, ticket, quotedUid)
      const text = body.includes('{{') ? fillIn(body, ticket, await contacts.row(ctx, ticket.contactId)) : body
      await transaction(ctx, async ctx => {
        await takeFromRobot(ctx, ticket)
        await messages.queueOutbound(ctx, ticket, { body: text, mediaType: 'conversation', quotedId, clientId })
        kick(ctx, ticket)
      })
    },

    async replyWithFiles(ctx, ticketId, uploads) {
      const ticket = await writable(ctx, ticketId)
      const quotedId = await quotedIn(ctx, ticket, uploads[0]?.quotedUid ?? null)
      const ready: (Awaited<ReturnType<typeof keep>> & { clientId: string | null })[] = []
      for (const upload of uploads) ready.push({ ...(await keep(ctx, upload)), clientId: upload.clientId })
      await transaction(ctx, async ctx => {
        await takeFromRobot(ctx, ticket)
        for (const [i, values] of ready.entries())
          await messages.queueOutbound(ctx, ticket, { ...values, quotedId: i === 0 ? quotedId : null })
        kick(ctx, ticket)
      })
    },

    async edit(ctx, uid, body) {
      const message = await own(ctx, uid, 'ERR_EDITING_WAPP_MSG')
      if (message.media || Date.now() - message.createdAt.getTime() > EDIT_MS) throw new AppError('ERR_EDITING_WAPP_MSG', 400)
      await transaction(ctx, async ctx => {
        await messages.edit(ctx, message, body)
        await tell(ctx, message, { do: 'edit', wid: newWid(), body })
      })
    },

    async erase(ctx, uid) {
      const message = await own(ctx, uid, 'ERR_DELETE_WAPP_MSG')
      await transaction(ctx, async ctx => {
        const neverSent = await messages.erase(ctx, message)
        if (!neverSent && message.status !== 'failed') await tell(ctx, message, { do: 'delete', wid: newWid() })
      })
    },

    async react(ctx, uid, emoji) {
      const { message } = await messages.byUid(ctx, uid)
      if (!message.connectionId || message.isDeleted || (emoji && !/^\p{RGI_Emoji}$/v.test(emoji)))
        throw new AppError('ERR_SENDING_WAPP_MSG', 400)
      const reactions = await transaction(ctx, async ctx => {
        const all = await messages.react(ctx, message, { type: emoji, fromMe: true, userId: ctx.actor.userId, contactId: null })
        await tell(ctx, message, { do: 'react', wid: newWid(), emoji })
        return all
      })
      return { message: 'Reação adicionada com sucesso!', reactions }
    },

    async retry(ctx, uid) {
      const { message } = await messages.byUid(ctx, uid)
      await transaction(ctx, async ctx => {
        await messages.retry(ctx, message)
        kick(ctx, { whatsappId: message.connectionId, contactId: message.chatId })
      })
    },

    /** Only the person who has the ticket reads it; a look by anyone else leaves it unread, and so does one while nothing can be stored. */
    async markRead(ctx, ticketId) {
      const ticket = await tickets.load(ctx, ticketId)
      if (ticket.status !== 'open' || ticket.userId !== ctx.actor.userId) return false
      if (!ticket.unreadMessages && !(await messages.hasUnread(ctx, ticketId))) return false
      const marked = transaction(ctx, async ctx => {
        const read = await messages.markRead(ctx, ticketId)
        await tickets.markRead(ctx, ticket)
        const { chatId, connectionId } = read[0] ?? {}
        if (chatId && connectionId)
          await messages.enqueue(ctx, { connectionId, chatId, messageId: null, task: { do: 'read', ids: read.map(one => one.id) } })
        kick(ctx, ticket)
        return true
      })
      return (await marked.catch(ignoreStorageFault)) ?? false
    },
  }
}

const PICTURES = /^image\/(jpeg|png|webp|gif)$/

/** Stores an upload and says what kind of message it becomes. A voice recording becomes a voice note. */
export async function keep(
  ctx: Ctx,
  { file, caption, voice }: Pick<Upload, 'file' | 'caption' | 'voice'>,
): Promise<{ body: string; mediaType: string; media: StoredMedia }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mimetype = /^[\w.+-]+\/[\w.+-]+/.exec(file.type)?.[0].toLowerCase() ?? 'application/octet-stream'
  const name = file.name.replace(/[\p{Cc}/\\]/gu, '_').slice(0, 200) || 'arquivo'
  const none = { voice: false, seconds: null, waveform: null, width: null, height: null }
  if (voice) {
    const note = await toVoiceNote(bytes)
    const { hash, size } = await ctx.media.save(note.data)
    const waveform = Buffer.from(note.waveform).toString('base64')
    return {
      body: 'Áudio',
      mediaType: 'audio',
      media: { ...none, hash, size, mimetype: 'audio/ogg; codecs=opus', fileName: null, voice: true, seconds: note.seconds, waveform },
    }
  }
  const { hash, size } = await ctx.media.save(bytes)
  const kind = mimetype.split('/')[0]!
  const mediaType =
    kind === 'image' ? (PICTURES.test(mimetype) ? 'image' : 'application') : kind === 'video' || kind === 'audio' ? kind : 'application'
  const extent = mediaType === 'image' ? await pictureSize(bytes) : null
  return { body: caption || name, mediaType, media: { ...none, ...extent, hash, size, mimetype, fileName: name } }
}
