import {
  isPnUser,
  jidNormalizedUser,
  proto,
  type AnyMessageContent,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from '@whiskeysockets/baileys'
import { AppError } from '#kernel/errors'
import type { Key, Media, Outbound, Person, SendResult } from '#modules/connections'
import { lruMap } from '#kernel/process/lru'
import { kindOf, unwrap } from './content'
import { jidOf } from './identity'
import { withoutNumbers } from './log'
import { NoMediaHost, uploader, type Network } from './media'
import { reviveMessage } from './socket'

/** Cache: the jid of each number that is known to have an account. */
export const knownNumbers = () => lruMap<string, string>(5000)
type KnownNumbers = ReturnType<typeof knownNumbers>

export const notOpen = () => new AppError('ERR_WAPP_NOT_INITIALIZED', 400)

/** Codes of Baileys' errors for a connection that closed under the message. */
const INTERRUPTED = new Set([408, 428, 503])

/** Writes one outbound to the socket; null for `read`. Throws AppError as `Channel.send` says. */
export async function send(sock: WASocket, outbound: Outbound, network: Network, knownNumbers: KnownNumbers): Promise<SendResult | null> {
  try {
    if (outbound.do === 'read') {
      await sock.readMessages(outbound.keys)
      return null
    }
    const jid = await recipient(sock, outbound.chat, knownNumbers)
    const options = {
      messageId: outbound.id,
      upload: uploader(fresh => sock.refreshMediaConn(fresh), network),
      ...('quoted' in outbound && outbound.quoted && { quoted: quotedMessage(outbound.quoted, jid, sock.user) }),
    }
    const content = contentOf(outbound, jid)
    const sent = await sock.sendMessage(jid, content, options).catch((error?: Error) => {
      // Baileys still has a device in its cache that was unlinked meanwhile: without the cache the message goes out.
      if (!error?.message.includes('item-not-found')) throw error
      void sock.userDevicesCache.flushAll()
      return sock.sendMessage(jid, content, options)
    })
    if (!sent) throw new Error('nothing was sent')
    const key: Key = { id: outbound.id, remoteJid: jid, fromMe: true }
    return { key, raw: JSON.stringify({ key, message: sent.message, messageTimestamp: Math.floor(Date.now() / 1000) }) }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof NoMediaHost && sock.ws.isOpen) throw error
    // A closed socket fails in many ways, none of which is a refusal of the message.
    throw sock.ws.isOpen ? refusal(error) : notOpen()
  }
}

function refusal(error: unknown) {
  const { message = '', output, data } = error as Partial<Error> & { output?: { statusCode?: number }; data?: unknown }
  // The server's own trouble, which Baileys keeps as `data`: its statusCode is 500 for whatever has none.
  if (typeof data === 'number' && data >= 500) return error
  if (INTERRUPTED.has(output?.statusCode ?? 0) || /connection (was )?(closed|lost)/i.test(message)) return notOpen()
  return new AppError('ERR_SENDING_WAPP_MSG', 400, { reason: withoutNumbers(message) || 'unknown' })
}

/** A number that never wrote is looked up first: the server accepts messages to numbers without an account, and drops them. */
async function recipient(sock: WASocket, chat: Person | { group: string }, knownNumbers: KnownNumbers): Promise<string> {
  if ('group' in chat || chat.lid || !chat.pn) return jidOf(chat)
  const known = knownNumbers.get(chat.pn)
  if (known) return known
  const { [chat.pn]: lid } = await sock.authState.keys.get('lid-mapping', [chat.pn])
  const jid = lid ? jidOf({ pn: chat.pn, lid: null }) : (await sock.onWhatsApp(chat.pn))?.find(answer => answer.exists)?.jid
  if (!jid) throw new AppError('ERR_WAPP_INVALID_CONTACT', 400)
  knownNumbers.set(chat.pn, jid)
  return jid
}

/** Baileys quotes a message by its content, the jid that this one goes to, and its author in the form (number or lid) of the chat. */
function quotedMessage(raw: string, jid: string, me: { id: string; lid?: string } | undefined): WAMessage | undefined {
  const quoted = reviveMessage(raw)
  if (!quoted?.message || !kindOf(unwrap(quoted.message) ?? {})) return undefined
  const key: WAMessageKey = { ...quoted.key, remoteJid: jid, id: quoted.key?.id ?? '' }
  if (key.fromMe && me) Object.assign(key, { fromMe: false, participant: jidNormalizedUser(isPnUser(jid) ? me.id : (me.lid ?? me.id)) })
  return { key, message: quoted.message }
}

type Carrying = Exclude<Outbound, { do: 'read' }>

function contentOf(outbound: Carrying, jid: string): AnyMessageContent {
  // The target is in this chat, whichever form of the person its stored key names.
  const here = (target: Key) => ({ ...target, remoteJid: jid })
  switch (outbound.do) {
    case 'text':
      // No link preview: the library would fetch an address that somebody else chose, past the guard of ours (SSRF).
      return { text: outbound.body, linkPreview: null, ...forwarding(outbound.forwarded) }
    case 'media':
      return { ...mediaContent(outbound.media), ...forwarding(outbound.forwarded) }
    case 'location': {
      const { latitude, longitude, name, address } = outbound.place
      return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } }
    }
    case 'contacts': {
      const cards = outbound.cards.map(({ name, vcard }) => ({ displayName: name, vcard }))
      return { contacts: { displayName: cards.map(card => card.displayName).join(', '), contacts: cards } }
    }
    case 'forward':
      return { forward: forwardable(outbound.raw), force: true }
    case 'edit':
      return { text: outbound.body, linkPreview: null, edit: here(outbound.target) }
    case 'delete':
      return { delete: here(outbound.target) }
    case 'react':
      return { react: { text: outbound.emoji, key: here(outbound.target) } }
  }
}

function forwardable(raw: string): WAMessage {
  const message = reviveMessage(raw)
  if (!message?.message || !message.key) throw new AppError('ERR_SENDING_WAPP_MSG', 400, { reason: 'nothing to forward' })
  return { ...message, key: message.key }
}

const forwarding = (forwarded: boolean): { contextInfo?: proto.IContextInfo } =>
  forwarded ? { contextInfo: { isForwarded: true, forwardingScore: 1 } } : {}

/** Thumbnail, duration and waveform are given: Baileys would compute them with programs that may not be installed. */
function mediaContent({ mediaType, path, mimetype, caption, fileName, voice, ...media }: Media): AnyMessageContent {
  const from = { url: path }
  const size = { ...(media.width && { width: media.width }), ...(media.height && { height: media.height }) }
  const jpegThumbnail = media.thumbnail ? Buffer.from(media.thumbnail).toString('base64') : ''
  switch (mediaType) {
    case 'image':
      return { image: from, mimetype, caption, jpegThumbnail, ...size }
    case 'video':
      return { video: from, mimetype, caption, jpegThumbnail, ...size, ...(media.seconds && { seconds: media.seconds }) }
    case 'audio':
      return {
        audio: from,
        mimetype,
        ptt: voice,
        seconds: media.seconds ?? 0,
        waveform: media.waveform ?? new Uint8Array(),
      } as AnyMessageContent
    case 'sticker':
      return { sticker: from, mimetype, ...size }
    case 'application':
      return { document: from, mimetype, fileName: fileName ?? 'file', caption }
  }
}
