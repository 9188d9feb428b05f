import type { Ctx } from '#kernel/context'
import { jsonPairs, jsonRows, type JsonOf } from '#kernel/storage/json-rows'
import { sql, type SQL, and, asc, eq, gt } from 'drizzle-orm'
import type * as v from 'valibot'
import type { AuthorizedTicket } from '../tickets'
import type { TranscriptQuery } from './body'
import { conversation, rowIdOf } from './list'
import { messages as table } from './schema'
import { captionOf, lastLine, type Message } from './shape'

/** So many are read in a few milliseconds: who takes a long conversation asks for it piece by piece. */
const PAGE = 500

const KEYS = ['id', 'uid', 'createdAt', 'fromMe', 'isDeleted', 'isEdited', 'mediaType', 'body', 'media'] as const
const ROWS = `select json_object(${jsonPairs(table, 'm', KEYS)}, 'author', iif(m.from_me, u.name, c.name))
  from messages m
  left join users u on u.id = m.user_id and u.company_id = m.company_id
  left join contacts c on c.id = ifnull(m.contact_id, m.chat_id) and c.company_id = m.company_id
  where m.id in (select value from json_each(?)) order by m.id`
type Row = JsonOf<Pick<Message, (typeof KEYS)[number]>> & { author: string | null }

/** A message in words: a file is its name, a card who and where. Nothing remains of what was deleted. */
function inWords({ id: _, uid, body, media, ...row }: Row) {
  const { mediaType, isDeleted } = row
  const isCard = mediaType === 'locationMessage' || mediaType === 'contactMessage' || mediaType === 'contactsArrayMessage'
  const words = media ? captionOf({ body, media }) : isCard ? lastLine({ body, media, mediaType }) : body
  return {
    ...row,
    id: uid,
    text: isDeleted ? '' : (words ?? ''),
    fileName: isDeleted ? null : (media?.fileName ?? null),
    mimetype: media?.mimetype ?? null,
    voice: media?.voice ?? false,
  }
}

/** What was said, from the oldest message on, of a ticket or in all that the actor sees with its contact. */
export async function transcript(ctx: Ctx, ticket: AuthorizedTicket, { after, all }: v.InferOutput<typeof TranscriptQuery>) {
  const where: SQL | undefined = all ? await conversation(ctx, ticket) : eq(table.ticketId, ticket.id)
  const last = after === undefined ? 0 : await rowIdOf(ctx, after, where)
  const found = await ctx.db.select({ ids: sql<string>`json_group_array(id)` }).from(
    ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(where, gt(table.id, last)))
      .orderBy(asc(table.id))
      .limit(PAGE + 1)
      .as('page'),
  )
  const ids = JSON.parse(found[0]!.ids) as number[]
  const rows = await jsonRows<Row>(ctx.db, ROWS, [JSON.stringify(ids.slice(0, PAGE))])
  return { messages: rows.map(inWords), hasMore: ids.length > PAGE }
}
export type TranscriptPage = Awaited<ReturnType<typeof transcript>>
