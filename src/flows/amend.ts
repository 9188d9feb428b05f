import { transaction, type Ctx } from '#kernel/context'
import { AppError, type ErrorCode } from '#kernel/errors'
import { delivery, EDIT_MS, messages, newWid, outbox, type Message, type MessageJourneys, type OutboxTask } from '#modules/messages'
import { must } from '#modules/rights'
import { followCampaigns } from './campaigns/follow'
import { stamped } from './demonstration-stamp'

// Each reads its message in the transaction that changes it: what others change meanwhile is neither lost nor done twice.

/** A message that the actor wrote; of anybody in the company, of robots and of its phone too, for who leads. The words stay its author's. */
async function own(ctx: Ctx, uid: string, code: ErrorCode): Promise<Message> {
  const { message } = await messages.byUid(ctx, uid)
  if (!message.fromMe || message.isDeleted || !message.connectionId) throw new AppError(code, 400)
  if (message.userId === null || message.userId !== ctx.actor.userId) must(ctx.actor, 'messages:lead')
  return message
}

const tell = (ctx: Ctx, { id, connectionId, chatId }: Message, task: OutboxTask) =>
  outbox.enqueue(ctx, { connectionId: connectionId!, chatId, messageId: id, task })

export const edit: MessageJourneys['edit'] = (ctx, uid, text) =>
  transaction(ctx, async ctx => {
    const body = await stamped(ctx, text)
    const message = await own(ctx, uid, 'ERR_EDITING_WAPP_MSG')
    if (message.media || Date.now() - message.createdAt.getTime() > EDIT_MS) throw new AppError('ERR_EDITING_WAPP_MSG', 400)
    // One that was never written leaves with its new words.
    const isOut = await outbox.mayBeOut(ctx, message)
    await messages.edit(ctx, message, body)
    const before = { body: message.body, isEdited: message.isEdited }
    if (isOut) await tell(ctx, message, { do: 'edit', wid: newWid(), body, before })
  })

export const erase: MessageJourneys['erase'] = (ctx, uid) =>
  transaction(ctx, async ctx => {
    const message = await own(ctx, uid, 'ERR_DELETE_WAPP_MSG')
    const isOut = await outbox.mayBeOut(ctx, message)
    await messages.erase(ctx, message)
    if (isOut) return tell(ctx, message, { do: 'delete', wid: newWid() })
    if (message.status !== 'queued') return
    // What follows a message to its end hears that it has one.
    await delivery.fail(ctx, message.id, 'withdrawn')
    await followCampaigns(ctx, [message.id])
  })

export const react: MessageJourneys['react'] = async (ctx, uid, emoji) => {
  const reactions = await transaction(ctx, async ctx => {
    const { message } = await messages.byUid(ctx, uid)
    if (!message.connectionId || message.isDeleted || (emoji && !/^\p{RGI_Emoji}$/v.test(emoji)))
      throw new AppError('ERR_SENDING_WAPP_MSG', 400)
    const all = await messages.react(ctx, message, { type: emoji, fromMe: true, userId: ctx.actor.userId, contactId: null })
    await tell(ctx, message, { do: 'react', wid: newWid(), emoji })
    return all
  })
  return { message: 'Reação adicionada com sucesso!', reactions }
}

/** Sends what failed once more, under the same id. */
export const retry: MessageJourneys['retry'] = (ctx, uid) =>
  transaction(ctx, async ctx => {
    const { message } = await messages.byUid(ctx, uid)
    await delivery.retry(ctx, message)
  })
