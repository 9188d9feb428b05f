import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Host } from '../../plugin'
import { pluginMemories as table } from './schema'

const MAX = 65_536
/** No plugin can have this name: it marks that a conversation was given to an integration. */
const BEGUN = ':begun'

const at = (ticketId: number, plugin: string) => and(eq(table.ticketId, ticketId), eq(table.plugin, plugin))

/** A plugin's memory of one conversation. */
export const memoryOf = (ctx: Ctx, ticketId: number, plugin: string): Host['memory'] => ({
  async get<T extends object>() {
    const [row] = await ctx.db.select({ value: table.value }).from(table).where(at(ticketId, plugin))
    return row?.value as T | undefined
  },
  async set(value) {
    if (JSON.stringify(value).length > MAX) throw new Error(`a memory holds at most ${MAX} characters`)
    await ctx.db
      .insert(table)
      .values({ ticketId, plugin, value })
      .onConflictDoUpdate({ target: [table.ticketId, table.plugin], set: { value } })
  },
  async clear() {
    await ctx.db.delete(table).where(at(ticketId, plugin))
  },
})

/** True once a conversation: it is given to an integration when it starts (`anew`), never again after it was left to a person. */
export async function begins(ctx: Ctx, ticketId: number, anew: boolean): Promise<boolean> {
  if (anew) await ctx.db.delete(table).where(eq(table.ticketId, ticketId))
  const { rowsAffected } = await ctx.db.insert(table).values({ ticketId, plugin: BEGUN, value: {} }).onConflictDoNothing()
  return rowsAffected === 1
}
