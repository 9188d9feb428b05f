import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import type { Provider, ProviderName } from '#modules/payments'
import { asaas } from './asaas'
import { asker } from './ask'
import { efi } from './efi'
import { mercadoPago } from './mercado-pago'
import { staticPix } from './pix'

/** Everyone who takes money, by the name that operators choose. */
export function openPayments(fetch: GuardedFetch): Record<ProviderName, Provider> {
  const ask = asker(fetch)
  return { pix: staticPix, asaas: asaas(ask), mercadopago: mercadoPago(ask), efi: efi(ask) }
}
