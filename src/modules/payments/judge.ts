import type { Invoice } from '../invoices'
import type { Found } from './provider'
import type { Charge } from './index'

/** What became of a payment that was heard of. Only `paid` moves anything. */
const FATES = ['paid', 'open', 'gone', 'foreign', 'currency', 'partial', 'repeated', 'late', 'unknown', 'forged'] as const
export type Fate = (typeof FATES)[number]

/**
 * What the provider's answer to our own question means for a charge. The amount is that of the invoice now, whatever the charge was made
 * for; who paid it already, or has nothing to pay any more, is told to the operator and moves nothing.
 */
export function judge(charge: Charge, invoice: Pick<Invoice, 'status' | 'cents'>, found: Found): Fate {
  if (found.reference !== charge.reference) return 'foreign'
  if (found.state !== 'paid') return found.state
  if (found.currency !== 'BRL') return 'currency'
  if (!Number.isSafeInteger(found.cents) || found.cents < invoice.cents) return 'partial'
  if (charge.state === 'paid') return 'repeated'
  return invoice.status === 'open' ? 'paid' : 'late'
}
