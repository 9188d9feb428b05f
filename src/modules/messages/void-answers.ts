import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { tickets } from '../tickets'

/** Of a ticket, what was said after a message and is no robot's; what came from the phone has nobody's name. */
const SAID_SINCE = sql`from messages other where other.ticket_id = m.ticket_id and other.id > m.id and other.from_me and other.status <> 'failed'
  and (other.user_id is not null or other.remote_jid is not null)`
const HEARD_SINCE = sql`from messages other where other.ticket_id = m.ticket_id and other.id > m.id and not other.from_me`

type Wait = { ticketId: number; since: number }
const named = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Messages have failed: who waits in their tickets does so from when they began to, unless something else that was said reached them. */
export async function waitAgain(ctx: Ctx, ids: number[]) {
  const waits = await ctx.db.all<Wait>(sql`select m.ticket_id as ticketId, min(m.answers_since) as since from messages m
    where m.company_id = ${ctx.companyId} and m.ticket_id in (select ticket_id from messages where id in ${named(ids)})
      and m.status = 'failed' and m.answers_since is not null and not exists (select 1 ${SAID_SINCE})
    group by m.ticket_id`)
  for (const { ticketId, since } of waits) await tickets.setWaiting(ctx, ticketId, new Date(since))
}

/** What was known to have failed arrived after all: what it answers is answered, unless they wrote since. */
export async function waitNoMore(ctx: Ctx, ids: number[]) {
  const waits = await ctx.db.all<Wait>(sql`select t.id as ticketId, t.waiting_since as since from messages m
    join tickets t on t.id = m.ticket_id and t.waiting_since = m.answers_since
    where m.company_id = ${ctx.companyId} and m.id in ${named(ids)} and not exists (select 1 ${HEARD_SINCE})`)
  for (const { ticketId } of waits) await tickets.setWaiting(ctx, ticketId, null)
}
