import { signal } from '@preact/signals-react'
import { OFFICE_TOAST_MS, TOAST_MS } from '../constants'
import { t } from './i18n'

type Tone = 'ok' | 'warn' | 'bad'
/** What a notice offers to do about what it tells. */
type Action = { label: string; act: () => void; shortcut?: 'undo' }
export type Toast = { id: number; tone: Tone; text: string; action?: Action; done?: () => void; lasts: number }

/** Long enough to decide; what is only offered covers an undo for less. */
const UNDO_MS = 10_000
const OFFER_MS = 6_000

/** What was said and is still to be read; the newest is on screen (toaster.tsx). */
export const toasts = signal<Toast[]>([])
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
export function wait(entry: Toast, lasts: number) {
  clearTimeout(timers.get(entry.id))
  if (Number.isFinite(lasts))
    timers.set(
      entry.id,
      setTimeout(() => close(entry), lasts),
    )
}
export function stay({ id }: Toast) {
  clearTimeout(timers.get(id))
  timers.delete(id)
}
export function close({ id, done }: Toast, isTaken = false) {
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
