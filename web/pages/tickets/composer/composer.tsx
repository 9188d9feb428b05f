import { type Signal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Bold, Mic, Paperclip, Plus, SendHorizontal, Smile, StickyNote, X, Zap } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import emojiStyle from '../../../kit/emoji-picker.css'
import { toastError } from '../../../kit/errors'
import { t } from '../../../kit/i18n'
import { inLayer, keycaps, keysOf, useShortcut, lettersAreVerbs, useTypeAnywhere, writes } from '../../../kit/keys'
import { phone as onPhone } from '../../../kit/screen-width'
import { Menu } from '../../../kit/menu'
import { Over } from '../../../kit/overlays'
import { Pop } from '../../../kit/popover'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { GrowingTextarea } from '../../../kit/textarea'
import { toast } from '../../../kit/toast'
import { IconButton } from '../../../kit/icon-button'
import { may } from '../../../session'
import quickStyle from '../../quick-messages/picker.css'
import { Attach } from './attach'
import { Attachments } from './attachments'
import type { Talk } from '../conversation/talk'
import { sendLater } from '../dialogs/shown'
import { unseen } from '../double-press'
import { askAboutBraces } from './braces'
import { draftOf } from './drafts'
import { focusComposer, setComposer } from './focus'
import { holdVoice } from './hold-to-record'
import { applyFormat, formatOf, FORMATS, MARKS } from './formatting'
import { isMarked, Mirror } from './mirror'
import { lineOf } from '../conversation/line-of'
import { RecordingBar } from './recording-bar'
import { slashAt } from './slash'
import { allLeft, takeBackLast } from './held'
import { SendButton } from './send-button'
import { send } from './sending'
import { signatureOf, signed, signLabel, signs } from './signature'
import { words } from './texts'
import { goOnIn } from './type-ahead'
import { beginVoice, isVoice } from './voice'

const Emojis = retried(styled(() => import('../../../kit/emoji-picker'), emojiStyle))
const QuickMessages = retried(styled(() => import('../../quick-messages/picker'), quickStyle))

/** A quick message is being chosen, by a button or by a "/", which stands in the text at `slash` if it is not alone. */
type Calling = { anchor: HTMLTextAreaElement; search: Signal<string>; isEntered: Signal<boolean>; isTyped: boolean; slash?: number }
type Pasting = Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>
type Props = {
  conversation: Talk
  editLast: () => void
  autoFocus: boolean
  /** Ends what is talked about, where it has an end, once what is leaving has left and was not taken back. */
  resolve?: (leaving?: Promise<boolean>) => void
}

/** What is pasted while no field has the focus goes to this one, as letters do. */
function usePasteAnywhere(paste: (event: Pasting) => void) {
  const latest = useRef(paste)
  latest.current = paste
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => writes(document.activeElement) || inLayer() || latest.current(event)
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  }, [])
}

/** The field for the answer: text, files, voice, quote, edit. What is in it is the draft of the ticket. */
export const Composer = memo(function Composer({ conversation, editLast, autoFocus, resolve }: Props) {
  useSignals()
  const { ticket } = conversation
  const draft = draftOf(conversation.id)
  const { files, quoted, editing } = draft
  const notes = ticket && !editing.value && may('tickets:write')
  const hasNote = Boolean(draft.note.value.trim())
  const text = editing.value ? draft.edited.value : draft.text.value
  const recording = draft.voice.value !== null
  const [calling, setCalling] = useState<Calling | null>(null)
  const [isUnseen] = useState(() => unseen(conversation.id))
  const [hadDraft] = useState(() => Boolean(text || files.peek().length || editing.peek()))
  const field = useRef<HTMLTextAreaElement>(null)
  /** The browser has something of this field to undo. */
  const hasWritten = useRef(false)
  const picker = useRef<HTMLInputElement>(null)
  useShortcut('reply', () => field.current?.focus(), !recording)
  useTypeAnywhere(() => field.current, !recording)
  useEffect(() => {
    setComposer(field.current, conversation.id)
    goOnIn(field.current, conversation.id)
    return () => void setComposer(null)
  }, [recording])
  usePasteAnywhere(event => {
    if (paste(event)) return field.current?.focus({ preventScroll: true })
    const said = event.clipboardData?.getData('text/plain')
    if (!said || recording) return
    event.preventDefault()
    insert(said)
  })
  // Whoever gave letters to shortcuts goes on with them in what comes back.
  const focusing = useRef(autoFocus && !lettersAreVerbs.peek())
  useEffect(() => {
    // A box that was opened before the conversation was there would close without the focus; who writes elsewhere goes on there.
    const { activeElement: now } = document
    const isHeld = now?.closest('.popover') || (now !== field.current && writes(now))
    if (focusing.current && !isHeld && (quoted.value || editing.value)) field.current?.focus()
    else if (focusing.current && !isHeld) focusComposer()
    focusing.current = true
  }, [recording, quoted.value, editing.value])

  const write = (value: string) => ((editing.value ? draft.edited : draft.text).value = value)
  /** Whether it left. */
  async function submit() {
    const body = text.trim()
    const question = ticket && askAboutBraces(body, Boolean(editing.value))
    if (question) {
      const asked = { editing: editing.value, files: files.value }
      const isSure = await question
      // Another window may have sent or changed it meanwhile.
      const now = { editing: editing.peek(), files: files.peek(), text: (editing.peek() ? draft.edited : draft.text).peek() }
      if (!isSure || now.text !== text || now.editing !== asked.editing || now.files !== asked.files) return false
    }
    if (editing.value) {
      const message = editing.value
      if (!body) return false
      draft.plain()
      void conversation.line.edit(message.id, (ticket ? signatureOf(message.body) : '') + body).catch(error => {
        toastError(error)
        // Words that were refused are not lost.
        if (!draft.editing.peek()) draft.edit(message, body)
      })
      return true
    }
    const [sent, quotedMsg] = [files.value, quoted.value]
    if (!body && !sent.length) return false
    write('')
    files.value = []
    draft.plain()
    void draft.sent()
    field.current?.focus()
    const said = ticket ? signed(body) : body
    if (!sent.length) void send(conversation, { body: said, quotedMsg })
    for (const [i, file] of sent.entries())
      void send(conversation, { body: i === 0 ? said : '', file, voice: isVoice(file) || undefined, quotedMsg: i === 0 ? quotedMsg : null })
    return true
  }
  const ready = Boolean(text.trim() || files.value.length)
  /** What is sent leaves before the ticket ends. While it can be taken back one goes on, and the ticket ends once it has left. */
  const sendAndResolve = async () => {
    if (!(await submit())) return
    resolve?.(allLeft(conversation.id))
  }
  const isAnswer = Boolean(resolve) && !editing.value
  const isHere = () => document.activeElement === field.current || !writes(document.activeElement)
  const sendResolve = () => {
    if (!isHere() || (isUnseen() && (hadDraft || !ready))) return
    if (ready) return void sendAndResolve()
    toast.warn(words('nothingToSend', { keys: keycaps(keysOf('resolve') ?? '').join(' ') }))
  }
  useShortcut('sendResolve', sendResolve, isAnswer && !recording && !conversation.selection.value)
  function call(by: Pick<Calling, 'isTyped' | 'slash'> = { isTyped: false }) {
    if (!field.current) return
    field.current.focus()
    setCalling({ anchor: field.current, search: signal(''), isEntered: signal(false), ...by })
  }
  const left = useRef<Calling>(undefined)
  /** The "/" was one that was to be written: what was typed behind it stands there too. */
  function writeOn(now: Calling, typed: string) {
    const { anchor, slash } = now
    // The next letter may come before this is drawn.
    left.current = now
    setCalling(null)
    anchor.focus()
    // Obsolete in name alone: nothing else that writes into a field keeps its undo.
    document.execCommand('insertText', false, (slash === undefined ? '/' : '') + typed)
  }
  /** Until the list of quick messages is loaded and has the focus, what is typed is looked for all the same. */
  function seek(now: Calling, event: KeyboardEvent) {
    const { search, isEntered, isTyped } = now
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    // What an input method composes goes into the field.
    if (isTyped && /^(Dead|Process)$/.test(event.key)) return writeOn(now, search.value)
    if (isTyped && event.key === ' ' && !search.value) writeOn(now, ' ')
    else if (isLetter) search.value += event.key
    else if (event.key === 'Escape' && isTyped && search.value) writeOn(now, search.value)
    else if (event.key === 'Escape' || (event.key === 'Backspace' && !search.value)) setCalling(null)
    else if (event.key === 'Backspace') search.value = search.value.slice(0, -1)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) isEntered.value = true
    else return
    event.preventDefault()
  }
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (calling && calling !== left.current) return seek(calling, event)
    const format = formatOf(event)
    if (format) {
      event.preventDefault()
      return applyFormat(event.currentTarget, format)
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !onPhone.value) {
      event.preventDefault()
      // What stood there is sent by nobody who has not seen it; what is typed now is.
      if (!(hadDraft && isUnseen())) void submit()
    }
    const undoes = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    // What was sent a moment ago comes back into the empty field. Esc only leaves it: letters are keys then.
    if (undoes && !text && !quoted.value && !editing.value && takeBackLast(conversation.id, !hasWritten.current)) {
      event.preventDefault()
      return
    }
    if (event.key === 'Escape') {
      if (quoted.value || editing.value) draft.plain()
      else field.current?.blur()
    }
    const bare = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (event.key === 'Tab' && bare && notes) {
      event.preventDefault()
      draft.noting.value = true
    }
    if (event.key === 'ArrowUp' && bare && !text && !editing.value) {
      event.preventDefault()
      editLast()
    }
  }
  /** Takes files; whether there were some. */
  function paste(event: Pasting) {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (!pasted.length) return false
    event.preventDefault()
    draft.attach(pasted)
    return true
  }
  /** Puts words at the caret, and instead of the "/" that called them. */
  function insert(said: string, slash?: number) {
    const now = (editing.peek() ? draft.edited : draft.text).peek()
    const isThere = slash !== undefined && now[slash] === '/'
    const at = isThere ? slash : (field.current?.selectionStart ?? now.length)
    const rest = isThere ? slash + 1 : (field.current?.selectionEnd ?? at)
    write(now.slice(0, at) + said + now.slice(rest))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(at + said.length, at + said.length)
    })
  }
  const say = (file: File) => {
    const quotedMsg = quoted.value
    draft.plain()
    void send(conversation, { body: '', file, voice: true, quotedMsg })
  }
  if (recording)
    return (
      <div className="composer-wrap">
        <RecordingBar draft={draft} use={say} />
      </div>
    )
  const marked = isMarked(text)
  const placeholder = () => {
    if (!onPhone.value && lettersAreVerbs.value) return t('tickets.lettersAreVerbs')
    if (files.value.length) return t('tickets.caption')
    return t(onPhone.value ? 'tickets.message' : 'tickets.write')
  }
  const about = editing.value ?? quoted.value
  return (
    <div className="composer-wrap">
      {about && (
        <div className="composer-quote">
          {/* Back keeps what was changed, as it keeps what is written. */}
          {editing.value && !draft.said.value && <Over close={() => draft.plain()} />}
          <span className="quoted">
            <b>
              {editing.value
                ? t('tickets.editing')
                : about.fromMe
                  ? t('tickets.you')
                  : (!ticket && about.contact?.name) || conversation.name()}
            </b>
            <span className="quoted-text" dir="auto">
              {lineOf(about)}
            </span>
          </span>
          <IconButton icon={X} label={t('common.cancel')} className="btn-sm" onClick={() => draft.plain()} />
        </div>
      )}
      {files.value.length > 0 && (
        <Attachments files={files.value} remove={index => (files.value = files.value.filter((_, i) => i !== index))} />
      )}
      <div className={marked ? 'composer is-marked' : 'composer'}>
        {marked && <Mirror text={text} field={field} />}
        <GrowingTextarea
          ref={field}
          className="field"
          dir="auto"
          aria-label={t('tickets.message')}
          placeholder={placeholder()}
          value={text}
          onChange={event => {
            hasWritten.current = true
            const { value, selectionStart } = event.currentTarget
            const { data } = event.nativeEvent as InputEvent
            const slash = ticket && !editing.value ? slashAt({ before: text, now: value, caret: selectionStart, typed: data }) : undefined
            if (slash !== undefined && value === '/') {
              write('')
              return call({ isTyped: true })
            }
            write(value)
            conversation.typed?.()
            if (slash !== undefined) call({ isTyped: true, slash })
          }}
          onKeyDown={keys}
          // Who presses in the text goes on writing it.
          onPointerDown={() =>
            calling && (calling.isTyped && calling.search.peek() ? writeOn(calling, calling.search.peek()) : setCalling(null))
          }
          onPaste={paste}
        />
        <div className="tools">
          {ticket ? (
            <>
              <Attach
                ticket={ticket}
                draft={draft}
                chooseFiles={() => picker.current?.click()}
                disabled={Boolean(editing.value)}
                sendAndResolve={ready && isAnswer ? () => void sendAndResolve() : undefined}
              />
              <IconButton
                icon={StickyNote}
                label={words(hasNote ? 'noteBegun' : 'writeNote')}
                shortcut="note"
                className={hasNote ? 'btn-sm is-begun' : 'btn-sm desktop-only'}
                onClick={() => (draft.noting.value = true)}
                disabled={!notes}
              />
              <IconButton
                icon={Zap}
                label={t('tickets.quickMessages')}
                className="btn-sm"
                onClick={() => call()}
                disabled={Boolean(editing.value)}
              />
            </>
          ) : (
            <IconButton
              icon={onPhone.value ? Plus : Paperclip}
              label={t('tickets.attach')}
              className="btn-sm"
              onClick={() => picker.current?.click()}
              disabled={Boolean(editing.value)}
            />
          )}
          <Pop
            label={t('tickets.emoji')}
            side="above"
            trigger={<IconButton icon={Smile} label={t('tickets.emoji')} className="btn-sm desktop-only" />}
          >
            {() => (
              <Part fallback={<div className="emojis" />}>
                <Emojis pick={insert} />
              </Part>
            )}
          </Pop>
          <Menu
            label={words('formatting')}
            side="above"
            trigger={<IconButton icon={Bold} label={words('formatting')} className="btn-sm desktop-only" />}
            items={FORMATS.map(format => ({
              label: words(format),
              keys: keycaps(`mod+${MARKS[format].key}`).join(' '),
              run: () => field.current && applyFormat(field.current, format),
            }))}
          />
          {ticket && (
            <label className="sign ml-1 desktop-only">
              <input
                type="checkbox"
                role="switch"
                className="toggle"
                aria-label={signLabel()}
                data-tip={signLabel()}
                checked={signs.value}
                onChange={event => {
                  signs.value = event.currentTarget.checked
                  focusComposer()
                }}
              />
              <span className="clip">{signLabel()}</span>
            </label>
          )}
          <span className="ml-auto desktop-only" />
          {onPhone.value && ready ? (
            <IconButton icon={SendHorizontal} label={t('tickets.send')} className="send-round" onClick={() => void submit()} />
          ) : (
            !editing.value && (
              <IconButton
                icon={Mic}
                label={t('tickets.record')}
                className={onPhone.value ? 'send-round' : 'btn-sm'}
                onPointerDown={event => holdVoice(event, draft, say)}
                onContextMenu={event => onPhone.value && event.preventDefault()}
                onClick={() => void beginVoice(draft)}
              />
            )
          )}
          <SendButton
            disabled={!ready}
            isEdit={Boolean(editing.value)}
            send={() => void submit()}
            more={
              ticket && isAnswer ? { sendAndResolve: () => void sendAndResolve(), sendLater: () => sendLater(ticket.peek()) } : undefined
            }
          />
        </div>
        {calling && ticket && (
          <Part>
            <QuickMessages
              anchor={calling.anchor}
              search={calling.search}
              isEntered={calling.isEntered}
              ticket={ticket.value}
              contact={ticket.value.contact}
              close={() => setCalling(null)}
              writeOn={calling.isTyped ? typed => writeOn(calling, typed) : undefined}
              use={(said, file) => {
                insert(said, calling.slash)
                if (file) draft.attach([file])
              }}
            />
          </Part>
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-hidden
          tabIndex={-1}
          onChange={event => {
            draft.attach(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
            field.current?.focus()
          }}
        />
      </div>
    </div>
  )
})
