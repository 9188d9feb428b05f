import * as v from 'valibot'
import type { Host } from '../../../src/plugin'
import { BillingError } from './port'

/** All that the questions of one answer may take, below the 30 s after which it would fail. */
const DEADLINE_MS = 24_000
const CALL_MS = 8_000
const MAX_ANSWER = 1_000_000
const MAX_PDF = 8_000_000

type Init = Pick<RequestInit, 'method' | 'headers' | 'body'> & { maxBytes?: number }
export type Ask = ReturnType<typeof asking>

/** Questions to a billing system, which share the time of one answer. */
export function asking(host: Host) {
  const end = Date.now() + DEADLINE_MS
  let isUsed = false

  async function send(url: string, { maxBytes = MAX_ANSWER, ...init }: Init = {}) {
    isUsed = true
    const timeoutMs = Math.max(1, Math.min(CALL_MS, end - Date.now()))
    const response = await host.fetch(url, { ...init, maxBytes, timeoutMs })
    if (response.ok) return response
    const { status } = response
    throw new BillingError(
      status === 401 || status === 403
        ? 'ERR_BILLING_KEY'
        : status === 404
          ? 'ERR_BILLING_ADDRESS'
          : status === 429 || status >= 500
            ? 'ERR_BILLING_BUSY'
            : 'ERR_BILLING_REFUSED',
    )
  }

  return {
    isUsed: () => isUsed,
    text: async (url: string, init?: Init) => (await send(url, init)).text(),
    async json<S extends v.GenericSchema>(schema: S, url: string, init?: Init): Promise<v.InferOutput<S>> {
      const parsed = v.safeParse(schema, parse(await (await send(url, init)).text()))
      if (!parsed.success) throw new BillingError('ERR_BILLING_ANSWER')
      return parsed.output
    },
    /** A file, which may come in base64. */
    async pdf(url: string, init?: Init) {
      const bytes = await (await send(url, { ...init, maxBytes: MAX_PDF })).bytes()
      if (isPdf(bytes)) return bytes
      const decoded = new Uint8Array(Buffer.from(new TextDecoder().decode(bytes).replace(/^["\s]+|["\s]+$/g, ''), 'base64'))
      if (!isPdf(decoded)) throw new BillingError('ERR_BILLING_ANSWER')
      return decoded
    },
  }
}

/** What is no JSON is a word of the provider's. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

const isPdf = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 5)) === '%PDF-'

/** Ids and amounts come as numbers or as text. */
export const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[\w-]{1,100}$/))
export const Cents = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => Math.round(Number(value) * 100)),
  v.safeInteger(),
  v.minValue(0),
)
/** A civil day, with or without a time of day behind it. */
export const Day = v.pipe(
  v.string(),
  v.transform(text => text.slice(0, 10)),
  v.isoDate(),
)
const Line = v.pipe(v.string(), v.trim(), v.maxLength(600), v.regex(/^[^\p{Cc}]*$/u))
/** A code to be copied; what is empty is not there. */
export const Code = v.pipe(
  v.optional(v.nullable(Line), ''),
  v.transform(text => text || undefined),
)
/** Phones of rows, by the names of their columns; what is not there is none. */
export const phonesOf = (rows: Record<string, unknown>[], ...columns: string[]) =>
  rows.flatMap(row => columns.map(column => row[column])).filter(phone => typeof phone === 'string')
export const Name = v.pipe(
  v.optional(v.nullable(v.string()), ''),
  v.transform(text => (text ?? '').trim().slice(0, 200)),
)
