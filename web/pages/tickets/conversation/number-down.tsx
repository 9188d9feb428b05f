import { useSignals } from '@preact/signals-react/runtime'
import { WifiOff } from 'lucide-react'
import { plural, t } from '../../../kit/i18n'
import { down } from '../../../shell/numbers-down'
import type { Conversation } from './conversation'

/** Above the conversation while the number it goes over is down: what is written waits. */
export function NumberDown({ conversation }: { conversation: Conversation }) {
  useSignals()
  const { whatsappId, status } = conversation.ticket.value
  const name = whatsappId === null ? undefined : down.value.get(whatsappId)
  if (name === undefined || status === 'closed') return null
  const n = conversation.messages.value.filter(message => message.fromMe && message.status === 'queued' && !message.isDeleted).length
  return (
    <div className="banner bad" role="status">
      <WifiOff className="icon" aria-hidden />
      <span>
        <strong>{t('tickets.numberDown', { name })}</strong>{' '}
        {n ? plural(n, 'tickets.waitsToLeaveOne', 'tickets.waitToLeave') : t('tickets.willLeave')}
      </span>
    </div>
  )
}
