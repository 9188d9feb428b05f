import { createHmac } from 'node:crypto'
import { AppError, invalid } from '#kernel/errors'
import { sameText } from '#kernel/http/tokens'
import type { Found, Provider, Settings } from '#modules/payments'
import { amountOf, type Ask, centsFrom } from './ask'

const BASE = 'https://api.mercadopago.com'
/** Not under half an hour, by its rules. */
const VALID_MS = 60 * 60_000

type Payment = {
  id: number | string
  status: string
  transaction_amount: number
  transaction_amount_refunded?: number
  currency_id: string
  date_of_expiration?: string
  point_of_interaction?: { transaction_data?: { qr_code?: string } }
}

/** What a webhook is signed over, in the provider's own form. */
export const manifestOf = (id: string, requestId: string, ts: string) => `id:${id.toLowerCase()};request-id:${requestId};ts:${ts};`

export function mercadoPago(ask: Ask): Provider {
  const call = <T>({ baseUrl, accessToken }: Settings, path: string, method?: string, body?: object, headers = {}) =>
    ask<T>((baseUrl ?? BASE).replace(/\/$/, '') + path, { method, body, headers: { authorization: `Bearer ${accessToken}`, ...headers } })

  return {
    needs: ['email'],
    async charge(settings, { txid, cents, detail, payer, notifyUrl }) {
      const { email, firstName, lastName, taxId } = payer
      if (!email) throw invalid({ email: ['Obrigatório'] })
      const identification = taxId && { type: taxId.length === 11 ? 'CPF' : 'CNPJ', number: taxId }
      const made = await call<Payment>(
        settings,
        '/v1/payments',
        'POST',
        {
          transaction_amount: amountOf(cents),
          description: detail,
          payment_method_id: 'pix',
          external_reference: txid,
          date_of_expiration: new Date(Date.now() + VALID_MS).toISOString().replace('Z', '+00:00'),
          payer: { email, first_name: firstName, ...(lastName && { last_name: lastName }), ...(identification && { identification }) },
          ...(notifyUrl && { notification_url: notifyUrl }),
        },
        { 'x-idempotency-key': txid },
      )
      const code = made.point_of_interaction?.transaction_data?.qr_code
      if (!code) throw new AppError('ERR_PAYMENT_REFUSED', 400)
      return { reference: String(made.id), code, expiresAt: made.date_of_expiration ? new Date(made.date_of_expiration) : null }
    },
    async look(settings, reference): Promise<Found> {
      const raw = await call<Payment>(settings, `/v1/payments/${encodeURIComponent(reference)}`)
      const state = raw.status === 'approved' ? 'paid' : /^(pending|in_process|authorized)$/.test(raw.status) ? 'open' : 'gone'
      const cents = centsFrom(raw.transaction_amount) - centsFrom(raw.transaction_amount_refunded ?? 0)
      return { reference: String(raw.id), state, cents, currency: raw.currency_id, raw }
    },
    readWebhook({ webhookSecret }, { headers, query, body }) {
      const parts = Object.fromEntries((headers.get('x-signature') ?? '').split(',').map(part => part.trim().split('=')))
      const { ts, v1 } = parts as { ts?: string; v1?: string }
      const call = body as { type?: unknown; data?: { id?: unknown } } | null
      const id = query['data.id'] ?? String(call?.data?.id ?? '')
      if (!webhookSecret || !ts || !v1) return
      const signed = createHmac('sha256', webhookSecret).update(manifestOf(id, headers.get('x-request-id') ?? '', ts))
      if (!sameText(v1, signed.digest('hex'))) return
      return (query['type'] ?? call?.type) === 'payment' && id ? [id] : []
    },
    test: async settings => void (await call(settings, '/users/me')),
  }
}
