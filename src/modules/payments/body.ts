import * as v from 'valibot'
import { Required } from '#kernel/fields'
import { isTaxId } from '../invoices/body'

/** A Pix key in the form in which it is registered: e-mail, phone with country code, CPF or CNPJ, or a random one. */
function pixKeyOf(text: string) {
  const plain = text.trim()
  if (plain.includes('@')) return plain.toLowerCase()
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(plain)) return plain.toLowerCase()
  const digits = plain.replace(/\D/g, '')
  return plain.startsWith('+') ? `+${digits}` : digits
}
const isPixKey = (key: string) =>
  /^[^\s@]{1,60}@[^\s@]+\.[^\s@]+$/.test(key) ||
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key) ||
  /^\+[1-9]\d{9,13}$/.test(key) ||
  isTaxId(key)

const PixKey = v.pipe(
  Required(77),
  v.transform(pixKeyOf),
  v.check(isPixKey, 'Esta não é uma chave Pix'),
  v.metadata({ examples: ['financeiro@exemplo.com'] }),
)

/** What each provider is set up with; its form is drawn from it. */
export const PROVIDERS = {
  /** A static code of one's own: no provider, and an operator confirms what arrived. */
  pix: v.object({ pixKey: PixKey, merchant: Required(25), city: Required(15) }),
} as const satisfies Record<string, v.ObjectSchema<v.ObjectEntries, undefined>>

export type ProviderName = keyof typeof PROVIDERS
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[]

export const ProviderParam = v.object({ provider: v.picklist(PROVIDER_NAMES) })
/** Settings as the form of the provider sends them; '' keeps a secret that is stored. */
export const AccountBody = v.object({
  isActive: v.optional(v.boolean(), false),
  settings: v.record(v.string(), v.nullable(v.pipe(v.string(), v.maxLength(10_000)))),
})
