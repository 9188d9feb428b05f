import { flushSync } from 'react-dom'
import { t } from '../../../kit/i18n'
import { writes } from '../../../kit/keys'
import { phone } from '../../../kit/screen-width'
import { user } from '../../../session'
import { toast } from '../../../kit/toast'
import type { Ticket } from '../types'
import { draftOf } from './drafts'
import { composerField, isWritten } from './focus'
import { words } from './texts'

// Type-ahead: what is typed between the press that brings a ticket and its composer is the answer to that customer, and neither shortcuts
// nor another's answer. A field takes it, since accents and input methods are made in one. Where no composer comes, it is the draft.

/** Words that went to nobody can be read, and typed again. */
const UNSENT_MS = 30_000

type Hold = {
  /** Whom it is for: unknown until it is told who waits longest. */
  ticket?: Pick<Ticket, 'id' | 'uuid'>
  isTaken: boolean
  /** What Enter ended, each of which is a message. */
  lines: string[]
  field: HTMLTextAreaElement
  /** What had the focus. */
  before: Element | null
  /** The page that was on screen. */
  path: string
  stop: () => void
}
let hold: Hold | undefined

/** `isSeen`: whoever it is for is on screen, and Enter sends. */
function begin(ticket: Hold['ticket'], isSeen = ticket !== undefined): Hold {
  hold?.stop()
  const field = document.createElement('textarea')
  field.className = 'sr-only'
  field.style.position = 'fixed'
  field.style.top = '0'
  field.tabIndex = -1
  field.ariaLabel = t('tickets.acceptText')
  const own: Hold = {
    ticket,
    isTaken: false,
    lines: [],
    field,
    before: document.activeElement,
    path: location.pathname,
    stop: () => leave(own),
  }
  field.addEventListener('keydown', event => {
    if (event.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      // To nobody who was not seen.
      if (!isSeen || !field.value.trim()) return
      own.lines.push(field.value)
      field.value = ''
    }
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
/**
 * What was typed is kept, unsent, as the ticket’s own draft where its composer does not come; and told where a colleague may have the ticket,
 * whose row nobody here sees then.
 */
function settle(own: Hold) {
  const { ticket, field, lines, isTaken } = own
  const said = [...lines.splice(0), field.value].join('\n')
  field.value = ''
  const text = ticket && draftOf(ticket.id).text
  if (text && said) text.value = [text.peek(), said].filter(Boolean).join('\n')
  if (said.trim() && !isTaken && !(ticket && location.pathname.includes(ticket.uuid)))
    toast.warn(words('toNobody', { said: said.trim() }), UNSENT_MS)
  end(own)
}

/** Letters that follow one another so closely are one sentence, which is not cut. */
const LULL_MS = 700
/** Whoever was about to type does not see yet that nobody came. */
const FAILED_MS = 1_500
/** Nobody types any more, or elsewhere. */
const lull = ({ field }: Hold, atFirst: number) =>
  new Promise<void>(resolve => {
    let timer = setTimeout(resolve, field.value ? LULL_MS : atFirst)
    field.addEventListener('keydown', () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, LULL_MS)
    })
    field.addEventListener('blur', () => resolve())
  })
/** No composer comes: what is being typed is kept to its end, and the keyboard goes back. */
async function giveUp(own: Hold, atFirst = 0) {
  await lull(own, atFirst)
  leave(own)
  settle(own)
}
/** Another ticket came on screen. */
function elsewhere() {
  const [uuid, path] = [hold?.ticket?.uuid, location.pathname]
  if (path !== hold?.path && !(uuid && path.includes(uuid))) hold?.stop()
}

/** What came of it; null where it failed, nothing where it was called off. */
type Taken = Ticket | null | void
/** Holds what is typed until the ticket's composer takes it. One that is being taken is not asked for twice. */
export async function answering(take: () => Promise<Taken>, ticket?: Ticket): Promise<Taken> {
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
  else requestAnimationFrame(() => void giveUp(own, taken === null ? FAILED_MS : 0))
  return taken
}

/**
 * Holds what is typed in the answer of a ticket from the press that ends it on: it is for the one that follows, whose draft it is where this
 * one stays after all, or that one is not one's own to answer.
 */
export async function following(ends: () => Promise<boolean>, next: Ticket | undefined): Promise<boolean> {
  const composer = composerField()
  if (phone.peek() || !next || !composer || document.activeElement !== composer) return ends()
  const own = begin(next, false)
  own.isTaken = true
  const hasEnded = await ends()
  const isOwn = next.status === 'open' && (next.userId === user.peek()?.id || !next.userId)
  if (!hasEnded || !isOwn) void giveUp(own)
  return hasEnded
}

/** While what is typed for a ticket, or for who waits longest, is held: adds what was typed in a box that stands over the page. */
export function heldFor(ticketId: number): ((text: string) => void) | undefined {
  if (!hold || (hold.ticket?.id ?? ticketId) !== ticketId) return undefined
  const { field } = hold
  return text => void (field.value += text)
}

/** As if it were typed: a "/" calls the quick messages, and Enter sends. */
function type(composer: HTMLTextAreaElement, said: string, isEnded: boolean) {
  const at = /(?:^|\s)\/\S*$/.exec(said)?.index
  const [whole, letters] = at === undefined ? [said, ''] : [said.slice(0, said.indexOf('/', at)), said.slice(said.indexOf('/', at))]
  const put = (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
    field.setRangeText(text, field.selectionEnd ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }))
  }
  if (whole) flushSync(() => put(composer, whole))
  for (const key of [...letters, ...(isEnded ? ['Enter'] : [])])
    flushSync(() => {
      const target = document.activeElement ?? composer
      const isFree = target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      if (isFree && key.length === 1 && writes(target)) put(target as HTMLTextAreaElement, key)
    })
}
/** The composer goes on with what was typed. */
function pour(own: Hold, composer: HTMLTextAreaElement) {
  // What is being composed is written when its field is left.
  own.isTaken = false
  composer.focus({ preventScroll: true })
  composer.setSelectionRange(composer.value.length, composer.value.length)
  const [lines, said] = [own.lines.splice(0), own.field.value]
  own.field.value = ''
  end(own)
  // What stood there already was not meant to be sent with it.
  const { files, quoted, editing } = draftOf(own.ticket!.id)
  const isEmpty = !composer.value && !files.peek().length && !quoted.peek() && !editing.peek()
  const all = [...lines, said].filter(Boolean).join('\n')
  // After the drawing in which the composer came: each letter is drawn before the next.
  queueMicrotask(() => {
    if (!isEmpty) return all && type(composer, composer.value ? `\n${all}` : all, false)
    for (const line of lines) type(composer, line, true)
    if (said) type(composer, said, false)
  })
}
/** The composer of a ticket is there, and goes on with what was typed. */
export function goOnIn(composer: HTMLTextAreaElement | null, ticketId: number) {
  if (!hold || hold.ticket?.id !== ticketId) return
  const own = hold
  if (!composer || document.activeElement !== own.field) return own.isTaken ? settle(own) : undefined
  pour(own, composer)
}
