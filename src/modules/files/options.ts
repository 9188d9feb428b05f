import { and, eq, isNotNull, notInArray } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { deleteWithFiles, releaseMediaOf } from '#kernel/media/release-files'
import { type MediaOf, withMediaAddress } from '#kernel/media/row-file'
import { oneOf } from '#kernel/storage/one-of'
import type { FileListBody } from './body'
import { fileOptions as table } from './schema'

type Given = NonNullable<v.InferOutput<typeof FileListBody>['options']>
type Option = typeof table.$inferSelect

/** As clients read it: its file by the name that its sender gave it, and by an address. */
function shown(ctx: Ctx, row: Option) {
  const { id, name, size, createdAt, updatedAt } = row
  const about = { path: row.mediaName ?? '', mediaType: row.mediaType ?? '', mediaPath: withMediaAddress(ctx, row).mediaPath }
  return { id, fileId: row.fileListId, name, ...about, size, createdAt, updatedAt }
}

/** The options of several lists, each in its order. */
export async function optionsOf(ctx: Ctx, listIds: number[]) {
  const rows = await ctx.db.select().from(table).where(oneOf(table.fileListId, listIds)).orderBy(table.fileListId, table.position)
  return Map.groupBy(
    rows.map(row => shown(ctx, row)),
    ({ fileId }) => fileId,
  )
}

/** Replaces the options of a list: those of a known id stay with their file. The caller has checked the list. */
export async function setOptions(ctx: Ctx, fileListId: number, given: Given) {
  const kept = given.flatMap(({ id }) => id ?? [])
  await deleteWithFiles(ctx, table, and(eq(table.fileListId, fileListId), kept.length ? notInArray(table.id, kept) : undefined))
  for (const [position, { id, name }] of given.entries()) {
    const known = id
      ? await ctx.db
          .update(table)
          .set({ name, position })
          .where(and(eq(table.fileListId, fileListId), eq(table.id, id)))
          .returning({ id: table.id })
      : []
    if (!known.length) await ctx.db.insert(table).values({ fileListId, name, position })
  }
}

/** Gives one of them its file, in place of the one before. The caller has checked the list. */
export async function setFile(ctx: Ctx, fileListId: number, id: number, file: MediaOf & { size: number }) {
  const one = and(eq(table.fileListId, fileListId), eq(table.id, id))
  const before = await ctx.db.select({ mediaPath: table.mediaPath }).from(table).where(one)
  await ctx.db.update(table).set(file).where(one)
  await releaseMediaOf(ctx, before)
}

/** The files of a list in their order, as they are stored; those that never came are left out. The caller has checked the list. */
export const filesOf = (ctx: Ctx, fileListId: number): Promise<Option[]> =>
  ctx.db
    .select()
    .from(table)
    .where(and(eq(table.fileListId, fileListId), isNotNull(table.mediaPath)))
    .orderBy(table.position)
