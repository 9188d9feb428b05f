import { createSign } from 'node:crypto'
import * as v from 'valibot'
import type { Host } from '../../src/plugin'
import { DialogflowError } from './failure'
import type { Credential } from './settings'

const SCOPE = 'https://www.googleapis.com/auth/dialogflow'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const VALID_S = 3_600
/** A token that ends while a request is under way is refused. */
const EARLY_MS = 60_000

const Granted = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.pipe(v.number(), v.minValue(1)) })

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a service account says of itself, signed with its key (RFC 7523). */
function assertionOf({ client_email, private_key, private_key_id, token_uri }: Credential) {
  const now = Math.floor(Date.now() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) }
  const said = `${encoded(header)}.${encoded({ iss: client_email, scope: SCOPE, aud: token_uri, iat: now, exp: now + VALID_S })}`
  return `${said}.${createSign('RSA-SHA256').update(said).sign(private_key, 'base64url')}`
}

/** Access tokens of service accounts while they are valid, in memory alone: this process serves one company, and ends when it is idle. */
export function accessTokens() {
  let last: { key: string; token: string; until: number } | undefined

  return async function tokenOf(credential: Credential, host: Host): Promise<string> {
    const key = credential.private_key + credential.client_email
    if (last?.key === key && Date.now() < last.until) return last.token
    const response = await host.fetch(credential.token_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(credential) }).toString(),
      maxBytes: 100_000,
    })
    if (!response.ok) throw new DialogflowError(response.status < 500 ? 'ERR_DIALOGFLOW_KEY' : 'ERR_DIALOGFLOW_BUSY')
    const granted = v.safeParse(Granted, await response.json().catch(() => undefined))
    if (!granted.success) throw new DialogflowError('ERR_DIALOGFLOW_ANSWER')
    last = { key, token: granted.output.access_token, until: Date.now() + granted.output.expires_in * 1000 - EARLY_MS }
    return last.token
  }
}
