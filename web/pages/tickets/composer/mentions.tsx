import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { catalog } from '../../../catalog'
import { get } from '../../../kit/api'
import { Avatar } from '../../../kit/avatar'
import { user } from '../../../session'
import type { Ticket } from '../types'
import { callOf, matching, namedIn } from './mention-matching'
import { words } from './texts'

/** Who sees a ticket, as the server knows it; nothing until it has said so. */
function useReaders({ id: ticketId, userId, queueId, status }: Ticket) {
  const [readers, setReaders] = useState<Set<number>>()
  useEffect(() => {
    let current = true
    get<{ userIds: number[] }>('/note-mentions/readers', { ticketId }).then(
      ({ userIds }) => current && setReaders(new Set(userIds)),
      () => {},
    )
    return () => {
      current = false
    }
  }, [ticketId, userId, queueId, status])
  return readers
}

type Note = { ticket: Ticket; text: string; write: (text: string) => void; field: RefObject<HTMLTextAreaElement | null> }

/** Colleagues are called by an @ in a note: the list of them above its field, what the field tells it, and whom the text names. */
export function useMentions({ ticket, text, write, field }: Note) {
  useSignals()
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, choose] = useState(0)
  const readers = useReaders(ticket)
  const everyone = catalog('users').items.value
  /** Until it is known who sees the ticket, the server says it. */
  const reads = (one: { id: number }) => !readers || readers.has(one.id)
  const colleagues = everyone.filter(reads)
  const call = callOf(text, caret)
  const calledOf = (people: typeof everyone) =>
    call && call.at !== closedAt ? matching(people, call.name).filter(one => one.id !== user.value?.id) : []
  const found = calledOf(colleagues)
  const deaf = calledOf(everyone.filter(one => !reads(one)))
  const at = Math.min(chosen, found.length - 1)

  function name(person: { name: string }) {
    if (!call) return
    const before = `${text.slice(0, call.at)}@${person.name} `
    const named = before + text.slice(caret)
    write(named)
    setCaret(before.length)
    choose(0)
    requestAnimationFrame(() => {
      field.current?.focus()
      // Who types on meanwhile is further already.
      if (field.current?.value === named) field.current.setSelectionRange(before.length, before.length)
    })
  }
  /** Whether a key was meant for the list. */
  function takes(event: KeyboardEvent) {
    const bare = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const picks = found.length > 0
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (picks && step) choose((at + step + found.length) % found.length)
    else if (picks && bare && (event.key === 'Enter' || event.key === 'Tab')) name(found[at]!)
    // Where nobody can be chosen, who presses as if somebody could leaves the list, and no half of a note.
    else if (picks || deaf.length > 0) {
      if (event.key !== 'Escape' && !(bare && ['Tab', 'Enter'].includes(event.key))) return false
      setClosedAt(call?.at)
    } else return false
    return true
  }
  const list = found.length + deaf.length > 0 && (
    <div className="mention-list" role="listbox" id={id} aria-label={words('colleagues')}>
      {found.map((person, i) => (
        <button
          key={person.id}
          type="button"
          role="option"
          id={`${id}-${i}`}
          tabIndex={-1}
          aria-selected={i === at}
          className="opt"
          onPointerDown={event => event.preventDefault()}
          onClick={() => name(person)}
        >
          <Avatar name={person.name} size={18} />
          <span className="clip">{person.name}</span>
        </button>
      ))}
      {deaf.map(one => (
        <div key={one.id} role="option" aria-selected={false} aria-disabled className="opt">
          <Avatar name={one.name} size={18} />
          <span className="clip">{one.name}</span>
          <span className="faint t-meta">{words('readsNot')}</span>
        </div>
      ))}
    </div>
  )
  return {
    list,
    takes,
    /** The text of the field, and where in it one writes. */
    typed(own: HTMLTextAreaElement) {
      write(own.value)
      setCaret(own.selectionStart)
      setClosedAt(undefined)
    },
    moved: (own: HTMLTextAreaElement) => setCaret(own.selectionStart),
    aria: found.length ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` } : {},
    named: () => namedIn(text, colleagues),
  }
}
