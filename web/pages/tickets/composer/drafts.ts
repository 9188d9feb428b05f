import { batch, computed, effect, signal } from '@preact/signals-react'
import type { Draft as Kept } from '../../../../src/modules/drafts'
import { EDIT_MS } from '../../../../src/modules/messages/api'
import { ApiError, get, isOver, put } from '../../../kit/api'
import { serverNow } from '../../../kit/clock'
import { t } from '../../../kit/i18n'
import { idempotencyKey } from '../../../kit/uuid'
import { connected, on, onResync } from '../../../kit/realtime'
import { keepRecord } from '../../../kit/record'
import { replayMissed } from '../../../kit/replay-missed'
import { beforeSignOut, user } from '../../../session'
import { unsent } from '../list/unsent'
import type { Message } from '../types'
import { beforeVerb } from '../before-verb'
import { keepFiles, withFiles } from './draft-files'
import { unsigned } from './signature'
import type { Voice } from './voice'

/**
 * What was begun and not sent, by ticket. Its words are kept by the server for all of a person's windows, and in this browser too, which
 * draws them at once and sends what the server has not got yet. What they are about, and files (draft-files.ts), outlive the page in this
 * browser alone; a recording ends with it. What colleagues say among themselves has no ticket, and stays here.
 */
export type Draft = ReturnType<typeof makeDraft>

/** Debounce: each is a write. Who leaves the window does not wait for it. */
const SAVE_MS = 2_000
const RETRY_MS = 5_000
/** What was begun in a ticket that its writer has no more goes at last. */
const LOST_KEPT_MS = 30 * 24 * 60 * 60_000

/** Drafts are of one person, who is known from the sign-in on; the page begins anew for another. */
const prefix = () => `draft-of-${user.peek()?.companyId}-${user.peek()?.id}-`
/** Where drafts lay before they were of a company too. */
const personPrefix = () => `draft-of-${user.peek()?.id}-`
/** Where drafts lay before the server kept them, each a text alone. */
const plainPrefix = () => `draft-${user.peek()?.id}-`
const drafts = new Map<number, Draft>()
const all = signal<Draft[]>([])
effect(() => {
  unsent.value = Object.fromEntries(
    all.value.flatMap(({ ticketId, said, note }) => {
      const begun = said.value || note.value.trim()
      return begun ? [[ticketId, begun]] : []
    }),
  )
})

type Words = { text: string; note: string }
/** What is answered, or changed to which words. */
type About = { quoted: Message | null; editing: Message | null; edited: string }
/** In this browser: what is written, what the server was known to have, what was on its way there and may have come, whether it takes no more of it, when it was written, what it is about, whether a note was being written, and the name under which it was to be saved. */
type Stored = { now: Words; saved: Words & { version: number }; asked?: Words[]; about?: About; isNoting?: boolean } & {
  isBarred?: boolean
  at?: number
  noteKey?: { what: string; key: string }
}
const NOTHING = { text: '', note: '', version: 0 }
const same = (a: Words, b: Words) => a.text === b.text && a.note === b.note
const wordsOf = (text: string, note: string): Words => ({ text: text.trim() ? text : '', note: note.trim() ? note : '' })

function storedOf(ticketId: number): Stored {
  const key = prefix() + ticketId
  const older = personPrefix() + ticketId
  const known: Stored | null = JSON.parse(localStorage.getItem(key) ?? localStorage.getItem(older) ?? 'null')
  localStorage.removeItem(older)
  if (known && !(known.isBarred && known.at && Date.now() - known.at > LOST_KEPT_MS)) return known
  localStorage.removeItem(key)
  const plain = plainPrefix() + ticketId
  const [text = '', note = ''] = [plain, `note-${plain}`].map(key => {
    const words = localStorage.getItem(key) ?? undefined
    localStorage.removeItem(key)
    return words
  })
  return { now: wordsOf(text, note), saved: NOTHING }
}

export const isEditable = ({ createdAt }: Message) => serverNow() - Date.parse(createdAt) < EDIT_MS

/** By the server: a proxy that refuses something, in words of its own, knows nothing of it. */
const isRefused = (error: unknown): error is ApiError =>
  isOver(error) && error instanceof ApiError && (error.body.code ?? error.message).startsWith('ERR_')
/** A ticket is a colleague's by now, or gone. */
export const isOfOthers = (error: unknown): error is ApiError => isRefused(error) && (error.status === 403 || error.status === 404)

/** Both, unless one is the beginning of the other. */
const joined = (one: string, other: string) => (other.startsWith(one) ? other : one.startsWith(other) ? one : `${one}\n${other}`)

function makeDraft(ticketId: number) {
  const key = prefix() + ticketId
  const stored = storedOf(ticketId)
  const [text, note] = [signal(stored.now.text), signal(stored.now.note)]
  const [files, quoted] = [signal<File[]>([]), signal(stored.about?.quoted ?? null)]
  const keeping = keepFiles(ticketId, files)
  const begun = stored.about?.editing && isEditable(stored.about.editing) ? stored.about : undefined
  const [editing, edited] = [signal(begun?.editing ?? null), signal(begun?.edited ?? '')]
  // What is typed on is the note's, and goes to no customer.
  const noting = signal(Boolean(stored.isNoting && stored.now.note))
  const voice = signal<Voice | null>(null)
  const noteKey = idempotencyKey(stored.noteKey)
  const words = computed(() => wordsOf(text.value, note.value))
  const about = computed<About | undefined>(() =>
    quoted.value || editing.value ? { quoted: quoted.value, editing: editing.value, edited: edited.value } : undefined,
  )

  /** What the server has, as far as this window knows, and what another window wrote while this one was ahead of it. */
  let { saved, asked = [] } = stored
  const isOwn = (kept: Words) => asked.some(one => same(one, kept))
  let newer: Kept | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<'saved' | 'refused' | 'unanswered'> | undefined
  let isBarred = stored.isBarred ?? false
  let at = stored.at ?? Date.now()
  const isAhead = () => !same(words.peek(), saved)
  const keep = () => {
    const now = words.peek()
    const isBegun = isAhead() || asked.length || now.text || now.note || about.peek()
    const record: Stored = { now, saved, asked, isBarred, at, about: about.peek(), isNoting: noting.peek(), noteKey: noteKey.last() }
    // Where the storage is full the words are in the field, and go to the server. What is sent comes back from no older record.
    if (!keepRecord(key, isBegun ? record : undefined) && !now.text && !now.note) keepRecord(key, undefined)
  }
  const adopt = (kept: Kept) => {
    saved = kept
    asked = []
    batch(() => {
      const isSent = words.peek().text && !kept.text
      if (!same(words.peek(), kept)) [text.value, note.value] = [kept.text, kept.note]
      // With what it was about.
      if (isSent) [quoted.value, editing.value, edited.value] = [null, null, '']
    })
    keep()
  }
  function hear(kept: Kept) {
    if (kept.version <= saved.version) return
    if (saving) newer = kept
    else if (isOwn(kept)) {
      // The answer was lost: what was written or sent since then stands.
      saved = kept
      asked = []
      keep()
      void save()
    }
    // What is written here on top of an older one is joined with it when it is saved.
    else if (!isAhead()) adopt(kept)
  }
  /** Says what is written; where another window was first, both are kept. */
  async function send(): Promise<'saved' | 'refused' | 'unanswered'> {
    const said = words.peek()
    const before = asked
    asked = [...before.filter(one => !same(one, said)), said]
    keep()
    try {
      const kept = await put<Kept>(`/drafts/${ticketId}`, { ...said, version: saved.version })
      const isAnothers = !same(kept, said) && !before.some(one => same(one, kept))
      saved = kept
      asked = []
      if (isAnothers) batch(() => ([text.value, note.value] = [joined(kept.text, text.peek()), joined(kept.note, note.peek())]))
      keep()
      return 'saved'
    } catch (error) {
      // A colleague's by now, or gone: what was begun stays in this browser.
      isBarred = isOfOthers(error)
      if (isOver(error)) asked = before
      keep()
      return isRefused(error) ? 'refused' : 'unanswered'
    }
  }
  async function save() {
    clearTimeout(timer)
    if (ticketId < 0 || isBarred || !(saving || isAhead() || asked.length)) return
    saving ??= send().finally(() => (saving = undefined))
    const outcome = await saving
    const heard = newer
    newer = undefined
    if (heard) hear(heard)
    // What is refused, as what is too long, is asked for again once it is another text, or the page has been away.
    if ((isAhead() || asked.length) && outcome !== 'refused') later(outcome === 'saved' ? SAVE_MS : RETRY_MS)
  }
  const later = (ms = SAVE_MS) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }
  words.subscribe(now => {
    if (!same(now, stored.now)) at = Date.now()
    keep()
    if (isAhead()) later()
  })
  about.subscribe(keep)
  noting.subscribe(keep)
  /** What a message is to become, once that differs from what it says. */
  const changed = () => (editing.value && edited.value !== unsigned(editing.value.body) ? edited.value.trim() : '')
  const said = computed(() => text.value.trim() || files.value[0]?.name || (voice.value ? t('tickets.audio') : changed()))
  const settled = () => (isAhead() || saving || asked.length ? undefined : saved.version)
  const isSpent = () =>
    settled() !== undefined && !said.peek() && !words.peek().note && !about.peek() && !noting.peek() && keeping.isEmpty()
  /** Whether a colleague has the ticket: what was begun stays in this browser then. */
  function bar(isOthers: boolean) {
    isBarred = isOthers
    keep()
    if (isAhead()) later()
  }
  let shown = 0
  function letGo() {
    if (shown || !isSpent() || !drafts.delete(ticketId)) return
    keeping.leave()
    all.value = [...drafts.values()]
  }
  return {
    ticketId,
    text,
    files,
    /** Whether a file would be lost with this page that its writer can still reach. */
    losesOne: () => !isBarred && keeping.losesOne(),
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
    /** Idempotency key of a note: its words outlive its field. */
    keyOfNote(words: string) {
      const key = noteKey.of(words)
      keep()
      return key
    },
    noted: noteKey.done,
    bar,
    /** It is its writer's again, as an event says, which may be long before they open it. */
    unbar() {
      if (isBarred) bar(false)
    },
    /** It was sent, or noted: no other window may offer it again meanwhile. */
    async sent() {
      await saving
      await save()
    },
    /** Whoever comes next to this browser finds no words that the server keeps. */
    forget() {
      if (!isAhead() && !saving && !asked.length && !editing.peek()) localStorage.removeItem(key)
    },
    /** Another window sent it. */
    leave: () => adopt({ ticketId, text: '', note: '', version: saved.version }),
    /** The version that the server was known to have, while nothing was written here on top of it. */
    settled,
    /** It is on screen. Returns how it leaves: what nothing was begun in is let go of then, unless it is drawn anew in the same moment. */
    enter() {
      shown++
      return () => {
        shown--
        queueMicrotask(letGo)
      }
    },
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

beforeVerb.isBegun = ticketId => {
  const draft = drafts.get(ticketId)
  return Boolean(draft && (draft.text.peek().trim() || draft.note.peek().trim() || draft.files.peek().length))
}

beforeVerb.isNote = ticketId => {
  const draft = drafts.get(ticketId)
  return Boolean(draft?.note.peek().trim() && !draft.text.peek().trim() && !draft.files.peek().length)
}

const replay = replayMissed()
const hear = (kept: Kept) => {
  if (kept.text || kept.note || drafts.has(kept.ticketId)) draftOf(kept.ticketId).hear(kept)
}
/** What was written in other windows while this one was not there; what they sent is a draft no more. */
function read() {
  for (const start of [prefix(), personPrefix(), plainPrefix()])
    for (const key of Object.keys(localStorage)) {
      const ticketId = key.startsWith(start) ? key.slice(start.length) : ''
      if (/^-?\d+$/.test(ticketId)) draftOf(Number(ticketId))
    }
  for (const ticketId of withFiles()) draftOf(ticketId)
  const before = [...drafts.values()].map(draft => ({ draft, version: draft.settled() }))
  return replay
    .take(get<Kept[]>('/drafts'), list => {
      list.forEach(hear)
      const kept = new Set(list.map(({ ticketId }) => ticketId))
      for (const { draft, version } of before) if (version && version === draft.settled() && !kept.has(draft.ticketId)) draft.leave()
    })
    .catch(() => {})
}
const saveAll = () => Promise.all([...drafts.values()].map(draft => draft.save()))

on('ticketDraft', ({ draft }) => replay.change(() => hear(draft)))
on('ticket', event => {
  if ('ticket' in event && event.ticket.status === 'open' && event.ticket.userId === user.peek()?.id) drafts.get(event.ticketId)?.unbar()
})
onResync(() => void read().then(saveAll))
if (connected.peek()) void read()
addEventListener('online', () => void saveAll())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void saveAll()
})
beforeSignOut.add(async () => {
  await saveAll()
  for (const draft of drafts.values()) draft.forget()
})

// A recording lives in this window alone, and a file may be too large to be kept.
addEventListener('beforeunload', event => {
  if ([...drafts.values()].some(({ losesOne, voice }) => losesOne() || voice.value)) event.preventDefault()
})
