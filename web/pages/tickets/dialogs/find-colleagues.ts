import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { catalog } from '../../../catalog'
import type { Said } from '../../../shell/availability/state'
import { ranked } from './colleague-order'

export type Colleague = {
  id: number
  name: string
  online: boolean
  availability: Said
  /** Only who leads is told. */
  profile?: string
  /** One who is told of for the first time comes without them. */
  queues?: { id: number; name: string }[]
}
const MOST = 50

const isThere = ({ online, availability }: Colleague) => online && availability.state === 'available'

/** The colleagues from whom one is chosen, but for somebody, narrowed by a name. Their order stands while the box does, whoever comes or goes. */
export function useColleagues(text: string, without: number | null | undefined) {
  useSignals()
  const list = catalog('users')
  const people: Colleague[] = list.items.value.filter(({ id }) => id !== without)
  const there = useRef<ReadonlySet<number>>(undefined)
  if (list.loaded.value) there.current ??= new Set(people.filter(isThere).map(({ id }) => id))
  // Which queues others serve is told to nobody else.
  useEffect(() => void (list.loaded.peek() && list.reload()), [])
  const found = ranked(people, there.current ?? new Set(), text.trim())
  return {
    found: found.slice(0, MOST),
    more: Math.max(0, found.length - MOST),
    isKnown: list.loaded.value,
    failed: list.failed.value && !list.loaded.value,
    again: () => void list.reload(),
  }
}
