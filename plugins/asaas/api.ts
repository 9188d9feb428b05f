import * as v from 'valibot'
import { type Ask, Cents, Code, Day, Id, Name, phonesOf } from '../kit/billing/ask'
import { type Bill, type Billing, BillingError, MAX_REGISTRATIONS } from '../kit/billing/port'
import { USER_AGENT } from '../kit/user-agent'

const HOSTS = { production: 'https://api.asaas.com/v3', trial: 'https://api-sandbox.asaas.com/v3' }
/** A key says where it is valid. */
const baseOf = (key: string) => (key.startsWith('$aact_hmlg_') ? HOSTS.trial : HOSTS.production)

const Customers = v.object({ data: v.array(v.looseObject({ id: Id, name: Name, deleted: v.optional(v.boolean(), false) })) })
const Payments = v.object({
  data: v.array(v.object({ id: Id, value: Cents, dueDate: Day, deleted: v.optional(v.boolean(), false), bankSlipUrl: Code })),
})
const QrCode = v.object({ payload: Code })
const Field = v.object({ identificationField: Code })

/** A bill of another kind has none, and is asked for it in vain. */
const ifAny = <Found>(found: Promise<Found>) =>
  found.catch((error: unknown) => {
    if (error instanceof BillingError && (error.message === 'ERR_BILLING_REFUSED' || error.message === 'ERR_BILLING_ADDRESS'))
      return undefined
    throw error
  })

/** Asaas by its API v3: the key goes in a header of its own. */
export function asaas(key: string, ask: Ask): Billing {
  const get = <S extends v.GenericSchema>(schema: S, path: string) =>
    ask.json(schema, baseOf(key) + path, { headers: { access_token: key, 'user-agent': USER_AGENT } })
  const open = async (id: string, status: 'PENDING' | 'OVERDUE') =>
    (await get(Payments, `/payments?customer=${id}&status=${status}&limit=20`)).data

  return {
    async find(taxId) {
      const { data } = await get(Customers, `/customers?cpfCnpj=${taxId}`)
      const known = data.filter(({ deleted }) => !deleted).slice(0, MAX_REGISTRATIONS)
      const [first] = known
      if (!first) return undefined
      return { customer: { name: first.name, ids: known.map(({ id }) => id) }, phones: phonesOf(known, 'mobilePhone', 'phone') }
    },
    async bills({ ids }) {
      const all = await Promise.all(ids.flatMap(id => [open(id, 'OVERDUE'), open(id, 'PENDING')]))
      return all
        .flat()
        .filter(({ deleted }) => !deleted)
        .map(({ id, value, dueDate, bankSlipUrl }): Bill => ({ id, cents: value, dueDate, pdfUrl: bankSlipUrl }))
    },
    pix: async ({ id }) => (await ifAny(get(QrCode, `/payments/${id}/pixQrCode`)))?.payload,
    barCode: async ({ id }) => (await ifAny(get(Field, `/payments/${id}/identificationField`)))?.identificationField,
    // The address is open to whoever has it: the key stays here.
    pdf: async ({ pdfUrl }) => (pdfUrl ? ask.pdf(pdfUrl) : undefined),
  }
}
