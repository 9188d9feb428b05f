import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sign, verify } from 'hono/jwt'

export const ACCESS_SECONDS = 15 * 60

export const hashPassword = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
let decoy: Promise<string> | undefined
/** Takes as long for an unknown account (`hash` null) as for a known one. */
export async function checkPassword(password: string, hash: string | null) {
  const right = await Bun.password.verify(password, hash ?? (await (decoy ??= hashPassword(randomToken()))))
  return right && hash !== null
}

export const randomToken = (bytes = 32) => randomBytes(bytes).toString('base64url')
export const digest = (token: string) => createHash('sha256').update(token).digest('base64url')

export type Claims = { id: number; companyId: number; username: string; profile: string; sid: string }

export const signAccess = (claims: Claims, secret: string) => {
  const iat = Math.floor(Date.now() / 1000)
  return sign({ ...claims, iat, exp: iat + ACCESS_SECONDS }, secret, 'HS256')
}

type Signed = Claims & { iat: number; exp: number }
/** Tokens whose signature was right: who works here comes with the same one for a quarter of an hour. */
const genuine = new Map<string, Signed>()
const MAX_GENUINE = 5_000

/** The claims of a valid access token, else undefined. */
export async function readAccess(token: string, secret: string): Promise<Claims | undefined> {
  const known = genuine.get(`${secret} ${token}`)
  const now = Math.floor(Date.now() / 1000)
  if (known && known.iat <= now && now < known.exp) return known
  const claims = (await verify(token, secret, 'HS256').catch(() => undefined)) as unknown as Signed | undefined
  if (!claims || typeof claims.sid !== 'string') return
  if (genuine.size >= MAX_GENUINE) genuine.clear()
  genuine.set(`${secret} ${token}`, claims)
  return claims
}

/** Keyed signature of an address that may be opened without a session until it expires. */
export const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32)

export function sameText(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
