import { and, count, eq, inArray } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import { connections } from '../connections/schema'
import { messageMonths } from '../messages/schema'
import { queues } from '../queues/schema'
import { users } from '../users/schema'

type Counted = SQLiteTable & { companyId: SQLiteColumn }

/** How much companies have and did, in a query for each kind, whatever their number. */
export async function usageOf({ db }: Ctx, ids: number[]) {
  const counts = async (table: Counted) => {
    const rows = await db
      .select({ id: table.companyId, n: count() })
      .from(table as SQLiteTable)
      .where(inArray(table.companyId, ids))
      .groupBy(table.companyId)
    return new Map(rows.map(row => [row.id as number, row.n]))
  }
  const month = new Date().toISOString().slice(0, 7)
  const [people, lines, rooms, months] = await Promise.all([
    counts(users),
    counts(connections),
    counts(queues),
    db
      .select()
      .from(messageMonths)
      .where(and(inArray(messageMonths.companyId, ids), eq(messageMonths.month, month))),
  ])
  const said = new Map(months.map(row => [row.companyId, row.messages]))
  return (id: number) => ({
    users: people.get(id) ?? 0,
    connections: lines.get(id) ?? 0,
    queues: rooms.get(id) ?? 0,
    messages: said.get(id) ?? 0,
  })
}
