import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { OFFICE_TOAST_MS, TOAST_MS } from '../constants'
import { inLayer, keycaps, keysOf, useShortcut } from './keys'
import { t } from './i18n'

type Tone = 'ok' | 'warn' | 'bad'
/** What a notice offers to do about what it tells. */
type Action = { label: string; act: () => void; shortcut?: 'undo' }
type Toast = { id: number; tone: Tone; text: string; action?: Action; done?: () => void; lasts: number }

/** Long enough to decide; what is only offered covers an undo for less. */
const UNDO_MS = 10_000
const OFFER_MS = 6_000

const toasts = signal<Toast[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let next = 0

function show(entry: Omit<Toast, 'id'>) {
  const id = ++next
  // Two that say the same undo two things: two customers have one name.
  const kept = toasts.value.filter(other => other.text !== entry.text || other.action?.shortcut).slice(-2)
  for (const other of toasts.value) if (!kept.includes(other)) close(other)
  // A pointer that rested on one leaves it without a word, once another lies over it.
  for (const other of kept) if (!timers.has(other.id)) wait(other, other.lasts)
  toasts.value = [...kept, { ...entry, id }]
  const shown = toasts.value.at(-1)!
  wait(shown, entry.lasts)
  return () => close(shown)
}
function wait(entry: Toast, lasts: number) {
  clearTimeout(timers.get(entry.id))
  if (Number.isFinite(lasts))
    timers.set(
      entry.id,
      setTimeout(() => close(entry), lasts),
    )
}
function stay({ id }: Toast) {
  clearTimeout(timers.get(id))
  timers.delete(id)
}
function close({ id, done }: Toast, isTaken = false) {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (!toasts.value.some(entry => entry.id === id)) return
  toasts.value = toasts.value.filter(entry => entry.id !== id)
  if (!isTaken) done?.()
}

export const toast = {
  ok: (text: string, lasts = TOAST_MS) => show({ tone: 'ok', text, lasts }),
  bad: (text: string, lasts = 4_000) => show({ tone: 'bad', text, lasts }),
  warn: (text: string, lasts = OFFICE_TOAST_MS) => show({ tone: 'warn', text, lasts }),
  /** With a button. */
  offer: (text: string, action: Action, tone: Tone = 'ok', lasts = OFFER_MS) => show({ tone, text, action, lasts }),
  /** `done` when it can be undone no more. What it returns takes it away. */
  undo: (text: string, undo: () => void, done?: () => void) =>
    show({ tone: 'ok', text, action: { label: t('common.undo'), act: undo, shortcut: 'undo' }, done, lasts: UNDO_MS }),
}

/** Over which head notices stand while the keyboard of a phone may be up: that of a conversation, or below what is said above it, which may come meanwhile. */
function useHead(isShown: boolean) {
  const [head, setHead] = useState<'head' | 'banner'>()
  useLayoutEffect(() => {
    if (!isShown) return
    const look = () => {
      const writes = document.activeElement?.matches('#root :is(textarea, input)')
      setHead(writes ? (document.querySelector('.panel > .banner') ? 'banner' : 'head') : undefined)
    }
    look()
    const watch = new MutationObserver(look)
    const panel = document.querySelector('.panel')
    if (panel) watch.observe(panel, { childList: true })
    for (const event of ['focusin', 'focusout']) addEventListener(event, look)
    return () => {
      watch.disconnect()
      for (const event of ['focusin', 'focusout']) removeEventListener(event, look)
    }
  }, [isShown])
  return head
}

export function Toaster() {
  useSignals()
  const act = (entry: Toast) => {
    close(entry, true)
    entry.action?.act()
  }
  // One is on screen at a time; an undo below it comes back for the rest of its time.
  const shown = toasts.value.slice(-1)
  const head = useHead(shown.length > 0)
  // The key undoes what the notice on screen tells of, and nothing below one that cannot be undone.
  const undoable = shown.find(entry => entry.action?.shortcut)
  useShortcut('undo', () => undoable && act(undoable), Boolean(undoable))
  // What lies over the page makes all else inert: notices stand beside it.
  return createPortal(
    <div className="toaster" data-over={head} role="region" aria-label={t('common.notices')}>
      <div role="status" className="sr-only">
        {toasts.value.filter(entry => entry.tone !== 'bad').at(-1)?.text}
      </div>
      {shown.map(entry => (
        <div
          key={entry.id}
          className={`toast-b ${entry.tone}`}
          role={entry.tone === 'bad' ? 'alert' : undefined}
          // Its buttons take no focus: without the soft keyboard of a phone the notice would stand elsewhere before the finger is lifted.
          // Nor does it where something lies over the page, which keeps its own.
          onMouseDown={event => (inLayer() || (event.target as Element).closest('button')) && event.preventDefault()}
          onMouseEnter={() => stay(entry)}
          onMouseLeave={() => wait(entry, Math.min(entry.lasts, 3_000))}
        >
          {entry.tone === 'ok' ? <CircleCheck className="icon" aria-hidden /> : <CircleAlert className="icon" aria-hidden />}
          <span>{entry.text}</span>
          <div className="ml-auto flex">
            {entry.action && (
              <button className="btn btn-sm" onClick={() => act(entry)}>
                {entry.action.label}{' '}
                {entry.action.shortcut && <kbd className="kbd">{keycaps(keysOf(entry.action.shortcut) ?? '').join(' ')}</kbd>}
              </button>
            )}
            {!entry.action?.shortcut && (
              <button className="btn btn-icon btn-sm" aria-label={t('common.close')} onClick={() => close(entry)}>
                <X className="icon" aria-hidden />
              </button>
            )}
          </div>
        </div>
      ))}
    </div>,
    document.body,
  )
}
