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

const YES = new Set(['sim', 'si', 'yes', 'y', 's', 'x', '1', 'true', 'verdadeiro'])

/** The rows as the server takes them: a field for each column that goes somewhere. */
export const rowsOf = (table: string[][], columns: string[], targets: Target[]) => {
  const switches = new Set(targets.filter(target => target.isSwitch).map(target => target.name))
  return table.map(cells =>
    Object.fromEntries(
      columns.flatMap((name, i) => {
        const cell = cells[i] ?? ''
        if (!name || cell === '') return []
        return [[name, switches.has(name) ? YES.has(folded(cell)) : cell] as const]
      }),
    ),
  )
}
