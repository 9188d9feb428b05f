import { sign, verify } from 'hono/jwt'
import { lruMap } from '../process/lru'

const ACCESS_SECONDS = 15 * 60

/** What is told beside the session is for clients: nothing here believes it. */
type Claims = { sid: string; [claim: string]: unknown }

export const signAccess = (claims: Claims, secret: string, until?: Date) => {
  const iat = Math.floor(Date.now() / 1000)
  return sign({ ...claims, iat, exp: until ? Math.floor(until.getTime() / 1000) : iat + ACCESS_SECONDS }, secret, 'HS256')
}

type Signed = Claims & { iat: number; exp: number }
const MAX_VERIFIED = 5_000

/** Verifies access tokens (JWT, HS256), with a cache (LRU) of verified ones: a client sends the same token for 15 minutes. */
export function accessTokens(secret: string) {
  const verified = lruMap<string, Signed>(MAX_VERIFIED)

  /** The claims of a valid access token, else undefined. */
  return async function readAccess(token: string): Promise<Claims | undefined> {
    const cached = verified.get(token)
    const now = Math.floor(Date.now() / 1000)
    if (cached && cached.iat <= now && now < cached.exp) return cached
    const claims = (await verify(token, secret, 'HS256').catch(() => undefined)) as unknown as Signed | undefined
    if (!claims || typeof claims.sid !== 'string') return
    verified.set(token, claims)
    return claims
  }
}
export type ReadAccess = ReturnType<typeof accessTokens>
