import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Contact } from '../../pages/contacts/types'
import { whyNot } from '../../pages/tickets/dialogs/conflict'
import { dialog } from '../../pages/tickets/dialogs/shown'
import { Marked, placesOf } from '../../pages/tickets/list/marked'
import { giveSearch } from '../../pages/tickets/list/store'
import { NAME_BEFORE } from '../../pages/tickets/name-above'
import type { Ticket } from '../../pages/tickets/types'
import { get } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { useDebounced } from '../../kit/debounce'
import { toastError } from '../../kit/errors'
import { folded } from '../../kit/folded'
import { phone, shortTime } from '../../kit/format'
import { toast } from '../../kit/toast'
import { focusSearch } from '../focus-search'
import type { Command } from './commands'
import { words } from './texts'

/** Shorter than in the lists: who types here waits for the answer. */
const WAIT_MS = 200
export const MIN_LETTERS = 3
const MOST = 5
const AVATAR = 28

const STATE = { open: 'open', pending: 'waiting', closed: 'closed' } as const
/** By whose name something is found stands before what was only said; who signed a message said nothing by it. */
function toTicket(ticket: Ticket, text: string, go: (path: string) => void): Command | undefined {
  const { hits = [] } = ticket
  const isNamed = nameRank(ticket.contact.name, text) > 0
  const hit = isNamed ? undefined : hits.find(({ fromMe, body }) => !placesOf(fromMe ? withoutSignature(body) : body, text).next().done)
  if (!isNamed && hits.length && !hit) return undefined
  return {
    id: '',
    group: hit ? 'messages' : 'tickets',
    label: ticket.contact.name,
    hint: hit ? <Said {...hit} search={text} /> : `${words(STATE[ticket.status])} · ${shortTime(ticket.updatedAt)}`,
    icon: <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={AVATAR} />,
    run: () => go(`/tickets/${ticket.uuid}${hit ? `/${hit.id}` : ''}`),
  }
}
/** What was said, or noted down for the team alone. */
const Said = ({ body, isNote, search }: { body: string; isNote?: true; search: string }) => (
  <>
    {isNote && `${words('note')}: `}
    <Marked text={body} search={search} />
  </>
)
/** As an excerpt has it, on one line. */
const withoutSignature = (excerpt: string) => excerpt.replace(NAME_BEFORE, '')

/** How a name has all the words of a search: 2 begins with them, 1 has them where words begin, 0 has them not. */
function nameRank(name: string, text: string) {
  const [plain, wanted] = [folded(name), folded(text)]
  if (plain.startsWith(wanted)) return 2
  return Number(wanted.split(/\s+/).every(word => ` ${plain}`.includes(` ${word}`)))
}
const byName = (one: Command, other: Command, text: string) => nameRank(other.label, text) - nameRank(one.label, text)

const toContact = (contact: Contact, go: (path: string) => void): Command => ({
  id: '',
  group: 'contacts',
  label: contact.name,
  hint: contact.isGroup ? '' : phone(contact.number),
  icon: <Avatar name={contact.name} src={contact.profilePicUrl} size={AVATAR} />,
  async run() {
    if (contact.lastTicket) return go(`/tickets/${contact.lastTicket.uuid}`)
    // What a colleague attends is no conversation of this person's, and another one cannot begin.
    const other = await get<Ticket | null>('/tickets/active', { contactId: contact.id }).catch(() => null)
    const why = other && whyNot(other)
    if (why) return toast.bad(why, 6_000)
    go(other ? `/tickets/${other.uuid}` : '/tickets')
    if (other) return
    dialog.value = { kind: 'new', preset: { name: contact.name, number: contact.number } }
  },
})

/** The inbox searches for what was typed. */
function everywhere(text: string, go: (path: string) => void) {
  void giveSearch(text)
  const isHere = location.pathname.startsWith('/tickets')
  const other = isHere ? null : focusSearch.value
  if (!isHere) go('/tickets')
  const stop = focusSearch.subscribe(focus => focus && focus !== other && queueMicrotask(() => (stop(), focus())))
}

const keyOf = (text: string, people: boolean) => (people ? `@${text}` : text)

/** Conversations and contacts that the server finds, and the way to all of them; of contacts alone after an @. */
export function useFound(go: (path: string) => void) {
  const [found, setFound] = useState<Command[]>([])
  /** What the answer is to that is on screen. */
  const [answered, setAnswered] = useState('')
  /** What was asked last: an answer that comes later than the next is none. */
  const asked = useRef('')
  const show = (text: string, people: boolean, rows: Command[]) => {
    if (asked.current !== keyOf(text, people)) return
    setFound(rows)
    setAnswered(asked.current)
  }
  const ask = useDebounced(async (text: string, people: boolean) => {
    const page = { searchParam: text, pageNumber: 1 }
    const tickets = people ? [] : get<{ tickets: Ticket[] }>('/tickets', { ...page, showAll: true }).then(({ tickets }) => tickets)
    const contacts = get<{ contacts: Contact[] }>('/contacts', page).then(({ contacts }) => contacts)
    await Promise.all([tickets, contacts])
      .then(([tickets, contacts]) => {
        const found = tickets.flatMap(row => toTicket(row, text, go) ?? [])
        const of = (group: Command['group']) => found.filter(row => row.group === group)
        const rows = [of('tickets'), contacts.map(row => toContact(row, go))].map(all => all.toSorted((a, b) => byName(a, b, text)))
        show(
          text,
          people,
          [...rows, of('messages')].flatMap(all => all.slice(0, MOST)),
        )
      })
      .catch((error: unknown) => (toastError(error), show(text, people, [])))
  }, WAIT_MS)
  const seek = (text: string, people: boolean) => {
    asked.current = keyOf(text, people)
    if (text.length >= MIN_LETTERS) ask(text, people)
    else {
      setFound([])
      setAnswered('')
    }
  }
  const all = (text: string): Command => ({
    id: '',
    group: 'everywhere',
    label: words('searchAll', { text }),
    icon: <Search className="icon" aria-hidden />,
    run: () => everywhere(text, go),
  })
  /** Whether what is typed has no answer yet. */
  const isAsked = (text: string, people: boolean) => text.length >= MIN_LETTERS && answered !== keyOf(text, people)
  return { found, seek, all, isAsked }
}
