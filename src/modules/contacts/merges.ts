import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { fromJson } from '#kernel/storage/json-rows'
import { oneOf } from '#kernel/storage/one-of'
import { tags, type ContactTagsMoved } from '../tags'
import type { Left, Ticket } from '../tickets'
import { contactFields, contactMerges, contacts as table } from './schema'
import { withTickets } from './duplicates'
import { contacts } from './index'
import { shownContact, type Contact } from './shown'

/** What a merge moved to the contact that was kept. */
export type Moved = {
  tickets: number[]
  /** Merges of older versions moved no notes, and no schedules. */
  noteIds?: number[]
  scheduleIds?: number[]
  /** What active tickets had that were absorbed by the kept contact's own, and those tickets as they were. */
  intoOther: {
    from: number
    to: number
    /** What the merge may have changed of the other; merges of older versions do not know it. */
    was?: { status: Ticket['status']; queueId: number | null; waitingSince: number | null }
    ids: number[]
    noteIds?: number[]
    begun?: { userId: number; text: string; note: string }[]
    left?: Left
  }[]
  ticketRows: Ticket[]
}
/** `earlier` are the merges into the contact that is gone: they can be taken back once it is there again. */
type Merge = {
  id: number
  keptId: number
  kept: Contact
  gone: Contact
  fields: number[]
  tags?: ContactTagsMoved
  earlier?: number[]
  moved: Moved
}

/** What the row that remains is after a merge: its own, and of the other what it lacks. */
const united = (kept: Contact, gone: Contact) => ({
  number: kept.number ?? gone.number,
  phoneKey: kept.phoneKey ?? gone.phoneKey,
  lid: kept.lid ?? gone.lid,
  isWhatsappValid: kept.isWhatsappValid ?? (kept.number ? null : gone.isWhatsappValid),
  email: kept.email || gone.email,
  picture: kept.picture ?? gone.picture,
  disableBot: kept.disableBot || gone.disableBot,
  name: kept.name,
  named: kept.named,
  ...(!kept.named && (gone.named || !kept.number) && { name: gone.name, named: gone.named }),
})

/** Ends the second row of one person; what it knew goes to the first. Its tickets and messages have moved already. */
async function absorb(ctx: Ctx, kept: Contact, gone: Contact, moved: Moved): Promise<Contact> {
  const fields = await ctx.db
    .update(contactFields)
    .set({ contactId: kept.id })
    .where(eq(contactFields.contactId, gone.id))
    .returning({ id: contactFields.id })
  const earlier = await ctx.db
    .update(contactMerges)
    .set({ keptId: kept.id })
    .where(eq(contactMerges.keptId, gone.id))
    .returning({ id: contactMerges.id })
  const given = await tags.passToContact(ctx, gone.id, kept.id)
  await ctx.db.delete(table).where(eq(table.id, gone.id))
  const [contact] = await ctx.db.update(table).set(united(kept, gone)).where(eq(table.id, kept.id)).returning()
  const ids = { fields: fields.map(({ id }) => id), tags: given, earlier: earlier.map(({ id }) => id) }
  await ctx.db.insert(contactMerges).values({ companyId: ctx.companyId, keptId: kept.id, absorbed: gone, moved: { kept, ...ids, moved } })
  ctx.publish('contact', { action: 'delete', contactId: gone.id })
  ctx.publish('contact', { action: 'update', contact: shownContact(ctx, contact!) })
  return contact!
}

/** The newest merge into a contact; one that was taken back is none. */
async function lastMerge(ctx: Ctx, keptId: number): Promise<Merge | undefined> {
  const where = and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.keptId, keptId))
  const [row] = await ctx.db.select().from(contactMerges).where(where).orderBy(desc(contactMerges.id)).limit(1)
  return (
    row && {
      id: row.id,
      keptId,
      gone: row.absorbed as Contact,
      ...(row.moved as Pick<Merge, 'kept' | 'fields' | 'tags' | 'earlier' | 'moved'>),
    }
  )
}

/** The numbers of those who were merged into a contact, as far as it has another now. */
async function numbersBefore(ctx: Ctx, { id, number }: Contact): Promise<string[]> {
  const where = and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.keptId, id))
  const merges = await ctx.db
    .select({ absorbed: contactMerges.absorbed })
    .from(contactMerges)
    .where(where)
    .orderBy(desc(contactMerges.id))
    .limit(20)
  const numbers = merges.flatMap(({ absorbed }) => (absorbed as Contact).number ?? [])
  return [...new Set(numbers)].filter(one => one !== number)
}

/** Which two rows a person may merge: two people of the company. */
async function twoPeople(ctx: Ctx, keptId: number, goneId: number) {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), inArray(table.id, [keptId, goneId])))
  const [kept, gone] = [keptId, goneId].map(id => rows.find(row => row.id === id))
  if (!kept || !gone) throw notFound('contact')
  if (keptId === goneId || kept.isGroup || gone.isGroup) throw new AppError('ERR_CONTACTS_NOT_MERGEABLE', 400)
  return { kept, gone }
}

/** What a merge would make of two rows, with the facts of both. */
async function mergePreview(ctx: Ctx, keptId: number, goneId: number) {
  const { kept, gone } = await twoPeople(ctx, keptId, goneId)
  const extraInfo = await ctx.db
    .select()
    .from(contactFields)
    .where(inArray(contactFields.contactId, [keptId, goneId]))
    .orderBy(asc(contactFields.id))
  const [first, second] = await withTickets(ctx, [keptId, goneId])
  return {
    ...shownContact(ctx, { ...kept, ...united(kept, gone) }),
    extraInfo,
    ticketCount: first!.ticketCount + second!.ticketCount,
    /** Whoever writes from it is somebody new again. */
    lostNumber: kept.number && gone.number && kept.number !== gone.number ? gone.number : null,
  }
}

const RECENT = 50

/** The newest merges, by hand and by what the network told. Of one contact only the last can be taken back. */
async function recentMerges(ctx: Ctx) {
  const rows = await ctx.db
    .select({ id: contactMerges.id, at: contactMerges.createdAt, absorbed: contactMerges.absorbed, keptId: table.id, name: table.name })
    .from(contactMerges)
    .innerJoin(table, and(eq(table.id, contactMerges.keptId), eq(table.companyId, contactMerges.companyId)))
    .where(eq(contactMerges.companyId, ctx.companyId))
    .orderBy(desc(contactMerges.id))
    .limit(RECENT)
  return rows.map(({ id, at, absorbed, keptId, name }, i) => {
    const gone = absorbed as Contact
    const isLast = rows.findIndex(row => row.keptId === keptId) === i
    return { id, at, kept: { id: keptId, name }, gone: { name: gone.name, number: gone.number ?? '' }, isLast }
  })
}

/** What the kept row gives back: what it got by the merge, as far as nobody changed it since. */
function givenBack(now: Contact, kept: Contact, gone: Contact) {
  const made = united(kept, gone)
  const { number, phoneKey, isWhatsappValid, lid, name, named, email, picture, disableBot } = kept
  return {
    ...(now.phoneKey === made.phoneKey && { number, phoneKey, isWhatsappValid }),
    ...(now.lid === made.lid && { lid }),
    ...(now.name === made.name && { name, named }),
    ...(now.email === made.email && { email }),
    ...(now.picture === made.picture && { picture }),
    ...(now.disableBot === made.disableBot && { disableBot }),
  }
}

/**
 * Brings the absorbed row back with its own number and lid, and under its own id unless that was given to another. Whoever wrote from its
 * number meanwhile has a row of their own: those are `successors`, to be merged into this, which comes back without them.
 */
async function restore(ctx: Ctx, { id, keptId, kept, gone, fields, tags: moved, earlier = [] }: Merge) {
  const ofKept = eq(table.id, keptId)
  const [now] = await ctx.db.select().from(table).where(ofKept)
  const [contact] = await ctx.db
    .update(table)
    .set(givenBack(now!, kept, gone))
    .where(ofKept)
    .returning()
  const { id: oldId, ...values } = fromJson(table, gone)
  const [taken] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, oldId))
  const holders = await contacts.known(ctx, { pn: gone.number, lid: gone.lid })
  const [restored] = await ctx.db
    .insert(table)
    .values({ ...values, ...(holders.length && { number: null, phoneKey: null, lid: null }), ...(!taken && { id: oldId }) })
    .returning()
  const own = and(inArray(contactFields.id, fields), eq(contactFields.contactId, keptId))
  if (fields.length) await ctx.db.update(contactFields).set({ contactId: restored!.id }).where(own)
  if (moved) await tags.returnToContact(ctx, moved, keptId, restored!.id)
  await ctx.db
    .update(contactMerges)
    .set({ keptId: restored!.id })
    .where(and(oneOf(contactMerges.id, earlier), eq(contactMerges.keptId, keptId)))
  // What was written down of a person goes with that person from now on.
  await ctx.db.delete(contactMerges).where(eq(contactMerges.id, id))
  ctx.publish('contact', { action: 'update', contact: shownContact(ctx, contact!) })
  ctx.publish('contact', { action: 'create', contact: shownContact(ctx, restored!) })
  return { restored: restored!, successors: holders.filter(holder => holder.id !== keptId) }
}

export { absorb, lastMerge, mergePreview, numbersBefore, recentMerges, restore, twoPeople }
