import { useEffect, useRef, useState } from 'react'
import { get } from '../../../kit/api'
import { useDebounced } from '../../../kit/debounce'
import { on, onResync } from '../../../kit/realtime'
import type { Said } from '../../../shell/availability/state'

export type Colleague = {
  id: number
  name: string
  online: boolean
  availability: Said
  profile?: string
  queues: { id: number; name: string }[]
}
export const MIN_LETTERS = 3
const MOST = 6

/** Colleagues by name, from three letters on; those found before stay until the answer is there, which is asked for again when the line is back. */
export function useColleagues() {
  const [found, setFound] = useState<Colleague[]>([])
  const [failed, setFailed] = useState(false)
  /** What was asked last: an answer that comes later than the next is none. */
  const asked = useRef('')
  const show = (rows: Colleague[], hasFailed = false) => {
    setFound(rows)
    setFailed(hasFailed)
  }
  const ask = async (searchParam: string) => {
    const isAsked = () => asked.current === searchParam
    if (!isAsked()) return
    setFailed(false)
    await get<{ users: Colleague[] }>('/users', { searchParam, pageNumber: 1 }).then(
      ({ users }) => isAsked() && show(users.slice(0, MOST)),
      () => isAsked() && show([], true),
    )
  }
  const search = useDebounced((text: string) => void ask(text))
  const again = () => void ask(asked.current)
  useEffect(() => (failed ? onResync(again) : undefined), [failed])
  useEffect(
    () =>
      on('user', event => {
        if (!('user' in event)) return
        const { id, online, availability } = event.user
        setFound(rows => rows.map(row => (row.id === id ? { ...row, online, availability } : row)))
      }),
    [],
  )
  function find(text: string) {
    asked.current = text.length >= MIN_LETTERS ? text : ''
    if (asked.current) search(text)
    else show([])
  }
  return { found, failed, find, again }
}
