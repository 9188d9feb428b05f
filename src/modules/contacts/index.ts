import { and, asc, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { afterWait, transaction, type Ctx } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { releaseFiles } from '#kernel/media/release-files'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { clearReferences } from '#kernel/noun/references'
import { ofCompany } from '#kernel/noun/scope'
import { oneOf } from '#kernel/storage/one-of'
import { prepared, preparedRows } from '#kernel/storage/prepared'
import { record } from '../event-webhooks'
import { companies, purgeDiscarded } from '../companies'
import type { Person } from '../connections'
import { isOptedOut } from '../opt-outs/schema'
import { allow, may } from '../rights'
import { tags } from '../tags'
import { contactApi } from './api'
import { ContactBody } from './body'
import { duplicates } from './duplicates'
import { importRows } from './imports'
import { absorb, lastMerge, mergePreview, numbersBefore, recentMerges, restore, twoPeople } from './merges'
import { phoneKey } from '#kernel/phone'
import { matching, ORDER, pageOfContacts, type Visible } from './list'
import type { ContactFilter } from './query'
import { contactFields as fields, contacts as table } from './schema'
import { shownContact, type Contact, type ShownContact } from './shown'

export type { Moved } from './merges'
export { ImportedPerson } from './body'
export { rowsOfTable } from './imports'
export { contactIdsAfter, countPeople } from './list'
export { numbers } from './unchecked-numbers'
export { dialled } from './spellings'
export { phoneKey }
export { phoneBook } from './phone-book'
export { shownContact } from './shown'
export { everyBeginning, everyWord, LEAST_BEGUN, matchingContacts } from './search'
export type { Contact } from './shown'
type Input = v.InferOutput<typeof ContactBody>

const ofOwn = ofCompany<Contact>(table)
const mine = ofOwn.read

declare module '#kernel/context' {
  interface Events {
    contact: NounEvent<typeof contactApi, ShownContact>
  }
}

/** Its lists stand below: they are searched by full text and shown with tickets, in statements that a hundred thousand rows ask for. */
const base = noun({
  name: 'contact',
  api: contactApi,
  table,
  scope: ofOwn,
  body: ContactBody,
  whole: false,
  pageSize: 30,
  order: ORDER,
  rights: { write: allow('contacts:write'), remove: allow('contacts:delete') },
  view: (ctx, rows) => rows.map(row => shownContact(ctx, row)),
})

async function list(ctx: Ctx, filter: ContactFilter, visible: Visible) {
  const { rows, ...rest } = await pageOfContacts(ctx, filter, visible)
  return { contacts: rows.map(row => shownContact(ctx, row)), ...rest }
}

async function all(ctx: Ctx, name: string) {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(await matching(ctx, name))
    .orderBy(sql.raw(base.facts.order))
    .limit(500)
  return base.view(ctx, rows)
}

const fieldsById = prepared(db =>
  db
    .select()
    .from(fields)
    .where(eq(fields.contactId, sql.placeholder('id')))
    .orderBy(asc(fields.id))
    .prepare(),
)
const fieldsOf = ({ db }: Ctx, id: number) => fieldsById(db).all({ id })

async function get(ctx: Ctx, id: number) {
  const row = await base.load(ctx, id)
  return {
    ...shownContact(ctx, row),
    lid: row.lid,
    earlierNumbers: await numbersBefore(ctx, row),
    extraInfo: await fieldsOf(ctx, id),
    tagIds: await tags.tagIdsOf(ctx, id),
    isOptedOut: await wantsNoCampaigns(ctx, id),
    whatsapp: null,
  }
}

async function wantsNoCampaigns(ctx: Ctx, id: number) {
  const [row] = await ctx.db.all<{ isOut: number }>(sql`select ${isOptedOut} as isOut from contacts i where i.id = ${id}`)
  return row?.isOut === 1
}

/** The full list of extra facts: those without a known id are new, as is one that a colleague took out meanwhile; those left out go. */
async function setFields(ctx: Ctx, contactId: number, given: NonNullable<Input['extraInfo']>) {
  const kept = given.flatMap(field => field.id ?? [])
  await ctx.db.delete(fields).where(and(eq(fields.contactId, contactId), kept.length ? notInArray(fields.id, kept) : undefined))
  for (const { id, name, value } of given) {
    const known = id
      ? await ctx.db
          .update(fields)
          .set({ name, value })
          .where(and(eq(fields.contactId, contactId), eq(fields.id, id)))
          .returning({ id: fields.id })
      : []
    if (!known.length) await ctx.db.insert(fields).values({ contactId, name, value })
  }
}

/** The older first: of two it remains. */
const byPerson = preparedRows(
  table,
  `where (company_id = ?1 and phone_key = ?2 and phone_key is not null) or (company_id = ?1 and lid = ?3 and lid is not null) order by id`,
)
/** The rows that a phone number or a lid names: none, one, or two of one person. */
const known = (ctx: Ctx, { pn, lid }: Person): Promise<Contact[]> =>
  byPerson(ctx.db, [ctx.companyId, pn ? phoneKey(pn) : null, lid || null])

type Values = Omit<typeof table.$inferInsert, 'companyId'>
/** One of many, of which who makes them tells all at once. */
async function insertQuietly(ctx: Ctx, values: Values) {
  const contact = await base.insert(ctx, values)
  const { id, name, number, email, isGroup } = contact
  await record(ctx, 'contact.created', { contact: { id, name, number, email, isGroup } }, id)
  return contact
}

async function insert(ctx: Ctx, values: Values) {
  const contact = await insertQuietly(ctx, values)
  await base.tell(ctx, 'create', contact)
  return contact
}

async function changeQuietly(ctx: Ctx, id: number, values: Partial<typeof table.$inferInsert>) {
  const [contact] = await ctx.db
    .update(table)
    .set(values)
    .where(and(mine(ctx), eq(table.id, id)))
    .returning()
  if (!contact) throw notFound('contact')
  return contact
}

/** What the network says of a contact; nobody edited it. */
async function change(ctx: Ctx, id: number, values: Partial<typeof table.$inferInsert>) {
  const contact = await changeQuietly(ctx, id, values)
  await base.tell(ctx, 'update', contact)
  return contact
}

/** Adds a person that somebody typed in; `person` is the network's own form of the number, when it was asked. */
const create = (ctx: Ctx, { extraInfo, tagIds = [], number, ...input }: Input, person: Person) =>
  afterWait(ctx, async ctx => {
    await tags.mustOwn(ctx, tagIds)
    const digits = person.pn ?? number
    const [existing] = await known(ctx, { ...person, pn: digits })
    if (existing) return { alreadyExists: true as const, existingContact: shownContact(ctx, existing) }
    const contact = await insert(ctx, { ...input, named: true, number: digits, phoneKey: phoneKey(digits), lid: person.lid })
    await setFields(ctx, contact.id, extraInfo ?? [])
    await tags.addToContact(ctx, contact.id, tagIds)
    return { ...shownContact(ctx, contact), extraInfo: await fieldsOf(ctx, contact.id) }
  })

/** What is known of a number that nobody asked the network about. */
const UNKNOWN = { lid: null, isWhatsappValid: null, checkedAt: null }

/** Whether the actor sees every ticket that goes on with a contact. Tickets know contacts, so the route is given it: `seesActive` of modules/tickets. */
export type SeesActive = (ctx: Ctx, contactId: number) => Promise<boolean>

/** Under another number it is somebody else who reads the answers and writes: for who sees all that goes on with a contact, and leaders. */
async function mustLead(ctx: Ctx, contactId: number, seesActive: SeesActive) {
  if (!may(ctx.actor, 'contacts:lead') && !(await seesActive(ctx, contactId))) throw new AppError('ERR_CONTACT_IN_OTHER_HANDS', 403)
}

const update = (ctx: Ctx, id: number, { extraInfo, tagIds, number, ...input }: Partial<Input>, seesActive: SeesActive) =>
  transaction(ctx, async ctx => {
    const before = await base.load(ctx, id)
    await tags.mustOwn(ctx, tagIds)
    const moved =
      number && !before.isGroup && phoneKey(number) !== before.phoneKey ? { number, phoneKey: phoneKey(number), ...UNKNOWN } : {}
    if ('phoneKey' in moved) {
      await mustLead(ctx, id, seesActive)
      if ((await known(ctx, { pn: number!, lid: null })).length) throw new AppError('ERR_DUPLICATED_CONTACT', 400)
    }
    const written = await base.change(ctx, before, { ...input, ...moved, ...(input.name && { named: true }) })
    if (extraInfo) await setFields(ctx, id, extraInfo)
    if (tagIds) await tags.setOfContact(ctx, id, tagIds)
    const contact = { ...shownContact(ctx, written), extraInfo: await fieldsOf(ctx, id) }
    ctx.publish('contact', { action: 'update', contact })
    return contact
  })

/** Takes a contact out of its company at once; whoever writes from its number is somebody new. */
async function remove(ctx: Ctx, id: number) {
  const { rowsAffected } = await ctx.db
    .update(table)
    .set({ companyId: await companies.trash(ctx.db), phoneKey: null, lid: null })
    .where(and(mine(ctx), eq(table.id, id)))
  if (!rowsAffected) throw notFound('contact')
  await clearReferences(ctx, base.tableName, id)
  ctx.publish('contact', { action: 'delete', contactId: id })
}

/** Deletes one that was taken out, when nothing hangs on it any more. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

/** The group's own row; made when it is first seen. */
async function group(ctx: Ctx, id: string, subject: string | null) {
  const [found] = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.phoneKey, `group:${id}`), isNotNull(table.phoneKey)))
  if (!found) return insert(ctx, { name: subject || 'Grupo', number: id, phoneKey: `group:${id}`, isGroup: true })
  return subject && !found.named && subject !== found.name ? change(ctx, found.id, { name: subject }) : found
}

/** How the network addresses a contact. */
export const addressOf = (contact: Pick<Contact, 'isGroup' | 'number' | 'lid'>): Person | { group: string } =>
  contact.isGroup ? { group: contact.number! } : { pn: contact.number, lid: contact.lid }

const SAME_PICTURE = 'update contacts set picture_at = ?1, updated_at = ?1 where company_id = ?2 and id = ?3 and picture is ?4'
/** In place of the one before, whose file goes. Part of the caller's transaction. */
async function setPicture(ctx: Ctx, id: number, picture: string | null) {
  // Most have none, and have none a week later: nobody is told of that.
  const { rowsAffected } = await ctx.db.$client.execute({ sql: SAME_PICTURE, args: [Date.now(), ctx.companyId, id, picture] })
  if (rowsAffected) return
  const before = await base.find(ctx, id)
  await change(ctx, id, { picture, pictureAt: new Date() })
  await releaseFiles(ctx, [before?.picture])
}

const findMany = (ctx: Ctx, ids: number[]): Promise<Contact[]> =>
  ctx.db
    .select()
    .from(table)
    .where(and(oneOf(table.id, ids), sql`+${table.companyId} = ${ctx.companyId}`))

export const contacts = {
  ...base,
  findMany,
  list,
  all,
  get,
  known,
  insert,
  insertQuietly,
  change,
  changeQuietly,
  create,
  update,
  remove,
  purge,
  group,
  setPicture,
  fieldsOf,
  absorb,
  lastMerge,
  recentMerges,
  mergePreview,
  twoPeople,
  restore,
  duplicates,
  importRows,
}
