import { t } from '../../../kit/i18n'
import type { Message } from '../types'
import { kindOf, withoutName } from './preview'

/** One line of a message: its words, or what it is. */
export function lineOf(message: Message) {
  if (message.isDeleted) return t('tickets.deleted')
  const kind = kindOf(message)
  if (!kind) return withoutName(message.body)
  return (message.caption && withoutName(message.caption)) || kind.word
}
