import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { AlarmClock, CircleAlert, Clock3, ClockCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { failures } from '../../../shell/failures'
import { beforeVerb } from '../before-verb'
import { stuck } from '../composer/stuck'
import { words } from '../conversation/texts'
import { afterDraft, whyNot, wished } from '../deferred-verbs'
import { lateOfRow } from './unsent'

const SIGNS = { resolve: ['willResolve', ClockCheck], snooze: ['willSnooze', AlarmClock] } as const
const VOID = { resolve: ['didNotResolve', CircleAlert], snooze: ['didNotSnooze', CircleAlert] } as const

const AFTER_DRAFT = { resolve: ['resolvesAfterDraft', ClockCheck], snooze: ['snoozesAfterDraft', AlarmClock] } as const

/** What of a ticket is still to be done or sent, or was not, by this browser: it comes after the list. */
function Sign({ id }: { id: number }) {
  useSignals()
  const sign = useComputed(() => {
    const own = [...stuck.value.values()].filter(({ ticketId }) => ticketId === id)
    if (own.some(({ isRefused }) => isRefused)) return ['sentNot', CircleAlert] as const
    if (failures.value.some(({ ticketId }) => ticketId === id)) return ['deliveredNot', CircleAlert] as const
    const after = afterDraft(id)
    if (after) return AFTER_DRAFT[after]
    const wish = wished.value[id]
    if (wish?.isPromised && !wish.isVoid) return ['resolvesSoon', ClockCheck] as const
    return wish ? (wish.isVoid ? VOID : SIGNS)[wish.verb] : own.length ? (['sendsLater', Clock3] as const) : undefined
  }).value
  if (!sign) return null
  const [name, Icon] = sign
  const wish = wished.peek()[id]
  const label = words(name, { why: wish ? whyNot(wish) : '' })
  return (
    <span
      // It lies over the link of its row, which would take the pointer away from its tip; a press of it is one of the row.
      className={Icon === CircleAlert ? 'relative text-error' : 'relative faint'}
      onClick={event => event.currentTarget.closest('li')?.querySelector('a')?.dispatchEvent(new MouseEvent('click', event.nativeEvent))}
      role="img"
      aria-label={label}
      data-tip={label}
    >
      <Icon className="icon icon-sm" aria-hidden />
    </span>
  )
}

const THEN = { resolve: 'thenResolves', snooze: 'thenSnoozes' } as const
/** What was begun and not sent, or noted, and what is to follow it. */
function Begun({ id, words: begun, said }: { id: number; words: string; said?: ReactNode }) {
  useSignals()
  const after = useComputed(() => afterDraft(id)).value
  const kind = words(beforeVerb.isNote?.(id) ? 'noteBegun' : 'draft')
  if (said && !after)
    return (
      <>
        <b className="begun">{kind.replace(/:$/, '')} · </b>
        {said}
      </>
    )
  return (
    <>
      <b className="begun">{after ? words(THEN[after]) : kind}</b> {begun.replace(/\s+/g, ' ')}
    </>
  )
}

lateOfRow.value = { Sign, Begun, waits: id => afterDraft(id) !== undefined }
