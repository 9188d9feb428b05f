import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ticketNoteApi } from '../../../../src/modules/ticket-notes/api'
import { NOTE_MAX, NOTE_MIN } from '../../../../src/modules/ticket-notes/body'
import { post } from '../../../kit/api'
import { collection } from '../../../kit/collection'
import { FailedLine } from '../../../kit/failed-line'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { idempotencyKey } from '../../../kit/uuid'
import { GrowingTextarea } from '../../../kit/textarea'
import { toast } from '../../../kit/toast'
import { useMentions } from '../composer/mentions'
import { sayUnsaved } from '../composer/note-unsaved'
import { words } from '../dialogs/texts'
import { type Note, NoteCard } from './note-card'
import type { Ticket } from '../types'

/** What the team wrote down about the contact, in this ticket and in others that one sees. */
export function Notes({ ticket }: { ticket: Ticket }) {
  useSignals()
  const { contactId } = ticket
  const notes = useMemo(
    () =>
      collection<Note>({
        api: { ...ticketNoteApi, path: '/ticket-notes/list', rows: null },
        query: () => ({ contactId }),
        order: (a, b) => b.id - a.id,
        belongs: note => note.contactId === contactId,
      }),
    [contactId],
  )
  useEffect(() => {
    void notes.reload()
    return notes.follow()
  }, [notes])
  const [writing, setWriting] = useState(false)
  return (
    <section className="sec">
      <h3>
        {words('notes')} <IconButton icon={Plus} label={words('newNote')} className="btn-xs" onClick={() => setWriting(true)} />
      </h3>
      {writing && (
        <Writing
          ticket={ticket}
          done={note => {
            setWriting(false)
            if (note) notes.put(note, true)
          }}
        />
      )}
      {notes.failed.value && !notes.items.value.length ? (
        <FailedLine what={words('whatNotes')} retry={() => void notes.reload()} />
      ) : (
        notes.loaded.value && !notes.items.value.length && !writing && <p className="faint">{words('noNotes')}</p>
      )}
      {notes.items.value.map(note => (
        <NoteCard key={note.id} note={note} isHere={note.ticketId === ticket.id} gone={() => notes.remove(note.id)} />
      ))}
    </section>
  )
}

function Writing({ ticket, done }: { ticket: Ticket; done: (note?: Note) => void }) {
  useSignals()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [key] = useState(idempotencyKey)
  const mentions = useMentions({ ticket, text, write: setText, field })
  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (busy) return
    if (text.trim().length < NOTE_MIN) return setError(words('noteShort'))
    setBusy(true)
    try {
      const note = await post<Note>('/ticket-notes', {
        note: text,
        ticketId: ticket.id,
        mentions: mentions.named(),
        clientId: key.of(text),
      })
      toast.ok(words('noteAdded'))
      done(note)
    } catch (failure) {
      void sayUnsaved(failure)
      setBusy(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.target === field.current && mentions.takes(event)) event.preventDefault()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return void save()
    else if (event.key === 'Escape') done()
    else return
    event.stopPropagation()
  }
  return (
    <form className="note-form" onSubmit={save} onKeyDown={keys}>
      {mentions.list}
      <GrowingTextarea
        ref={field}
        className={`textarea${error ? ' is-invalid' : ''}`}
        aria-label={words('newNote')}
        aria-invalid={error ? true : undefined}
        autoFocus
        maxLength={NOTE_MAX}
        value={text}
        onChange={event => {
          mentions.typed(event.currentTarget)
          setError(undefined)
        }}
        onSelect={event => mentions.moved(event.currentTarget)}
        {...mentions.aria}
      />
      {error && <p className="err">{error}</p>}
      <div className="flex gap-1 mt-1.5">
        <span className="ml-auto" />
        <button type="button" className="btn btn-sm btn-quiet" onClick={() => done()}>
          {t('common.cancel')}
        </button>
        <button type="submit" className="btn btn-sm btn-plain" aria-busy={busy}>
          {t('common.save')}
        </button>
      </div>
    </form>
  )
}
