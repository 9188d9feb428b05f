import type { Ctx } from '#kernel/context'
import { thumbnail } from '#kernel/media/picture'
import type { Key, Outbound } from '#modules/connections'
import { addressOf, contacts } from '#modules/contacts'
import { captionOf, isCard, messages, peopleIn, placeIn, STAND_INS, STICKER, type Message, type OutboxRow } from '#modules/messages'

/** A task as the network is told it, from the rows as they stand now; null where there is nothing to tell. */
export async function outboundOf(ctx: Ctx, row: OutboxRow, message: Message | undefined): Promise<Outbound | null> {
  const { task, connectionId, chatId } = row
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
  if (isCard(message) && message.isForwarded && message.dataJson)
    return { do: 'forward', connectionId, chat, id: message.wid, raw: message.dataJson, quoted: null }
  const common = { connectionId, chat, id: message.wid, quoted, forwarded: message.isForwarded }
  if (isCard(message)) {
    const place = placeIn(message.body)
    if (place) return { do: 'location', ...common, place }
    return { do: 'contacts', ...common, cards: peopleIn(message.body) }
  }
  if (!message.media?.hash) return { do: 'text', ...common, body: message.body }
  const { hash, mimetype, fileName, voice, seconds, waveform, width, height } = message.media
  return {
    do: 'media',
    ...common,
    media: {
      mediaType: isSticker(message) ? 'sticker' : (message.mediaType as 'image' | 'video' | 'audio' | 'application'),
      path: ctx.media.path(hash),
      mimetype,
      fileName,
      caption: voice ? '' : captionFor(message),
      voice,
      seconds,
      waveform: waveform ? Buffer.from(waveform, 'base64') : null,
      width,
      height,
      thumbnail: message.mediaType === 'image' ? await thumbnailOf(ctx, hash) : null,
    },
  }
}

/** A customer's sticker that goes on; what people attach is a picture. */
const isSticker = ({ isForwarded, mediaType, media }: Message) => isForwarded && mediaType === 'image' && media?.fileName === STICKER

/** What a person wrote to a file is theirs, whatever it is; of one that goes on, a word that stands in for none is no caption. */
function captionFor(message: Message) {
  if (message.isForwarded) return captionOf(message) ?? ''
  return message.body === (message.media?.fileName ?? STAND_INS.application) ? '' : message.body
}

function thumbnailOf({ media }: Ctx, hash: string) {
  const file = media.read(hash)
  return media.holding(file.size, async () => thumbnail(await file.bytes()))
}

const keyOf = ({ wid, remoteJid, fromMe, participant }: Message): Key => ({
  id: wid,
  remoteJid: remoteJid ?? '',
  fromMe,
  ...(participant && { participant }),
})
