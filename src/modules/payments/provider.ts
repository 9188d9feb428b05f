import type { Payer } from '../invoices'

/** What is to be paid. */
type Order = {
  /** Idempotency key, 32 letters and digits: our own name for the charge. */
  txid: string
  cents: number
  detail: string
  dueDate: string
  payer: Payer
  /** Where the provider may tell of it; nothing when the installation has no public address. */
  notifyUrl: string | undefined
}
/** A charge as a provider made it: its own name for it, and the Pix code that people pay. */
type Made = { reference: string; code: string; expiresAt: Date | null }
/** What the provider says became of a charge. `gone` will not be paid any more. */
export type Found = { reference: string; state: 'open' | 'paid' | 'gone'; cents: number; currency: string; raw: unknown }
/** A call of the webhook, as it came. */
export type WebhookCall = { body: unknown; headers: Headers; query: Record<string, string> }

/**
 * The port of whoever takes money: an operator chooses one and gives it its settings. A refusal is an AppError with a code of ERR_PAYMENT_.
 */
export type Provider = {
  /** What it must know of who pays, beyond what everyone says. */
  needs?: readonly ('taxId' | 'email')[]
  charge(settings: Settings, order: Order): Promise<Made>
  /** Asks what became of a charge; undefined where nobody can be asked, and an operator confirms. */
  look?: (settings: Settings, reference: string) => Promise<Found>
  /** The charges that a call of its webhook names; undefined when the call is not from the provider. It is never believed, only asked about. */
  readWebhook?: (settings: Settings, call: WebhookCall) => string[] | undefined
  /** Settings of what a form sends in their place, such as a file for two texts. */
  take?: (given: Given) => Given
  /** Where it tells of payments: asked, and set. */
  webhook?: {
    find(settings: Settings): Promise<{ address: string; since: string } | undefined>
    register(settings: Settings, address: string): Promise<void>
    /** The address that it is to be told, with what makes its calls known. */
    addressOf(settings: Settings, notifyUrl: string): string
  }
  /** Tries settings that need not be saved yet. */
  test(settings: Settings): Promise<void>
}
export type Settings = Record<string, string>
export type Given = Record<string, string | null>
export type Providers = Record<string, Provider>
