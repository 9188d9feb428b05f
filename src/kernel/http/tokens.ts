import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const randomToken = (bytes = 32) => randomBytes(bytes).toString('base64url')
export const digest = (token: string) => createHash('sha256').update(token).digest('base64url')

/** HMAC-SHA256 of an address that opens without a session until it expires; 32 characters of base64url. */
export const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32)

/** Comparison in constant time. */
export function sameText(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
