import { eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Ctx, EVERYONE } from '../context'

/** Whose rows a table holds. */
export type Scope<Row> = {
  kind: 'company' | 'installation' | 'owner'
  /** The rows that the actor may read, and those it may change when these are fewer. */
  read(ctx: Ctx): SQL | undefined
  write?(ctx: Ctx): SQL | undefined
  /** The columns that say whose a new row is. */
  owner(ctx: Ctx): Partial<Row>
  /** The rooms that hear of a row; without it everyone of the company. */
  rooms?(ctx: Ctx, row: Row): string[] | undefined
}

/** Rows of one company, which everyone of it sees. */
export const ofCompany = <Row extends { companyId: number }>(table: { companyId: SQLiteColumn }): Scope<Row> => ({
  kind: 'company',
  read: ctx => eq(table.companyId, ctx.companyId),
  owner: ctx => ({ companyId: ctx.companyId }) as Partial<Row>,
})

/** Rows of the installation, which its operators write and every company sees, unless reading them asks for a right: `toOperators`. */
export const ofInstallation = <Row>(rooms: () => string[] = () => EVERYONE): Scope<Row> => ({
  kind: 'installation',
  read: () => undefined,
  owner: () => ({}),
  rooms,
})
