import type { ProviderName, Provider } from '#modules/payments'
import { staticPix } from './pix'

/** Everyone who takes money, by the name that operators choose. */
export const openPayments = (): Record<ProviderName, Provider> => ({ pix: staticPix })
