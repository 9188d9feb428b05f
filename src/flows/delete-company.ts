import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { fileRelease } from '#kernel/media/release-files'
import { companies } from '#modules/companies'
import { connections, type Channel } from '#modules/connections'
import { invoices } from '#modules/invoices'
import { users } from '#modules/users'
import { purge } from './purge'

/**
 * Deletes a company with all that is in it: closed to everybody at once, its numbers are free, and its rows follow in pieces. The job is
 * the operator's, since those of the company go with it.
 */
export const deleteCompanyFlow = (channel: Pick<Channel, 'logout'>) => async (ctx: Ctx, companyId: number) => {
  const connectionIds = await transaction(ctx, async ctx => {
    await companies.remove(ctx, companyId)
    await users.leaveCompany(ctx, companyId)
    await invoices.bury(ctx, companyId)
    const inside = ctx.within(companyId)
    const ids = (await connections.all(inside)).map(({ id }) => id)
    for (const id of ids) await connections.remove(inside, id)
    // What was deleted in it before is in the trash, where nothing else would find it.
    await jobs.handOver(ctx, purge, companyId)
    await jobs.handOver(ctx, fileRelease, companyId)
    await jobs.enqueue(ctx, purge, { companyId, connectionIds: ids })
    return ids
  })
  // One that can not be told leaves the account's list by itself, since nothing answers for it any more.
  for (const id of connectionIds) await channel.logout(id).catch(() => undefined)
}
