import { phoneKey } from '../../../src/kernel/phone'
import { dialled } from '../../../src/modules/contacts/spellings'

/** How many rows name somebody whom an earlier one has named, in whatever spelling of the number. Those that were left out are nobody. */
export function repeatsIn(rows: Record<string, unknown>[], refused: { row: number }[]) {
  const isOut = new Set(refused.map(({ row }) => row))
  const keys = rows.flatMap(({ number }, row) => (number && !isOut.has(row) ? phoneKey(dialled(String(number))) : []))
  return keys.length - new Set(keys).size
}
