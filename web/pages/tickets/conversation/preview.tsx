import { Reply } from 'lucide-react'
import type { STAND_INS } from '../../../../src/modules/messages'
import { t } from '../../../kit/i18n'
import type { Icon } from '../../../kit/lazy-icon'
import { unmarked } from '../../../kit/unmarked'
import { later } from '../../../shell/later-icon'
import { NAME_ABOVE } from '../name-above'
import type { Message, Ticket } from '../types'

const FileText = later('FileText')
const Image = later('Image')
const MapPin = later('MapPin')
const MessageCircleQuestionMark = later('MessageCircleQuestionMark')
const Mic = later('Mic')
const Phone = later('Phone')
const Sticker = later('Sticker')
const UserRound = later('UserRound')
const Video = later('Video')

type StandIns = typeof STAND_INS
const VIDEO_CALL: StandIns['videoCall'] = 'Chamada de vídeo perdida'
/** The words that the server keeps for what has none, in its own language: all of its table, which the types hold this one to. */
const standIns: Record<StandIns[keyof StandIns], Parameters<typeof kindOf>[0]> = {
  Imagem: { mediaType: 'image' },
  Vídeo: { mediaType: 'video' },
  Áudio: { mediaType: 'audio' },
  Arquivo: { mediaType: 'application' },
  sticker: { mediaType: 'sticker' },
  'Chamada de voz perdida': { mediaType: 'call_log' },
  [VIDEO_CALL]: { mediaType: 'call_log' },
  'Mensagem de um tipo que ainda não é mostrado aqui. Veja no celular.': { mediaType: 'unknown' },
}

/** The words without the time, which a call says by the clock of the company. */
const timeless = (text: string) => text.replace(/ às \d\d:\d\d$/, '')
const standInOf = (words: string) => (Object.hasOwn(standIns, words) ? standIns[words as keyof typeof standIns] : undefined)
export const isStandIn = (text: string) => Boolean(standInOf(timeless(text)))
export const isVideoCall = ({ body }: Pick<Message, 'body'>) => timeless(body) === VIDEO_CALL

/** The kind of a message in a word, with its icon; nothing for plain text. */
export function kindOf(message: Pick<Message, 'mediaType' | 'mimetype' | 'voice'>): { icon: Icon; word: string } | undefined {
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
  if (mediaType === 'unknown') return { icon: MessageCircleQuestionMark, word: t('tickets.unknown') }
  return undefined
}

export const withoutName = (text: string) => unmarked(text.replace(NAME_ABOVE, ''))

/** What the server keeps as a ticket's last message when that was deleted. */
const DELETED = '🚫 _Mensagem Apagada_'

/** What the server says of a place, of people and of a document begins with a sign; what it says of a voice ends with its time. */
const SIGNS: Record<string, string> = { '📍': 'locationMessage', '👤': 'vcard', '📄': 'document' }
const SIGN = /^(📍|👤|📄) /u
const TIMED = /^(Áudio)( \d+:\d\d)$/
/** Rows of before this sign have a name alone. */
const FILE = /^\S.{0,99}\.(pdf|docx?|xlsx?|pptx?|od[st]|csv|txt|zip|rar|xml)$/i

/** What the server keeps of a message, as it is said and drawn. */
function lineOf(kept: string) {
  const line = kept === DELETED ? t('tickets.deleted') : withoutName(kept).replace(/\s+/g, ' ')
  const [, sound = timeless(line), time = ''] = TIMED.exec(line) ?? []
  const standIn = standInOf(sound)
  const sign = SIGN.exec(line)?.[1]
  const mediaType = (sign && SIGNS[sign]) || (FILE.test(line) ? 'text' : '')
  const kind = kindOf(standIn ?? { mediaType })
  return { kind, text: standIn ? kind?.word + time : line.replace(SIGN, ''), isFile: sign === '📄' }
}
/** The same where no icon is drawn beside it. */
export function inWords(kept: string) {
  const { kind, text, isFile } = lineOf(kept)
  return isFile ? `${kind?.word}: ${text}` : text
}

/** The last message of a row. */
export function LastMessage({ ticket, icon = 'icon' }: { ticket: Pick<Ticket, 'lastMessage' | 'fromMe'>; icon?: string }) {
  const { text, kind } = lineOf(ticket.lastMessage ?? '')
  return (
    <>
      {ticket.fromMe && text && <Reply className={icon} aria-hidden />}
      {kind && <kind.icon className={icon} aria-hidden />}
      {text}
    </>
  )
}
