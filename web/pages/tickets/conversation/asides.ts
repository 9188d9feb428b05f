import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Activity as Row } from '../../../../src/modules/ticket-activities'
import { on } from '../../../kit/realtime'
import type { Json } from '../../../kit/rows'
import type { Note } from '../contact/note-card'
import { isLocal, type Shown } from './messages'

export type Activity = Json<Row>
export type { Note }
/** What stands between the messages: what was done with the ticket, or what the team noted down. */
export type Aside = { key: string; at: string } & ({ activity: Activity; note?: undefined } | { note: Note; activity?: undefined })

const ofActivity = (activity: Activity): Aside => ({ key: `activity-${activity.id}`, at: activity.createdAt, activity })
const ofNote = (note: Note): Aside => ({ key: `note-${note.id}`, at: note.createdAt, note })
/** Of a note's key, by which an address names it. */
export const noteIdOf = (key: string) => /^note-(\d+)$/.exec(key)?.[1]
const inOrder = (a: Aside, b: Aside) => (a.at === b.at ? a.key.localeCompare(b.key) : a.at < b.at ? -1 : 1)

type Reach = { messages: ReadonlySignal<Shown[]>; hasMore: ReadonlySignal<boolean>; newer: ReadonlySignal<boolean> }

/** The asides of one conversation, live. */
export function asidesOf(ticketId: number, { messages, hasMore, newer }: Reach) {
  const known = signal<ReadonlyMap<string, Aside>>(new Map())
  const put = (asides: Aside[]) => (known.value = new Map([...known.value, ...asides.map(one => [one.key, one] as const)]))
  const take = (page: { activities?: Activity[]; notes?: Note[] }) => {
    const asides = [...(page.activities ?? []).map(ofActivity), ...(page.notes ?? []).map(ofNote)]
    if (asides.length) put(asides)
  }
  /** What was noted down here, last. */
  const noted = signal<number>()
  const remove = (noteId: number) => (known.value = new Map([...known.value].filter(([, { note }]) => note?.id !== noteId)))
  /** Those beside messages that are there: what stands further up or down comes with its page. */
  const shown = computed(() => {
    const stored = messages.value.filter(message => !isLocal(message))
    const from = hasMore.value ? (stored[0]?.createdAt ?? '') : ''
    const until = newer.value ? stored.at(-1)?.createdAt : undefined
    return [...known.value.values()].filter(({ at }) => at >= from && (until === undefined || at <= until)).toSorted(inOrder)
  })
  return {
    shown,
    take,
    noted,
    putNote: (note: Note) => {
      put([ofNote(note)])
      noted.value = note.id
    },
    removeNote: remove,
    /** `change` applies what is told, in its order with the answers that are on their way. */
    follow: (change: (apply: () => unknown) => void) => [
      on('ticketActivity', ({ ticketActivity }) => ticketActivity.ticketId === ticketId && change(() => put([ofActivity(ticketActivity)]))),
      on('ticketNote', event => {
        if ('ticketNoteId' in event) change(() => remove(event.ticketNoteId))
        else if ('ticketNote' in event && event.ticketNote.ticketId === ticketId) change(() => put([ofNote(event.ticketNote)]))
      }),
    ],
  }
}
