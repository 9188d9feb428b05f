import { asc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import { shownContact } from '../contacts'
import { contacts } from '../contacts/schema'
import { queues } from '../queues/schema'
import { messages as table } from './schema'

export type Message = typeof table.$inferSelect

/** The contract's numbers for a delivery state. */
const ACK = { queued: 0, failed: 0, sent: 2, delivered: 3, read: 4, played: 5, received: 0 } as const

type Author = Parameters<typeof shownContact>[1] | null

/** A row as clients see it: named by uid, its media behind a signed address. */
function shape(ctx: Ctx, { id, uid, media, chatId, wid, connectionId, quotedId, ...message }: Message, contact: Author) {
  return {
    ...message,
    id: uid,
    ack: ACK[message.status],
    contact: contact && shownContact(ctx, contact),
    mediaUrl: media?.hash ? ctx.media.address({ hash: media.hash, mimetype: media.mimetype, fileName: media.fileName }) : null,
    mimetype: media?.mimetype ?? null,
    fileName: media?.fileName ?? null,
    fileSize: media?.size ?? null,
    voice: media?.voice ?? false,
    seconds: media?.seconds ?? null,
    waveform: media?.waveform ?? null,
    width: media?.width ?? null,
    height: media?.height ?? null,
  }
}

const author = alias(contacts, 'author')
const quoted = alias(table, 'quoted')
const quotedAuthor = alias(contacts, 'quoted_author')

/** Messages in their order, each with author, queue and the message it quotes. */
export async function shownById(ctx: Ctx, ids: number[]) {
  if (!ids.length) return []
  const rows = await ctx.db
    .select({ message: table, author, quoted, quotedAuthor, queue: { id: queues.id, name: queues.name, color: queues.color } })
    .from(table)
    .leftJoin(author, eq(author.id, table.contactId))
    .leftJoin(queues, eq(queues.id, table.queueId))
    .leftJoin(quoted, eq(quoted.id, table.quotedId))
    .leftJoin(quotedAuthor, eq(quotedAuthor.id, quoted.contactId))
    .where(inArray(table.id, ids))
    .orderBy(asc(table.id))
  return rows.map(row => ({
    ...shape(ctx, row.message, row.author),
    queue: row.queue,
    quotedMsgId: row.quoted?.uid ?? null,
    quotedMsg: row.quoted && shape(ctx, row.quoted, row.quotedAuthor),
  }))
}
export type ShownMessage = Awaited<ReturnType<typeof shownById>>[number]
