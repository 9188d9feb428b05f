import { type ListName, seesClosed, seesGroups, seeView, view, views } from './store'

/** Which list the address names: a page that is read again, or whose address is passed on, shows it. */
export function listInAddress(): ListName {
  const [name, id] = new URLSearchParams(location.search).get('list')?.split('.') ?? []
  if (name === 'view' && views.peek().some(one => one.id === id)) {
    seeView(id!)
    return 'view'
  }
  const isThere =
    name === 'pending' || name === 'snoozed' || (name === 'closed' && seesClosed.peek()) || (name === 'group' && seesGroups.peek())
  return isThere ? name : 'mine'
}

/** Writes it there, without a step of its own in the history. */
export function putListInAddress(shown: ListName) {
  const named = shown === 'view' ? `view.${view.peek()?.id}` : shown
  const query = shown === 'mine' || shown === 'search' ? '' : `?list=${named}`
  if (location.search !== query) history.replaceState(history.state, '', location.pathname + query)
}
