export type Status = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503

/** An error of the API: `{ error: code, details? }` with the status. The code is of the catalogue, or a sentence a person can act on. */
export class AppError extends Error {
  constructor(
    readonly code: string,
    readonly status: Status = 400,
    readonly details?: unknown,
  ) {
    super(code)
  }
}

export const notFound = (noun: string) => new AppError(`ERR_NO_${noun.toUpperCase()}_FOUND`, 404)
export const noPermission = () => new AppError('ERR_NO_PERMISSION', 403)

/** The extended SQLite code behind a failed statement, such as SQLITE_CONSTRAINT_UNIQUE. */
export function sqliteCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { extendedCode?: string; code?: string }).extendedCode ?? (cause as { code?: string }).code
    if (code?.startsWith('SQLITE_')) return code
  }
}

export const isUniqueViolation = (error: unknown) => /UNIQUE|PRIMARYKEY/.test(sqliteCode(error) ?? '')

/** Runs a write guarded by a unique index; a violation throws the code of the rule that the index stands for (400). */
export const unique = <T>(code: string, work: Promise<T>) =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError(code, 400) : error
  })
