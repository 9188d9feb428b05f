import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { fromJson } from '#kernel/storage/json-rows'
import type { Ticket } from '../tickets'
import { contactFields, contactMerges, contacts as table } from './schema'
import { shownContact, type Contact } from './index'

/** What a merge moved to the contact that was kept. */
export type Moved = {
  tickets: number[]
  messageIds: number[]
  /** Merges of older versions moved no notes. */
  noteIds?: number[]
  /** Messages and notes of active tickets that were absorbed by the kept contact's own, and those tickets as they were. */
  intoOther: { from: number; to: number; ids: number[]; noteIds?: number[] }[]
  ticketRows: Ticket[]
}
export type Merge = { id: number; keptId: number; kept: Contact; gone: Contact; fields: number[]; moved: Moved }

/** Ends the second row of one person; what it knew goes to the first. Its tickets and messages have moved already. */
export async function absorb(ctx: Ctx, kept: Contact, gone: Contact, moved: Moved): Promise<Contact> {
  const fields = await ctx.db
    .update(contactFields)
    .set({ contactId: kept.id })
    .where(eq(contactFields.contactId, gone.id))
    .returning({ id: contactFields.id })
  await ctx.db.delete(table).where(eq(table.id, gone.id))
  const [contact] = await ctx.db
    .update(table)
    .set({
      number: kept.number ?? gone.number,
      phoneKey: kept.phoneKey ?? gone.phoneKey,
      lid: kept.lid ?? gone.lid,
      email: kept.email || gone.email,
      picture: kept.picture ?? gone.picture,
      disableBot: kept.disableBot || gone.disableBot,
      ...(!kept.named && (gone.named || !kept.number) && { name: gone.name, named: gone.named }),
    })
    .where(eq(table.id, kept.id))
    .returning()
  await ctx.db
    .insert(contactMerges)
    .values({ companyId: ctx.companyId, keptId: kept.id, absorbed: gone, moved: { kept, fields: fields.map(field => field.id), moved } })
  ctx.publish('contact', { action: 'delete', contactId: gone.id })
  ctx.publish('contact', { action: 'update', contact: shownContact(ctx, contact!) })
  return contact!
}

/** The newest merge into a contact that was not taken back. */
export async function lastMerge(ctx: Ctx, keptId: number): Promise<Merge | undefined> {
  const where = and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.keptId, keptId), isNull(contactMerges.undoneAt))
  const [row] = await ctx.db.select().from(contactMerges).where(where).orderBy(desc(contactMerges.id)).limit(1)
  return row && { id: row.id, keptId, gone: row.absorbed as Contact, ...(row.moved as Pick<Merge, 'kept' | 'fields' | 'moved'>) }
}

/** The numbers of those who were merged into a contact, as far as it has another now. */
export async function numbersBefore(ctx: Ctx, { id, number }: Contact): Promise<string[]> {
  const where = and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.keptId, id), isNull(contactMerges.undoneAt))
  const merges = await ctx.db
    .select({ absorbed: contactMerges.absorbed })
    .from(contactMerges)
    .where(where)
    .orderBy(desc(contactMerges.id))
    .limit(20)
  const numbers = merges.flatMap(({ absorbed }) => (absorbed as Contact).number ?? [])
  return [...new Set(numbers)].filter(one => one !== number)
}

/** Brings the absorbed row back with its own number and lid, and under its own id unless that was given to another. */
export async function restore(ctx: Ctx, { id, keptId, kept, gone, fields }: Merge): Promise<Contact> {
  const { number, phoneKey, lid, name, named } = kept
  const [contact] = await ctx.db.update(table).set({ number, phoneKey, lid, name, named }).where(eq(table.id, keptId)).returning()
  const { id: oldId, ...values } = fromJson(table, gone)
  const [taken] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, oldId))
  const [restored] = await ctx.db
    .insert(table)
    .values({ ...values, ...(!taken && { id: oldId }) })
    .returning()
  const own = and(inArray(contactFields.id, fields), eq(contactFields.contactId, keptId))
  if (fields.length) await ctx.db.update(contactFields).set({ contactId: restored!.id }).where(own)
  await ctx.db.update(contactMerges).set({ undoneAt: new Date() }).where(eq(contactMerges.id, id))
  ctx.publish('contact', { action: 'update', contact: shownContact(ctx, contact!) })
  ctx.publish('contact', { action: 'create', contact: shownContact(ctx, restored!) })
  return restored!
}
