import { and, eq } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import type { Preferences, PreferencesBody } from './body'
import { users as table } from './schema'

const DEFAULTS: Preferences = { undoSeconds: 0, views: [], keys: {}, quiet: null, push: { waiting: true, words: true }, queueVolumes: [] }

declare module '#kernel/context' {
  interface Events {
    /** To the windows of that person alone. */
    preferences: { action: 'update'; preferences: Preferences }
  }
}

/** What a person chose, and what holds where they chose nothing. */
export const preferencesOf = (user: Pick<typeof table.$inferSelect, 'preferences'>): Preferences => ({ ...DEFAULTS, ...user.preferences })

export const changePreferences = (ctx: Ctx, change: v.InferOutput<typeof PreferencesBody>) =>
  transaction(ctx, async ctx => {
    const own = and(eq(table.companyId, ctx.companyId), eq(table.id, ctx.actor.userId!))
    const [before] = await ctx.db.select({ preferences: table.preferences }).from(table).where(own)
    if (!before) throw notFound('user')
    const changed = { preferences: { ...before.preferences, ...change } }
    await ctx.db.update(table).set(changed).where(own)
    const preferences = preferencesOf(changed)
    ctx.publish('preferences', { action: 'update', preferences }, [`user-${ctx.actor.userId}`])
    return preferences
  })
