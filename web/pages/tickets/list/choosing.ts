import { signal } from '@preact/signals-react'
import type { MouseEvent } from 'react'
import { useLongPress } from '../../../kit/long-press'

/** The tickets of the list that are chosen, while some are. */
export const chosen = signal<ReadonlySet<number>>(new Set())
/** So many are asked for one by one without anybody waiting long. */
export const MOST_CHOSEN = 100
/** What is being done to them (at-once.ts), and which refused it. */
export const running = signal<{ done: number; max: number; stop: () => void } | undefined>(undefined)
export type Refused = { id: number; name: string; why: string }
export const refused = signal<Refused[]>([])
export const chooseNone = () => void (chosen.value = new Set())

let last: number | undefined

const idOf = (target: EventTarget | null) => Number((target as Element | null)?.closest<HTMLElement>('.ticket')?.dataset.id) || undefined
const rows = () => [...document.querySelectorAll<HTMLElement>('.ticket-list .ticket')].map(row => Number(row.dataset.id))
const put = (ids: Iterable<number>) => (chosen.value = new Set([...ids].slice(0, MOST_CHOSEN)))

/** Chooses a ticket, or not any more. */
export function choose(id: number) {
  last = id
  put(chosen.peek().has(id) ? [...chosen.peek()].filter(other => other !== id) : [...chosen.peek(), id])
}
/** All of the list that are on screen. */
export const chooseAll = () => void put(rows())
/** From the one chosen last to this one. */
function chooseTo(id: number) {
  const all = rows()
  const ends = [all.indexOf(last ?? id), all.indexOf(id)].toSorted((a, b) => a - b)
  put([...chosen.peek(), ...all.slice(Math.max(0, ends[0]!), ends[1]! + 1)])
  last = id
}
/** The row that a key means: the one with the focus. */
export const focused = () => idOf(document.activeElement)

/** What a list listens to so that its rows are chosen: Ctrl or Shift with a press, a finger that rests, and any press while some are. */
export function useChoosing() {
  const { listeners, wasHeld } = useLongPress(target => {
    const id = idOf(target)
    return id === undefined ? undefined : () => choose(id)
  })
  return {
    ...listeners,
    onClickCapture(event: MouseEvent) {
      const id = idOf(event.target)
      const isHeld = wasHeld()
      if (!id || !(event.target as Element).closest('.ticket-hit')) return
      const asked = event.ctrlKey || event.metaKey || event.shiftKey
      if (!isHeld && !asked && !chosen.peek().size) return
      event.preventDefault()
      event.stopPropagation()
      if (isHeld) return
      if (event.shiftKey) chooseTo(id)
      else choose(id)
    },
  }
}
