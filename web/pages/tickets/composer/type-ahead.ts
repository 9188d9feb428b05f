import { t } from '../../../kit/i18n'
import { phone } from '../../../kit/media'
import type { Ticket } from '../types'
import { draftOf } from './drafts'
import { isWritten } from './focus'

// Type-ahead: what is typed between the press that makes a ticket one's own and its composer is the answer to that customer, and neither
// shortcuts nor another's answer. A field takes it, since accents and input methods are made in one.

type Hold = {
  /** Whom it is for: unknown until it is told who waits longest. */
  ticket?: Pick<Ticket, 'id' | 'uuid'>
  isTaken: boolean
  field: HTMLTextAreaElement
  /** What had the focus. */
  before: Element | null
  /** The page that was on screen. */
  path: string
  stop: () => void
}
let hold: Hold | undefined

function begin(ticket: Hold['ticket']): Hold {
  hold?.stop()
  const field = document.createElement('textarea')
  field.className = 'sr-only'
  field.style.position = 'fixed'
  field.style.top = '0'
  field.tabIndex = -1
  field.ariaLabel = t('tickets.acceptText')
  const own: Hold = { ticket, isTaken: false, field, before: document.activeElement, path: location.pathname, stop: () => leave(own) }
  field.addEventListener('keydown', event => {
    if (event.isComposing) return
    // Nothing is sent before it is seen.
    if (event.key === 'Enter' && !event.shiftKey) event.preventDefault()
    if (event.key === 'Escape') own.stop()
  })
  // A window that is left and come back to has its focus as it was.
  field.addEventListener('blur', () => own.isTaken && document.activeElement !== field && settle(own))
  addEventListener('pushState', elsewhere)
  addEventListener('popstate', elsewhere)
  addEventListener('replaceState', elsewhere)
  document.body.append(field)
  field.focus({ preventScroll: true })
  return (hold = own)
}

/** The keyboard goes back to where it was. */
function leave({ field, before }: Hold) {
  if (document.activeElement !== field) return
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  field.blur()
}
function end({ field }: Hold) {
  field.remove()
  if (hold?.field !== field) return
  hold = undefined
  removeEventListener('pushState', elsewhere)
  removeEventListener('popstate', elsewhere)
  removeEventListener('replaceState', elsewhere)
}
/** What was typed is kept as the ticket’s own draft where its composer does not come. */
function settle(own: Hold) {
  const { ticket, field } = own
  const said = field.value
  field.value = ''
  if (ticket && said) draftOf(ticket.id).text.value += said
  end(own)
}
/** Another ticket came on screen. */
function elsewhere() {
  const [uuid, path] = [hold?.ticket?.uuid, location.pathname]
  if (path !== hold?.path && !(uuid && path.includes(uuid))) hold?.stop()
}

/** Holds what is typed until the ticket's composer takes it. One that is being taken is not asked for twice. */
export async function answering(take: () => Promise<Ticket | void>, ticket?: Ticket): Promise<Ticket | void> {
  if (phone.peek() || (ticket && isWritten(ticket.id))) return take()
  if (ticket && hold?.ticket?.id === ticket.id && !hold.isTaken) return
  const own = begin(ticket)
  const taken = await take()
  if (taken) {
    own.ticket = taken
    own.isTaken = true
    if (document.activeElement !== own.field) settle(own)
  }
  // A question that is closing gives the focus back first.
  else requestAnimationFrame(() => (leave(own), end(own)))
  return taken
}

/** The composer of a ticket is there, and goes on with what was typed. */
export function goOnIn(composer: HTMLTextAreaElement | null, ticketId: number) {
  if (!hold || hold.ticket?.id !== ticketId) return
  const own = hold
  if (!composer || document.activeElement !== own.field) return own.isTaken ? settle(own) : undefined
  // What is being composed is written when its field is left.
  own.isTaken = false
  composer.focus({ preventScroll: true })
  const said = own.field.value
  own.field.value = ''
  end(own)
  if (!said) return
  composer.setRangeText(said, composer.value.length, composer.value.length, 'end')
  composer.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
