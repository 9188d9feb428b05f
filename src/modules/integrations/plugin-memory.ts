import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Host } from '../../plugin'
import { pluginMemories as table } from './schema'

const MAX = 65_536
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

/** A conversation is given to an integration, which remembers nothing of an earlier one. */
export const begin = (ctx: Ctx, ticketId: number) => ctx.db.delete(table).where(eq(table.ticketId, ticketId))
