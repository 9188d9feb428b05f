import { useEffect, useState } from 'react'
import { get, type Query } from './api'

/** What the server answers to a query: the last answer stays until the next one is there, and one that was overtaken is left. */
export function useAnswer<T>(path: string, query: Query | undefined) {
  const [answer, setAnswer] = useState<T>()
  const [error, setError] = useState<unknown>()
  const [isLoading, setLoading] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!query) return
    let isCurrent = true
    setLoading(true)
    get<T>(path, query)
      .then(
        value => {
          if (!isCurrent) return
          setAnswer(value)
          setError(undefined)
        },
        failure => isCurrent && setError(failure),
      )
      .finally(() => isCurrent && setLoading(false))
    return () => {
      isCurrent = false
    }
  }, [path, JSON.stringify(query), tries])
  return { answer, error, isLoading, retry: () => setTries(tries + 1) }
}
