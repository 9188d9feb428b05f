import { desc } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import { scalar } from '#kernel/storage/page-ids'
import { everyBeginning, everyWord } from '../contacts'
import { excerptFor } from '../tickets'
import { shown } from './messages'
import { rooms } from './rooms'
import { chatMessages as table } from './schema'

/** A single letter begins too many words. */
const MIN = 2
/** Whoever has more hits than these narrows the words. */
const MOST = 50

// The rooms stand in the index beside the words: what was said elsewhere is not even looked at.
const FOUND = `select json_group_array(rowid) from (
  select rowid from chat_messages_fts where chat_messages_fts match ? order by rowid desc limit ${MOST + 1})`

/** What was said in the rooms of who asks, newest first, as far as it has the words. */
export async function search(ctx: Ctx, text: string) {
  const mine = text.length < MIN ? [] : await rooms.ids(ctx)
  if (!mine.length) return { records: [], hasMore: false }
  const within = mine.map(id => `"${id}"`).join(' OR ')
  const words = text.split(/\s+/)
  const [whole, begun] = [await saying(ctx, within, everyWord(words)), everyBeginning(words)]
  const ids = begun && !whole.length ? await saying(ctx, within, begun) : whole
  const found = await ctx.db
    .select()
    .from(table)
    .where(oneOf(table.id, ids.slice(0, MOST)))
    .orderBy(desc(table.id))
  const excerpt = excerptFor(text)
  const records = (await shown(ctx, found)).map(one => ({ ...one, message: excerpt(one.message) }))
  return { records, hasMore: ids.length > MOST }
}

const saying = async (ctx: Ctx, within: string, said: string) =>
  JSON.parse(await scalar<string>(ctx, FOUND, [`chat_id : (${within}) AND message : (${said})`])) as number[]
