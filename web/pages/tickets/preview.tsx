import { FileText, Image, MapPin, Mic, Phone, Reply, Sticker, UserRound, Video } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { t } from '../../kit/i18n'
import type { Message, Ticket } from './types'

const nameless = /^(audio|áudio|sticker)$/i

/** The kind of a message in a word, with its icon; nothing for plain text. */
export function kindOf(message: Pick<Message, 'mediaType' | 'mimetype' | 'voice'>): { icon: LucideIcon; word: string } | undefined {
  const { mediaType, mimetype } = message
  if (mediaType === 'sticker' || mediaType === 'stickerMessage' || (mediaType === 'image' && mimetype === 'image/webp'))
    return { icon: Sticker, word: t('tickets.sticker') }
  if (mediaType === 'image') return { icon: Image, word: t('tickets.photo') }
  if (mediaType === 'video') return { icon: Video, word: t('tickets.video') }
  if (mediaType === 'audio') return { icon: Mic, word: t('tickets.audio') }
  if (mediaType === 'application' || mediaType === 'document' || mediaType === 'text')
    return { icon: FileText, word: t('tickets.document') }
  if (mediaType === 'locationMessage' || mediaType === 'liveLocationMessage') return { icon: MapPin, word: t('tickets.location') }
  if (mediaType === 'contactMessage' || mediaType === 'contactsArrayMessage' || mediaType === 'vcard')
    return { icon: UserRound, word: t('tickets.contactCard') }
  if (mediaType === 'call_log') return { icon: Phone, word: t('tickets.call') }
  return undefined
}

/** One line of a message: its words, or what it is. */
export function lineOf(message: Message) {
  if (message.isDeleted) return t('tickets.deleted')
  const kind = kindOf(message)
  const own =
    message.body &&
    message.body !== message.fileName &&
    !nameless.test(message.body) &&
    !/locationMessage|contactMessage|vcard/.test(message.mediaType)
  return own ? message.body.replace(/^\*.+?:\*\n/, '') : (kind?.word ?? '')
}

/** The last message of a row. */
export function LastMessage({ ticket }: { ticket: Ticket }) {
  const text = (ticket.lastMessage ?? '').replace(/^\*.+?:\*\n/, '').replace(/\s+/g, ' ')
  return (
    <>
      {ticket.fromMe && text && <Reply className="icon" aria-hidden />}
      {/^á?udio$/i.test(text) && <Mic className="icon" aria-hidden />}
      {text}
    </>
  )
}
