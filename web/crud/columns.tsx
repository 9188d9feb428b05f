import { type Choice, choicesOf, type Kind } from '../catalog'
import { Dot, State } from '../kit/chips'
import { civilDay } from '../kit/format'
import { number } from '../kit/i18n'
import type { Column } from '../kit/table'
import { type Body, type Drawn, fieldsOf } from './describe'
import { labelOf, type NounWords, words as generic } from './words'

const none = <span className="faint">–</span>

const Named = ({ choice }: { choice?: Choice }) =>
  choice ? (
    <span className="inline-flex items-center gap-1.5 min-w-0">
      {choice.color && <Dot color={choice.color} />}
      <span className="clip">{choice.name}</span>
    </span>
  ) : (
    none
  )

/** One field as a column, under its label; what a table cannot show has none. */
function columnOf<R>({ name, input, of }: Drawn, isFirst: boolean, words: NounWords): Column<R> | undefined {
  const valueOf = (row: R) => (row as Record<string, unknown>)[name]
  const textOf = (row: R) => String(valueOf(row) ?? '')
  const common = { id: name, head: labelOf(words, name) }
  const isDay = input === 'date'
  if (isFirst)
    return {
      ...common,
      className: 'cell-who',
      value: row => textOf(row).toLowerCase(),
      cell: row => <span className="clip block max-w-120 font-medium">{isDay && textOf(row) ? civilDay(textOf(row)) : textOf(row)}</span>,
    }
  if (input === 'switch') {
    const word = (on: boolean) => words.find(on ? `${name}.on` : `${name}.off`) ?? generic(on ? 'yes' : 'no')
    return {
      ...common,
      value: row => Number(Boolean(valueOf(row))),
      cell: row => <State tone={valueOf(row) ? 'ok' : 'idle'}>{word(Boolean(valueOf(row)))}</State>,
    }
  }
  if (input === 'choice') return { ...common, value: textOf, cell: row => words.find(`${name}.${textOf(row)}`) ?? textOf(row) }
  if (input === 'number' || input === 'decimal') {
    const cell = (row: R) => (typeof valueOf(row) === 'number' ? number(valueOf(row) as number) : none)
    return { ...common, className: 'num only-wide', value: row => Number(valueOf(row) ?? 0), cell }
  }
  if (isDay) {
    const cell = (row: R) => (textOf(row) ? civilDay(textOf(row)) : none)
    return { ...common, className: 'muted tnum only-wide', value: textOf, cell }
  }
  if (input === 'reference') {
    const named = (row: R) => choicesOf(of as Kind).find(({ id }) => id === valueOf(row))
    return {
      ...common,
      className: 'muted only-wide',
      value: row => named(row)?.name.toLowerCase() ?? '',
      cell: row => <Named choice={named(row)} />,
    }
  }
  if (input !== 'text' && input !== 'longText') return undefined
  return {
    ...common,
    className: 'muted wide',
    cell: row => (textOf(row) ? <span className="clip block max-w-120">{textOf(row)}</span> : none),
  }
}

/** The fields of a body as columns, by their names: the first is the row's own name. */
export function columnsOf<R>(body: Body, words: NounWords): Record<string, Column<R>> {
  const columns = fieldsOf(body).map((field, at) => columnOf<R>(field, at === 0, words))
  return Object.fromEntries(columns.flatMap(column => (column ? [[column.id, column]] : [])))
}
