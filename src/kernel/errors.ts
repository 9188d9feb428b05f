type Status = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503

/** The catalogue of codes, which the product registers here (src/error-codes.ts): the kernel knows none of its nouns. */
export interface ErrorCatalogue {}
export type ErrorCode = keyof ErrorCatalogue

/** What clients are told beside a code: a sentence with {slots} of the details, one made from them, or nothing, which is the code itself. */
type Sentence = string | null | ((details: unknown) => unknown)

/** A refusal: its code is of the catalogue, and what the code alone does not say stands in `details`. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly status: Status = 400,
    readonly details?: unknown,
  ) {
    super(code)
  }
}

/** A request that its schema refuses: `details` holds what is wrong, field by field. */
export const invalid = (details?: Details, status: Status = 400) => new AppError('ERR_VALIDATION', status, details)
export type Details = Record<string, string[] | undefined>

/** What a refused request is told. Clients show `error` to people: where it is a sentence, the code stands beside it. */
export function said({ code, details }: Pick<AppError, 'code' | 'details'>, sentences: Record<ErrorCode, Sentence>) {
  const error = code === 'ERR_VALIDATION' ? (fieldSentence(details as Details | undefined) ?? code) : sentenceOf(sentences[code], details)
  return { error: error ?? code, ...(error && { code }), ...(details !== undefined && { details }) }
}

function sentenceOf(sentence: Sentence, details: unknown) {
  if (typeof sentence === 'function') return sentence(details) as string | undefined
  return sentence?.replace(/\{(\w+)\}/g, (_, slot: string) => String((details as Record<string, unknown> | undefined)?.[slot]))
}

/** The sentence of the first field. A message that the schema made by itself names the field. */
function fieldSentence(details: Details = {}) {
  const [[field, [message] = []] = ['']] = Object.entries(details)
  return message && /^Invalid \S+: (Expected|Received)/.test(message) ? `${field}: ${message}` : message
}

/** 'ticket' of ERR_NO_TICKET_FOUND. */
export type Missing<Code = ErrorCode> = Code extends `ERR_NO_${infer Noun}_FOUND` ? Lowercase<Noun> : never
export const notFound = (noun: Missing) => new AppError(`ERR_NO_${noun.toUpperCase()}_FOUND` as ErrorCode, 404)
export const noPermission = () => new AppError('ERR_NO_PERMISSION', 403)

/** The extended SQLite code behind a failed statement, such as SQLITE_CONSTRAINT_UNIQUE. */
function sqliteCode(error: unknown): string | undefined {
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
export const unique = <T>(code: ErrorCode, work: Promise<T>) =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError(code, 400) : error
  })
