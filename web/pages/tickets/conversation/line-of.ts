import { t } from '../../../kit/i18n'
import { duration } from '../../../kit/measures'
import type { Message } from '../types'
import { kindOf, withoutName } from './preview'

/** More than a line has room for. */
const MOST = 500
/** Words that a stranger wrote, where one line of them is shown. */
export const inLine = (text: string) => withoutName(text.slice(0, MOST))

/** How long a voice is, and what a document is called; the name of a picture says nothing. */
function detailOf({ mediaType, seconds, fileName }: Message) {
  if (mediaType === 'audio') return seconds ? ` ${duration(seconds)}` : ''
  return fileName && /^(application|document|text)$/.test(mediaType) ? `: ${fileName}` : ''
}

/** One line of a message: its words, or what it is. */
export function lineOf(message: Message) {
  if (message.isDeleted) return t('tickets.deleted')
  const kind = kindOf(message)
  if (!kind) return inLine(message.body)
  return (message.caption && inLine(message.caption)) || kind.word + detailOf(message)
}
