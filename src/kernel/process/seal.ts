import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const PREFIX = 'sealed:1:'
const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'stored secrets', 32))

/** Encrypts a text for storage with the installation's own secret (AES-256-GCM). */
export function seal(text: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** The text that was sealed. Throws when it was changed, or sealed by another installation. */
export function open(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

export const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith(PREFIX)
