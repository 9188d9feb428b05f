/** Of those that one CPF or CNPJ has: a contract each, in the time of one answer. */
export const MAX_REGISTRATIONS = 3

/** Whom a CPF or CNPJ belongs to, and the ids by which the provider asks for what is theirs. */
export type Customer = { name: string; ids: string[] }
/** With the phones that the provider knows them by, which are compared once and kept nowhere. */
type Found = { customer: Customer; phones: string[] }
/** A bill that is open; `dueDate` as YYYY-MM-DD. What the list of bills brings is not asked for again. */
export type Bill = { id: string; cents: number; dueDate: string; pix?: string; barCode?: string; pdfUrl?: string }
export type Contract = { id: string; name: string }

/** What a helper needs of a provider's billing system. Undefined is what a bill does not have. */
export type Billing = {
  find(taxId: string): Promise<Found | undefined>
  /** Those that are open, the oldest first. */
  bills(customer: Customer): Promise<Bill[]>
  pix(bill: Bill): Promise<string | undefined>
  barCode(bill: Bill): Promise<string | undefined>
  /** The file of a bill, or where customers find it as a page. */
  pdf(bill: Bill): Promise<Uint8Array | URL | undefined>
  /** Where the provider gives access back for a while to who has not paid. */
  unblocking?: {
    /** Those whose access is blocked. */
    blocked(customer: Customer): Promise<Contract[]>
    /** False where the provider refuses it. What was given back already is given back. */
    unblock(contract: Contract): Promise<boolean>
  }
}

/** Why a provider could not be asked: a code that people read a sentence for, and nothing of what it said, which may hold data of customers. */
export class BillingError extends Error {
  constructor(
    code:
      | 'ERR_BILLING_KEY'
      | 'ERR_BILLING_ADDRESS'
      | 'ERR_BILLING_BUSY'
      | 'ERR_BILLING_ANSWER'
      | 'ERR_BILLING_REFUSED'
      | 'ERR_BILLING_EMPTY',
  ) {
    super(code)
  }
}
