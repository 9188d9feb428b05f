import { useSignals } from '@preact/signals-react/runtime'
import { Mic, Paperclip, Plus, SendHorizontal, Smile, X, Zap } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, Suspense, lazy, useEffect, useRef, useState } from 'react'
import { post } from '../../kit/api'
import emojiStyle from '../../kit/emoji-picker.css'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { useShortcut } from '../../kit/keys'
import { phone as onPhone } from '../../kit/media'
import { Pop } from '../../kit/popover'
import { styled } from '../../kit/style'
import { GrowingTextarea } from '../../kit/textarea'
import { IconButton } from '../../kit/tooltip'
import { user } from '../../session'
import quickStyle from '../quick-messages/picker.css'
import { Attachments } from './attachments'
import type { Conversation } from './conversation'
import { draftOf, keepDraft } from './drafts'
import { lineOf } from './preview'
import { send, signed, signs } from './sending'
import type { Message } from './types'

const Emojis = lazy(styled(() => import('../../kit/emoji-picker'), emojiStyle))
const QuickMessages = lazy(styled(() => import('../quick-messages/picker'), quickStyle))
const RecordingBar = lazy(() => import('./recording-bar'))

type Props = {
  talk: Conversation
  files: File[]
  setFiles: (change: (files: File[]) => File[]) => void
  quoted: Message | null
  editing: Message | null
  /** Back to a plain answer. */
  done: () => void
  editLast: () => void
}

const signature = /^\*.{1,60}?:\*\n/

/** The field for the answer: text, files, voice, quote, edit. Keeps its draft per ticket. */
export function Composer({ talk, files, setFiles, quoted, editing, done, editLast }: Props) {
  useSignals()
  const ticketId = talk.ticket.value.id
  const [text, setText] = useState(() => draftOf(ticketId))
  const [recording, setRecording] = useState(false)
  const [calling, call] = useState<Element | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const focus = () => field.current?.focus()
  useShortcut('reply', focus)
  useEffect(() => {
    if (!onPhone.value) focus()
  }, [ticketId])
  useEffect(() => {
    if (quoted) focus()
  }, [quoted])
  useEffect(() => {
    if (!editing) return
    setText(editing.body.replace(signature, ''))
    focus()
  }, [editing])
  const write = (value: string) => {
    setText(value)
    if (!editing) keepDraft(ticketId, value)
  }
  const leave = () => {
    if (editing) setText(draftOf(ticketId))
    done()
  }
  async function submit() {
    const body = text.trim()
    if (editing) {
      if (!body) return
      const head = signature.exec(editing.body)?.[0] ?? ''
      done()
      setText(draftOf(ticketId))
      return post(`/messages/edit/${editing.id}`, { body: head + body }).catch(toastError)
    }
    if (!body && !files.length) return
    write('')
    setFiles(() => [])
    done()
    focus()
    if (!files.length) return send(talk, { body: signed(body), quotedMsg: quoted })
    for (const [i, file] of files.entries()) await send(talk, { body: i === 0 ? body : '', file, quotedMsg: i === 0 ? quoted : null })
  }
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey && !onPhone.value) {
      event.preventDefault()
      void submit()
    }
    if (event.key === '/' && !text && !editing) {
      event.preventDefault()
      call(event.currentTarget)
    }
    if (event.key === 'Escape') {
      if (quoted || editing) leave()
      else field.current?.blur()
    }
    if (event.key === 'ArrowUp' && !text && !editing) {
      event.preventDefault()
      editLast()
    }
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (!pasted.length) return
    event.preventDefault()
    setFiles(now => [...now, ...pasted])
  }
  function insert(emoji: string) {
    const at = field.current?.selectionStart ?? text.length
    write(text.slice(0, at) + emoji + text.slice(field.current?.selectionEnd ?? at))
    requestAnimationFrame(() => {
      focus()
      field.current?.setSelectionRange(at + emoji.length, at + emoji.length)
    })
  }
  if (recording)
    return (
      <div className="composer-wrap">
        <Suspense fallback={<div className="composer" style={{ minHeight: 48 }} />}>
          <RecordingBar
            done={() => setRecording(false)}
            use={file => void send(talk, { body: '', file, voice: true, quotedMsg: quoted }).finally(done)}
          />
        </Suspense>
      </div>
    )
  const ready = Boolean(text.trim() || files.length)
  const attach = () => picker.current?.click()
  return (
    <div className="composer-wrap">
      {(quoted || editing) && (
        <div className="composer-quote">
          <span className="quoted">
            <b>{editing ? t('tickets.editing') : quoted!.fromMe ? t('tickets.you') : talk.ticket.value.contact.name}</b>
            <span className="quoted-text">{lineOf((editing ?? quoted)!)}</span>
          </span>
          <IconButton icon={X} label={t('common.cancel')} className="btn-sm" onClick={leave} />
        </div>
      )}
      {files.length > 0 && <Attachments files={files} remove={index => setFiles(now => now.filter((_, i) => i !== index))} />}
      <div className="composer">
        <GrowingTextarea
          ref={field}
          className="field"
          aria-label={t('tickets.message')}
          placeholder={onPhone.value ? t('tickets.message') : files.length ? t('tickets.caption') : t('tickets.write')}
          value={text}
          onChange={event => write(event.currentTarget.value)}
          onKeyDown={keys}
          onPaste={paste}
        />
        <div className="tools">
          <IconButton
            icon={onPhone.value ? Plus : Paperclip}
            label={t('tickets.attach')}
            className="btn-sm"
            onClick={attach}
            disabled={Boolean(editing)}
          />
          <IconButton
            icon={Zap}
            label={t('tickets.quickMessages')}
            className="btn-sm"
            onClick={() => call(field.current)}
            disabled={Boolean(editing)}
          />
          <Pop
            label={t('tickets.emoji')}
            side="above"
            trigger={<IconButton icon={Smile} label={t('tickets.emoji')} className="btn-sm desktop-only" />}
          >
            {() => (
              <Suspense fallback={<div className="emojis" />}>
                <Emojis pick={insert} />
              </Suspense>
            )}
          </Pop>
          <label className="sign ml-1 desktop-only">
            <input
              type="checkbox"
              role="switch"
              className="toggle"
              checked={signs.value}
              onChange={event => (signs.value = event.currentTarget.checked)}
            />
            <span className="hide-narrow">{t('tickets.signAs', { name: user.value?.name.split(' ')[0] ?? '' })}</span>
          </label>
          <span className="ml-auto desktop-only" />
          {onPhone.value && ready ? (
            <IconButton icon={SendHorizontal} label={t('tickets.send')} className="send-round" onClick={() => void submit()} />
          ) : (
            !editing && (
              <IconButton
                icon={Mic}
                label={t('tickets.record')}
                className={onPhone.value ? 'send-round' : 'btn-sm'}
                onClick={() => setRecording(true)}
              />
            )
          )}
          <button className="btn btn-sm btn-primary desktop-only ml-1" disabled={!ready} onClick={() => void submit()}>
            {editing ? t('common.save') : t('tickets.send')} <kbd className="kbd">↵</kbd>
          </button>
        </div>
        {calling && (
          <Suspense>
            <QuickMessages
              anchor={calling}
              ticket={talk.ticket.value}
              contact={talk.ticket.value.contact}
              close={() => call(null)}
              use={(said, file) => {
                insert(said)
                if (file) setFiles(now => [...now, file])
              }}
            />
          </Suspense>
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-hidden
          tabIndex={-1}
          onChange={event => {
            const chosen = [...(event.currentTarget.files ?? [])]
            setFiles(now => [...now, ...chosen])
            event.currentTarget.value = ''
            focus()
          }}
        />
      </div>
    </div>
  )
}
