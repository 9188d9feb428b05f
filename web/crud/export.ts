import { retryable } from '../kit/retryable'
import { OFFICE_TOAST_MS } from '../constants'
import type { NounApi } from '../../src/kernel/noun/api'
import { get, type Query } from '../kit/api'
import { locale } from '../kit/i18n'
import { toast } from '../kit/toast'
import { type Kind, settled } from '../catalog'
import { type Drawn, fieldsOf } from './describe'
import type { SheetSpec } from './sheet'
import { saidOf } from './said'
import { labelOf, type NounWords, type Say } from './words'

const importClient = retryable(() => import('./import/client'))

type Cell = string | number | boolean | null
export type Sheet = { format: 'csv' | 'xlsx'; rows: Cell[][] }

/** A text that a spreadsheet would run as a formula is shown as a text. */
const harmless = (cell: Cell) => (typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const quoted = (cell: Cell, separator: string) => {
  if (typeof cell === 'number') return separator === ';' ? String(cell).replace('.', ',') : String(cell)
  const text = String(cell ?? '')
  return /[";,\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** As spreadsheets of the language read it: with their separator, the fractions that go with it, and a mark that says UTF-8. */
export const csvOf = (rows: Cell[][], separator: string) =>
  `\uFEFF${rows.map(row => row.map(cell => quoted(harmless(cell), separator)).join(separator)).join('\r\n')}\r\n`

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
  const { inWorker } = await importClient()
  const file = await inWorker({ task: 'write', rows: rows.map(row => row.map(harmless)) })
  download(`${name}.xlsx`, file, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
}

/** The fields of a form that a file has too: none that is secret, nor one that is left out of the form. */
export const fieldsInFile = ({ body, fields: changes = {} }: Pick<SheetSpec<never>, 'body' | 'words' | 'fields'>) =>
  fieldsOf(body).filter(({ name, input }) => {
    const change = changes[name]
    return change !== false && (!change || (change.when?.({}) ?? true)) && input !== 'secret'
  })

/** In words, but numbers and days as spreadsheets count with them. */
function cellOf(field: Drawn, value: unknown, words: NounWords): Cell {
  if (typeof value === 'number' && ['number', 'decimal', 'money'].includes(field.input)) return value
  return field.input === 'date' ? String(value ?? '') : saidOf(field, value, words)
}
/** Once the names of rows that they refer to are known. */
export const namesKnown = (fields: Drawn[]) => Promise.all(fields.map(({ of }) => of && settled(of as Kind)))

/** A row by the fields of its form, in the words of the form: choices by their labels, rows that it refers to by their names. */
export async function cellsOf<R>(spec: Pick<SheetSpec<never>, 'body' | 'words' | 'fields'>) {
  const fields = fieldsInFile(spec)
  await namesKnown(fields)
  return (row: R) =>
    Object.fromEntries(
      fields.map(field => [labelOf(spec.words, field.name), cellOf(field, (row as Record<string, unknown>)[field.name], spec.words)]),
    )
}

type Asked<R> = {
  api: NounApi
  format: Sheet['format']
  query: Query
  /** Which of the rows that come a filter leaves. */
  keep?: (row: R) => boolean
  cells: (row: R) => Record<string, Cell>
  say: Say
}
type Page<R> = { hasMore: boolean; count?: number; [rows: string]: R[] | boolean | number | undefined }

/** Every row that the search and the filters leave, page by page, as a file. */
export async function exportRows<R>({ api, format, query, keep = () => true, cells, say }: Asked<R>) {
  const rows: R[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const answer = await get<R[] | Page<R>>(api.path, { ...query, pageNumber })
    const isWhole = Array.isArray(answer)
    rows.push(...(isWhole ? answer : ((answer[api.rows ?? 'records'] ?? []) as R[])))
    if (isWhole || !answer.hasMore) break
    toast.ok(say('exporting', { done: rows.length, count: answer.count ?? rows.length }))
  }
  const kept = rows.filter(keep)
  const found = kept.map(cells)
  await saveSheet(api.path.slice(1), format, [Object.keys(found[0] ?? {}), ...found.map(row => Object.values(row))])
  toast.ok(say('exported', { n: kept.length, count: kept.length }), OFFICE_TOAST_MS)
}
