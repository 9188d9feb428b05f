import { AppError } from '#kernel/errors'
import { concurrencyLimit } from '#kernel/process/concurrency-limit'
import { mutex } from '#kernel/process/serial'
import { SPREADSHEET, TOO_LARGE } from './spreadsheet-limits'
import type { Answer } from './table.worker'

const PATIENCE_MS = 20_000

/** One spreadsheet at a time in the process, and one of each company in that line: as voice notes are converted. */
const oneAtATime = mutex()
const turn = concurrencyLimit(1)

async function runWorker(bytes: Uint8Array): Promise<Answer> {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url))
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => resolve({ error: 'unreadable' }), PATIENCE_MS)
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
  worker.onerror = () => resolve({ error: 'unreadable' })
  worker.postMessage(bytes)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

/** The rows of a spreadsheet that somebody uploaded, as texts: ERR_SPREADSHEET_TOO_LARGE, ERR_SPREADSHEET_UNREADABLE. */
export async function readTable(companyId: number, bytes: Uint8Array): Promise<string[][]> {
  const answer = await turn(companyId, () => oneAtATime(() => runWorker(bytes)))
  if (!('error' in answer)) return answer.table
  throw answer.error === TOO_LARGE
    ? new AppError('ERR_SPREADSHEET_TOO_LARGE', 413, { rows: SPREADSHEET.rows, megabytes: SPREADSHEET.megabytes })
    : new AppError('ERR_SPREADSHEET_UNREADABLE', 415)
}
