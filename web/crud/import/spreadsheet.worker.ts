import { utils, write } from 'xlsx'
import { tableOf, TooLarge } from '../../../src/kernel/media/spreadsheet'
import { TOO_LARGE } from '../../../src/kernel/media/spreadsheet-limits'

// Spreadsheets are read and written here: a large one would hold up the page, and what a crafted one does stays in here.
export type Task = { task: 'read'; file: ArrayBuffer } | { task: 'write'; rows: (string | number | boolean | null)[][] }
export type Answer = { table: string[][]; sheet: string } | { file: ArrayBuffer } | { error: string }

function writeTable(rows: Extract<Task, { task: 'write' }>['rows']) {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '1')
  return { file: write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer }
}

const answerTo = async (task: Task): Promise<Answer> => (task.task === 'read' ? tableOf(new Uint8Array(task.file)) : writeTable(task.rows))

self.onmessage = ({ data }: MessageEvent<Task>) =>
  void answerTo(data)
    .catch((error: unknown): Answer => ({ error: error instanceof TooLarge ? TOO_LARGE : String(error) }))
    .then(answer => self.postMessage(answer))
