import { batch, computed, signal } from '@preact/signals-react'
import type { Draft as Kept } from '../../../../src/modules/drafts'
import { ApiError, get, put } from '../../../kit/api'
import { t } from '../../../kit/i18n'
import { connected, on, onResync } from '../../../kit/realtime'
import { replayMissed } from '../../../kit/replay-missed'
import { beforeSignOut, user } from '../../../session'
import type { Voice } from './voice'
import type { Message } from '../types'

/**
 * What was begun and not sent, by ticket. Its words are kept by the server for all of a person's windows, and in this browser too, which
 * draws them at once and sends what the server has not got yet; the rest outlives a switch of the ticket. What colleagues say among
 * themselves has no ticket, and stays here.
 */
export type Draft = ReturnType<typeof makeDraft>

const SAVE_MS = 700

/** Drafts are of one person, who is known from the sign-in on; the page begins anew for another. */
const prefix = () => `draft-of-${user.peek()?.id}-`
const drafts = new Map<number, Draft>()
const all = signal<Draft[]>([])
/** What a row says of the draft of its ticket. */
export const unsent = computed<Record<number, string>>(() =>
  Object.fromEntries(all.value.flatMap(({ ticketId, said }) => (said.value ? [[ticketId, said.value]] : []))),
)

type Words = { text: string; note: string }
/** In this browser: what is written, and what the server was known to have. */
type Stored = { now: Words; saved: Words & { version: number } }
const NOTHING = { text: '', note: '', version: 0 }
const same = (a: Words, b: Words) => a.text === b.text && a.note === b.note
const wordsOf = (text: string, note: string): Words => ({ text: text.trim() ? text : '', note: note.trim() ? note : '' })

function makeDraft(ticketId: number) {
  const key = prefix() + ticketId
  const stored: Stored = JSON.parse(localStorage.getItem(key) ?? 'null') ?? { now: NOTHING, saved: NOTHING }
  const [text, note] = [signal(stored.now.text), signal(stored.now.note)]
  const [files, quoted] = [signal<File[]>([]), signal<Message | null>(null)]
  const [editing, edited, noting] = [signal<Message | null>(null), signal(''), signal(false)]
  const voice = signal<Voice | null>(null)
  const words = computed(() => wordsOf(text.value, note.value))

  /** What the server has, as far as this window knows, and what another window wrote while this one was ahead of it. */
  let saved = stored.saved
  let newer: Kept | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined
  const isAhead = () => !same(words.peek(), saved)
  const keep = () => {
    const now = words.peek()
    if (isAhead() || now.text || now.note) localStorage.setItem(key, JSON.stringify({ now, saved } satisfies Stored))
    else localStorage.removeItem(key)
  }
  const adopt = (kept: Kept) => {
    saved = kept
    newer = undefined
    if (!same(words.peek(), kept)) batch(() => ([text.value, note.value] = [kept.text, kept.note]))
    keep()
  }
  function hear(kept: Kept) {
    if (kept.version <= saved.version) return
    if (!isAhead() && !saving) return adopt(kept)
    if (!saved.version && !saving && stored.now === NOTHING) {
      // Begun before it was known that something stands there: both are kept.
      const join = (one: string, other: string) => (other.startsWith(one) ? other : [one, other].filter(Boolean).join('\n'))
      saved = kept
      batch(() => ([text.value, note.value] = [join(kept.text, text.peek()), join(kept.note, note.peek())]))
    } else if (kept.version > (newer?.version ?? 0)) newer = kept
  }
  async function save() {
    clearTimeout(timer)
    if (ticketId < 0 || saving || !isAhead()) return saving
    const said = words.peek()
    saving = put<Kept>(`/drafts/${ticketId}`, said).then(
      ({ version }) => void (saved = { ...said, version }),
      (error: unknown) => {
        // The ticket is gone, and what was begun in it too.
        if (error instanceof ApiError && error.status === 404) saved = { ...said, version: saved.version }
        else throw error
      },
    )
    try {
      await saving
    } catch {
      // It stays here, and is saved with the next letter or when the line is back.
      return
    } finally {
      saving = undefined
    }
    keep()
    if (isAhead()) later()
    else if (newer && newer.version > saved.version) adopt(newer)
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_MS)
  }
  words.subscribe(() => {
    keep()
    if (isAhead()) later()
  })
  const said = computed(() => text.value.trim() || files.value[0]?.name || (voice.value ? t('tickets.audio') : edited.value.trim()))
  return {
    ticketId,
    text,
    files,
    quoted,
    editing,
    edited,
    voice,
    note,
    said,
    /** What is written at the moment is a note. */
    noting,
    hear,
    save,
    /** Another window sent it. */
    leave: () => adopt({ ticketId, text: '', note: '', version: saved.version }),
    /** The version that the server was known to have, while nothing was written here on top of it. */
    settled: () => (isAhead() || saving ? undefined : saved.version),
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
  // A component that is being drawn asks for it: who listens is told after that.
  queueMicrotask(() => (all.value = [...drafts.values()]))
  return made
}

const told = replayMissed()
const hear = (kept: Kept) => draftOf(kept.ticketId).hear(kept)
/** What was written in other windows while this one was not there; what they sent is a draft no more. */
function read() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix())) draftOf(Number(key.slice(prefix().length)))
  const before = [...drafts.values()].map(draft => ({ draft, version: draft.settled() }))
  return told
    .take(get<Kept[]>('/drafts'), list => {
      list.forEach(hear)
      const kept = new Set(list.map(({ ticketId }) => ticketId))
      for (const { draft, version } of before) if (version && version === draft.settled() && !kept.has(draft.ticketId)) draft.leave()
    })
    .catch(() => {})
}
const saveAll = () => Promise.all([...drafts.values()].map(draft => draft.save()))

on('ticketDraft', ({ draft }) => told.change(() => hear(draft)))
onResync(() => void read().then(saveAll))
if (connected.peek()) void read()
addEventListener('online', () => void saveAll())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void saveAll()
})
beforeSignOut.add(async () => void (await saveAll()))

// Files and recordings live in this window alone.
addEventListener('beforeunload', event => {
  if ([...drafts.values()].some(({ files, voice }) => files.value.length || voice.value)) event.preventDefault()
})
