import { toastError } from '../../../kit/errors'
import { withTexts } from '../../../kit/i18n'
import { useShortcut } from '../../../kit/keys'
import { isActedOn } from '../acted-on'
import { dialog } from '../dialogs/shown'
import type { Ticket } from '../types'
import { choose, focused } from './choosing'

const load = withTexts(() => import('../put-aside'))
const desk = () => load().catch(toastError)

/** The keys that put the ticket on screen aside, and that choose the row with the focus. `leave` goes before it is marked as unread. */
export function useDeskKeys(ticket: Ticket | undefined, leave: () => void) {
  const isHere = ticket !== undefined && isActedOn(ticket)
  // At once: what is typed right after the key is meant for the box.
  useShortcut('snooze', () => ticket && (dialog.value = { kind: 'snooze', tickets: [ticket] }), isHere)
  useShortcut('pin', () => void desk().then(verbs => ticket && verbs?.togglePin(ticket)), isHere)
  useShortcut(
    'unread',
    () => {
      leave()
      void desk().then(verbs => ticket && verbs?.markUnread(ticket))
    },
    isHere,
  )
  useShortcut('choose', () => {
    const id = focused() ?? ticket?.id
    if (id) choose(id)
  })
}
