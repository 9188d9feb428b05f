import { read, utils, write } from 'xlsx'

// Spreadsheets are read and written here: a large one would hold up the page, and what a crafted one does stays in here.
export type Task = { task: 'read'; file: ArrayBuffer } | { task: 'write'; rows: (string | number | boolean | null)[][] }
export type Answer = { table: string[][]; sheet: string } | { file: ArrayBuffer } | { error: string }

/** One more than an import takes, so that too many are noticed. */
const MAX_ROWS = 20_002

/** The first sheet as texts, without empty rows. */
function readTable(file: ArrayBuffer) {
  const bytes = new Uint8Array(file)
  const isText = !(bytes[0] === 0x50 && bytes[1] === 0x4b) && !(bytes[0] === 0xd0 && bytes[1] === 0xcf)
  const book = isText
    ? read(new TextDecoder().decode(bytes), { type: 'string', raw: true, dense: true, sheetRows: MAX_ROWS })
    : read(bytes, { type: 'array', dense: true, sheetRows: MAX_ROWS, cellFormula: false, cellHTML: false })
  const sheet = book.SheetNames[0] ?? ''
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets[sheet]!, { header: 1, raw: false, defval: '', blankrows: false })
  return {
    sheet,
    table: rows.map(row =>
      row.map(cell =>
        String(cell ?? '')
          .trim()
          .replace(/^'(?=[=+\-@])/, ''),
      ),
    ),
  }
}

function writeTable(rows: Extract<Task, { task: 'write' }>['rows']) {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Balcão')
  return { file: write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer }
}

self.onmessage = ({ data }: MessageEvent<Task>) => {
  let answer: Answer
  try {
    answer = data.task === 'read' ? readTable(data.file) : writeTable(data.rows)
  } catch (error) {
    answer = { error: String(error) }
  }
  self.postMessage(answer)
}
