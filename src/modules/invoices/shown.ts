import type { Ctx } from '#kernel/context'
import { companies, type Company } from '../companies'
import { toHolders } from '../rights'
import type { Invoice } from './rows'

/** A civil date as clients of the family read one: the midnight of the company, with its offset. */
function midnight(company: Pick<Company, 'timeZone'>, date: string) {
  const minutes = Math.round((Date.parse(`${date}T00:00:00Z`) - companies.dayStart(company, date)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map(n => String(n).padStart(2, '0'))
  return `${date}T00:00:00${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

/** As clients see it: an amount with its cents, and the due date as a moment. */
export const shown = (
  { cents, dueDate, ...row }: Omit<Invoice, 'day' | 'resellerId'> & Partial<Invoice>,
  company: Pick<Company, 'timeZone'>,
) => {
  const { day: _, resellerId: __, ...rest } = row
  return { ...rest, value: cents / 100, dueDate: midnight(company, dueDate) }
}
export type ShownInvoice = ReturnType<typeof shown>

declare module '#kernel/context' {
  interface Events {
    invoice: { action: 'create' | 'update'; invoice: ShownInvoice }
    payment: { action: 'CONCLUIDA'; company: ReturnType<typeof companies.shown<Company>> }
  }
}

/** Tells who may pay it. */
export async function tell(ctx: Ctx, action: 'create' | 'update', invoice: Invoice) {
  const company = await companies.get(ctx)
  ctx.publish('invoice', { action, invoice: shown(invoice, company) }, toHolders('invoices:pay')(ctx))
}
