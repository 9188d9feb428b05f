import { folded } from '../../../kit/folded'

export type Kind = 'queues' | 'users' | 'tags' | 'status' | 'writtenBy' | 'hasFile' | 'dateFrom' | 'dateTo'
type Status = 'open' | 'pending' | 'closed'
type Named = { id: number; name: string }
export type Names = Record<'queues' | 'users' | 'tags', Named[]>
/** What a search asks for, as it was typed: words, what narrows them, and what nothing is called. */
type Asked = {
  words: string
  queues: number[]
  users: number[]
  tags: number[]
  status?: Status
  writtenBy?: 'customer' | 'team'
  hasFile?: true
  dateFrom?: string
  dateTo?: string
  unknown: { kind: Kind; value: string }[]
}

/** In Portuguese, English and Spanish, whatever language the person reads. */
const KEYS = new Map<string, Kind>([
  // Whatever the company calls them (web/kit/vocabulary.ts).
  ...['fila', 'queue', 'cola', 'setor', 'sector', 'departamento', 'department', 'equipe', 'equipo', 'team'].map(
    word => [word, 'queues'] as const,
  ),
  ...['pessoa', 'atendente', 'person', 'agent', 'persona', 'agente'].map(word => [word, 'users'] as const),
  ...['tag', 'etiqueta'].map(word => [word, 'tags'] as const),
  ...['situacao', 'estado', 'em', 'status', 'state', 'in', 'situacion', 'en'].map(word => [word, 'status'] as const),
  ...['de', 'from'].map(word => [word, 'writtenBy'] as const),
  ...['tem', 'has', 'tiene'].map(word => [word, 'hasFile'] as const),
  ...['desde', 'since', 'depois', 'apos', 'after', 'despues'].map(word => [word, 'dateFrom'] as const),
  ...['ate', 'until', 'hasta', 'antes', 'before'].map(word => [word, 'dateTo'] as const),
])
/** What says a day and does not mean it: the one before, or after. */
const BESIDE = new Map([
  ...['antes', 'before'].map(word => [word, -1] as const),
  ...['depois', 'apos', 'after', 'despues'].map(word => [word, 1] as const),
])
const BY = new Map<string, 'customer' | 'team'>([
  ...['cliente', 'customer'].map(word => [word, 'customer'] as const),
  ...['equipe', 'team', 'equipo'].map(word => [word, 'team'] as const),
])
const STATES = new Map<string, Status>([
  ...['aberto', 'aberta', 'atendendo', 'open', 'attending', 'abierto', 'abierta', 'atendiendo'].map(word => [word, 'open'] as const),
  ...['aguardando', 'espera', 'waiting', 'pending', 'esperando'].map(word => [word, 'pending'] as const),
  ...['resolvido', 'resolvida', 'encerrado', 'fechado', 'resolved', 'closed', 'resuelto', 'resuelta', 'cerrado'].map(
    word => [word, 'closed'] as const,
  ),
])
const FILE = new Set(['arquivo', 'anexo', 'file', 'attachment', 'archivo', 'adjunto'])
const [TODAY, YESTERDAY] = [new Set(['hoje', 'today', 'hoy']), new Set(['ontem', 'yesterday', 'ayer'])]

/** As getUTCDay() counts. */
const WEEKDAYS = [
  ['domingo', 'sunday'],
  ['segunda', 'segunda-feira', 'monday', 'lunes'],
  ['terca', 'terca-feira', 'tuesday', 'martes'],
  ['quarta', 'quarta-feira', 'wednesday', 'miercoles'],
  ['quinta', 'quinta-feira', 'thursday', 'jueves'],
  ['sexta', 'sexta-feira', 'friday', 'viernes'],
  ['sabado', 'saturday'],
]
const DAY_MS = 86_400_000
const moved = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

type Piece = { raw: string; kind?: Kind; value: string; beside?: number }
const PIECE = /(\p{L}+):(?:"([^"]*)"?|(\S*))|\S+/gu

/** The words of a search and its filters, in their order. */
const piecesOf = (text: string): Piece[] =>
  [...text.normalize('NFC').matchAll(PIECE)].map(([raw, key, quoted, plain]) => {
    const name = folded(key ?? '')
    return { raw, kind: KEYS.get(name), value: (quoted ?? plain ?? '').trim(), beside: BESIDE.get(name) }
  })

/** A name without what cannot stand in a filter. */
const plain = (name: string) => folded(name).replaceAll('"', '').replace(/\s+/g, ' ').trim()
/** Those who are called so; otherwise the one whose name alone begins so. */
function named(rows: Named[], value: string) {
  const exact = rows.filter(({ name }) => plain(name) === plain(value))
  if (exact.length) return exact
  const begun = rows.filter(({ name }) => plain(name).startsWith(plain(value)))
  return begun.length === 1 ? begun : []
}

const pad = (part: string) => part.padStart(2, '0')
/** The year that a day without one means: it lies behind today. */
const lastYear = (month: string, day: string, today: string) => {
  const year = Number(today.slice(0, 4))
  return `${year}-${pad(month)}-${pad(day)}` > today ? year - 1 : year
}
/** 01/10/2026, 01/10 as it was last, or 2026-10-01, the words for today and yesterday, and a day of the week as it was last, as YYYY-MM-DD. */
export function dayOf(value: string, today: string): string | undefined {
  if (TODAY.has(folded(value))) return today
  if (YESTERDAY.has(folded(value))) return moved(today, -1)
  const weekday = WEEKDAYS.findIndex(words => words.includes(folded(value)))
  if (weekday >= 0) return moved(today, -((new Date(today).getUTCDay() - weekday + 7) % 7))
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?$/.exec(value) ?? []
  const date = month ? `${year ?? lastYear(month, day!, today)}-${pad(month)}-${pad(day!)}` : value
  const at = /^[12]\d{3}-\d\d-\d\d$/.test(date) ? new Date(date) : undefined
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined
}

/** Which kinds of names a text speaks of. */
export const namesIn = (text: string) =>
  new Set(piecesOf(text).flatMap(({ kind, value }) => (value && (kind === 'queues' || kind === 'users' || kind === 'tags') ? kind : [])))

export function ask(text: string, names: Names, today: string): Asked {
  const asked: Asked = { words: '', queues: [], users: [], tags: [], unknown: [] }
  const words: string[] = []
  for (const { raw, kind, value, beside } of piecesOf(text)) {
    if (!kind) words.push(raw)
    // One that is still being typed.
    else if (value && !put(asked, kind, value, names, today, beside)) asked.unknown.push({ kind, value })
  }
  return { ...asked, words: words.join(' ') }
}
/** Whether it means something. */
function put(asked: Asked, kind: Kind, value: string, names: Names, today: string, beside = 0) {
  if (kind === 'status') return (asked.status = STATES.get(folded(value)))
  if (kind === 'writtenBy') return (asked.writtenBy = BY.get(folded(value)))
  if (kind === 'hasFile') return FILE.has(folded(value)) && (asked.hasFile = true)
  if (kind === 'dateFrom' || kind === 'dateTo') {
    const day = dayOf(value, today)
    return (asked[kind] = day && moved(day, beside))
  }
  const rows = named(names[kind], value)
  asked[kind].push(...rows.map(({ id }) => id))
  return rows.length > 0
}

export const written = (key: string, value: string) =>
  `${key}:${/\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value.replaceAll('"', '')}`
/** The text with a filter more, as it would be typed. */
export const withFilter = (text: string, key: string, value: string) => `${text.trim()} ${written(key, value)}`.trim()
/** The text without the filters of a kind; of names, without those that mean this one of all. */
export const withoutFilter = (text: string, kind: Kind, row?: Named, rows: Named[] = []) =>
  piecesOf(text)
    .filter(piece => piece.kind !== kind || (row && !named(rows, piece.value).some(({ id }) => id === row.id)))
    .map(({ raw }) => raw)
    .join(' ')

/** The filter that is being typed before the caret, from `at` on. */
export function filterAt(text: string, caret: number): { kind: Kind; key: string; value: string; at: number } | undefined {
  const [, raw, typed] = /(?:^|\s)([\p{L}\p{M}]+):("[^"]*|[^\s"]*)$/u.exec(text.slice(0, caret)) ?? []
  const kind = raw && KEYS.get(folded(raw))
  if (!kind || typed === undefined) return undefined
  return { kind, key: raw, value: typed.replace('"', ''), at: caret - typed.length - raw.length - 1 }
}
/** Those one of whose words begins as is typed, the ones that begin so themselves first. */
export function offeredFor<Row extends { name: string }>(rows: Row[], value: string): Row[] {
  const wanted = plain(value)
  const begins = ({ name }: Row) => Number(plain(name).startsWith(wanted))
  return rows.filter(({ name }) => ` ${plain(name)}`.includes(` ${wanted}`)).toSorted((a, b) => begins(b) - begins(a))
}
export const isCalled = ({ name }: { name: string }, value: string) => plain(name) === plain(value)
