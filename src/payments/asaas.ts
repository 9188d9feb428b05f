import { invalid } from '#kernel/errors'
import { sameText } from '#kernel/http/tokens'
import type { Found, Provider, Settings } from '#modules/payments'
import { amountOf, type Ask, centsFrom } from './ask'

const BASE = 'https://api.asaas.com/v3'

type Payment = { id: string; status: string; value: number; deleted?: boolean }
type Customers = { data: { id: string }[] }
type QrCode = { payload: string; expirationDate: string }

/** CONFIRMED is a promise of the provider's, RECEIVED the money itself; a Pix is received at once. */
const PAID = new Set(['RECEIVED', 'CONFIRMED'])
const GONE = new Set([
  'REFUNDED',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'RECEIVED_IN_CASH',
])

/** Asaas tells times on the clock of São Paulo, without saying so. */
const momentOf = (text: string) => new Date(`${text.replace(' ', 'T')}-03:00`)
const todayThere = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

export function asaas(ask: Ask): Provider {
  const call = <T>({ baseUrl, apiKey }: Settings, path: string, method?: string, body?: object) =>
    ask<T>((baseUrl ?? BASE).replace(/\/$/, '') + path, { method, body, headers: { access_token: apiKey! } })

  /** One customer of theirs for each CPF or CNPJ. */
  async function customerOf(
    settings: Settings,
    { taxId, firstName, lastName, email }: { taxId: string; firstName: string; lastName: string; email: string },
  ) {
    const { data } = await call<Customers>(settings, `/customers?cpfCnpj=${taxId}`)
    if (data[0]) return data[0].id
    const name = [firstName, lastName].filter(Boolean).join(' ')
    const made = await call<{ id: string }>(settings, '/customers', 'POST', {
      name,
      cpfCnpj: taxId,
      ...(email && { email }),
      notificationDisabled: true,
    })
    return made.id
  }

  return {
    needs: ['taxId'],
    async charge(settings, { txid, cents, detail, dueDate, payer }) {
      if (!payer.taxId) throw invalid({ taxId: ['Obrigatório'] })
      const today = todayThere()
      const { id } = await call<Payment>(settings, '/payments', 'POST', {
        customer: await customerOf(settings, payer),
        billingType: 'PIX',
        value: amountOf(cents),
        // A day that has passed is refused.
        dueDate: dueDate < today ? today : dueDate,
        description: detail,
        externalReference: txid,
      })
      const { payload, expirationDate } = await call<QrCode>(settings, `/payments/${encodeURIComponent(id)}/pixQrCode`)
      return { reference: id, code: payload, expiresAt: momentOf(expirationDate) }
    },
    async look(settings, reference): Promise<Found> {
      const raw = await call<Payment>(settings, `/payments/${encodeURIComponent(reference)}`)
      const state = PAID.has(raw.status) ? 'paid' : raw.deleted || GONE.has(raw.status) ? 'gone' : 'open'
      return { reference: raw.id, state, cents: centsFrom(raw.value), currency: 'BRL', raw }
    },
    readWebhook({ webhookToken }, { headers, body }) {
      const given = headers.get('asaas-access-token')
      if (!webhookToken || !given || !sameText(given, webhookToken)) return
      const id = (body as { payment?: { id?: unknown } } | null)?.payment?.id
      return typeof id === 'string' ? [id] : []
    },
    test: async settings => void (await call(settings, '/finance/balance')),
  }
}
