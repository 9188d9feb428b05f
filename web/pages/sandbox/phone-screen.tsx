import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, MessageSquareText, Paperclip, SendHorizontal, SlidersHorizontal } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Logo } from '../../brand'
import { toastError } from '../../kit/errors'
import { dayName, sameDay } from '../../kit/format'
import { t } from '../../kit/i18n'
import { phone } from '../../kit/screen-width'
import { Empty } from '../../kit/placeholder'
import { GrowingTextarea } from '../../kit/textarea'
import { toast } from '../../kit/toast'
import { IconButton } from '../../kit/icon-button'
import { user } from '../../session'
import { EntryBubble } from './entry'
import type { Pane } from './sandbox'
import { send, sendFile, tellTyping } from './sending'
import type { SandboxStore } from './store'
import { words } from './texts'

type Props = {
  store: SandboxStore
  /** A person chose this phone, to write as its owner. */
  picked: boolean
  show: (pane: Pane) => void
}

/** The phone of one customer, with the conversation as it is there. */
export function PhoneScreen({ store, picked, show }: Props) {
  useSignals()
  const { chosen, teamTyping } = store
  const number = chosen.value
  if (!number)
    return (
      <section className="sim-stage">
        <Empty icon={MessageSquareText} title={words('choose')} text={words('chooseText')} />
      </section>
    )
  return (
    <section className="sim-stage" aria-label={words('phoneOf', { name: store.nameOf(number) })}>
      <div className="phone big">
        <header>
          <IconButton icon={ChevronLeft} label={words('back')} className="btn-sm sim-back" onClick={() => show('list')} />
          <Logo />
          <div className="min-w-0">
            <div className="font-semibold clip">{user.value?.company?.name}</div>
            <div className={`t-micro clip ${teamTyping.value.has(number) ? 'typing' : 'muted'}`}>
              {teamTyping.value.has(number) ? t('tickets.typing') : words('company')}
            </div>
          </div>
          <span className="ml-auto t-micro muted clip">{words('phoneOf', { name: store.nameOf(number) })}</span>
          <IconButton icon={SlidersHorizontal} label={words('actions')} className="btn-sm sim-more" onClick={() => show('side')} />
        </header>
        <Thread store={store} />
        <Foot store={store} picked={picked} />
      </div>
    </section>
  )
}

function Thread({ store }: { store: SandboxStore }) {
  useSignals()
  const box = useRef<HTMLDivElement>(null)
  const entries = store.messages.value ?? []
  const path = store.phonePath()
  const stuck = useRef(true)
  useLayoutEffect(() => {
    const element = box.current
    if (element && stuck.current) element.scrollTop = element.scrollHeight
  }, [entries])
  return (
    <div
      className="thread"
      ref={box}
      role="log"
      aria-label={words('conversation')}
      tabIndex={0}
      onScroll={event => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
        stuck.current = scrollHeight - scrollTop - clientHeight < 80
      }}
      onLoadCapture={event => stuck.current && (event.currentTarget.scrollTop = event.currentTarget.scrollHeight)}
    >
      {entries.length === 0 && store.messages.value && <p className="sim-silent">{words('silent')}</p>}
      {entries.map((entry, i) => (
        <Fragment key={entry.id}>
          {(i === 0 || !sameDay(entries[i - 1]!.at, entry.at)) && <div className="day">{dayName(entry.at)}</div>}
          <EntryBubble entry={entry} path={path} />
        </Fragment>
      ))}
    </div>
  )
}

function Foot({ store, picked }: Pick<Props, 'store' | 'picked'>) {
  useSignals()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (picked && !phone.peek()) field.current?.focus({ preventScroll: true })
  }, [])
  const write = (value: string) => {
    setText(value)
    tellTyping(store, value !== '')
  }
  const submit = () => {
    const said = text.trim()
    if (!said) return
    setText('')
    void send(store, { type: 'text', text: said }).then(sent => !sent && setText(said))
  }
  return (
    <form
      className="ph-foot sim-foot"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <input
        ref={file}
        type="file"
        hidden
        onChange={event => {
          const [chosen] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (chosen)
            sendFile(store, chosen).catch(error => (error instanceof RangeError ? toast.bad(words('tooLarge')) : toastError(error)))
        }}
      />
      <IconButton icon={Paperclip} label={t('tickets.attach')} className="btn-sm" onClick={() => file.current?.click()} />
      <GrowingTextarea
        ref={field}
        rows={4}
        value={text}
        aria-label={words('writeAs', { name: store.nameOf(store.chosen.value ?? '') })}
        placeholder={words('writeAs', { name: store.nameOf(store.chosen.value ?? '') })}
        maxLength={4000}
        onChange={event => write(event.currentTarget.value)}
        onBlur={() => tellTyping(store, false)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      <button
        type="submit"
        className="btn btn-icon btn-sm"
        aria-label={t('tickets.send')}
        data-tip={t('tickets.send')}
        disabled={!text.trim()}
      >
        <SendHorizontal className="icon" aria-hidden />
      </button>
    </form>
  )
}
