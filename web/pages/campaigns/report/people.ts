import { useCallback, useEffect, useRef, useState } from 'react'
import type { Shipment as Row } from '../../../../src/modules/campaigns'
import { campaignApi } from '../../../../src/modules/campaigns/api'
import type { View } from '../../../../src/modules/campaigns/body'
import { get } from '../../../kit/api'
import type { Json } from '../../../kit/rows'

export type Shipment = Json<Omit<Row, 'phoneKey' | 'lid' | 'companyId' | 'askId' | 'nextFile'>>
type Answer = { records: Shipment[]; count: number; hasMore: boolean }
type Known = { rows: Shipment[]; count: number | undefined; hasMore: boolean }

export const peopleAfter = (id: number, query: { view: View; searchParam?: string; after: number }) =>
  get<Answer>(`${campaignApi.path}/${id}/shipments`, query)

const NOTHING: Known = { rows: [], count: undefined, hasMore: true }

/**
 * The people of a campaign as far as they were looked at: one page behind the other by its cursor, and those in sight again when something
 * became of somebody. Questions wait for each other, and those of another view or search are dropped.
 */
export function usePeople(id: number, view: View, searchParam: string) {
  const [known, show] = useState(NOTHING)
  const [hasFailed, fail] = useState(false)
  const now = useRef(known)
  const turn = useRef(0)
  const line = useRef(Promise.resolve())

  /** Reads on behind a row and puts what it finds in its place; false when it is not wanted any more, or could not be read. */
  const ask = useCallback(
    async (mine: number, at: number) => {
      try {
        const { records, count, hasMore } = await peopleAfter(id, { view, searchParam, after: now.current.rows[at - 1]?.id ?? 0 })
        if (mine !== turn.current) return false
        const { rows } = now.current
        const last = records.at(-1)?.id ?? 0
        const rest = hasMore ? rows.slice(at).filter(row => row.id > last) : []
        const isEnd = rest.length ? now.current.hasMore : hasMore
        now.current = { rows: [...rows.slice(0, at), ...records, ...rest], count, hasMore: isEnd }
        show(now.current)
        fail(false)
        return true
      } catch {
        if (mine === turn.current) fail(true)
        return false
      }
    },
    [id, view, searchParam],
  )
  const queue = useCallback((work: (mine: number) => Promise<unknown>) => {
    const mine = turn.current
    line.current = line.current.then(async () => void (mine === turn.current && (await work(mine))))
  }, [])
  /** Reads on until so many rows are there. */
  const reach = useCallback(
    (to: number) =>
      queue(async mine => {
        while (now.current.hasMore && now.current.rows.length < to) if (!(await ask(mine, now.current.rows.length))) return
      }),
    [ask, queue],
  )
  /** Reads the page that a row begins once more. */
  const refresh = useCallback((from: number) => queue(mine => ask(mine, Math.min(from, now.current.rows.length))), [ask, queue])
  useEffect(() => {
    turn.current++
    now.current = NOTHING
    show(NOTHING)
    reach(1)
  }, [reach])
  return { ...known, hasFailed, reach, refresh }
}
