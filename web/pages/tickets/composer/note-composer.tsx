import { useSignals } from '@preact/signals-react/runtime'
import { StickyNote, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { NOTE_MAX, NOTE_MIN } from '../../../../src/modules/ticket-notes/body'
import { catalog } from '../../../catalog'
import { get, post } from '../../../kit/api'
import { Avatar } from '../../../kit/avatar'
import { IconButton } from '../../../kit/icon-button'
import { t } from '../../../kit/i18n'
import { useTypeAnywhere } from '../../../kit/keys'
import { phone as onPhone } from '../../../kit/media'
import { GrowingTextarea } from '../../../kit/textarea'
import { user } from '../../../session'
import type { Note } from '../conversation/asides'
import type { Conversation } from '../conversation/conversation'
import type { Draft } from './drafts'
import { setComposer } from './focus'
import { callOf, matching, namedIn } from './mentioning'
import { sayUnsaved } from './note-unsaved'
import { words } from './texts'

/** The field for what the team notes down in the conversation: yellow, and never sent to the customer. */
export function NoteComposer({ conversation, draft }: { conversation: Conversation; draft: Draft }) {
  useSignals()
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, choose] = useState(0)
  const [busy, setBusy] = useState(false)
  useTypeAnywhere(() => field.current)
  useEffect(() => {
    setComposer(field.current, conversation.id)
    field.current?.focus()
    return () => void setComposer(null)
  }, [])
  const text = draft.note.value
  const { id: ticketId, userId, queueId, status } = conversation.ticket.value
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
  const everyone = catalog('users').items.value
  /** Until it is known who sees the ticket, the server says it. */
  const reads = ({ id }: { id: number }) => !readers || readers.has(id)
  const colleagues = everyone.filter(reads)
  const call = callOf(text, caret)
  const calledOf = (people: typeof everyone) =>
    call && call.at !== closedAt ? matching(people, call.name).filter(({ id }) => id !== user.value?.id) : []
  const found = calledOf(colleagues)
  const deaf = calledOf(everyone.filter(one => !reads(one)))
  const at = Math.min(chosen, found.length - 1)
  const back = () => (draft.noting.value = false)

  function name(person: { name: string }) {
    if (!call) return
    const before = `${text.slice(0, call.at)}@${person.name} `
    const named = before + text.slice(caret)
    draft.note.value = named
    setCaret(before.length)
    choose(0)
    requestAnimationFrame(() => {
      field.current?.focus()
      // Who types on meanwhile is further already.
      if (field.current?.value === named) field.current.setSelectionRange(before.length, before.length)
    })
  }
  async function save() {
    if (busy || text.trim().length < NOTE_MIN) return
    setBusy(true)
    try {
      const body = { note: text, ticketId: conversation.id, mentions: namedIn(text, colleagues) }
      const note = await post<Note>('/ticket-notes', body)
      // What was written on meanwhile is another note: its field stays, so that nothing of it goes to the customer.
      const now = draft.note.peek()
      draft.note.value = now.startsWith(text) ? now.slice(text.length).trimStart() : now
      void draft.sent()
      conversation.asides.putNote(note)
      if (!draft.note.peek()) back()
    } catch (error) {
      await sayUnsaved(error)
    } finally {
      setBusy(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const bare = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const picks = found.length > 0
    const isOpen = picks || deaf.length > 0
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (picks && step) choose((at + step + found.length) % found.length)
    else if (picks && bare && (event.key === 'Enter' || event.key === 'Tab')) name(found[at]!)
    // Where nobody can be chosen, who presses as if somebody could leaves the list, and no half of a note.
    else if (isOpen && (event.key === 'Escape' || (bare && ['Tab', 'Enter'].includes(event.key)))) setClosedAt(call?.at)
    else if (event.key === 'Enter' && !event.shiftKey && !onPhone.value) void save()
    else if (event.key === 'Escape' || (event.key === 'Tab' && bare)) back()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="composer-wrap">
      {found.length + deaf.length > 0 && (
        <div className="mention-list" role="listbox" id={list} aria-label={words('colleagues')}>
          {found.map((person, i) => (
            <button
              key={person.id}
              type="button"
              role="option"
              id={`${list}-${i}`}
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
          {deaf.map(({ id, name }) => (
            <div key={id} role="option" aria-selected={false} aria-disabled className="opt">
              <Avatar name={name} size={18} />
              <span className="clip">{name}</span>
              <span className="faint t-meta">{words('readsNot')}</span>
            </div>
          ))}
        </div>
      )}
      <div className="composer is-note">
        <GrowingTextarea
          ref={field}
          className="field"
          aria-label={words('note')}
          aria-controls={found.length ? list : undefined}
          aria-activedescendant={found.length ? `${list}-${at}` : undefined}
          placeholder={words(onPhone.value ? 'notePlaceholderShort' : 'notePlaceholder')}
          maxLength={NOTE_MAX}
          value={text}
          onChange={event => {
            draft.note.value = event.currentTarget.value
            setCaret(event.currentTarget.selectionStart)
            setClosedAt(undefined)
            conversation.typed()
          }}
          onSelect={event => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={keys}
        />
        <div className="tools">
          <span className="note-sign">
            <StickyNote className="icon icon-sm" aria-hidden />
            <span className="desktop-only">{words('noteHelp')}</span>
          </span>
          <span className="ml-auto desktop-only" />
          <IconButton icon={X} label={words('toMessage')} className="btn-sm" onClick={back} />
          <button
            type="button"
            className="btn btn-sm btn-plain ml-1"
            aria-busy={busy}
            disabled={text.trim().length < NOTE_MIN}
            onClick={() => void save()}
          >
            {t('common.save')} <kbd className="kbd desktop-only">↵</kbd>
          </button>
        </div>
      </div>
    </div>
  )
}
