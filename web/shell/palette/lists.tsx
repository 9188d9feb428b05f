import { CheckCheck, Inbox, Layers, ListFilter } from 'lucide-react'
import { t } from '../../kit/i18n'
import { phone } from '../../kit/screen-width'
import {
  type Choice,
  closeAllItem,
  isOrdered,
  type Ordered,
  ordersOf,
  queueChoices,
  switches,
  viewItems,
} from '../../pages/tickets/list/choices'
import { seesClosed, seesGroups, seeView, shownList, views } from '../../pages/tickets/list/store'
import type { Command } from './commands'
import { words } from './texts'

const icon = { className: 'icon', 'aria-hidden': true } as const

const LISTS: Ordered[] = ['mine', 'pending']
const LIST_NAMES = {
  mine: 'tickets.mine',
  pending: 'tickets.pending',
  snoozed: 'tickets.snoozed',
  group: 'tickets.groups',
  closed: 'tickets.closed',
} as const
/** Those that this person may see. */
const shownLists = () =>
  (Object.keys(LIST_NAMES) as (keyof typeof LIST_NAMES)[]).filter(
    name => (name !== 'group' || seesGroups.value) && (name !== 'closed' || seesClosed.value),
  )
/** The options of the lists, from every page. */
export function listCommands(go: (path: string) => void): Command[] {
  const isHere = /^\/tickets\b/.test(location.pathname)
  const shown = isHere ? shownList.peek() : 'mine'
  const there = (run: () => unknown) => () => {
    if (!isHere) go('/tickets')
    void run()
  }
  const turned = (id: string, { label, isOn, turn }: Choice, run = () => turn(!isOn)): Command => ({
    id,
    group: 'actions',
    label,
    hint: isOn ? words('on') : undefined,
    icon: <ListFilter {...icon} />,
    run,
  })
  const seen = (address: string, list: string, see: () => void): Command => ({
    id: `show:${address}`,
    group: 'actions',
    label: words('showList', { list }),
    icon: <Inbox {...icon} />,
    run() {
      if (isHere) see()
      // The list is where one is, unless it is drawn elsewhere, or on a phone below its conversation.
      if (!isHere || phone.peek()) go(`/tickets?list=${address}`)
    },
  })
  const ordered = isHere && isOrdered(shown) ? [shown] : LISTS
  const all = closeAllItem(shown)
  return [
    ...shownLists().map(name => seen(name, t(LIST_NAMES[name]), () => (shownList.value = name))),
    ...views.value.map(({ id, name }) => seen(`view.${id}`, name, () => seeView(id))),
    ...switches().map((one, i) => turned(`list:${i}`, one)),
    ...ordered.flatMap(name =>
      ordersOf(name).map((one, i) =>
        turned(`order:${name}:${i}`, { ...one, label: words('order', { list: t(LIST_NAMES[name]), name: one.label }) }, () =>
          one.turn(true),
        ),
      ),
    ),
    ...queueChoices().map(one => turned(`queue:${one.id}`, { ...one, label: words('queue', { name: one.label }) })),
    ...viewItems().map(({ label, run }): Command => ({
      id: `item:${label}`,
      group: 'actions',
      label,
      icon: <Layers {...icon} />,
      run: there(run),
    })),
    // Below all else: who types the name of a verb means one conversation.
    ...(all
      ? [{ id: 'closeAll', group: 'everywhere' as const, label: all.label, icon: <CheckCheck {...icon} />, run: there(all.run) }]
      : []),
  ]
}
