import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { campaigns } from '#modules/campaigns'
import { files, type FileJourneys } from '#modules/files'

/** A campaign that runs sends the files by their places in the list: until it is over, they stay as they are. */
async function mustBeIdle(ctx: Ctx, fileListId: number) {
  const sending = (await campaigns.activeOf(ctx, { fileListId })).find(({ status }) => status === 'EM_ANDAMENTO')
  if (sending) throw new AppError('ERR_FILES_IN_USE', 409, { campaign: sending.name })
}

/** Deletes a list, unless a campaign that is planned or runs sends it; those that are over forget it. */
const remove = (ctx: Ctx, fileListId: number) =>
  transaction(ctx, async ctx => {
    const [using] = await campaigns.activeOf(ctx, { fileListId })
    if (using) throw new AppError('ERR_LIST_IN_USE', 409, { campaign: using.name })
    await files.remove(ctx, fileListId)
  })

export const fileJourneys: FileJourneys = { mustBeIdle, remove }
