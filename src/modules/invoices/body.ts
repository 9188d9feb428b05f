import * as v from 'valibot'
import { Money, Text, Whole } from '#kernel/fields'
import { RowId } from '#kernel/ids'

const said = (max: number, message: string) => v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(max, 'Too Long!'))
const optional = (max: number) =>
  v.optional(
    v.pipe(
      Text(max, 'Too Long!'),
      v.transform(text => text.trim()),
    ),
    '',
  )

/** How many of what is open of all companies an operator reads at once. */
export const RECEIVABLES = 500

const weighted = (digits: string, weights: number[]) => {
  const rest = weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}
const from = (first: number, length: number) => Array.from({ length }, (_, i) => first - i)
const FIRST = { 11: from(10, 9), 14: [...from(5, 4), ...from(9, 8)] }
const SECOND = { 11: from(11, 10), 14: [...from(6, 5), ...from(9, 8)] }

/** The digits of a CPF or a CNPJ whose two check digits are right. */
export function isTaxId(digits: string) {
  if (!/^(\d{11}|\d{14})$/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  const length = digits.length as 11 | 14
  return weighted(digits, FIRST[length]) === Number(digits.at(-2)) && weighted(digits, SECOND[length]) === Number(digits.at(-1))
}

const TaxId = v.optional(
  v.pipe(
    Text(20),
    v.transform(text => text.replace(/\D/g, '')),
    v.check(digits => digits === '' || isTaxId(digits), 'CPF ou CNPJ inválido'),
    v.metadata({ examples: [''] }),
  ),
  '',
)
const Email = v.optional(
  v.pipe(
    Text(200),
    v.transform(text => text.trim()),
    v.check(text => text === '' || v.is(v.pipe(v.string(), v.email()), text), 'E-mail inválido'),
    v.metadata({ examples: [''] }),
  ),
  '',
)

/** Who pays, in the names that forms of this family send. */
export const PayerBody = v.object({
  firstName: said(120, 'O nome completo é obrigatório'),
  lastName: optional(60),
  taxId: TaxId,
  email: Email,
  zipcode: said(12, 'CEP é obrigatório'),
  address2: said(200, 'O Endereço é obrigatório'),
  city: said(80, 'Cidade é obrigatória'),
  state: optional(60),
  country: said(60, 'País é obrigatório'),
})
export type Payer = v.InferOutput<typeof PayerBody>

const maybe = optional(200)

/**
 * Price, plan, users and connections that a form sends beside it are not read: what is paid is what the server says. Who pays may be left
 * out as a whole, which clients of the family do; what is given of it must be whole, as in PayerBody.
 */
export const SubscriptionBody = v.object({
  /** The next one when it is left out. */
  invoiceId: v.optional(v.nullable(RowId)),
  firstName: maybe,
  lastName: maybe,
  taxId: maybe,
  email: maybe,
  zipcode: maybe,
  address2: maybe,
  city: maybe,
  state: maybe,
  country: maybe,
})

/** Where bills are sent. */
export const BillingBody = v.object({ email: v.pipe(v.string('E-mail inválido'), v.trim(), v.maxLength(200), v.email('E-mail inválido')) })

/** The plan that a company wants; what it costs, the server says. */
export const PlanChangeBody = v.object({ planId: RowId })

/** What an operator says of an invoice: that it was paid, by a way that nobody tells the product of. */
export const InvoicePatch = v.object({ status: v.literal('paid', 'Required') })

export const InvoiceOrder = v.optional(v.picklist(['asc', 'desc']), 'asc')

/** What an operator sells beside the plan: users, connections and queues by the piece and month, and anything else once. */
export const ItemBody = v.object({
  companyId: RowId,
  kind: v.picklist(['users', 'connections', 'queues', 'item'], 'Obrigatório'),
  text: optional(120),
  n: v.optional(
    v.pipe(
      Whole(1, 10_000),
      v.check(n => n !== null, 'Obrigatório'),
      v.transform(n => n!),
    ),
    1,
  ),
  value: Money,
})
