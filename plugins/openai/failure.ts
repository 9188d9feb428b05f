import type { Host } from '../../src/plugin'

/** Why the AI cannot answer: a code that people read a sentence for, and never what a provider said, which may hold a key. */
export class Failure extends Error {}

const find = (error: unknown, pattern: RegExp): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = pattern.exec(cause.message)?.[0]
    if (found) return found
  }
}

const OUTBOUND: Record<string, string> = { ERR_OUTBOUND_TIMEOUT: 'ERR_OUT_OF_TIME', ERR_OUTBOUND_TOO_LARGE: 'ERR_AI_ANSWER' }

function codeOf(error: unknown): string {
  const outbound = find(error, /^ERR_OUTBOUND_\w+/)
  if (outbound) return OUTBOUND[outbound] ?? outbound
  const { status, code } = error as { status?: number; code?: unknown }
  if (status === undefined) return 'ERR_AI_ANSWER'
  if (status === 401 || status === 403) return 'ERR_AI_KEY'
  if (status === 402 || code === 'insufficient_quota') return 'ERR_AI_QUOTA'
  if (status === 404) return 'ERR_AI_MODEL'
  return status === 429 || status >= 500 ? 'ERR_AI_BUSY' : 'ERR_AI_REFUSED'
}

/** Asks a provider; whatever goes wrong is a Failure. Of what it said only a status and a word without digits are logged. */
export async function asking<T>(host: Host, what: string, ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Failure) throw error
    const { status, code, param } = error as { status?: unknown; code?: unknown; param?: unknown }
    const word = (value: unknown) => (typeof value === 'string' && /^[a-z_.]{1,60}$/.test(value) ? value : undefined)
    const reason = signal?.aborted ? 'ERR_OUT_OF_TIME' : codeOf(error)
    host.log.warn('the AI provider failed', { what, reason, status, code: word(code), param: word(param) })
    throw new Failure(reason)
  }
}
