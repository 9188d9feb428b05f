import { OFFICE_TOAST_MS } from '../constants'
import type { NounApi } from '../../src/kernel/noun/api'
import { get, type Query } from '../kit/api'
import { locale } from '../kit/i18n'
import { toast } from '../kit/toast'
import type { Say } from './words'

type Cell = string | number | boolean | null
export type Sheet = { format: 'csv' | 'xlsx'; rows: Cell[][] }

/** A text that a spreadsheet would run as a formula is shown as a text. */
const harmless = (cell: Cell) => (typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const quoted = (cell: Cell) => {
  const text = String(cell ?? '')
  return /[";,\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** As spreadsheets of the language read it: with their separator, and a mark that says UTF-8. */
export const csvOf = (rows: Cell[][], separator: string) =>
  `\uFEFF${rows.map(row => row.map(cell => quoted(harmless(cell))).join(separator)).join('\r\n')}\r\n`

export function download(name: string, content: BlobPart, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
export const downloadCsv = (name: string, rows: Cell[][]) =>
  download(`${name}.csv`, csvOf(rows, locale() === 'en' ? ',' : ';'), 'text/csv;charset=utf-8')

/** Gives the person rows as a file of today, the first of them as its head. */
export async function saveSheet(what: string, format: Sheet['format'], rows: Cell[][]) {
  const name = `${what}-${new Date().toLocaleDateString('sv-SE')}`
  if (format === 'csv') return downloadCsv(name, rows)
  const { inWorker } = await import('./import/client')
  const file = await inWorker({ task: 'write', rows: rows.map(row => row.map(harmless)) })
  download(`${name}.xlsx`, file, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
}

type Asked<R> = { api: NounApi; format: Sheet['format']; query: Query; cells: (row: R) => Record<string, Cell>; say: Say }
type Page<R> = { hasMore: boolean; count?: number; [rows: string]: R[] | boolean | number | undefined }

/** Every row that the search and the filters leave, page by page, as a file. */
export async function exportRows<R>({ api, format, query, cells, say }: Asked<R>) {
  const rows: R[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const answer = await get<R[] | Page<R>>(api.path, { ...query, pageNumber })
    const isWhole = Array.isArray(answer)
    rows.push(...(isWhole ? answer : ((answer[api.rows ?? 'records'] ?? []) as R[])))
    if (isWhole || !answer.hasMore) break
    toast.ok(say('exporting', { done: rows.length, count: answer.count ?? rows.length }))
  }
  const found = rows.map(cells)
  await saveSheet(api.path.slice(1), format, [Object.keys(found[0] ?? {}), ...found.map(row => Object.values(row))])
  toast.ok(say('exported', { n: rows.length, count: rows.length }), OFFICE_TOAST_MS)
}
