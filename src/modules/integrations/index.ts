import { and, eq, inArray } from 'drizzle-orm'
import type * as v from 'valibot'
import { afterWait, transaction, type Ctx } from '#kernel/context'
import type { Page } from '#kernel/http/paging'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { ofCompany } from '#kernel/noun/scope'
import { circuitOf, CLOSED, type Outcome } from '#kernel/storage/circuit'
import { spend as countSpent } from '#kernel/storage/spend'
import { companies } from '../companies'
import { allow, publishByRight, toHolders } from '../rights'
import { integrationApi } from './api'
import { IntegrationBody, type TestBody } from './body'
import type { TestResult } from '../../plugin'
import type { Plugins } from '../../plugins/host'
import { isOff, mustBeOn, offOf } from './blocks'
import { dayBudget } from './day-budget'
import { begin, memoryOf } from './plugin-memory'
import { integrations as table } from './schema'
import { complete, mustAccept, packed, shownSettings, unpacked } from './settings'

export { DAY_BUDGET } from './day-budget'
export { MAX_CROSSING } from '../../plugins/rpc'
export { openPlugins, type Plugins } from '../../plugins/host'
export { PluginRestarted } from '../../plugins/supervisor'
export type { DescribedPlugin } from './routes'
export type { ShownPlugin } from './plugin-routes'
export type { LogLine } from '../../plugins/pool'
export type Integration = typeof table.$inferSelect
type Input = v.InferOutput<typeof IntegrationBody>

const TEST_MS = 15_000
const ofOwn = ofCompany<Integration>(table)
const circuit = circuitOf(table)

/** Its rows hold sealed settings, and which of them may be shown only the plugin knows: so every verb that answers one stands below. */
export const integration = noun({
  name: 'integration',
  api: integrationApi,
  table,
  scope: { ...ofOwn, rooms: toHolders('integrations:write') },
  body: IntegrationBody,
  pageSize: 20,
  order: 'created_at desc, id desc',
  search: [table.name],
  unique: { name: 'Este nome já está em uso' },
  rights: { read: allow('integrations:write'), write: allow('integrations:write') },
  contract: { updated: 201, deleted: null },
})
const { tableName, load, mustOwn, remove } = integration

function shown(plugins: Plugins, { settings, ...row }: Integration) {
  return { ...row, ...shownSettings(plugins, row.type, settings) }
}

export type ShownIntegration = ReturnType<typeof shown>

declare module '#kernel/context' {
  interface Events {
    queueIntegration: NounEvent<typeof integrationApi, ShownIntegration>
  }
}

function tell(ctx: Ctx, plugins: Plugins, action: 'create' | 'update', row: Integration) {
  const queueIntegration = shown(plugins, row)
  publishByRight(ctx, 'integrations:write', 'queueIntegration', { action, queueIntegration })
  return queueIntegration
}

async function list(ctx: Ctx, plugins: Plugins, page: Page) {
  const { queueIntegrations, ...rest } = await integration.list(ctx, page)
  return { queueIntegrations: queueIntegrations.map(row => shown(plugins, row)), ...rest }
}
const all = async (ctx: Ctx, plugins: Plugins, text = '') => (await integration.all(ctx, text)).map(row => shown(plugins, row))
const get = async (ctx: Ctx, plugins: Plugins, id: number) => shown(plugins, await load(ctx, id))

const find = async (ctx: Ctx, id: number): Promise<Integration | undefined> =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofOwn.read(ctx), eq(table.id, id)))
  )[0]

/** The project is a setting where a plugin asks for one, and else a word beside the name. */
const projectOf = ({ projectName }: Record<string, unknown>) => (typeof projectName === 'string' ? projectName : undefined)

async function create(ctx: Ctx, plugins: Plugins, { type, name, ...given }: Input) {
  await mustBeOn(ctx, plugins.of(type)?.name ?? type)
  const settings = await packed(ctx, plugins, type, given)
  return afterWait(ctx, async ctx => {
    const row = await integration.insert(ctx, { type, name, projectName: projectOf(settings) ?? given.projectName ?? name, settings })
    return tell(ctx, plugins, 'create', row)
  })
}

/** One change after the other, because the plugin is asked between reading and writing. */
const update = (ctx: Ctx, plugins: Plugins, id: number, { type, name, ...given }: Partial<Input>) =>
  plugins.inOrder(id, async () => {
    const before = await load(ctx, id)
    const next = type ?? before.type
    if (next !== before.type) await mustBeOn(ctx, plugins.of(next)?.name ?? next)
    // Another plugin has no use for the settings, and no right to the secrets, of the one before.
    const same = next === before.type || plugins.of(next) === plugins.of(before.type)
    const settings = await packed(ctx, plugins, next, given, same ? before.settings : {})
    return afterWait(ctx, async ctx => {
      const values = { type: next, name, projectName: projectOf(settings) ?? given.projectName ?? undefined, settings, ...CLOSED }
      return tell(ctx, plugins, 'update', await integration.change(ctx, await load(ctx, id), values))
    })
  })

type Tried = Omit<v.InferOutput<typeof TestBody>, 'text'>
/** What a try is made of: a plugin, and settings that need not be saved yet, over those of the row `id`. */
async function tried(ctx: Ctx, plugins: Plugins, { id, type, ...given }: Tried) {
  const stored = id ? await load(ctx, id) : undefined
  const settings = unpacked(plugins, type, stored?.type === type ? stored.settings : {}, given)
  await mustAccept(ctx, plugins, type, settings)
  const plugin = plugins.of(type)!
  await mustBeOn(ctx, plugin.name)
  return { stored, plugin, settings: await complete(ctx, plugins, type, settings) }
}

/** Tries settings, and says how it went. */
async function test(ctx: Ctx, plugins: Plugins, { text, ...given }: v.InferOutput<typeof TestBody>) {
  const { stored, plugin, settings } = await tried(ctx, plugins, given)
  const kept = new Map<string, object>()
  const memory = {
    get: async <T extends object>() => kept.get('value') as T | undefined,
    set: async (value: object) => void kept.set('value', value),
    clear: async () => kept.clear(),
  }
  const started = performance.now()
  const outcome = (result: TestResult, error: string | null) => ({
    ok: error === null,
    ms: Math.round(performance.now() - started),
    reply: result.reply?.slice(0, 500) ?? null,
    detail: result.detail?.slice(0, 300) ?? null,
    raw: result.raw?.slice(0, 2_000) ?? null,
    error,
  })
  try {
    const host = { fetch: plugins.fetch, log: logOf(ctx, plugins, plugin.name), memory, spend: async () => 0 }
    const result = (await plugin.forCompany(ctx.companyId).test(settings, host, TEST_MS, text)) ?? {}
    if (stored && !result.problem) await circuit.close(ctx, stored.id, teller(plugins))
    return outcome(result, result.problem?.slice(0, 300) ?? null)
  } catch (error) {
    return outcome({}, messageOf(error))
  }
}

const messageOf = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 300)

const teller = (plugins: Plugins) => async (ctx: Ctx, id: number) => tell(ctx, plugins, 'update', await load(ctx, id))
/** Keeps how the last answer went. */
const note = (ctx: Ctx, plugins: Plugins, id: number, outcome: Outcome) => circuit.note(ctx, id, outcome, teller(plugins))

/** Counts what an answer cost, and resolves to all of this month. */
const spend = (ctx: Ctx, row: Integration, tokens: number) =>
  transaction(ctx, async ctx => {
    await dayBudget.count(ctx, tokens)
    return countSpent(ctx, table, row, companies.month(await companies.get(ctx)), tokens)
  })

/** Of a plugin at work for a company: in the product's log, and in its own, which operators read. */
export function logOf({ companyId }: Ctx, { log, of }: Plugins, plugin: string) {
  const line = (level: 'info' | 'warn' | 'error') => (message: string, extra?: object) => {
    log[level]({ ...extra, plugin }, message)
    of(plugin)?.note(companyId, level, message, extra)
  }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

/** Settings of a row as its plugin is given them. */
const settingsOf = (ctx: Ctx, plugins: Plugins, { type, settings }: Integration) =>
  complete(ctx, plugins, type, unpacked(plugins, type, settings))

/** The company gave the keys of a plugin: what waited for better ones is asked again, and without an integration of it there is one now. */
async function keysGiven(ctx: Ctx, plugins: Plugins, type: string) {
  const plugin = plugins.of(type)
  if (!plugin || (await isOff(ctx, plugin.name))) return
  const rows = await ofTypes(ctx, [type])
  for (const { id } of rows) await circuit.close(ctx, id, teller(plugins))
  if (rows.length) return
  const taken = new Set((await integration.all(ctx)).map(({ name }) => name))
  const name = [plugin.title, ...Array.from({ length: taken.size }, (_, n) => `${plugin.title} ${n + 2}`)].find(one => !taken.has(one))!
  tell(ctx, plugins, 'create', await integration.insert(ctx, { type, name, projectName: name, settings: {} }))
}

/** The company's integrations of some types, the oldest first. */
const ofTypes = (ctx: Ctx, types: string[]): Promise<Integration[]> =>
  ctx.db
    .select()
    .from(table)
    .where(and(ofOwn.read(ctx), inArray(table.type, types)))
    .orderBy(table.id)

export const integrations = {
  list,
  all,
  get,
  find,
  tableName,
  mustOwn,
  create,
  update,
  remove,
  tried,
  test,
  admit: circuit.admit,
  note,
  spend,
  dayBudget,
  settingsOf,
  keysGiven,
  ofTypes,
  memoryOf,
  begin,
  isOff,
  offOf,
}
