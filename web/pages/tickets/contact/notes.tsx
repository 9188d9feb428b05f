import { useSignals } from '@preact/signals-react/runtime'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { ticketNoteApi } from '../../../../src/modules/ticket-notes/api'
import type { ticketNotes } from '../../../../src/modules/ticket-notes'
import { del, post } from '../../../kit/api'
import { collection } from '../../../kit/collection'
import { confirm } from '../../../kit/confirm'
import { toastError } from '../../../kit/errors'
import { shortTime } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import type { RowOf } from '../../../kit/rows'
import { GrowingTextarea } from '../../../kit/textarea'
import { toast } from '../../../kit/toast'
import { isAdmin, user } from '../../../session'
import { words } from '../dialogs/texts'
import type { Ticket } from '../types'

type Note = RowOf<typeof ticketNotes>
const MIN_LENGTH = 2

/** What the team wrote down about the contact, in this ticket and in others that one sees. */
export function Notes({ ticket: { id: ticketId, contactId } }: { ticket: Ticket }) {
  useSignals()
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
          ticketId={ticketId}
          done={note => {
            setWriting(false)
            if (note) notes.put(note, true)
          }}
        />
      )}
      {notes.failed.value && !notes.items.value.length ? (
        <p className="faint">
          {t('common.loadFailed', { what: words('whatNotes') })}{' '}
          <button className="link-b" onClick={() => void notes.reload()}>
            {t('common.retry')}
          </button>
        </p>
      ) : (
        notes.loaded.value && !notes.items.value.length && !writing && <p className="faint">{words('noNotes')}</p>
      )}
      {notes.items.value.map(note => (
        <NoteCard key={note.id} note={note} isHere={note.ticketId === ticketId} gone={() => notes.remove(note.id)} />
      ))}
    </section>
  )
}

function Writing({ ticketId, done }: { ticketId: number; done: (note?: Note) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (busy) return
    if (text.trim().length < MIN_LENGTH) return setError(words('noteShort'))
    setBusy(true)
    try {
      const note = await post<Note>('/ticket-notes', { note: text, ticketId })
      toast.ok(words('noteAdded'))
      done(note)
    } catch (failure) {
      toastError(failure)
      setBusy(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    if (event.key === 'Escape') {
      event.stopPropagation()
      done()
    }
  }
  return (
    <form className="note-form" onSubmit={save} onKeyDown={keys}>
      <GrowingTextarea
        className={`textarea${error ? ' is-invalid' : ''}`}
        aria-label={words('newNote')}
        aria-invalid={error ? true : undefined}
        autoFocus
        maxLength={5_000}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setError(undefined)
        }}
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

/** A note as it is read beside a ticket, and between its messages. */
export function NoteCard({ note, isHere, gone }: { note: Note; isHere: boolean; gone: () => void }) {
  useSignals()
  const mayDelete = isAdmin.value || note.userId === user.value?.id
  const remove = async () => {
    if (!(await confirm({ title: words('noteDelete'), text: note.note.slice(0, 200), action: t('common.delete'), danger: true }))) return
    await del(`/ticket-notes/${note.id}`).then(() => {
      toast.ok(words('noteDeleted'))
      gone()
    }, toastError)
  }
  return (
    <article className="note-card">
      <p>{note.note}</p>
      <footer>
        <span className="clip">
          {[
            note.user?.name ?? words('someone'),
            shortTime(note.createdAt),
            !isHere && note.ticketId && words('ofTicket', { id: note.ticketId }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {mayDelete && <IconButton icon={Trash2} label={words('deleteNote')} className="btn-xs" onClick={() => void remove()} />}
      </footer>
    </article>
  )
}
