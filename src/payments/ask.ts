import { AppError, type ErrorCode } from '#kernel/errors'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'

export type Call = {
  method?: string
  headers?: Record<string, string>
  body?: object
  tls?: { cert: string; key: string }
  /** What is not there is undefined, and no refusal. */
  mayMiss?: boolean
}

/** Never the name of the product, which resellers sell under their own. */
const USER_AGENT = 'atendimento'
/** The longest answer that a provider has for a charge, its pictures included. */
const MAX_BYTES = 2_000_000

/**
 * Asks a provider in JSON. What it refuses is told by codes alone: its own words may repeat a key, and are for nobody who pays.
 */
export const asker = (fetch: GuardedFetch) =>
  async function ask<Found>(url: string, { method = 'GET', headers = {}, body, tls, mayMiss }: Call): Promise<Found> {
    const sent = body && { body: JSON.stringify(body) }
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': USER_AGENT, ...(body && { 'content-type': 'application/json' }), ...headers },
      maxBytes: MAX_BYTES,
      ...sent,
      ...(tls && { tls }),
    }).catch(({ message }: Error) => {
      const known = /^ERR_OUTBOUND_(PRIVATE_ADDRESS|PROTOCOL|REDIRECT)$/.test(message)
      throw new AppError(known ? (message as ErrorCode) : 'ERR_PAYMENT_UNREACHABLE', 400)
    })
    if (mayMiss && response.status === 404) return undefined as Found
    if (response.status === 401 || response.status === 403) throw new AppError('ERR_PAYMENT_KEY', 400)
    if (response.status >= 500 || response.status === 429) throw new AppError('ERR_PAYMENT_UNREACHABLE', 400)
    if (!response.ok) throw new AppError('ERR_PAYMENT_REFUSED', 400)
    try {
      return (await response.json()) as Found
    } catch {
      throw new AppError('ERR_PAYMENT_REFUSED', 400)
    }
  }
export type Ask = ReturnType<typeof asker>

/** Cents of an amount in its unit, as a number or as text; not a number when it is none. */
export const centsFrom = (amount: number | string | undefined) => {
  const cents = Number(amount) * 100
  // The nearest double of 249.90 is a hair's breadth beside it; half a cent is not.
  return Math.abs(cents - Math.round(cents)) < 1e-3 ? Math.round(cents) : Number.NaN
}
export const amountOf = (cents: number) => Number((cents / 100).toFixed(2))
