import { and, asc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import type { Db } from '#kernel/storage/libsql'
import { prepared } from '#kernel/storage/prepared'
import { plans } from '../plans'
import { allow } from '../rights'
import { SettingBody } from './body'
import { settings as table } from './schema'

export { SettingBody } from './body'
export type Setting = typeof table.$inferSelect

/** Every key a company has, with the value a new company starts with. */
const DEFAULTS = {
  singleSession: 'enabled',
  reopenHours: '24',
  sendGreetingAccepted: 'disabled',
  sendMsgTransfTicket: 'disabled',
  sendGreetingMessageOneQueues: 'disabled',
  userRating: 'disabled',
  scheduleType: 'disabled',
  call: 'enabled',
  CheckMsgIsGroup: 'disabled',
  viewclosed: 'disabled',
  viewgroups: 'disabled',
  chatBotType: 'text',
  campaignsEnabled: 'true',
} as const
export type SettingKey = keyof typeof DEFAULTS

/** Asked for by pages that nobody has signed in to yet; they belong to the installation. */
const PUBLIC: Record<string, string> = { allowregister: 'disabled', viewregister: 'disabled', trial: '3' }

const Key = v.object({ key: v.pipe(v.string(), v.maxLength(60)) })

const plant = (db: Db, companyId: number) =>
  db.insert(table).values(Object.entries(DEFAULTS).map(([key, value]) => ({ companyId, key, value })))

/** As clients read it: the switch of what is not built is off, whatever is stored. */
const shown = (setting: Setting): Setting =>
  setting.key === 'campaignsEnabled' && !plans.has('useCampaigns') ? { ...setting, value: 'false' } : setting

const all = async (ctx: Ctx) =>
  (await ctx.db.select().from(table).where(eq(table.companyId, ctx.companyId)).orderBy(asc(table.id))).map(shown)

const valueOf = prepared(db =>
  db
    .select({ value: table.value })
    .from(table)
    .where(and(eq(table.companyId, sql.placeholder('companyId')), eq(table.key, sql.placeholder('key'))))
    .prepare(),
)
async function value(ctx: Ctx, key: SettingKey): Promise<string> {
  const [row] = await valueOf(ctx.db).all({ companyId: ctx.companyId, key })
  return row?.value ?? DEFAULTS[key]
}
const enabled = async (ctx: Ctx, key: SettingKey) => (await value(ctx, key)) === 'enabled'

async function find(ctx: Ctx, key: string) {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.key, key)))
  if (!row) throw notFound('setting')
  return shown(row)
}

const set = (ctx: Ctx, key: string, value: string) =>
  transaction(ctx, async ctx => {
    if (!Object.hasOwn(DEFAULTS, key)) throw notFound('setting')
    const [setting] = await ctx.db
      .insert(table)
      .values({ companyId: ctx.companyId, key, value })
      .onConflictDoUpdate({ target: [table.companyId, table.key], set: { value, updatedAt: new Date() } })
      .returning()
    ctx.publish('settings', { action: 'update', setting: shown(setting!) })
    return shown(setting!)
  })

export const settings = { plant, all, value, enabled, set }

export const settingRoutes = router()
  .get('/', async c => c.json(await all(c.var.ctx)))
  .get('/:key', valid('param', Key), async c => c.json(await find(c.var.ctx, c.req.valid('param').key)))
  .put('/:key', allow('settings:write'), valid('param', Key), valid('json', SettingBody), async c =>
    c.json(await set(c.var.ctx, c.req.valid('param').key, c.req.valid('json').value)),
  )

const since = new Date()
/** Read without a session: a row like any other, of no company. */
export const publicSetting = (key: string) =>
  Object.hasOwn(PUBLIC, key)
    ? { id: Object.keys(PUBLIC).indexOf(key) + 1, key, value: PUBLIC[key]!, companyId: null, createdAt: since, updatedAt: since }
    : undefined
