import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

// Efí, as strict as the public definition of the Pix API: a connection without the account's certificate is none.

const Cob = v.strictObject({
  calendario: v.strictObject({ expiracao: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  devedor: v.optional(
    v.union([
      v.strictObject({ cpf: v.pipe(v.string(), v.regex(/^\d{11}$/)), nome: v.pipe(v.string(), v.maxLength(200)) }),
      v.strictObject({ cnpj: v.pipe(v.string(), v.regex(/^\d{14}$/)), nome: v.pipe(v.string(), v.maxLength(200)) }),
    ]),
  ),
  valor: v.strictObject({ original: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d\d$/)) }),
  chave: v.pipe(v.string(), v.maxLength(77)),
  solicitacaoPagador: v.optional(v.pipe(v.string(), v.maxLength(140))),
})
const Grant = v.strictObject({ grant_type: v.literal('client_credentials') })
const TXID = /^[a-zA-Z0-9]{26,35}$/

const Webhook = v.strictObject({ webhookUrl: v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(255)) })

type Paid = { endToEndId: string; txid: string; valor: string; horario: string; devolucoes?: { valor: string; status: string }[] }
type Stored = Omit<v.InferOutput<typeof Cob>, 'calendario'> & {
  txid: string
  status: string
  calendario: { criacao: string; expiracao: number }
  loc: { id: number }
  pix: Paid[]
}

async function openssl(...args: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args])
  if (exitCode) throw new Error(stderr.toString())
}

/** A certificate of its own authority, made for this run. */
async function certificates(folder: string) {
  const at = (name: string) => join(folder, name)
  const read = (name: string) => Bun.file(at(name)).text()
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  await openssl('req', '-x509', ...ec, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=Authority')
  await Bun.write(at('names'), 'subjectAltName=IP:127.0.0.1')
  for (const name of ['server', 'account', 'stranger']) {
    await openssl('req', ...ec.slice(0, 5), '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', `/CN=${name}`)
    const signer = name === 'stranger' ? ['-signkey', at('stranger.key')] : ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial']
    await openssl('x509', '-req', '-in', at(`${name}.csr`), ...signer, '-days', '2', '-extfile', at('names'), '-out', at(`${name}.pem`))
  }
  const pair = async (name: string) => ({ cert: (await read(`${name}.pem`)).trim(), key: (await read(`${name}.key`)).trim() })
  return { ca: await read('ca.pem'), server: await pair('server'), account: await pair('account'), stranger: await pair('stranger') }
}

export async function startEfi(clientId: string, clientSecret: string) {
  const folder = await mkdtemp(join(tmpdir(), 'efi-'))
  const { ca, server, account, stranger } = await certificates(folder)
  await rm(folder, { recursive: true, force: true })
  const cobs = new Map<string, Stored>()
  const tokens = new Set<string>()
  const webhooks = new Map<string, { webhookUrl: string; chave: string; criacao: string }>()
  /** Calls an address as Efí does: a parameter at its end takes what Efí puts behind it. What the world answers, a test says. */
  let reach: (address: string, body: object) => Promise<number> = async () => 404
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const problem = (status: number, nome: string) => ({ status, body: { nome, mensagem: nome } as object })

  /** An address is tried before it is taken, and its server must show the certificate of Efí unless the call says otherwise. */
  async function registered(chave: string, body: unknown, skip: string | undefined) {
    const parsed = v.safeParse(Webhook, body)
    if (!parsed.success) return problem(400, 'json_invalido')
    const { webhookUrl } = parsed.output
    const isReached =
      skip === 'true' && (await reach(`${webhookUrl}${webhookUrl.endsWith('=') ? '' : '/pix'}`, { evento: 'teste_webhook' })) === 200
    if (!isReached) return problem(400, 'webhook_invalido')
    webhooks.set(chave, { webhookUrl, chave, criacao: new Date().toISOString() })
    return { status: 201, body: { webhookUrl } as object }
  }

  async function answer({ method, url: path, headers }: IncomingMessage, body: unknown): Promise<{ status: number; body: object }> {
    const { authorization } = headers
    if (path === '/oauth/token') {
      if (authorization !== basic || !v.is(Grant, body)) return problem(401, 'invalid_client')
      const access_token = crypto.randomUUID()
      tokens.add(access_token)
      return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 3600, scope: 'cob.write cob.read' } }
    }
    if (!tokens.has(authorization?.replace('Bearer ', '') ?? '')) return problem(401, 'invalid_token')
    const key = /^\/v2\/webhook\/([^/]+)$/.exec(path!)?.[1]
    if (key && method === 'PUT') return registered(decodeURIComponent(key), body, headers['x-skip-mtls-checking'] as string | undefined)
    if (key)
      return webhooks.has(decodeURIComponent(key))
        ? { status: 200, body: webhooks.get(decodeURIComponent(key))! }
        : problem(404, 'nao_encontrado')
    const location = /^\/v2\/loc\/(\d+)\/qrcode$/.exec(path!)
    if (location) return { status: 200, body: { qrcode: `000201loc${location[1]}`, imagemQrcode: '' } }
    const txid = /^\/v2\/cob\/(\w+)$/.exec(path!)?.[1] ?? ''
    if (method === 'PUT') {
      const parsed = v.safeParse(Cob, body)
      if (!TXID.test(txid) || cobs.has(txid) || !parsed.success) return problem(400, 'json_invalido')
      const { expiracao } = parsed.output.calendario
      const calendario = { criacao: new Date().toISOString(), expiracao }
      cobs.set(txid, { ...parsed.output, calendario, txid, status: 'ATIVA', loc: { id: cobs.size + 1 }, pix: [] })
      return { status: 201, body: cobs.get(txid)! }
    }
    const found = cobs.get(txid)
    return found ? { status: 200, body: found } : problem(404, 'nao_encontrado')
  }

  const listener = createServer({ ...server, ca, requestCert: true, rejectUnauthorized: true }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const told = await answer(request, text ? JSON.parse(text) : undefined)
    response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body))
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    destination: `127.0.0.1:${port}`,
    ca,
    account,
    stranger,
    cobs,
    webhooks,
    reachedBy: (call: typeof reach) => void (reach = call),
    stop: () => void listener.close(),
  }
}
