import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { invalid } from '#kernel/errors'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { phoneKey } from '#kernel/phone'
import type { Person } from '../connections'
import { atNumber } from '../contact-list-items'
import { dialled } from '../contacts'
import { allow, toHolders } from '../rights'
import { optOutApi } from './api'
import { OptOutBody } from './body'
import { optOuts as table } from './schema'

type OptOut = typeof table.$inferSelect
type Input = v.InferOutput<typeof OptOutBody>

const base = noun({
  name: 'optOut',
  api: optOutApi,
  table,
  scope: { ...ofCompany<OptOut>(table), rooms: toHolders('campaigns:use') },
  body: OptOutBody,
  whole: false,
  pageSize: 20,
  order: 'id desc',
  search: [table.name, table.number],
  unique: { phoneKey: 'Este número já está na lista' },
  imports: true,
  rights: { read: allow('campaigns:use'), write: allow('campaigns:use') },
  contract: { deleted: 'Opt-out deleted' },
  view: (_, rows) => rows.map(({ phoneKey: _key, lid: _lid, ...row }) => row),
})

const theirs = (ctx: Ctx, { pn, lid }: Person) =>
  and(
    eq(table.companyId, ctx.companyId),
    or(
      pn ? and(eq(table.phoneKey, phoneKey(pn)), isNotNull(table.phoneKey)) : undefined,
      lid ? and(eq(table.lid, lid), isNotNull(table.lid)) : undefined,
      sql`false`,
    ),
  )
const known = async (ctx: Ctx, person: Person) => (await ctx.db.select().from(table).where(theirs(ctx, person)).limit(1))[0]

/** Idempotent: whoever asked twice asked once. */
async function add(ctx: Ctx, { pn, lid }: Person, { name, word }: { name: string; word: string }) {
  if ((!pn && !lid) || (await known(ctx, { pn, lid }))) return
  const row = await base.insert(ctx, { name, word, number: pn ?? '', phoneKey: pn && phoneKey(pn), lid })
  await base.tell(ctx, 'create', row)
}

/** The wish of who is deleted holds all the same: their number stays, and nothing else of them. */
const forgetName = (ctx: Ctx, { pn, lid }: Person) => ctx.db.update(table).set({ name: '', word: '' }).where(theirs(ctx, { pn, lid }))

const isOut = async (ctx: Ctx, person: Person) => (person.pn || person.lid ? (await known(ctx, person)) !== undefined : false)

function digitsOf(number: string) {
  const digits = dialled(number)
  if (!/^\d{8,20}$/.test(digits)) throw invalid({ number: ['Invalid number format. Only numbers is allowed.'] })
  return { number: digits, phoneKey: phoneKey(digits), lid: null }
}
const insert = (ctx: Ctx, { number, ...input }: Input) => base.insert(ctx, { ...input, ...digitsOf(number) }).catch(atNumber)
/** Somebody of the company notes who asked by another way. */
const create = (ctx: Ctx, input: Input) => transaction(ctx, async ctx => base.tell(ctx, 'create', await insert(ctx, input)))
const importRows = (ctx: Ctx, rows: unknown[]) => base.importRows(ctx, rows, insert)
const update = (ctx: Ctx, id: number, { number, ...input }: Partial<Input>) =>
  transaction(ctx, async ctx => {
    const before = await base.loadWritable(ctx, id)
    const values = { ...input, ...(number !== undefined && dialled(number) !== before.number && digitsOf(number)) }
    return base.tell(ctx, 'update', await base.change(ctx, before, values).catch(atNumber))
  })

export const optOuts = { ...base, create, update, importRows, add, forgetName, isOut }
export const optOutRoutes = nounRoutes(optOuts)
