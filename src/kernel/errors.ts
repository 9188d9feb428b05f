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

/** A request that its schema refuses: `details` holds what is wrong, field by field. */
export const invalid = (details?: Details, status: Status = 400) => new AppError('ERR_VALIDATION', status, details)
export type Details = Record<string, string[] | undefined>

/**
 * What a refused request is told. Clients show `error` to people: so it is the sentence of the first field, and the code stands beside it.
 * A message that the schema made by itself names the field.
 */
export function said({ code, details }: AppError) {
  if (code !== 'ERR_VALIDATION') return { error: code, ...(details !== undefined && { details }) }
  const [[field, [message]] = ['', []]] = Object.entries((details ?? {}) as Record<string, string[]>)
  const error = !message ? code : /^Invalid \S+: (Expected|Received)/.test(message) ? `${field}: ${message}` : message
  return { error, code, ...(details !== undefined && { details }) }
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

/** The last column of the unique index that a write broke, as the schema names it: 'name' of UNIQUE (company_id, name). */
export function brokenUnique(error: unknown): string | undefined {
  if (!isUniqueViolation(error)) return
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const column = /constraint failed: .*\.(\w+)$/.exec(cause.message)?.[1]
    if (column) return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  }
}

/** Runs a write whose unique index stands for a rule, and tells the rule's code when it is broken. */
export const unique = <T>(code: string, work: Promise<T>) =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError(code, 400) : error
  })
