import { computed, effect, signal } from '@preact/signals-react'
import { t } from '../../../kit/i18n'
import { user } from '../../../session'
import type { Voice } from './voice'
import type { Message } from '../types'

/** What was begun and not sent, by ticket: the text outlives a reload, the rest a switch of the ticket. */
export type Draft = ReturnType<typeof makeDraft>

/** Drafts are of one person, who is known from the sign-in on; the page begins anew for another. */
const prefix = computed(() => `draft-${user.value?.id}-`)
const drafts = new Map<number, Draft>()
/** What a row says of the draft of its ticket. */
export const unsent = signal<Record<number, string>>({})
effect(() => {
  const keys = Object.keys(localStorage).filter(key => key.startsWith(prefix.value))
  unsent.value = Object.fromEntries(keys.map(key => [Number(key.slice(prefix.value.length)), localStorage.getItem(key)!]))
})

function makeDraft(ticketId: number) {
  const key = prefix.peek() + ticketId
  const text = signal(localStorage.getItem(key) ?? '')
  const [files, quoted] = [signal<File[]>([]), signal<Message | null>(null)]
  const [editing, edited] = [signal<Message | null>(null), signal('')]
  const voice = signal<Voice | null>(null)
  effect(() => {
    if (text.value.trim()) localStorage.setItem(key, text.value)
    else localStorage.removeItem(key)
  })
  // A note is kept beside the answer, under a name that no list of unsent answers reads.
  const noteKey = `note-${key}`
  const [note, noting] = [signal(localStorage.getItem(noteKey) ?? ''), signal(false)]
  effect(() => {
    if (note.value.trim()) localStorage.setItem(noteKey, note.value)
    else localStorage.removeItem(noteKey)
  })
  const said = computed(() => text.value.trim() || files.value[0]?.name || (voice.value ? t('tickets.audio') : edited.value.trim()))
  effect(() => {
    const words = said.value
    const { [ticketId]: known, ...rest } = unsent.peek()
    if (words) unsent.value = { ...rest, [ticketId]: words }
    else if (known !== undefined) unsent.value = rest
  })
  return {
    ticketId,
    text,
    files,
    quoted,
    editing,
    edited,
    voice,
    note,
    /** What is written at the moment is a note. */
    noting,
    quote(message: Message) {
      editing.value = null
      quoted.value = message
    },
    edit(message: Message, words: string) {
      quoted.value = null
      edited.value = words
      editing.value = message
    },
    /** Back to a plain answer, whose text stands. */
    plain() {
      quoted.value = null
      editing.value = null
      edited.value = ''
    },
    attach: (chosen: Iterable<File>) => (files.value = [...files.value, ...chosen]),
  }
}

export function draftOf(ticketId: number): Draft {
  const known = drafts.get(ticketId)
  if (known) return known
  const made = makeDraft(ticketId)
  drafts.set(ticketId, made)
  return made
}

// Files and recordings live in this window alone.
addEventListener('beforeunload', event => {
  if ([...drafts.values()].some(({ files, voice }) => files.value.length || voice.value)) event.preventDefault()
})
