import { batch } from '@preact/signals-react'
import { get, post } from '../../../kit/api'
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

// What can be chosen about the lists: their options draw it, and the palette runs it by its name.

/** Something that is on or off. */
export type Choice = { label: string; isOn: boolean; turn: (on: boolean) => void }
const choice = (label: string, of: { value: boolean }, changed = () => {}): Choice => ({
  label,
  isOn: of.value,
  turn: on => batch(() => ((of.value = on), changed())),
})

export const switches = (): Choice[] => [
  ...(may('tickets:showAll') ? [choice(t('tickets.showAll'), showAll, reloadLists)] : []),
  choice(words('compact'), compact),
  choice(t('tickets.goesOn'), goesOn),
  choice(t('tickets.staysPending'), staysPending),
]

/** A queue that is no more hides nothing. */
export function forgetGone() {
  const ids = queues.value.map(({ id }) => id)
  const known = hiddenQueues.value.filter(id => ids.includes(id))
  if (ids.length && known.length < hiddenQueues.value.length) hiddenQueues.value = known
}

/** Leaves queues out of the lists, which are read anew in the same moment. */
export const hide = (ids: number[]) =>
  batch(() => {
    hiddenQueues.value = ids
    reloadLists()
  })
export const queueChoices = () =>
  queues.value.map(({ id, name, color }) => ({
    id,
    color,
    label: name,
    isOn: !hiddenQueues.value.includes(id),
    turn: (on: boolean) => hide(on ? hiddenQueues.value.filter(other => other !== id) : [...hiddenQueues.value, id]),
  }))

export type Ordered = keyof typeof orders.value
export const isOrdered = (name: ListName): name is Ordered => name in orders.peek()
/** In what order a list stands. */
export const ordersOf = (name: Ordered): Choice[] =>
  (Object.keys(ORDERS) as OrderName[]).map(order => ({
    label: words(`order.${order}`),
    isOn: orders.value[name] === order,
    turn() {
      orders.value = { ...orders.value, [name]: order }
      void lists[name].reload()
    },
  }))

const viewsItem = (label: string, id?: string) => ({ label, run: () => void (dialog.value = { kind: 'views', id }) })
/** Where one's own lists are put in order, while there are some; where one is made. */
export const viewItems = () => [...(views.value.length ? [viewsItem(viewWords('organise'))] : []), viewsItem(viewWords('add'), '')]

/** Resolves all that wait, or all that are attended, in the queues on screen. */
export const closeAllItem = (shown: ListName) => may('tickets:closeAll') && { label: t('tickets.closeAllMenu'), run: () => closeAll(shown) }
async function closeAll(shown: ListName) {
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
    // Nobody takes it back: an Enter too many resolves nothing.
    stay: t('common.cancel'),
  })
  if (!yes) return
  const isDone = await post('/tickets/closeAll', { status, exceptQueueIds: hidden }).then(() => true, toastError)
  if (isDone) toast.ok(t('tickets.closedAll', { n }))
  reloadLists()
}
