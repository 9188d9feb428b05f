import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import { clock } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import type { Message } from '../types'

const ticks = {
  queued: { icon: Clock3, word: 'tickets.tick.queued' },
  sent: { icon: Check, word: 'tickets.tick.sent' },
  delivered: { icon: CheckCheck, word: 'tickets.tick.delivered' },
  read: { icon: CheckCheck, word: 'tickets.tick.read' },
  played: { icon: CheckCheck, word: 'tickets.tick.played' },
  failed: { icon: CircleAlert, word: 'tickets.tick.failed' },
} as const

export function deliveryOf({ status, ack }: Pick<Message, 'status' | 'ack'>): keyof typeof ticks {
  if (status && status !== 'received') return status
  return ack >= 5 ? 'played' : ack === 4 ? 'read' : ack === 3 ? 'delivered' : ack >= 1 ? 'sent' : 'queued'
}

/** Time and, for own messages, how far they came: a clock, one tick, two, two blue. */
export function Stamp({ message }: { message: Message }) {
  const delivery = deliveryOf(message)
  const { icon: Icon, word } = ticks[delivery]
  const time = clock(message.createdAt)
  return (
    <span className="stamp">
      {message.isEdited && !message.isDeleted ? t('tickets.edited', { time }) : time}
      {message.fromMe && !message.isDeleted && delivery !== 'failed' && (
        <Icon className={`icon tick${delivery === 'read' || delivery === 'played' ? ' read' : ''}`} role="img" aria-label={t(word)} />
      )}
    </span>
  )
}
