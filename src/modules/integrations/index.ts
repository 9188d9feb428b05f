import { and, count, desc, eq } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { notFound, unique } from '#kernel/errors'
import { offset, type Page } from '#kernel/http/paging'
import { contains } from '#kernel/noun/noun'
import type { IntegrationBody, TestBody } from './body'
import type { Plugins } from '../../plugins/host'
import { begins, memoryOf } from './memory'
import { integrations as table } from './schema'
import { mustAccept, packed, shownSettings, unpacked } from './settings'

export { MAX_CROSSING } from '../../plugins/rpc'
export { openPlugins, type Plugins } from '../../plugins/host'
export { integrationRoutes } from './routes'
export type Integration = typeof table.$inferSelect
type Input = v.InferOutput<typeof IntegrationBody>

const PAGE = 20
const TEST_MS = 15_000
const NOTE_MS = 60_000
const TAKEN = 'ERR_INTEGRATION_TAKEN'
const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

function shown(plugins: Plugins, { settings, ...row }: Integration) {
  return { ...row, ...shownSettings(plugins, row.type, settings) }
}
export type ShownIntegration = ReturnType<typeof shown>

async function list(ctx: Ctx, plugins: Plugins, page: Page) {
  const where = and(mine(ctx), page.searchParam ? contains(table.name, page.searchParam) : undefined)
  const from = offset(page, PAGE)
  const [rows, [total]] = await Promise.all([
    ctx.db.select().from(table).where(where).orderBy(desc(table.createdAt), desc(table.id)).limit(PAGE).offset(from),
    ctx.db.select({ n: count() }).from(table).where(where),
  ])
  return { queueIntegrations: rows.map(row => shown(plugins, row)), count: total!.n, hasMore: total!.n > from + rows.length }
}

const find = async (ctx: Ctx, id: number): Promise<Integration | undefined> =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(mine(ctx), eq(table.id, id)))
  )[0]

async function row(ctx: Ctx, id: number) {
  const found = await find(ctx, id)
  if (!found) throw notFound('integration')
  return found
}
/** Refuses an id that is not of the company. */
async function mustOwn(ctx: Ctx, ids: number | null | undefined | number[]) {
  for (const id of [ids].flat()) if (id) await row(ctx, id)
}
const get = async (ctx: Ctx, plugins: Plugins, id: number) => shown(plugins, await row(ctx, id))

async function create(ctx: Ctx, plugins: Plugins, { type, name, projectName, ...given }: Input) {
  const settings = await packed(plugins, type, given)
  return transaction(ctx, async ctx => {
    const [made] = await unique(
      TAKEN,
      ctx.db
        .insert(table)
        .values({ companyId: ctx.companyId, type, name, projectName: projectName ?? name, settings })
        .returning(),
    )
    const queueIntegration = shown(plugins, made!)
    ctx.publish('queueIntegration', { action: 'create', queueIntegration })
    return queueIntegration
  })
}

/** One change after the other, because the plugin is asked between reading and writing. */
const update = (ctx: Ctx, plugins: Plugins, id: number, { type, name, projectName, ...given }: Partial<Input>) =>
  plugins.inOrder(id, async () => {
    const before = await row(ctx, id)
    const next = type ?? before.type
    // Another plugin has no use for the settings, and no right to the secrets, of the one before.
    const same = next === before.type || plugins.of(next) === plugins.of(before.type)
    const settings = await packed(plugins, next, given, same ? before.settings : {})
    const values = { type: next, name, projectName: projectName ?? undefined, settings, updatedAt: new Date() }
    return transaction(ctx, async ctx => {
      const [changed] = await unique(
        TAKEN,
        ctx.db
          .update(table)
          .set(values)
          .where(and(mine(ctx), eq(table.id, id)))
          .returning(),
      )
      if (!changed) throw notFound('integration')
      const queueIntegration = shown(plugins, changed)
      ctx.publish('queueIntegration', { action: 'update', queueIntegration })
      return queueIntegration
    })
  })

const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const { rowsAffected } = await ctx.db.delete(table).where(and(mine(ctx), eq(table.id, id)))
    if (!rowsAffected) throw notFound('integration')
    ctx.publish('queueIntegration', { action: 'delete', integrationId: id })
  })

/** Tries settings that need not be saved yet, and says how it went. */
async function test(ctx: Ctx, plugins: Plugins, { id, type, ...given }: v.InferOutput<typeof TestBody>) {
  const stored = id ? await row(ctx, id) : undefined
  const settings = unpacked(plugins, type, stored?.type === type ? stored.settings : {}, given)
  await mustAccept(plugins, type, settings)
  const plugin = plugins.of(type)!
  const kept = new Map<string, object>()
  const memory = {
    get: async <T extends object>() => kept.get('value') as T | undefined,
    set: async (value: object) => void kept.set('value', value),
    clear: async () => kept.clear(),
  }
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const host = { fetch: plugins.fetch, log: logOf(plugins, plugin.name), memory }
    const { reply, detail } = (await plugin.test(settings, host, TEST_MS)) ?? {}
    return { ok: true, ms: took(), reply: reply?.slice(0, 500) ?? null, detail: detail?.slice(0, 300) ?? null, error: null }
  } catch (error) {
    return { ok: false, ms: took(), reply: null, detail: null, error: messageOf(error) }
  }
}

const messageOf = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 300)

/** Keeps how the last answer went, at most once a minute while nothing changes. */
async function note(ctx: Ctx, plugins: Plugins, { id, lastAt, lastError, updatedAt }: Integration, error: unknown) {
  const said = error === null ? null : messageOf(error)
  if (said === lastError && lastAt && Date.now() - lastAt.getTime() < NOTE_MS) return
  await transaction(ctx, async ctx => {
    const [changed] = await ctx.db
      .update(table)
      .set({ lastAt: new Date(), lastError: said, updatedAt })
      .where(and(mine(ctx), eq(table.id, id)))
      .returning()
    if (changed) ctx.publish('queueIntegration', { action: 'update', queueIntegration: shown(plugins, changed) })
  })
}

export function logOf({ log }: Plugins, plugin: string) {
  const line = (level: 'info' | 'warn' | 'error') => (message: string, extra?: object) => log[level]({ ...extra, plugin }, message)
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

/** Settings of a row as its plugin is given them. */
const settingsOf = (plugins: Plugins, { type, settings }: Integration) => unpacked(plugins, type, settings)

export const integrations = { list, get, find, mustOwn, create, update, remove, test, note, settingsOf, memoryOf, begins }
