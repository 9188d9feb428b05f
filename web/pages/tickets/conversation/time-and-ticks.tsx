import { Check, CheckCheck, Clock3 } from 'lucide-react'
import { clock, dateTime } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import type { Message } from '../types'
import { Edited } from './edited'

const ticks = {
  queued: { icon: Clock3, word: 'tickets.tick.queued' },
  sent: { icon: Check, word: 'tickets.tick.sent' },
  delivered: { icon: CheckCheck, word: 'tickets.tick.delivered' },
  read: { icon: CheckCheck, word: 'tickets.tick.read' },
  played: { icon: CheckCheck, word: 'tickets.tick.played' },
} as const

/** Time, with its date under the pointer, and, for own messages, how far they came: a clock, one tick, two, two blue. */
export function Stamp({ message }: { message: Message }) {
  const { status, fromMe, isDeleted } = message
  const tick = fromMe && !isDeleted && status !== 'received' && status !== 'failed' ? ticks[status] : undefined
  return (
    <span className="stamp" data-tip={dateTime(message.createdAt)}>
      {!message.isEdited || isDeleted ? (
        clock(message.createdAt)
      ) : message.internal ? (
        t('tickets.edited', { time: clock(message.createdAt) })
      ) : (
        <Edited message={message} />
      )}
      {tick && (
        <tick.icon className={`icon tick${status === 'read' || status === 'played' ? ' read' : ''}`} role="img" aria-label={t(tick.word)} />
      )}
    </span>
  )
}
