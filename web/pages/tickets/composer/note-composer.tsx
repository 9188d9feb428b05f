import { useSignals } from '@preact/signals-react/runtime'
import { StickyNote, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { NOTE_MAX, NOTE_MIN } from '../../../../src/modules/ticket-notes/body'
import { post } from '../../../kit/api'
import { IconButton } from '../../../kit/icon-button'
import { t } from '../../../kit/i18n'
import { useTypeAnywhere } from '../../../kit/keys'
import { useOver } from '../../../kit/overlays'
import { phone as onPhone } from '../../../kit/screen-width'
import { GrowingTextarea } from '../../../kit/textarea'
import type { Note } from '../conversation/asides'
import type { Conversation } from '../conversation/conversation'
import { unseen } from '../double-press'
import type { Draft } from './drafts'
import { setComposer } from './focus'
import { useMentions } from './mentions'
import { sayUnsaved } from './note-unsaved'
import { words } from './texts'

/** The field for what the team notes down in the conversation: yellow, and never sent to the customer. */
export function NoteComposer({ conversation, draft }: { conversation: Conversation; draft: Draft }) {
  useSignals()
  const field = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [isUnseen] = useState(() => unseen(conversation.id))
  const [hadNote] = useState(() => Boolean(draft.note.peek()))
  useTypeAnywhere(() => field.current)
  useEffect(() => {
    setComposer(field.current, conversation.id)
    field.current?.focus()
    return () => void setComposer(null)
  }, [])
  const text = draft.note.value
  const hasMessage = Boolean(draft.said.value)
  const write = (note: string) => void (draft.note.value = note)
  const mentions = useMentions({ ticket: conversation.ticket.value, text, write, field })
  const back = () => void (draft.noting.value = false)
  useOver(back)

  async function save() {
    if (busy || (hadNote && isUnseen()) || text.trim().length < NOTE_MIN) return
    setBusy(true)
    try {
      const body = { note: text, ticketId: conversation.id, mentions: mentions.named(), clientId: draft.keyOfNote(text) }
      const note = await post<Note>('/ticket-notes', body)
      draft.noted()
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
    const isTaken = mentions.takes(event)
    if (!isTaken && event.key === 'Enter' && !event.shiftKey && !onPhone.value) void save()
    else if (!isTaken && (event.key === 'Escape' || (event.key === 'Tab' && bare))) back()
    else if (!isTaken) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="composer-wrap">
      {mentions.list}
      <div className="composer is-note">
        <GrowingTextarea
          ref={field}
          className="field"
          aria-label={words('note')}
          {...mentions.aria}
          placeholder={words(onPhone.value ? 'notePlaceholderShort' : 'notePlaceholder')}
          maxLength={NOTE_MAX}
          value={text}
          onChange={event => {
            mentions.typed(event.currentTarget)
            conversation.typed()
          }}
          onSelect={event => mentions.moved(event.currentTarget)}
          onKeyDown={keys}
        />
        <div className="tools">
          <span className="note-sign">
            <StickyNote className="icon icon-sm" aria-hidden />
            <span className="desktop-only">{words('noteHelp')}</span>
          </span>
          <span className="ml-auto desktop-only" />
          <IconButton
            icon={X}
            label={words(hasMessage ? 'messageBegun' : 'toMessage')}
            className={hasMessage ? 'btn-sm is-begun' : 'btn-sm'}
            onClick={back}
          />
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
