import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ticketNotes } from '../../../../src/modules/ticket-notes'
import { catalog } from '../../../catalog'
import { del } from '../../../kit/api'
import { confirm } from '../../../kit/confirm'
import { toastError } from '../../../kit/errors'
import { shortTime } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { RichText } from '../../../kit/rich-text'
import type { RowOf } from '../../../kit/rows'
import { toast } from '../../../kit/toast'
import { isAdmin, user } from '../../../session'
import { callsIn } from '../composer/mention-matching'
import { words } from '../dialogs/texts'

export type Note = RowOf<typeof ticketNotes>

/** A note as it is read beside a ticket, and between its messages. */
export function NoteCard({ note, isHere, gone }: { note: Note; isHere: boolean; gone: () => void }) {
  useSignals()
  const people = catalog('users').items.value
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
      <p>
        <RichText text={note.note} plain={text => calledIn(text, people)} />
      </p>
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

/** A text with those who are called in it; the own name stands out. */
const calledIn = (text: string, people: { id: number; name: string }[]): ReactNode =>
  callsIn(text, people).map(({ said, whom }, at) =>
    whom ? (
      <span key={at} className="called" data-own={whom.id === user.value?.id || undefined}>
        {said}
      </span>
    ) : (
      said
    ),
  )
