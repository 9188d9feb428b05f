import { eq } from 'drizzle-orm'
import { companies } from '../src/modules/companies/schema'
import { plans } from '../src/modules/plans/schema'
import type { Line } from '../src/modules/invoices'
import type { Office } from './factories'

/** What of an answer the tests of payments read. */
export type Invoice = {
  id: number
  detail: string
  status: string
  value: number
  lines: Line[]
  dueDate: string
  paidBy: string | null
  renewedUntil: string | null
}
export type Checkout = {
  txid: string
  byHand: boolean
  expiresAt: string | null
  valor: { original: string }
  qrcode: { qrcode: string }
  invoice: Invoice
}

/** Who pays, as the form sends it. */
export const PAYER = {
  firstName: 'Norte Fibra Telecom Ltda.',
  taxId: '11.222.333/0001-81',
  email: 'financeiro@exemplo.com',
  zipcode: '69050-010',
  address2: 'Av. Djalma Batista, 1661',
  city: 'Manaus',
  state: 'AM',
  country: 'BR',
}

export const PIX = { pixKey: 'financeiro@exemplo.com', merchant: 'Balcão Ltda', city: 'São Paulo' }

type Terms = {
  name?: string
  dueDate?: string | null
  recurrence?: 'MENSAL' | 'TRIMESTRAL' | 'ANUAL' | ''
  value?: number
  createdAt?: Date
  status?: boolean
}

/** A company that pays: a plan of its own, a due date and a recurrence. */
export async function onTerms(
  { store }: Pick<Office, 'store'>,
  company: { id: number },
  { value = 249.9, name = `Equipe ${crypto.randomUUID()}`, ...terms }: Terms,
) {
  await store.write(store.db, async db => {
    const [plan] = await db.insert(plans).values({ name, users: 10, connections: 10, queues: 15, value }).returning()
    await db
      .update(companies)
      .set({ planId: plan!.id, recurrence: 'MENSAL', ...terms })
      .where(eq(companies.id, company.id))
  })
}

export const dueDateOf = async ({ store }: Office, company: { id: number }) =>
  (await store.db.select().from(companies).where(eq(companies.id, company.id)))[0]!.dueDate
