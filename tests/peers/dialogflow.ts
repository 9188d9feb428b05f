import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto'
import * as v from 'valibot'

// Google's token endpoint and Dialogflow ES, as strict as their references: what they would refuse, this refuses.

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SCOPE = 'https://www.googleapis.com/auth/dialogflow'
const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const EMAIL = 'robo@norte-fibra.iam.gserviceaccount.com'

const Header = v.strictObject({ alg: v.literal('RS256'), typ: v.literal('JWT'), kid: v.string() })
const Claims = v.strictObject({
  iss: v.literal(EMAIL),
  scope: v.literal(SCOPE),
  aud: v.literal(TOKEN_URL),
  iat: v.number(),
  exp: v.number(),
})
const Query = v.strictObject({
  queryInput: v.strictObject({
    text: v.strictObject({ text: v.pipe(v.string(), v.minLength(1), v.maxLength(256)), languageCode: v.picklist(['pt-BR', 'en', 'es']) }),
  }),
  queryParams: v.strictObject({
    payload: v.strictObject({ source: v.string(), name: v.string(), number: v.string(), ticketId: v.number() }),
  }),
})
type Asked = { session: string; region: string | undefined; text: string; language: string; customer: object }

const refusal = (code: number, status: string) =>
  Response.json({ error: { code, message: `${status}: secret of the server`, status } }, { status: code })
const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

export function startDialogflow(project: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const credential = {
    type: 'service_account',
    project_id: project,
    private_key_id: 'chave-1',
    private_key: pem,
    client_email: EMAIL,
    token_uri: TOKEN_URL,
  }
  const initial = {
    /** What the agent answers. */
    agent: ((said: string) => ({
      fulfillmentText: `Você disse: ${said}`,
      fulfillmentMessages: [{ text: { text: [`Você disse: ${said}`] } }],
      intent: { name: 'projects/p/agent/intents/1', displayName: 'conversa' },
      intentDetectionConfidence: 0.92,
      parameters: {},
    })) as (said: string) => object | Response,
    grants: 0,
    expiresIn: 3599,
  }
  const peer = { ...initial, asked: [] as Asked[] }
  const tokens = new Set<string>()

  function granted(assertion: string): boolean {
    const [header = '', claims = '', signature = ''] = assertion.split('.')
    if (!v.is(Header, decoded(header)) || !v.is(Claims, decoded(claims))) return false
    const { iat, exp } = decoded(claims) as { iat: number; exp: number }
    const now = Date.now() / 1000
    if (exp - iat > 3600 || exp < now || iat > now + 60) return false
    return createVerify('RSA-SHA256')
      .update(`${header}.${claims}`)
      .verify(createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), signature, 'base64url')
  }

  async function grant(request: Request) {
    if (request.headers.get('content-type') !== 'application/x-www-form-urlencoded')
      return Response.json({ error: 'invalid_request' }, { status: 400 })
    const form = new URLSearchParams(await request.text())
    if (form.get('grant_type') !== GRANT) return Response.json({ error: 'unsupported_grant_type' }, { status: 400 })
    if (!granted(form.get('assertion') ?? ''))
      return Response.json({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, { status: 400 })
    const access_token = `ya29.${crypto.randomUUID()}`
    tokens.add(access_token)
    peer.grants++
    return Response.json({ access_token, expires_in: peer.expiresIn, token_type: 'Bearer' })
  }

  async function detect(request: Request, path: string, region: string | undefined) {
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token || !tokens.has(token)) return refusal(401, 'UNAUTHENTICATED')
    const place = region ? `/locations/${region}` : ''
    const session = new RegExp(`^/v2/projects/${project}${place}/agent/sessions/([^/:]{1,36}):detectIntent$`).exec(path)?.[1]
    if (!session) return refusal(404, 'NOT_FOUND')
    const body = v.safeParse(Query, await request.json())
    if (!body.success) return refusal(400, 'INVALID_ARGUMENT')
    const { text: said, languageCode } = body.output.queryInput.text
    peer.asked.push({ session, region, text: said, language: languageCode, customer: body.output.queryParams.payload })
    const answer = peer.agent(said)
    if (answer instanceof Response) return answer
    return Response.json({
      responseId: crypto.randomUUID(),
      queryResult: { queryText: said, languageCode, allRequiredParamsPresent: true, ...answer },
    })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/files/')) return new Response('imagem', { headers: { 'content-type': 'image/png' } })
      if (request.method !== 'POST') return refusal(404, 'NOT_FOUND')
      // The name by which it was asked for stands before the path, as the test's resolver wrote it.
      const [, host = '', ...rest] = pathname.split('/')
      const path = `/${rest.join('/')}`
      if (host === 'oauth2.googleapis.com' && path === '/token') return grant(request)
      const region = /^(?:(.+)-)?dialogflow\.googleapis\.com$/.exec(host)
      return region ? detect(request, path, region[1]) : refusal(404, 'NOT_FOUND')
    },
  })
  const destination = `127.0.0.1:${server.port}`
  return Object.assign(peer, {
    credential,
    destination,
    forget: () => tokens.clear(),
    reset: () => Object.assign(peer, initial, { asked: [] }),
    stop: () => server.stop(true),
  })
}
