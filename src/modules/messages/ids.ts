import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { prepared } from '#kernel/storage/prepared'
import { messages as table } from './schema'

/** A message id of our own, in the form that WhatsApp's clients use. */
export const newWid = () =>
  `3EB0${Buffer.from(crypto.getRandomValues(new Uint8Array(9)))
    .toString('hex')
    .toUpperCase()}`

const PLAIN = /^[\w.:-]{1,128}$/

const byUid = prepared(db =>
  db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, sql.placeholder('companyId')), eq(table.uid, sql.placeholder('uid'))))
    .prepare(),
)
/** The network's id, unless another chat of the company uses it too or it can't stand in an address. */
export async function freeUid(ctx: Ctx, wid: string) {
  if (!PLAIN.test(wid)) return crypto.randomUUID()
  const [taken] = await byUid(ctx.db).all({ companyId: ctx.companyId, uid: wid })
  return taken ? `${wid}~${crypto.randomUUID().slice(0, 8)}` : wid
}

type Key = Pick<typeof table.$inferInsert, 'connectionId' | 'chatId' | 'wid' | 'fromMe'>
const byKey = prepared(db =>
  db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.connectionId, sql.placeholder('connectionId')),
        eq(table.chatId, sql.placeholder('chatId')),
        eq(table.wid, sql.placeholder('wid')),
        eq(table.fromMe, sql.placeholder('fromMe')),
      ),
    )
    .prepare(),
)

/** Whether a message is stored already: the network delivers some twice, and who hears it is idempotent by this key (index `messages_key`). */
export const isKnown = async (ctx: Ctx, key: Key) => (await byKey(ctx.db).all(key)).length > 0
