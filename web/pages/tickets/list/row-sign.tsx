import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { AlarmClock, CircleAlert, Clock3, ClockCheck } from 'lucide-react'
import { failures } from '../../../shell/failures'
import { stuck } from '../composer/stuck'
import { words } from '../conversation/texts'
import { wished } from '../wishes'
import { lateOfRow } from './unsent'

const SIGNS = { resolve: ['willResolve', ClockCheck], snooze: ['willSnooze', AlarmClock] } as const
const VOID = { resolve: ['didNotResolve', CircleAlert], snooze: ['didNotSnooze', CircleAlert] } as const

/** What of a ticket is still to be done or sent, or was not, by this browser: it comes after the list. */
function Sign({ id }: { id: number }) {
  useSignals()
  const sign = useComputed(() => {
    const own = [...stuck.value.values()].filter(({ ticketId }) => ticketId === id)
    if (own.some(({ isRefused }) => isRefused)) return ['sentNot', CircleAlert] as const
    if (failures.value.some(({ ticketId }) => ticketId === id)) return ['deliveredNot', CircleAlert] as const
    const wish = wished.value[id]
    return wish ? (wish.isVoid ? VOID : SIGNS)[wish.verb] : own.length ? (['sendsLater', Clock3] as const) : undefined
  }).value
  if (!sign) return null
  const [name, Icon] = sign
  return (
    <span
      className={Icon === CircleAlert ? 'row-sign text-error' : 'row-sign faint'}
      role="img"
      aria-label={words(name)}
      data-tip={words(name)}
    >
      <Icon className="icon icon-sm" aria-hidden />
    </span>
  )
}

/** What was begun and not sent. */
const Begun = ({ words: begun }: { words: string }) => (
  <>
    <b className="begun">{words('draft')}</b> {begun.replace(/\s+/g, ' ')}
  </>
)

lateOfRow.value = { Sign, Begun }
