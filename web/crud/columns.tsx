import type { CSSProperties, ReactNode } from 'react'
import { Dot, State } from '../kit/chips'
import type { Column } from '../kit/table'
import { type Body, type Drawn, fieldsOf } from './describe'
import { named, saidOf } from './said'
import { labelOf, type NounWords } from './words'

export type Columns<R> = { [Name in keyof R & string]?: Column<R> }
/** Cells of fields that a page draws itself. */
export type Cells<R> = { [Name in keyof R]?: (row: R) => ReactNode }

const none = <span className="faint is-none">–</span>

/** What a page of 1366 pixels has for the columns of a list, and what one takes that is no text. */
const ROOM = 'calc(100vw - 386px)'
const OTHER_PX = 120
const PADDING_PX = 24

/** One field as a column, under its label; what a table cannot show has none. */
function columnOf<R>(field: Drawn, isFirst: boolean, words: NounWords, most: CSSProperties): Column<R> | undefined {
  const { name, input } = field
  const valueOf = (row: R) => (row as Record<string, unknown>)[name]
  const textOf = (row: R) => String(valueOf(row) ?? '')
  const said = (row: R) => saidOf(field, valueOf(row), words)
  const common = { id: name, head: labelOf(words, name), cell: (row: R): ReactNode => said(row) || none }
  const clip = (row: R) => (
    <span className={`clip block of-columns${isFirst ? ' font-medium' : ''}`} style={most}>
      {said(row)}
    </span>
  )
  if (isFirst) return { ...common, className: 'cell-who', value: row => textOf(row).toLowerCase(), cell: clip }
  if (input === 'switch')
    return {
      ...common,
      value: row => Number(Boolean(valueOf(row))),
      cell: row => <State tone={valueOf(row) ? 'ok' : 'idle'}>{said(row)}</State>,
    }
  if (input === 'choice') return { ...common, value: textOf }
  if (input === 'money') return { ...common, className: 'num', value: row => Number(valueOf(row) ?? 0) }
  if (input === 'number' || input === 'decimal') return { ...common, className: 'num only-wide', value: row => Number(valueOf(row) ?? 0) }
  if (input === 'date') return { ...common, className: 'muted tnum only-wide', value: textOf }
  if (input === 'reference') {
    const cell = (row: R) => {
      const [choice] = named(field, valueOf(row))
      if (!choice) return none
      return (
        <span className="inline-flex items-center gap-1.5 min-w-0">
          {choice.color && <Dot color={choice.color} />}
          <span className="clip">{choice.name}</span>
        </span>
      )
    }
    return { ...common, className: 'muted only-wide', value: row => said(row).toLowerCase(), cell }
  }
  if (input !== 'text' && input !== 'longText') return undefined
  return { ...common, className: 'muted wide', cell: row => (textOf(row) ? clip(row) : none) }
}

/** The fields of a body as columns, by their names: the first is the row's own name. */
export function columnsOf<R>(body: Body, words: NounWords, cells: Cells<R> = {}): Columns<R> {
  const fields = fieldsOf(body)
  const texts = fields.filter(({ input }, at) => at === 0 || input === 'text' || input === 'longText').length
  const others = fields.filter(({ input }) => !['text', 'longText', 'color', 'secret', 'references'].includes(input)).length
  // Texts share what there is, so that the end of a row stays in the page.
  const most = { '--most': `calc((${ROOM} - ${others * OTHER_PX}px) / ${texts} - ${PADDING_PX}px)` } as CSSProperties
  const columns = fields.flatMap((field, at) => columnOf<R>(field, at === 0, words, most) ?? [])
  const drawn = (id: string) => cells[id as keyof R]
  return Object.fromEntries(columns.map(column => [column.id, { ...column, cell: drawn(column.id) ?? column.cell }])) as Columns<R>
}
