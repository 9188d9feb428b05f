import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useShortcut } from '../../../kit/keys'
import { near } from '../pane'
import { beside } from './neighbours'
import { lists, shownList } from './store'
import { focusRow } from './ticket-list'
import type { Ticket } from '../types'

/** From row to row of the list on screen by keys. `row` is that of the ticket in the address, while it stands in the list. */
export function useWalk(uuid: string | undefined) {
  useSignals()
  const shown = shownList.value
  const list = lists[shown]
  const rows = list.items.value
  // Where the chosen row stands, or stood when it left the list.
  const place = useRef(0)
  const placedIn = useRef(list)
  const at = rows.findIndex(ticket => ticket.uuid === uuid)
  if (at >= 0) place.current = at
  // As the list stood when the chosen one was opened: an answer moves it to the top, and who goes on means what stood beside it.
  const then = useRef<{ of?: string; rows: typeof rows }>({ rows })
  if (at >= 0 && then.current.of !== uuid) then.current = { of: uuid, rows }
  // Whoever was put down and still stands there, as one that is unread again, is gone on from.
  const last = useRef(uuid)
  if (uuid) last.current = uuid
  // In another list one begins at its first.
  if (placedIn.current !== list) [placedIn.current, place.current, last.current] = [list, Math.max(at, 0), uuid]
  // The ticket that a key led to: the keyboard stays with the list.
  const byKey = useRef<string>(undefined)

  const move = (by: 1 | -1) => {
    const isThere = (row: Ticket) => rows.some(({ id }) => id === row.id)
    const stood = rows[at]?.fromMe && beside(then.current.rows.filter(isThere), uuid, by, 0)
    const next = stood || beside(rows, uuid ?? last.current, by, place.current)
    // With nobody in one's hands, whoever waits is next.
    if (!next) return void (shown === 'mine' && !rows.length && (shownList.value = 'pending'))
    // Who writes goes on writing: only a letter leaves the keyboard with the list.
    const isWriting = Boolean(document.activeElement?.closest('.composer'))
    byKey.current = isWriting ? undefined : next.uuid
    navigate(`/tickets/${next.uuid}`)
    if (!isWriting) requestAnimationFrame(() => focusRow(next.id))
    const further = rows[rows.findIndex(({ id }) => id === next.id) + by]
    if (further) near(further)
  }
  useShortcut('next', () => move(1))
  useShortcut('previous', () => move(-1))
  useShortcut('waiting', () => (shownList.value = shown === 'pending' ? 'mine' : 'pending'))
  return { row: rows[at], place, byKey }
}
