import { useCallback, useEffect, useRef, useState } from 'react'
import type { Shipment as Row } from '../../../../src/modules/campaigns'
import { campaignApi } from '../../../../src/modules/campaigns/api'
import type { View } from '../../../../src/modules/campaigns/body'
import { get } from '../../../kit/api'
import type { Json } from '../../../kit/rows'

export type Shipment = Json<Omit<Row, 'phoneKey' | 'lid' | 'companyId' | 'askId'>>
type Answer = { records: Shipment[]; count: number; hasMore: boolean }

/** Rows of one request of the server. */
export const PAGE = 200

/**
 * The people of a campaign as far as they are looked at: a page is asked for when one of its rows comes into sight, and again when something
 * became of somebody. An answer to an earlier question is left.
 */
export function usePeople(id: number, view: View, searchParam: string) {
  const [count, setCount] = useState<number>()
  const [rows, setRows] = useState<ReadonlyMap<number, Shipment>>(new Map())
  const [hasFailed, fail] = useState(false)
  const asked = useRef(new Set<number>())
  const turn = useRef(0)

  const ask = useCallback(
    async (page: number) => {
      const mine = turn.current
      try {
        const answer = await get<Answer>(`${campaignApi.path}/${id}/shipments`, { view, searchParam, pageNumber: page + 1 })
        if (mine !== turn.current) return
        setCount(answer.count)
        setRows(before => new Map([...before, ...answer.records.map((row, i) => [page * PAGE + i, row] as const)]))
        fail(false)
      } catch {
        asked.current.delete(page)
        if (mine === turn.current) fail(true)
      }
    },
    [id, view, searchParam],
  )
  const see = useCallback(
    (from: number, to: number) => {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) {
        if (asked.current.has(page)) continue
        asked.current.add(page)
        void ask(page)
      }
    },
    [ask],
  )
  useEffect(() => {
    turn.current++
    asked.current = new Set([0])
    setRows(new Map())
    setCount(undefined)
    void ask(0)
  }, [ask])
  /** Those that are in sight stay where they are, and become what they are by now. */
  const refresh = useCallback(
    (from: number, to: number) => {
      asked.current = new Set()
      see(from, to)
    },
    [see],
  )
  return { count, rows, hasFailed, see, refresh }
}
