import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { tags } from '#modules/tags'
import { purge } from './purge'

/** Deletes a tag: off every ticket at once, and row by row after. */
export const deleteTag = (ctx: Ctx, tagId: number) =>
  transaction(ctx, async ctx => {
    await tags.remove(ctx, tagId)
    await jobs.enqueue(ctx, purge, { tagId })
  })
