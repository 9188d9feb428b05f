import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { tickets } from '../tickets'

type Answer = { id: number; ticketId: number }
/** Those of some messages that answer somebody: what a robot or a rule said does not. */
const answersAmong = (ctx: Ctx, ids: number[]) =>
  ctx.db.all<Answer>(sql`select id, ticket_id as ticketId from messages
    where id in (select value from json_each(${JSON.stringify(ids)})) and +company_id = ${ctx.companyId} and answers_since is not null`)

/**
 * Answers have failed: who waited for them waits again, from when they began to, unless another answer was given since, or the ticket ended.
 */
export async function waitAgain(ctx: Ctx, ids: number[]) {
  for (const { ticketId } of await answersAmong(ctx, ids)) {
    const [wait] = await ctx.db.all<{ since: number | null }>(sql`select min(answers_since) as since from messages
      where ticket_id = ${ticketId} and status = 'failed' and answers_since is not null and answers_since < created_at
        and id > coalesce((select id from messages where ticket_id = ${ticketId} and answers_since is not null and status <> 'failed'
          order by id desc limit 1), 0)
        and created_at > coalesce((select max(created_at) from ticket_activities where ticket_id = ${ticketId} and kind = 'resolved'), 0)`)
    if (wait?.since) await tickets.waitsSince(ctx, ticketId, new Date(wait.since))
  }
}

/** They are given after all, or once more: who waited for them does so no more, but for what they wrote since. */
export async function waitNoMore(ctx: Ctx, ids: number[]) {
  for (const { id, ticketId } of await answersAmong(ctx, ids)) {
    const [next] = await ctx.db.all<{ at: number }>(sql`select created_at as at from messages
      where ticket_id = ${ticketId} and id > ${id} and from_me = 0 order by id limit 1`)
    await tickets.waitsNoLongerThan(ctx, ticketId, next ? new Date(next.at) : null)
  }
}
