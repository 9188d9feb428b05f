import { useEffect, useMemo, useRef } from 'react'
import { DEBOUNCE_MS } from '../constants'

/** The call, made once `wait` ms after the last one, or by `now` in its place; dropped when the component goes. */
export function useDebounced<A extends unknown[]>(call: (...args: A) => void, wait = DEBOUNCE_MS) {
  const latest = useRef(call)
  latest.current = call
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const debounced = (...args: A) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(...args), wait)
    }
    const now = (...args: A) => {
      clearTimeout(timer.current)
      latest.current(...args)
    }
    return Object.assign(debounced, { now })
  }, [wait])
}
