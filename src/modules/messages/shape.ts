import type { Ctx } from '#kernel/context'
import { type JsonOf, jsonPairs, jsonRow, jsonRows } from '#kernel/storage/json-rows'
import { type Contact, shownContact } from '../contacts'
import { contacts } from '../contacts/schema'
import { queues } from '../queues/schema'
import { messages as table } from './schema'

export type Message = typeof table.$inferSelect

/** The contract's numbers for a delivery state. */
const ACK = { queued: 0, failed: 0, sent: 2, delivered: 3, read: 4, played: 5, received: 0 } as const

type Author = JsonOf<Contact> | null

/** A row as clients see it: named by uid, its media behind a signed address. */
function shape(ctx: Ctx, { id, uid, media, chatId, wid, connectionId, quotedId, ...message }: JsonOf<Message>, contact: Author) {
  return {
    ...message,
    id: uid,
    ack: ACK[message.status],
    contact: contact && shownContact(ctx, contact),
    mediaUrl: media?.hash ? ctx.media.address({ hash: media.hash, mimetype: media.mimetype, fileName: media.fileName }) : null,
    /** Null while the file is on its way, or there. */
    mediaLost: media?.lost ?? null,
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

const MESSAGES = `select json_object(
    'message', json_object(${jsonPairs(table, 'm')}),
    'author', ${jsonRow(contacts, 'c')},
    'queue', ${jsonRow(queues, 'q', ['id', 'name', 'color'])},
    'quoted', ${jsonRow(table, 'o')},
    'quotedAuthor', ${jsonRow(contacts, 'a')})
  from messages m
  left join contacts c on c.id = m.contact_id
  left join queues q on q.id = m.queue_id
  left join messages o on o.id = m.quoted_id
  left join contacts a on a.id = o.contact_id
  where +m.company_id = ? and m.id in (select value from json_each(?))
  order by m.id`

type Row = {
  message: JsonOf<Message>
  author: Author
  queue: { id: number; name: string; color: string } | null
  quoted: JsonOf<Message> | null
  quotedAuthor: Author
}

/** Messages in their order, each with author, queue and the message it quotes. */
export async function shownById(ctx: Ctx, ids: number[]) {
  const rows = ids.length ? await jsonRows<Row>(ctx.db, MESSAGES, [ctx.companyId, JSON.stringify(ids)]) : []
  return rows.map(row => ({
    ...shape(ctx, row.message, row.author),
    queue: row.queue,
    quotedMsgId: row.quoted?.uid ?? null,
    quotedMsg: row.quoted && shape(ctx, row.quoted, row.quotedAuthor),
  }))
}
export type ShownMessage = Awaited<ReturnType<typeof shownById>>[number]
