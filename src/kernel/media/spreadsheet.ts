import { read, type CellObject } from 'xlsx'
import { csvTable } from './csv'
import { SPREADSHEET } from './spreadsheet-limits'
import { mustBeModest } from './zip'

/** Too large to be read at all. Whatever else is wrong with a file makes it unreadable. */
export class TooLarge extends Error {}

type Table = { sheet: string; table: string[][] }
const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)

/**
 * The first sheet of a .xlsx, .xls or .csv as texts, without empty rows: by what the file is, whatever its name says. Runs in a worker,
 * in the browser and in the server: what a crafted file does to a parser stays in there.
 */
export async function tableOf(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  if (bytes.length > SPREADSHEET.megabytes * 2 ** 20) throw new TooLarge()
  const isZip = startsWith(bytes, 0x50, 0x4b)
  if (isZip) await mustBeModest(bytes, SPREADSHEET.unpackedMegabytes * 2 ** 20, () => new TooLarge())
  const isBook = isZip || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
  const { sheet, rows } = isBook ? bookRows(bytes) : { sheet: '', rows: csvTable(bytes) }
  const table: string[][] = []
  for (const row of rows) {
    const cells = Array.from({ length: row.length }, (_, i) => textOf(row[i]))
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > SPREADSHEET.columns) throw new TooLarge()
    if (cells.length) table.push(cells)
    // The first row says what the others are.
    if (table.length > SPREADSHEET.rows + 1) throw new TooLarge()
  }
  return { sheet, table }
}

/** Two more than are taken, so that too many are noticed. */
function bookRows(bytes: Uint8Array): { sheet: string; rows: (CellObject | undefined)[][] } {
  const book = read(bytes, { type: 'array', dense: true, sheetRows: SPREADSHEET.rows + 2, cellFormula: false, cellHTML: false })
  const sheet = book.SheetNames[0] ?? ''
  const rows = Object.values(book.Sheets[sheet] ?? []) as unknown[]
  return { sheet, rows: rows.filter(row => Array.isArray(row)) as CellObject[][] }
}

/** A cell as it is read on the screen; but a long whole number, as one to call, with all of its digits and no 5.5E+12. */
function textOf(cell: CellObject | string | undefined) {
  const shown =
    typeof cell === 'object' && cell !== null
      ? typeof cell.v === 'number' && Number.isSafeInteger(cell.v) && /e\+/i.test(cell.w ?? '')
        ? cell.v
        : (cell.w ?? cell.v)
      : cell
  // The apostrophe says that what follows is a text, as in the files that are saved here.
  const text = String(shown ?? '').trim()
  return text.slice(0, SPREADSHEET.letters).replace(/^'(?=[=+\-@])/, '')
}
