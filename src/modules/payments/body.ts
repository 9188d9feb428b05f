import * as v from 'valibot'
import { Address, Required, Secret, Text } from '#kernel/fields'
import { RowId } from '#kernel/ids'
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

/** A secret that may be left out; without it what comes in by the webhook is refused, and the provider is asked from time to time alone. */
const webhookToken = v.optional(
  v.pipe(
    Text(200),
    v.transform(text => text.trim()),
    v.check(text => text === '' || text.length >= 16, 'Use pelo menos 16 caracteres'),
    v.metadata({ input: 'secret', examples: [''] }),
  ),
  '',
)
/** A block of PEM text, which is written and never shown again. */
const Pem = (label: string) =>
  v.pipe(
    Required(8_000),
    v.regex(new RegExp(`^-----BEGIN ${label}-----[\\s\\S]+-----END ${label}-----$`), 'Cole o texto que começa com -----BEGIN'),
    v.metadata({ input: 'secret', rows: 4 }),
  )

/** What each provider is set up with; its form is drawn from it. */
export const PROVIDERS = {
  /** A static code of one's own: no provider, and an operator confirms what arrived. */
  pix: v.object({ pixKey: PixKey, merchant: Required(25), city: Required(15) }),
  asaas: v.object({ apiKey: Secret(500), webhookToken, baseUrl: Address() }),
  mercadopago: v.object({ accessToken: Secret(500), webhookSecret: webhookToken, baseUrl: Address() }),
  /** Its certificate as PEM; the key of it stands beside it. */
  efi: v.object({
    pixKey: PixKey,
    clientId: Required(200),
    clientSecret: Secret(500),
    certificate: Pem('CERTIFICATE'),
    privateKey: Pem('(RSA |EC )?PRIVATE KEY'),
    webhookToken,
    baseUrl: Address(),
  }),
} as const satisfies Record<string, v.ObjectSchema<v.ObjectEntries, undefined>>

export type ProviderName = keyof typeof PROVIDERS
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[]

export const ProviderParam = v.object({ provider: v.picklist(PROVIDER_NAMES) })
/** Which payments of before: those that were heard of earlier than this one. */
export const Before = v.object({ before: v.optional(RowId) })
/** Settings as the form of the provider sends them, a file as base64; '' keeps a secret that is stored. */
export const AccountBody = v.object({
  isActive: v.optional(v.boolean(), false),
  settings: v.record(v.string(), v.nullable(v.pipe(v.string(), v.maxLength(100_000)))),
})
