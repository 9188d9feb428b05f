import { folded } from '../../kit/folded'

/** A field that a column of a spreadsheet may go to. */
export type Target = { name: string; label: string; isRequired: boolean; isSwitch: boolean; heads?: string[] }

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

const YES = new Set(['sim', 'si', 'yes', 'y', 's', 'x', '1', 'true', 'verdadeiro'])

/** Where a column goes that is kept under its own head. */
export const FACT = 'extraInfo'
export const isFact = (name: string | undefined) => name === FACT

type Mapped = { heads: string[]; rows: string[][]; columns: string[] }

/** The rows as the server takes them: a field for each column that goes somewhere, and a list of what keeps its own head. */
export const rowsOf = ({ heads, rows, columns }: Mapped, targets: Target[]) => {
  const switches = new Set(targets.filter(target => target.isSwitch).map(target => target.name))
  return rows.map(cells => {
    const filled = columns.flatMap((name, i) => (name && cells[i] ? [{ name, head: heads[i] ?? '', cell: cells[i] }] : []))
    const facts = filled.filter(({ name }) => isFact(name)).map(({ head, cell }) => ({ name: head, value: cell }))
    const fields = filled.filter(({ name }) => !isFact(name))
    return {
      ...Object.fromEntries(fields.map(({ name, cell }) => [name, switches.has(name) ? YES.has(folded(cell)) : cell])),
      ...(facts.length > 0 && { [FACT]: facts }),
    }
  })
}
