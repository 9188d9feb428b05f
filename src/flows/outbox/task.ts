import { transaction } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { delivery, failReasonOf, messages, outbox, type FailReason, type OutboxRow } from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { followCampaigns } from '../campaigns/follow'
import { withheld } from '../campaigns/withhold'
import { outboundOf } from './outbound'
import type { OutboxOptions } from './index'

/** An upload or another slow send; the server's answer to it is waited for from its end. */
const SLOW_MS = 1_000

/** Sends the tasks of the outbox one by one; true where the next of the chat may go. */
export function taskSender({ store, ctxFor, channel, log, countMessage }: OutboxOptions) {
  /** What is being written: a large file takes longer than an acceptance is waited for. */
  const inFlight = new Set<number>()

  async function perform(task: OutboxRow, socket: object): Promise<boolean> {
    if (outbox.isSpent(task)) return giveUp(task, 'no_answer')
    const why = await withheld(ctxFor(task.companyId), task)
    if (why === 'withdraw') return giveUp(task, 'withdrawn')
    if (why === 'wait') return true
    // Noted before it is written, so that a receipt always finds it. What was deleted since the batch was read is not there any more.
    const claimed = await outbox.markWritten(store.db, task.id)
    if (!claimed) return true
    inFlight.add(task.id)
    try {
      return await send(claimed, socket)
    } catch (error) {
      return await failed(claimed, error)
    } finally {
      inFlight.delete(task.id)
    }
  }

  async function send(task: OutboxRow, socket: object): Promise<boolean> {
    const ctx = ctxFor(task.companyId)
    const message = task.messageId === null ? undefined : await messages.find(ctx, task.messageId)
    const isSend = task.task.do === 'send'
    if (isSend && message?.status !== 'queued') return finished(task)
    if (isSend && message?.isDeleted) return giveUp(task, 'withdrawn')
    const outbound = await outboundOf(ctx, task, message)
    // Nothing is written to another socket before its earlier tasks are.
    if (channel.socketGeneration(task.connectionId) !== socket) throw new AppError('ERR_WAPP_NOT_INITIALIZED', 400)
    const result = outbound && (await channel.send(outbound))
    // What says that something was read is not accepted by anybody; all else stays until it is.
    if (!result || !message) return finished(task)
    if (Date.now() - task.writtenAt!.getTime() > SLOW_MS) await outbox.restartAckTimeout(store.db, task.id)
    if (!isSend) return true
    countMessage('out')
    await messages.change(ctx, message.id, {
      remoteJid: result.key.remoteJid,
      participant: result.key.participant ?? null,
      dataJson: result.raw,
    })
    return true
  }

  async function finished(task: OutboxRow) {
    await outbox.done(store.db, task.id)
    return true
  }

  async function failed(task: OutboxRow, error: unknown): Promise<boolean> {
    // What can't be noted down is tried again when it can.
    if (storageFaultOf(error)) throw error
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'ERR_WAPP_NOT_INITIALIZED') {
      await outbox.postpone(store.db, task.id, new Date(), false)
      return false
    }
    const final = code === 'ERR_SENDING_WAPP_MSG' || code === 'ERR_WAPP_INVALID_CONTACT' || outbox.isSpent(task)
    log.warn({ err: error, taskId: task.id, connectionId: task.connectionId, final }, 'could not send')
    if (final) return giveUp(task, reasonOf(error))
    await outbox.tryAgain(store.db, task)
    return false
  }

  async function giveUp(task: OutboxRow, reason: FailReason) {
    await transaction(ctxFor(task.companyId), async ctx => {
      await delivery.giveUp(ctx, task, reason)
      if (task.task.do === 'send' && reason !== 'withdrawn') await numberHealth.failed(ctx, task.connectionId, reason, 1)
      if (task.messageId !== null) await followCampaigns(ctx, [task.messageId])
    })
    return true
  }

  return { perform, inFlight: inFlight as ReadonlySet<number> }
}

function reasonOf(error: unknown): FailReason {
  if (error instanceof AppError) {
    if (error.code === 'ERR_WAPP_INVALID_CONTACT') return 'not_on_whatsapp'
    return failReasonOf((error.details as { reason?: string } | undefined)?.reason)
  }
  const { message = '', cause } = error as Partial<Error>
  const reason = failReasonOf(cause instanceof Error ? `${message}: ${cause.message}` : message)
  return reason === 'unknown' ? 'unreachable' : reason
}
