import type { ErrorCode } from './error-codes'

/** Requests whose failure has a name in the catalogue, for when nobody foresaw why they failed. */
const NAMED: [method: string, path: RegExp, code: ErrorCode][] = [
  ['POST', /^\/tickets\/?$/, 'ERR_CREATING_TICKET'],
  ['POST', /^\/messages\/(\d+|send)$/, 'ERR_CREATING_MESSAGE'],
  ['POST', /^\/message\/forward$/, 'ERR_CREATING_MESSAGE'],
  ['DELETE', /^\/messages\/\w+$/, 'ERR_DELETE_WAPP_MSG'],
  ['GET', /^\/messages\/\d+$/, 'ERR_FETCH_WAPP_MSG'],
]

/** What a request that failed is told. */
export function failureOf(method: string, path: string): ErrorCode {
  const bare = path.replace(/^\/api(?=\/)/, '')
  return NAMED.find(([of, where]) => of === method && where.test(bare))?.[2] ?? 'ERR_INTERNAL'
}
