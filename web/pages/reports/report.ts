import { useEffect, useRef, useState } from 'react'
import type { Report } from '../../../src/modules/tickets'
import { get } from '../../kit/api'

export type ReportRow = Report['tickets'][number]
export type Filter = {
  searchParam: string
  dateFrom: string
  dateTo: string
  users: number[]
  queueIds: number[]
  whatsappId: number | undefined
  status: string
}
export const NOTHING: Filter = { searchParam: '', dateFrom: '', dateTo: '', users: [], queueIds: [], whatsappId: undefined, status: '' }

const list = (ids: number[]) => (ids.length ? JSON.stringify(ids) : undefined)
export async function pageOf({ users, queueIds, ...filter }: Filter, page: number, pageSize: number) {
  const { tickets, totalTickets } = await get<Report>('/ticket/reports', {
    ...filter,
    users: list(users),
    queueIds: list(queueIds),
    page,
    pageSize,
  })
  return { rows: tickets, count: Number(totalTickets.total) }
}

const PAGE = 50
type Shown = { rows: ReportRow[]; count: number; page: number }

/** What a filter finds, page by page; an answer to an earlier filter is left. */
export function useReport(filter: Filter) {
  const [shown, setShown] = useState<Shown>()
  const [error, setError] = useState<unknown>()
  const [isLoading, setLoading] = useState(true)
  const asked = useRef(0)
  async function load(page: number) {
    const turn = ++asked.current
    setLoading(true)
    try {
      const { rows, count } = await pageOf(filter, page, PAGE)
      if (turn !== asked.current) return
      setShown(before => ({ rows: page > 1 ? [...(before?.rows ?? []), ...rows] : rows, count, page }))
      setError(undefined)
    } catch (failure) {
      if (turn === asked.current) setError(failure)
    }
    if (turn === asked.current) setLoading(false)
  }
  useEffect(() => void load(1), [filter])
  const hasMore = shown && shown.rows.length < shown.count
  return {
    shown,
    error,
    isLoading,
    retry: () => void load(1),
    more: () => {
      if (hasMore && !isLoading && !error) void load(shown.page + 1)
    },
  }
}
