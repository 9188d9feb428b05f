import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { contactTags, tags as table } from './schema'

// The tags of a contact itself, beside those of its tickets. The caller has checked the contact.

/** In the order of their names; one that is in the trash is none. */
export const tagIdsOf = async (ctx: Ctx, contactId: number) =>
  (
    await ctx.db
      .select({ id: table.id })
      .from(contactTags)
      .innerJoin(table, and(eq(table.id, contactTags.tagId), sql`+${table.companyId} = ${ctx.companyId}`))
      .where(eq(contactTags.contactId, contactId))
      .orderBy(table.name)
  ).map(({ id }) => id)

/** Adds tags that the company owns. */
export async function addToContact(ctx: Ctx, contactId: number, tagIds: number[]) {
  if (tagIds.length)
    await ctx.db
      .insert(contactTags)
      .values(tagIds.map(tagId => ({ contactId, tagId })))
      .onConflictDoNothing()
}

/** Replaces them by others that the company owns. */
export async function setOfContact(ctx: Ctx, contactId: number, tagIds: number[]) {
  const left = tagIds.length ? notInArray(contactTags.tagId, tagIds) : undefined
  await ctx.db.delete(contactTags).where(and(eq(contactTags.contactId, contactId), left))
  await addToContact(ctx, contactId, tagIds)
}

/** The tags that a contact had, and which of them the one that remains got by a merge. */
export type ContactTagsMoved = { had: number[]; given: number[] }

/** Gives the tags of a contact that is merged away to the one that remains. */
export async function passToContact(ctx: Ctx, from: number, to: number): Promise<ContactTagsMoved> {
  const [had, own] = [await tagIdsOf(ctx, from), new Set(await tagIdsOf(ctx, to))]
  const given = had.filter(id => !own.has(id))
  await addToContact(ctx, to, given)
  return { had, given }
}

/** Gives them back, as far as the company still has them. */
export async function returnToContact(ctx: Ctx, { had, given }: ContactTagsMoved, from: number, to: number) {
  if (given.length) await ctx.db.delete(contactTags).where(and(eq(contactTags.contactId, from), inArray(contactTags.tagId, given)))
  if (!had.length) return
  const still = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), inArray(table.id, had)))
  await addToContact(
    ctx,
    to,
    still.map(({ id }) => id),
  )
}

/** Takes some contacts from a tag. */
export const purgeContacts = async (ctx: Ctx, tagId: number, limit: number) =>
  (await ctx.db.run(sql`delete from contact_tags where rowid in (select rowid from contact_tags where tag_id = ${tagId} limit ${limit})`))
    .rowsAffected
