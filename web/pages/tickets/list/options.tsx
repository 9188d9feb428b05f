import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CheckCheck, Layers } from 'lucide-react'
import { useEffect } from 'react'
import { get, post } from '../../../kit/api'
import { Dot } from '../../../kit/chips'
import { confirm } from '../../../kit/confirm'
import { toastError } from '../../../kit/errors'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { may } from '../../../session'
import { dialog } from '../dialogs/shown'
import { words as viewWords } from '../dialogs/views-texts'
import { queues } from '../queues'
import { words } from './desk-texts'
import { type OrderName, ORDERS } from './order'
import { compact, goesOn, hiddenQueues, type ListName, lists, orders, reloadLists, showAll, staysPending, views } from './store'

/** Queues shown, everybody's tickets, and closing all of them. */
export function Options({ shown, close }: { shown: ListName; close: () => void }) {
  useSignals()
  // A queue that is no more hides nothing.
  useEffect(() => {
    const ids = queues.value.map(({ id }) => id)
    const known = hiddenQueues.value.filter(id => ids.includes(id))
    if (ids.length && known.length < hiddenQueues.value.length) hiddenQueues.value = known
  }, [queues.value])
  const toggle = (id: number, on: boolean) => {
    hiddenQueues.value = on ? hiddenQueues.value.filter(other => other !== id) : [...hiddenQueues.value, id]
    reloadLists()
  }
  const closeAll = async () => {
    close()
    const status = shown === 'pending' ? shown : 'open'
    // Those left out are named: with every queue hidden, or none known yet, those shown would be none, which is all.
    const hidden = hiddenQueues.value
    // What is closed is everybody's, in the queues on screen: the own list would count fewer.
    const all = { status, showAll: true, exceptQueueIds: JSON.stringify(hidden) }
    const page = await get<{ count: number }>('/tickets', all).catch(toastError)
    if (!page) return
    const { count: n } = page
    if (!n) return toast.ok(t('tickets.closeAllNone'))
    const yes = await confirm({
      title: t(status === 'pending' ? 'tickets.closeAllPending' : 'tickets.closeAllTitle', { n }),
      text: t('tickets.closeAllText'),
      action: t('tickets.closeAll'),
      danger: true,
    })
    if (!yes) return
    await post('/tickets/closeAll', { status, exceptQueueIds: hidden }).catch(toastError)
    reloadLists()
  }
  return (
    <div className="pop-list">
      {isOrdered(shown) && <Order name={shown} />}
      <h3>{t('tickets.queues')}</h3>
      {queues.value.map(queue => (
        <label key={queue.id} className="opt">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            checked={!hiddenQueues.value.includes(queue.id)}
            onChange={event => toggle(queue.id, event.currentTarget.checked)}
          />
          <Dot color={queue.color} />
          <span className="clip">{queue.name}</span>
        </label>
      ))}
      {!queues.value.length && <p className="px-2.5 py-1 faint t-meta">{t('tickets.noQueues')}</p>}
      <div className="pop-line" />
      <button
        className="opt"
        onClick={() => {
          close()
          dialog.value = { kind: 'views', id: views.value.length ? undefined : '' }
        }}
      >
        <Layers className="icon" aria-hidden />
        {viewWords(views.value.length ? 'organise' : 'add')}
      </button>
      <div className="pop-line" />
      {may('tickets:showAll') && <Switch label={t('tickets.showAll')} of={showAll} changed={reloadLists} />}
      <Switch label={words('compact')} of={compact} />
      <Switch label={t('tickets.goesOn')} of={goesOn} />
      <Switch label={t('tickets.staysPending')} of={staysPending} />
      {may('tickets:closeAll') && (
        <button className="opt text-error" onClick={closeAll}>
          <CheckCheck className="icon" aria-hidden />
          {t('tickets.closeAllMenu')}
        </button>
      )}
    </div>
  )
}

function Switch({ label, of, changed }: { label: string; of: Signal<boolean>; changed?: () => void }) {
  useSignals()
  return (
    <label className="opt">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className="toggle ml-auto"
        checked={of.value}
        onChange={event => {
          of.value = event.currentTarget.checked
          changed?.()
        }}
      />
    </label>
  )
}

type Ordered = keyof typeof orders.value
const isOrdered = (name: ListName): name is Ordered => name in orders.peek()

/** In what order the list on screen stands. */
function Order({ name }: { name: Ordered }) {
  useSignals()
  return (
    <div role="radiogroup" aria-label={words('order')}>
      <h3>{words('order')}</h3>
      {(Object.keys(ORDERS) as OrderName[]).map(order => (
        <label key={order} className="opt">
          <input
            type="radio"
            name="order"
            className="radio radio-primary"
            checked={orders.value[name] === order}
            onChange={() => {
              orders.value = { ...orders.value, [name]: order }
              void lists[name].reload()
            }}
          />
          <span className="clip">{words(`order.${order}`)}</span>
        </label>
      ))}
      <div className="pop-line" />
    </div>
  )
}
