import { useSignals } from '@preact/signals-react/runtime'
import { WifiOff } from 'lucide-react'
import { locale, plural, t } from '../../../kit/i18n'
import { down } from '../../../shell/numbers-down'
import { lists } from './store'

const listed = (names: string[]) => new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names)

/** Above the lists: which numbers are down, and so why nothing comes. */
export default function NumbersDown() {
  useSignals()
  const names = [...down.value.values()]
  if (!names.length) return null
  const touched = lists.mine.items.value.filter(ticket => ticket.whatsappId !== null && down.value.has(ticket.whatsappId)).length
  return (
    <div className="banner bad list-notice" role="status">
      <WifiOff className="icon" aria-hidden />
      <span>
        <strong>
          {names.length === 1 ? t('tickets.numberDown', { name: names[0]! }) : t('tickets.numbersDown', { names: listed(names) })}
        </strong>{' '}
        {touched > 0 && plural(touched, 'tickets.downTouchesOne', 'tickets.downTouches')}
      </span>
    </div>
  )
}
