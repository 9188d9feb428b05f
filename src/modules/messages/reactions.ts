import { publishLazily, type Ctx } from '#kernel/context'
import { tickets } from '../tickets'
import type { Reaction } from './schema'
import { asQuoted, shownById, type Message, type ShownMessage } from './shape'

// Clients of this family draw a reaction only as a message of its own that quotes its target. Such rows are made up of what the target
// has when it is listed or told: they are stored nowhere, count on no page, are never unread and never a ticket's last message.

function rowOf(target: ShownMessage, { type, fromMe, contactId }: Reaction) {
  const { quotedMsg, ...quoted } = target
  const media = {
    mediaUrl: null,
    mimetype: null,
    fileName: null,
    fileSize: null,
    voice: false,
    seconds: null,
    waveform: null,
    width: null,
    height: null,
  }
  return {
    ...target,
    ...media,
    id: `${target.id}~reaction-${fromMe ? 'own' : contactId}`,
    clientId: null,
    mediaType: 'reactionMessage',
    body: type,
    fromMe,
    read: true,
    ack: fromMe ? 2 : 0,
    status: fromMe ? ('sent' as const) : ('received' as const),
    contactId,
    contact: target.contact?.id === contactId ? target.contact : null,
    reactions: [],
    dataJson: null,
    isDeleted: type === '',
    isEdited: false,
    isForwarded: false,
    quotedMsgId: target.id,
    quotedMsg: asQuoted(quoted),
  }
}

/** Messages in their order, each followed by the reactions to it. */
export const withReactions = (messages: ShownMessage[]) =>
  messages.flatMap(message => [message, ...message.reactions.map(reaction => rowOf(message, reaction))])

/** Tells a reaction as a row to those who have the conversation open; one that was taken away reads as deleted. */
export const announceReaction = (ctx: Ctx, { id, ticketId, reactions: before }: Message, reaction: Reaction) =>
  publishLazily(ctx, [`ticket-${ticketId}`], async ctx => {
    const [[target], ticket] = await Promise.all([
      shownById(ctx, [id]),
      tickets.load(ctx, ticketId).then(ticket => tickets.view(ctx, ticket)),
    ])
    if (!target) return
    const isNew = !before.some(one => one.fromMe === reaction.fromMe && one.contactId === reaction.contactId)
    const message = rowOf(target, reaction)
    ctx.publish('appMessage', { action: isNew ? 'create' : 'update', message, ticket, contact: ticket.contact }, [`ticket-${ticketId}`])
  })
