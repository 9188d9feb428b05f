import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { countsOf } from '#kernel/storage/counts-of'
import { connections } from '../connections/schema'
import { messageMonths } from '../messages/schema'
import { queues } from '../queues/schema'
import { users } from '../users/schema'

/** How much companies have and did, in a query for each kind, whatever their number. */
export async function usageOf({ db }: Ctx, ids: number[]) {
  const month = new Date().toISOString().slice(0, 7)
  const [people, lines, rooms, months] = await Promise.all([
    countsOf(db, users.companyId, ids),
    countsOf(db, connections.companyId, ids),
    countsOf(db, queues.companyId, ids),
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
