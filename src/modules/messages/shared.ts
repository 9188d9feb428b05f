import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import type { AuthorizedTicket } from '../tickets'
import type { SharedQuery } from './body'
import { conversation, rowIdOf } from './list'
import { messages as table } from './schema'
import { shownById } from './shape'

const PAGE = 30

/** What each kind is: first the condition of its index, in the same words. */
const KINDS: Record<v.InferOutput<typeof SharedQuery>['kind'], SQL> = {
  pictures: sql`media_type in ('image', 'video') and json_extract(media, '$.hash') is not null and json_extract(media, '$.mimetype') <> 'image/webp'`,
  files: sql`media_type in ('application', 'audio') and json_extract(media, '$.hash') is not null and not json_extract(media, '$.voice')`,
  links: sql`instr(body, '://') > 0 and media_type not in ('locationMessage', 'contactMessage', 'contactsArrayMessage')`,
}

/** The pictures, files or links that were exchanged with the contact of a ticket, newest first, as far as the actor sees its tickets. */
export async function shared(ctx: Ctx, ticket: AuthorizedTicket, { kind, before }: v.InferOutput<typeof SharedQuery>) {
  const seen = await conversation(ctx, ticket)
  const last = before === undefined ? undefined : await rowIdOf(ctx, before, seen)
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(seen, KINDS[kind], eq(table.isDeleted, false), last === undefined ? undefined : lt(table.id, last)))
    .orderBy(desc(table.id))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE).map(({ id }) => id)
  return { messages: (await shownById(ctx, page)).reverse(), hasMore: rows.length > PAGE }
}
