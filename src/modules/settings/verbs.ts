import { and, eq, inArray, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Actor, type Ctx } from '#kernel/context'
import { invalid, notFound } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { jsonTexts } from '#kernel/storage/json-rows'
import { prepared } from '#kernel/storage/prepared'
import { asCommitted, shapedRows } from '#kernel/storage/row-cache'
import { companies } from '../companies/schema'
import { may, must, publishByRight, toEveryoneOf, toOperators } from '../rights'
import type { Definition } from './registry'
import { settings as table } from './schema'

/** A setting as clients read it. No row stands for a default, so the id is its place among all keys. */
export type Setting = {
  id: number
  key: string
  value: string
  /** Of a secret, whose value is not shown: whether there is one. */
  isSet?: boolean
  /** Of one that is inherited: whether the company chose it, and what it has where it did not. */
  isOwn?: boolean
  inherited?: string
  companyId: number | null
  createdAt: Date
  updatedAt: Date
}
export type Given = string | number | boolean | null

declare module '#kernel/context' {
  interface Events {
    settings: { action: 'update'; setting: Setting }
  }
}

const REFUSED = 'Esta configuração não aceita este valor'

type Owner = number | ReturnType<typeof sql<number>>
/** The company that came first is the house's own, and its rows hold what is set for the installation. */
const HOUSE = sql<number>`(select min(id) from companies where id > 0)`
/** A reseller's own company holds what is set for all of its companies: nothing of the house's is set for them. */
const atReseller = (resellerId: number | null) =>
  resellerId === null ? HOUSE : sql<number>`(select ifnull(min(own_company_id), -1) from resellers where id = ${resellerId})`
/** The same for a company: that of who operates it. */
const operatorOf = (companyId: number) => sql<number>`ifnull((
  select case when c.reseller_id is null then ${HOUSE}
    else (select ifnull(min(r.own_company_id), -1) from resellers r where r.id = c.reseller_id) end
  from companies c where c.id = ${companyId}), ${HOUSE})`

/** The company that holds what is set for all that are operated together: the house's, or a reseller's own. */
export const holderOf = async ({ db, companyId }: Pick<Ctx, 'db' | 'companyId'>) =>
  (await db.all<{ id: number }>(sql`select ${operatorOf(companyId)} as id`))[0]!.id

const stored = prepared(db =>
  db
    .select({ value: table.value })
    .from(table)
    .where(and(eq(table.companyId, sql.placeholder('companyId')), eq(table.key, sql.placeholder('key'))))
    .prepare(),
)

const OF_COMPANY = `select json_object('id', ?1, 'values', json_group_object(key, value)) from settings where company_id = ?1`
const ofCompany = shapedRows<{ id: number; values: Record<string, string> }>({
  name: 'settings of company',
  follows: [{ table: 'settings', part: 'settings of company', id: 'row.company_id' }],
  partsOf: ({ id }) => [['settings of company', id]],
})

/** To whom a change is told: who may read it. */
function tell(ctx: Ctx, { scope, audience }: Definition, setting: Setting) {
  const event = { action: 'update', setting } as const
  if (audience !== 'admin') return ctx.publish('settings', event, scope === 'installation' ? toEveryoneOf(ctx.actor.resellerId) : undefined)
  if (scope === 'company') return publishByRight(ctx, 'settings:write', 'settings', event)
  ctx.publish('settings', event, toOperators('settings:installation')(ctx, ctx.actor))
}

/** Settings whose keys, values and readers a registry names: what is stored and would not be accepted any more counts as the default. */
export function settingsOf<Key extends string>(registry: Record<Key, Definition>) {
  const keys = Object.keys(registry) as Key[]
  const isKey = (key: string): key is Key => Object.hasOwn(registry, key)

  const accepted = ({ schema, default: otherwise }: Definition, value: string | undefined) => {
    const result = value === undefined ? undefined : v.safeParse(schema, value)
    return result?.success ? result.output : otherwise
  }

  function shown(
    key: Key,
    row: { value: string; createdAt: Date; updatedAt: Date } | null,
    company: { id: number | null; createdAt: Date },
    features?: Actor['features'],
  ) {
    const definition: Definition = registry[key]
    const isOff = definition.feature && features && !features.has(definition.feature)
    const value = definition.secret ? '' : isOff ? 'false' : accepted(definition, row?.value)
    const { createdAt, updatedAt } = row ?? { createdAt: company.createdAt, updatedAt: company.createdAt }
    const isSet = definition.secret && row !== null
    return { id: keys.indexOf(key) + 1, key, value, ...(definition.secret && { isSet }), companyId: company.id, createdAt, updatedAt }
  }

  function mayRead(actor: Actor, key: Key) {
    const { scope, audience }: Definition = registry[key]
    if (scope === 'installation') return may(actor, 'settings:installation')
    return audience !== 'admin' || may(actor, 'settings:write')
  }

  /** Every key that the actor may read. */
  async function all(ctx: Ctx): Promise<Setting[]> {
    const rows = await ctx.db
      .select({ company: { id: companies.id, createdAt: companies.createdAt }, row: table })
      .from(companies)
      .leftJoin(table, or(eq(table.companyId, companies.id), eq(table.companyId, operatorOf(ctx.companyId))))
      .where(eq(companies.id, ctx.companyId))
    const own = new Map(rows.flatMap(({ row }) => (row?.companyId === ctx.companyId ? [[row.key, row]] : [])))
    const given = new Map(rows.flatMap(({ row }) => (row && row.companyId !== ctx.companyId ? [[row.key, row]] : [])))
    const read = (key: Key) => {
      const definition: Definition = registry[key]
      const isGiven = definition.scope === 'installation' || definition.inherits
      const row = own.get(key) ?? (isGiven ? given.get(key) : undefined) ?? null
      const heritage = definition.inherits && { isOwn: own.has(key), inherited: accepted(definition, given.get(key)?.value) }
      return { ...shown(key, row, rows[0]!.company, ctx.actor.features), ...heritage }
    }
    return rows.length ? keys.filter(key => mayRead(ctx.actor, key)).map(read) : []
  }

  /** What companies have of the keys that are theirs, in one query. */
  async function ofCompanies(ctx: Ctx, of: { id: number; createdAt: Date }[]) {
    const rows = of.length
      ? await ctx.db
          .select()
          .from(table)
          .where(
            inArray(
              table.companyId,
              of.map(({ id }) => id),
            ),
          )
      : []
    const byKey = new Map(rows.map(row => [`${row.companyId} ${row.key}`, row]))
    const own = keys.filter(key => registry[key].scope === 'company' && registry[key].audience === 'everyone')
    const companiesById = new Map(of.map(company => [company.id, company]))
    return (id: number) => own.map(key => shown(key, byKey.get(`${id} ${key}`) ?? null, companiesById.get(id)!))
  }

  async function find(ctx: Ctx, key: string): Promise<Setting> {
    const found = (await all(ctx)).find(setting => setting.key === key)
    if (!found) throw notFound('setting')
    return found
  }

  /** What the server reads. */
  async function value(ctx: Ctx, key: Key): Promise<string> {
    const definition: Definition = registry[key]
    const row =
      definition.scope === 'company'
        ? (await stored(ctx.db).all({ companyId: ctx.companyId, key }))[0]
        : await ofInstallation(ctx.db, key, operatorOf(ctx.companyId))
    return row && definition.secret ? ctx.vault.open(row.value) : accepted(definition, row?.value)
  }
  /** One of the company's own as it was committed last: for what every message of a customer asks. */
  async function committed(ctx: Ctx, key: Key): Promise<string> {
    const definition: Definition = registry[key]
    if (definition.scope === 'installation' || definition.inherits || definition.secret) return value(ctx, key)
    const kept = asCommitted(ctx)
    const rows = await ofCompany(kept, '', [ctx.companyId], ([id]) => jsonTexts(kept.db, OF_COMPANY, [id!]))
    return accepted(definition, rows.get(ctx.companyId)!.values[key])
  }
  /** What a plugin is told of the company's: its own keys, as far as they are set. */
  async function toldTo(ctx: Ctx, plugin: string): Promise<Record<string, string>> {
    const keys = await Promise.all(keysOf(plugin).map(async key => [key, await value(ctx, key)] as const))
    return Object.fromEntries(keys.filter(([, text]) => text))
  }
  const keysOf = (plugin: string) => keys.filter(key => registry[key].plugin === plugin)
  const isComplete = async (ctx: Ctx, plugin: string) => Object.keys(await toldTo(ctx, plugin)).length === keysOf(plugin).length

  const enabled = async (ctx: Ctx, key: Key) => (await value(ctx, key)) === 'enabled'

  /** Those that rights ask for, and that the company has enabled. */
  async function opened(db: Db, companyId: number): Promise<Set<Key>> {
    const asked = keys.filter(key => registry[key].effect === 'access')
    const rows = await db
      .select({ key: table.key, value: table.value })
      .from(table)
      .where(and(eq(table.companyId, companyId), inArray(table.key, asked)))
    const values = new Map(rows.map(row => [row.key, row.value]))
    return new Set(asked.filter(key => accepted(registry[key], values.get(key)) === 'enabled'))
  }

  async function ofInstallation(db: Db, key: Key, operator: Owner) {
    const where = and(eq(table.companyId, operator), eq(table.key, key))
    return (await db.select().from(table).where(where))[0]
  }

  /** What is so for all companies of who operates this one. */
  const granted = async ({ db, companyId }: Pick<Ctx, 'db' | 'companyId'>, key: Key) =>
    accepted(registry[key], (await ofInstallation(db, key, operatorOf(companyId)))?.value)
  /** The same before there is a company: of a reseller, or of the house. */
  const installed = async (db: Db, key: Key, resellerId: number | null) =>
    accepted(registry[key], (await ofInstallation(db, key, atReseller(resellerId)))?.value)

  /** What whoever has not signed in may read; undefined when it is nothing for them. */
  async function publicly(db: Db, key: string, resellerId: number | null): Promise<Setting | undefined> {
    if (!isKey(key) || registry[key].audience !== 'public') return
    return shown(key, (await ofInstallation(db, key, atReseller(resellerId))) ?? null, { id: null, createdAt: new Date(0) })
  }

  /** As it is stored. A secret is kept when nothing is given in its place, and goes with null, as does a choice that goes back to the inherited one. */
  function packed(ctx: Ctx, { schema, secret, inherits }: Definition, given: Given): string | null | undefined {
    if (secret && given === '') return
    if ((secret || inherits) && given === null) return null
    const result = v.safeParse(schema, given)
    if (!result.success) throw invalid({ value: [REFUSED] })
    return secret ? ctx.vault.seal(result.output) : result.output
  }

  const forget = (ctx: Ctx, companyId: Owner, key: string) =>
    ctx.db.delete(table).where(and(eq(table.companyId, companyId), eq(table.key, key)))

  /** From one place to another: what was given before there was a place was given for none. */
  async function isMoved(ctx: Ctx, companyId: Owner, key: string, value: string | null | undefined) {
    const where = and(eq(table.companyId, companyId), eq(table.key, key))
    const [before] = await ctx.db.select({ value: table.value }).from(table).where(where)
    return Boolean(before?.value) && before?.value !== value
  }

  /** Companies that chose nothing themselves have from now on what who operates them chose. */
  async function tellHeirs(ctx: Ctx, setting: Setting) {
    if ((await holderOf(ctx)) !== ctx.companyId) return
    const heirs = await ctx.db.all<{ id: number }>(sql`select c.id from companies c
      where c.id > 0 and c.id <> ${ctx.companyId} and c.deleted_at is null
        and c.reseller_id is (select reseller_id from companies where id = ${ctx.companyId})
        and not exists (select 1 from ${table} where company_id = c.id and key = ${setting.key})`)
    for (const { id } of heirs)
      tell(ctx.within(id), registry[setting.key as Key], { ...setting, companyId: id, isOwn: false, inherited: setting.value })
  }

  /** Whoever operates the company is another: its people have what that one chose, where they chose nothing themselves. */
  async function tellInherited(ctx: Ctx) {
    for (const setting of await all(ctx)) {
      const definition: Definition = registry[setting.key as Key]
      if (definition.inherits) tell(ctx, definition, setting)
    }
  }

  const set = (ctx: Ctx, key: string, given: Given): Promise<Setting> =>
    transaction(ctx, async ctx => {
      if (!isKey(key)) throw notFound('setting')
      const definition: Definition = registry[key]
      if (definition.scope === 'installation') must(ctx.actor, 'settings:installation')
      if (definition.plugin) must(ctx.actor, 'integrations:write')
      const companyId = definition.scope === 'installation' ? operatorOf(ctx.companyId) : ctx.companyId
      const value = packed(ctx, definition, given)
      if (definition.forgets && (await isMoved(ctx, companyId, key, value))) await forget(ctx, companyId, definition.forgets)
      if (value === null) await forget(ctx, companyId, key)
      if (typeof value === 'string')
        await ctx.db
          .insert(table)
          .values({ companyId, key, value })
          .onConflictDoUpdate({ target: [table.companyId, table.key], set: { value, updatedAt: new Date() } })
      const setting = await find(ctx, key)
      tell(ctx, definition, setting)
      if (definition.inherits) await tellHeirs(ctx, setting)
      if (definition.effect === 'access')
        ctx.access.changed(definition.scope === 'installation' ? { everybody: true } : { companyId: ctx.companyId })
      return setting
    })

  return { all, ofCompanies, find, value, committed, toldTo, isComplete, enabled, granted, installed, opened, publicly, set, tellInherited }
}
