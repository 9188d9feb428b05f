import { folded } from '../../kit/folded'
import type { Read } from './cells'

/** A field that a column of a spreadsheet may go to. */
export type Target = {
  name: string
  label: string
  isRequired: boolean
  isSwitch?: boolean
  heads?: string[]
  read?: (cell: string) => Read
}

/** What stands in brackets says what to write in the column. */
const plain = (text: string) => folded(text.replace(/\(.*\)/, '')).replace(/[^\p{L}\p{N}]/gu, '')

/** Which field each column goes to, by its head: the field's name, its label or another word for it; '' is none, and no field is taken twice. */
export function matchColumns(heads: string[], targets: Target[]): string[] {
  const free = new Map(targets.map(target => [target.name, target]))
  return heads.map(head => {
    const said = plain(head)
    const found = [...free.values()].find(
      ({ name, label, heads = [] }) => said && [name, label, ...heads].some(word => plain(word) === said),
    )
    if (!found) return ''
    free.delete(found.name)
    return found.name
  })
}

/** No column is called a number to dial: such a first row is somebody's, and the columns have no names. */
export const isHeadless = (first: string[]) => first.some(cell => /^\+?(?:[\s().-]*\d){8,}$/.test(cell.trim()))

/** Where a column goes that is kept under its own head. */
export const FACT = 'extraInfo'
export const isFact = (name: string | undefined) => name === FACT

type Mapped = { heads: string[]; rows: string[][]; columns: string[] }

/** A row as the server takes it, but for what could not be read, and why that is. */
export type ReadRow = { given: Record<string, unknown>; misread: Record<string, string[]> }

/** A field for each column that goes somewhere, and a list of what keeps its own head. An empty cell says nothing. */
export const rowsOf = ({ heads, rows, columns }: Mapped, targets: Target[]): ReadRow[] =>
  rows.map(cells => {
    const [given, misread, facts] = [{} as ReadRow['given'], {} as ReadRow['misread'], [] as { name: string; value: string }[]]
    for (const [i, name] of columns.entries()) {
      const cell = cells[i]
      if (!name || !cell) continue
      if (isFact(name)) {
        facts.push({ name: heads[i] ?? '', value: cell })
        continue
      }
      const read = targets.find(target => target.name === name)?.read?.(cell) ?? { value: cell }
      if ('wrong' in read) misread[name] = [read.wrong]
      else given[name] = read.value
    }
    return { given: { ...given, ...(facts.length > 0 && { [FACT]: facts }) }, misread }
  })
