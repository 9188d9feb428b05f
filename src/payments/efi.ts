import { AppError, invalid } from '#kernel/errors'
import { sameText } from '#kernel/http/tokens'
import type { Found, Provider, Settings } from '#modules/payments'
import { type Ask, type Call, centsFrom } from './ask'
import { MAX_P12, readP12 } from './p12'

const BASE = 'https://pix.api.efipay.com.br'
const VALID_S = 3600

type Cob = {
  txid: string
  status: string
  calendario: { criacao: string; expiracao: number }
  valor: { original: string }
  loc?: { id: number }
  pixCopiaECola?: string
  pix?: { txid?: string; valor: string; devolucoes?: { valor: string; status: string }[] }[]
}

type Webhook = { webhookUrl: string; criacao: string }
const webhookPath = ({ pixKey }: Settings) => `/v2/webhook/${encodeURIComponent(pixKey!)}`

const REFUSED = {
  file: { p12: ['Este não é um certificado .p12'] },
  password: { p12Password: ['A senha do certificado não confere'] },
  noKey: { p12: ['O arquivo não traz a chave do certificado'] },
  tooSlow: { p12: ['Este arquivo demora demais para abrir: exporte-o com menos iterações'] },
}

/** The file that the bank gives out, as the two texts that are kept. */
function pairOf(base64: string, password: string) {
  const file = Buffer.from(base64, 'base64')
  const pair = file.length > MAX_P12 ? 'file' : readP12(file, password)
  if (typeof pair === 'string') throw invalid(REFUSED[pair])
  return pair
}

/** Money that arrived for a charge, less what was sent back. */
function received({ pix = [] }: Cob) {
  const returned = pix.flatMap(({ devolucoes = [] }) => devolucoes).filter(({ status }) => status !== 'NAO_REALIZADO')
  const sum = (all: { valor: string }[]) => all.reduce((cents, { valor }) => cents + centsFrom(valor), 0)
  return sum(pix) - sum(returned)
}

/** Efí, by the Pix API of the Banco Central: each connection shows the account's own certificate (mTLS). */
export function efi(ask: Ask): Provider {
  const address = ({ baseUrl }: Settings, path: string) => (baseUrl ?? BASE).replace(/\/$/, '') + path
  const tls = ({ certificate, privateKey }: Settings) => ({ cert: certificate!, key: privateKey! })

  async function token(settings: Settings) {
    const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const { access_token } = await ask<{ access_token: string }>(address(settings, '/oauth/token'), {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: { grant_type: 'client_credentials' },
      tls: tls(settings),
    })
    return access_token
  }
  /** A token is asked for each time: it is one more small request, and nothing of it has to be kept. */
  async function call<T>(settings: Settings, path: string, more: Omit<Call, 'tls'> = {}) {
    const headers = { authorization: `Bearer ${await token(settings)}`, ...more.headers }
    return ask<T>(address(settings, path), { ...more, headers, tls: tls(settings) })
  }

  return {
    async charge(settings, { txid, cents, detail, payer: { taxId, firstName, lastName } }) {
      const name = [firstName, lastName].filter(Boolean).join(' ').slice(0, 200)
      const debtor = taxId.length === 11 ? { cpf: taxId, nome: name } : { cnpj: taxId, nome: name }
      const cob = await call<Cob>(settings, `/v2/cob/${txid}`, {
        method: 'PUT',
        body: {
          calendario: { expiracao: VALID_S },
          ...(taxId && { devedor: debtor }),
          valor: { original: (cents / 100).toFixed(2) },
          chave: settings.pixKey,
          solicitacaoPagador: detail.slice(0, 140),
        },
      })
      const code = cob.pixCopiaECola ?? (cob.loc && (await call<{ qrcode: string }>(settings, `/v2/loc/${cob.loc.id}/qrcode`)).qrcode)
      if (!code) throw new AppError('ERR_PAYMENT_REFUSED', 400)
      const { criacao, expiracao } = cob.calendario
      return { reference: cob.txid, code, expiresAt: new Date(Date.parse(criacao) + expiracao * 1000) }
    },
    async look(settings, reference): Promise<Found> {
      const raw = await call<Cob>(settings, `/v2/cob/${encodeURIComponent(reference)}`)
      const state = raw.status === 'CONCLUIDA' ? 'paid' : raw.status === 'ATIVA' ? 'open' : 'gone'
      return { reference: raw.txid, state, cents: received(raw), currency: 'BRL', raw }
    },
    readWebhook({ webhookToken }, { query, body }) {
      const given = query['hmac']
      if (!webhookToken || !given || !sameText(given, webhookToken)) return
      const { pix } = (body ?? {}) as { pix?: unknown }
      return Array.isArray(pix)
        ? pix.slice(0, 100).flatMap((one: { txid?: unknown } | null) => (typeof one?.txid === 'string' ? one.txid : []))
        : []
    },
    take: ({ p12, p12Password, ...given }) => (p12 ? { ...given, ...pairOf(p12, p12Password ?? '') } : given),
    webhook: {
      // It puts /pix behind the address unless that ends in a parameter, and would ask us for its own certificate unless it is told not to:
      // its calls are known by the secret of the address instead.
      addressOf: ({ webhookToken }, notifyUrl) => `${notifyUrl}?hmac=${encodeURIComponent(webhookToken!)}&ignorar=`,
      async find(settings) {
        const found = await call<Webhook | undefined>(settings, webhookPath(settings), { mayMiss: true })
        return found && { address: found.webhookUrl, since: found.criacao }
      },
      async register(settings, address) {
        const headers = { 'x-skip-mtls-checking': 'true' }
        await call(settings, webhookPath(settings), { method: 'PUT', body: { webhookUrl: address }, headers })
      },
    },
    test: async settings => void (await token(settings)),
  }
}
