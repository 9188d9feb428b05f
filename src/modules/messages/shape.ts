import type { Ctx } from '#kernel/context'
import { type JsonOf, jsonPairs, jsonRow, jsonTexts } from '#kernel/storage/json-rows'
import { type Part, type Shared, shapedRows } from '#kernel/storage/row-cache'
import { type Contact, shownContact } from '../contacts'
import { contacts } from '../contacts/schema'
import { peopleIn } from './cards'
import { queues } from '../queues/schema'
import { messages as table } from './schema'
import { STAND_INS, standInOf } from './stand-ins'

export type Message = typeof table.$inferSelect

/** The contract's numbers for a delivery state. */
const ACK: Record<Message['status'], number> = { queued: 0, failed: 0, sent: 2, delivered: 3, read: 4, played: 5, received: 0 }

/** The name of a sticker's file, which has none. */
export const STICKER = 'sticker.webp'

/** What somebody wrote to a file; null where the body only stands in for words. */
export const captionOf = ({ body, media }: Pick<Message, 'body' | 'media'>) =>
  media && body !== media.fileName && !standInOf(body) ? body : null

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Of a file without words what it is: the name that a camera gave a picture says nothing. */
function wordless({ mediaType, media }: Pick<Message, 'mediaType'> & { media: NonNullable<Message['media']> }) {
  if (mediaType === 'image' && media.fileName === STICKER) return STAND_INS.sticker
  if (mediaType === 'image' || mediaType === 'video') return STAND_INS[mediaType]
  if (mediaType === 'audio') return media.seconds ? `${STAND_INS.audio} ${clock(media.seconds)}` : STAND_INS.audio
  // Signs that turn the direction of what is read make a program look like a document.
  const name = media.fileName?.replace(/\p{Bidi_Control}/gu, '').trim()
  return name ? `📄 ${name}` : STAND_INS.application
}

/** What the list of tickets shows of a message: words, never a link, a card's source or the name of a picture. */
export function lastLine({ body, media, mediaType }: Pick<Message, 'body' | 'media' | 'mediaType'>) {
  if (mediaType === 'locationMessage') return `📍 ${body.split('|').at(-1)}`
  if (mediaType === 'contactMessage' || mediaType === 'contactsArrayMessage')
    return `👤 ${peopleIn(body)
      .map(({ name }) => name)
      .join(', ')}`
  return media && !captionOf({ body, media }) ? wordless({ mediaType, media }) : body
}

type Author = Contact | JsonOf<Contact> | null
type Queue = { id: number; name: string; color: string } | null

type Stored = Message | Shared<JsonOf<Message>>

/** A row as clients see it: named by uid, its media behind a signed address. */
function shape(ctx: Ctx, row: Stored, contact: Author) {
  const { id, uid, media, chatId, wid, connectionId, quotedId, answersSince: _, ...message } = row
  return {
    ...message,
    id: uid,
    ack: ACK[message.status],
    caption: captionOf({ body: message.body, media }),
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

const MAX_QUOTED_RAW = 16_384
/** A message inside another row: its source only where it is short. Clients look there for a thumbnail, and the whole is not told twice. */
export const asQuoted = <Shown extends { dataJson: string | null }>(message: Shown): Shown => ({
  ...message,
  dataJson: message.dataJson && message.dataJson.length <= MAX_QUOTED_RAW ? message.dataJson : null,
})

/**
 * What a message quotes. A customer may quote what was said in another queue, which the people of this one don't see: they read that it was
 * so, and the source of the message, which repeats the quoted words, is left out.
 */
function quote(ctx: Ctx, row: Stored, quoted: Stored | null, author: Author) {
  if (!quoted) return { quotedMsgId: null, quotedMsg: null, quotesElsewhere: false }
  const isHere = quoted.ticketId === row.ticketId || (quoted.queueId !== null && quoted.queueId === row.queueId)
  if (!isHere) return { quotedMsgId: null, quotedMsg: null, quotesElsewhere: true, dataJson: null }
  const shown = asQuoted(shape(ctx, quoted, author))
  // What it quotes itself is in its source.
  return { quotedMsgId: quoted.uid, quotedMsg: quoted.quotedId === null ? shown : { ...shown, dataJson: null }, quotesElsewhere: false }
}

const MESSAGES = `select json_object('id', m.id,
    'message', json_object(${jsonPairs(table, 'm')}),
    'author', ${jsonRow(contacts, 'c')},
    'queue', ${jsonRow(queues, 'q', ['id', 'name', 'color'])},
    'quoted', ${jsonRow(table, 'o')},
    'quotedAuthor', ${jsonRow(contacts, 'a')})
  from messages m
  left join contacts c on c.id = m.contact_id
  left join queues q on q.id = m.queue_id and q.company_id = m.company_id
  left join messages o on o.id = m.quoted_id
  left join contacts a on a.id = o.contact_id
  where +m.company_id = ? and m.id in (select value from json_each(?))`

type Row = {
  id: number
  message: JsonOf<Message>
  author: Author
  queue: Queue
  quoted: JsonOf<Message> | null
  quotedAuthor: Author
}

const partsOf = (message: JsonOf<Message> | null): Part[] =>
  message
    ? [
        ['messages', message.id],
        ['contacts', message.contactId],
        ['queues', message.queueId],
      ]
    : []
const rowsOf = shapedRows<Row>({
  name: 'message',
  follows: ['messages', 'contacts', 'queues'],
  partsOf: ({ message, quoted }) => [...partsOf(message), ['messages', message.quotedId], ...partsOf(quoted)],
})

async function read(ctx: Ctx, ids: number[]) {
  const rows = await rowsOf(ctx, ctx.companyId, ids, missing => jsonTexts(ctx.db, MESSAGES, [ctx.companyId, JSON.stringify(missing)]))
  return [...rows.values()].toSorted((a, b) => a.id - b.id)
}

/** A message that was just stored in a ticket of this queue: shown from the row in hand, only what it quotes is read. */
export async function shownNew(ctx: Ctx, message: Message, author: Author, queue: Queue) {
  const [quoted] = message.quotedId === null ? [] : await read(ctx, [message.quotedId])
  return {
    ...shape(ctx, message, author),
    queue: queue?.id === message.queueId ? queue : null,
    ...quote(ctx, message, quoted?.message ?? null, quoted?.author ?? null),
  }
}

/** Messages in their order, each with author, queue and the message it quotes. */
export async function shownById(ctx: Ctx, ids: number[]) {
  const rows = await read(ctx, ids)
  return rows.map(row => ({
    ...shape(ctx, row.message, row.author),
    queue: row.queue,
    ...quote(ctx, row.message, row.quoted, row.quotedAuthor),
  }))
}
export type ShownMessage = Awaited<ReturnType<typeof shownById>>[number]
