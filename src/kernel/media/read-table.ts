import { AppError } from '#kernel/errors'
import { askWorker } from '#kernel/process/ask-worker'
import { SPREADSHEET, TOO_LARGE } from './spreadsheet-limits'
import type { Answer } from './table.worker'

const PATIENCE_MS = 20_000

/** The rows of a spreadsheet that somebody uploaded, as texts: ERR_SPREADSHEET_TOO_LARGE, ERR_SPREADSHEET_UNREADABLE. */
export async function readTable(bytes: Uint8Array): Promise<string[][]> {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url))
  const answer = (await askWorker<Answer>(worker, bytes, PATIENCE_MS).catch(() => undefined)) ?? { error: 'unreadable' }
  if (!('error' in answer)) return answer.table
  throw answer.error === TOO_LARGE
    ? new AppError('ERR_SPREADSHEET_TOO_LARGE', 413, { rows: SPREADSHEET.rows, megabytes: SPREADSHEET.megabytes })
    : new AppError('ERR_SPREADSHEET_UNREADABLE', 415)
}
