import * as v from 'valibot'
import type { Ctx } from '../context'
import { AppError, type Details } from '../errors'
import { checkRow, type Wrong } from './check-row'
import { readTable } from './read-table'
import { withForm } from './uploaded-form'

/** Rows of one import. */
const MAX_IMPORT = 1_000
/** Rows that a browser has read from a spreadsheet. */
export const ImportBody = v.object({ rows: v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(MAX_IMPORT)) })

type Refused = Wrong & { row: number }

/** More columns than a row may have: the first thing that is wrong is told, since each costs as much as many that are right. */
const MUCH = 100
const isMuch = (row: unknown) => Object.values(row as object).some(cell => Array.isArray(cell) && cell.length > MUCH)

/** Rows of a spreadsheet, each by itself: what is wrong with one is told and keeps nobody else out. */
export async function eachRow<S extends v.GenericSchema>(
  schema: S,
  rows: unknown[],
  take: (row: v.InferOutput<S>) => Promise<unknown>,
): Promise<Refused[]> {
  const refused: Refused[] = []
  for (const [row, given] of rows.entries()) {
    const checked = checkRow(isMuch(given) ? v.config(schema, { abortEarly: true }) : schema, given)
    if ('wrong' in checked) refused.push({ row, ...checked.wrong })
    else
      await take(checked.row).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const ofFields = error.code === 'ERR_VALIDATION' ? (error.details as Details | undefined) : undefined
        refused.push({ row, details: ofFields ?? { '': [error.code] } })
      })
  }
  return refused
}

/** What became of rows: of those that are not refused, those that were there already are no new ones. */
type Taken = { created: number; known: number; refused: Refused[] }

/**
 * An import in batches, each of which asks whether whoever began it still may (`afterWait`). Where they may not, what was taken stays, and
 * is told with the refusal.
 */
export async function inBatches(batches: Iterable<{ at: number; some: unknown[] }>, take: (rows: unknown[]) => Promise<Taken>) {
  const all: Taken = { created: 0, known: 0, refused: [] }
  for (const { at, some } of batches) {
    const { created, known, refused } = await take(some).catch((error: unknown) => {
      throw error instanceof AppError && at
        ? new AppError(error.code, error.status, { ...(error.details as object | undefined), ...all })
        : error
    })
    all.created += created
    all.known += known
    all.refused.push(...refused.map(one => ({ ...one, row: at + one.row })))
  }
  return all
}

/** The rows of the spreadsheet of a form. */
export const uploadedRows = <T>(
  ctx: Ctx,
  request: Request,
  rowsOf: (table: string[][]) => unknown[],
  take: (rows: unknown[]) => Promise<T>,
): Promise<T> =>
  withForm(ctx, request, async form => {
    const file = form.get('file')
    if (!(file instanceof File)) throw new AppError('ERR_FILE_REQUIRED', 400)
    return take(rowsOf(await ctx.inTurn('spreadsheet', async () => readTable(await file.bytes()))))
  })
