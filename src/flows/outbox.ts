import type { CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import type { MediaStore } from '#kernel/media/media-store'
import { thumbnail } from '#kernel/media/picture'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import type { Channel, Key, Outbound } from '#modules/connections'
import { addressOf, contacts } from '#modules/contacts'
import { delivery, failReasonOf, messages, messagesCounted, outbox, type FailReason, type Message, type OutboxRow } from '#modules/messages'

type Options = { store: Store; ctxFor: CtxFor; media: MediaStore; channel: () => Channel; log: Logger }

const BATCH = 100
const MAX_ATTEMPTS = 10
/** Nothing is given up sooner, however often the line fell or the process died meanwhile. */
const GIVE_UP_MS = 5 * 60_000
/** A message that was written but not accepted after this long is written again, under the same id. */
const PATIENCE_MS = 30_000
/** Chats of one connection that are drained at once. */
const SIDE_BY_SIDE = 16
const isSpent = ({ createdAt }: OutboxRow, attempts: number) => attempts >= MAX_ATTEMPTS && Date.now() - createdAt.getTime() >= GIVE_UP_MS
const backoff = (attempts: number) => Math.min(60_000, 1_000 * 2 ** attempts)

/** Tells the network what the outbox holds: chats side by side, the tasks of one chat strictly in order. */
export function outboxFlow({ store, ctxFor, media, channel, log }: Options) {
  /** The open line of each connection, ready once what was written to an earlier line and not accepted stands in the queue again. */
  const lines = new Map<number, { line: object; ready: Promise<unknown> }>()
  /** The chats being told, and whether something was added meanwhile. */
  const telling = new Map<string, boolean>()
  const draining = new Set<Promise<void>>()

  async function lineOf(connectionId: number): Promise<object | null> {
    const line = channel().socketGeneration(connectionId)
    if (!line) return null
    if (lines.get(connectionId)?.line !== line)
      lines.set(connectionId, { line, ready: outbox.requeueUnacked(store.db, connectionId, new Date()) })
    await lines.get(connectionId)!.ready.catch(error => {
      lines.delete(connectionId)
      throw error
    })
    return channel().socketGeneration(connectionId) === line ? line : lineOf(connectionId)
  }

  /** Whatever stops, is tried again by the next sweep. */
  function attempt(connectionId: number, work: () => Promise<unknown>): Promise<void> {
    const run = work()
      .then(() => undefined)
      .catch(error => log[storageFaultOf(error) ? 'debug' : 'error']({ err: error, connectionId }, 'outbox stopped'))
      .finally(() => draining.delete(run))
    draining.add(run)
    return run
  }

  const drain = (connectionId: number) =>
    attempt(connectionId, async () => {
      if (!(await lineOf(connectionId))) return
      const chats = await outbox.waitingChats(store.db, connectionId)
      const next = async (): Promise<void> => {
        for (let chat = chats.pop(); chat !== undefined; chat = chats.pop()) await tellChat(connectionId, chat)
      }
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next))
    })
  const drainChat = (connectionId: number, chatId: number) => attempt(connectionId, () => tellChat(connectionId, chatId))

  /** Tells one chat's tasks, one runner a chat at a time. */
  async function tellChat(connectionId: number, chatId: number) {
    const chat = `${connectionId}:${chatId}`
    if (telling.has(chat)) return void telling.set(chat, true)
    try {
      let more = true
      while (more) {
        telling.set(chat, false)
        const line = await lineOf(connectionId)
        if (!line) return
        const tasks = await outbox.waiting(store.db, connectionId, chatId, BATCH)
        more = (await inOrder(tasks, line)) && tasks.length === BATCH
        more ||= telling.get(chat)!
      }
    } finally {
      telling.delete(chat)
    }
  }

  /** Stops at the first task that must wait, so that nothing overtakes it. */
  async function inOrder(tasks: OutboxRow[], line: object) {
    for (const task of tasks) if (task.dueAt.getTime() > Date.now() || !(await perform(task, line))) return false
    return true
  }

  async function perform(task: OutboxRow, line: object): Promise<boolean> {
    const ctx = ctxFor(task.companyId)
    const message = task.messageId === null ? undefined : await messages.find(ctx, task.messageId)
    const isSend = task.task.do === 'send'
    if (isSend && message?.status !== 'queued') return finished(task)
    if (isSpent(task, task.attempts)) return giveUp(task, message, 'no_answer')
    try {
      const outbound = await toOutbound(task, message)
      // Noted before it is written, so that a receipt always finds it.
      await outbox.markWritten(store.db, task.id)
      // Nothing is written to another line before its earlier tasks are.
      if (channel().socketGeneration(task.connectionId) !== line) throw new AppError('ERR_WAPP_NOT_INITIALIZED', 400)
      const result = outbound && (await channel().send(outbound))
      // What says that something was read is not accepted by anybody; all else stays until it is.
      if (!result || !message) return finished(task)
      if (!isSend) return true
      messagesCounted.inc({ direction: 'out' })
      await messages.change(ctx, message.id, {
        remoteJid: result.key.remoteJid,
        participant: result.key.participant ?? null,
        dataJson: result.raw,
      })
      return true
    } catch (error) {
      return failed(task, message, error)
    }
  }

  async function finished(task: OutboxRow) {
    await outbox.done(store.db, task.id)
    return true
  }

  async function failed(task: OutboxRow, message: Message | undefined, error: unknown): Promise<boolean> {
    // What can't be noted down is tried again when it can.
    if (storageFaultOf(error)) throw error
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'ERR_WAPP_NOT_INITIALIZED') {
      await outbox.postpone(store.db, task.id, new Date(), false)
      return false
    }
    const final = code === 'ERR_SENDING_WAPP_MSG' || code === 'ERR_WAPP_INVALID_CONTACT' || isSpent(task, task.attempts + 1)
    log.warn({ err: error, taskId: task.id, connectionId: task.connectionId, final }, 'could not send')
    if (!final) {
      await outbox.postpone(store.db, task.id, new Date(Date.now() + backoff(task.attempts)))
      return false
    }
    return giveUp(task, message, reasonOf(error))
  }

  async function giveUp(task: OutboxRow, message: Message | undefined, reason: FailReason) {
    if (message && task.task.do === 'send') await delivery.fail(ctxFor(task.companyId), message.id, reason)
    return finished(task)
  }

  async function toOutbound({ task, connectionId, companyId, chatId }: OutboxRow, message: Message | undefined): Promise<Outbound | null> {
    const ctx = ctxFor(companyId)
    const chat = addressOf(await contacts.load(ctx, chatId))
    if (task.do === 'read') {
      const keys = (await messages.findMany(ctx, task.ids)).map(keyOf)
      return keys.length ? { do: 'read', connectionId, chat, keys } : null
    }
    if (!message) return null
    if (task.do === 'edit') return { do: 'edit', connectionId, chat, id: task.wid, target: keyOf(message), body: task.body }
    if (task.do === 'delete') return { do: 'delete', connectionId, chat, id: task.wid, target: keyOf(message) }
    if (task.do === 'react') return { do: 'react', connectionId, chat, id: task.wid, target: keyOf(message), emoji: task.emoji }
    const quoted = message.quotedId === null ? null : ((await messages.find(ctx, message.quotedId))?.dataJson ?? null)
    const common = { connectionId, chat, id: message.wid, quoted, forwarded: message.isForwarded }
    if (!message.media?.hash) return { do: 'text', ...common, body: message.body }
    const { hash, mimetype, fileName, voice, seconds, waveform, width, height } = message.media
    return {
      do: 'media',
      ...common,
      media: {
        mediaType: message.mediaType as 'image' | 'video' | 'audio' | 'application',
        path: media.path(hash),
        mimetype,
        fileName,
        caption: message.body === fileName || voice ? '' : message.body,
        voice,
        seconds,
        waveform: waveform ? Buffer.from(waveform, 'base64') : null,
        width,
        height,
        thumbnail: message.mediaType === 'image' ? await thumbnailOf(hash) : null,
      },
    }
  }

  function thumbnailOf(hash: string) {
    const file = media.read(hash)
    return media.holding(file.size, async () => thumbnail(await file.bytes()))
  }

  return {
    drain,
    /** Tells what was just added for one chat. */
    drainChat,
    /** Picks up what waits for its time, and what was never accepted. */
    async sweep() {
      for (const connectionId of await outbox.waitingConnections(store.db)) {
        if (!channel().isOpen(connectionId)) continue
        await outbox.requeueUnacked(store.db, connectionId, new Date(Date.now() - PATIENCE_MS))
        void drain(connectionId)
      }
    },
    /** Resolves when what is being sent now has been written. */
    settle: async () => void (await Promise.allSettled(draining)),
  }
}
export type OutboxFlow = ReturnType<typeof outboxFlow>

const keyOf = ({ wid, remoteJid, fromMe, participant }: Message): Key => ({
  id: wid,
  remoteJid: remoteJid ?? '',
  fromMe,
  ...(participant && { participant }),
})

function reasonOf(error: unknown): FailReason {
  if (error instanceof AppError) {
    if (error.code === 'ERR_WAPP_INVALID_CONTACT') return 'not_on_whatsapp'
    return failReasonOf((error.details as { reason?: string } | undefined)?.reason)
  }
  const { message = '', cause } = error as Partial<Error>
  const told = failReasonOf(cause instanceof Error ? `${message}: ${cause.message}` : message)
  return told === 'unknown' ? 'unreachable' : told
}
