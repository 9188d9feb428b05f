import { sql } from 'drizzle-orm'
import { companies } from '../companies/schema'
import { invoiceItems as table } from './schema'

/** What waits for the next invoice of its company, sold or owed by who operates it now. */
export const isWaiting = sql`${table.invoiceId} is null and ${table.resellerId} is (
  select ${companies.resellerId} from ${companies} where ${companies.id} = ${table.companyId})`

/** Who operates a company now, for a row that is written. */
export const operatorOf = (companyId: number) =>
  sql`(select ${companies.resellerId} from ${companies} where ${companies.id} = ${companyId})`
