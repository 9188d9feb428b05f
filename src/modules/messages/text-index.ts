import { getTableName } from 'drizzle-orm'
import type { LastStep } from '#kernel/storage/before-commit'
import type { Store } from '#kernel/storage/libsql'
import { messagesToIndex } from './schema'

const WAITING = getTableName(messagesToIndex)
/** More than a group of writes stores; what damage left behind comes in pieces. */
const AT_ONCE = 5_000

async function index(client: Parameters<LastStep>[0], limit: number) {
  const next = `select id from ${WAITING} order by id limit ${limit}`
  await client.execute(`insert into messages_fts (rowid, company_id, body)
    select m.id, m.company_id, m.body from (${next}) w cross join messages m on m.id = w.id`)
  await client.execute(`delete from ${WAITING} where id in (${next})`)
}

/**
 * Puts the texts that were stored into the full-text index, all that are committed together at once: FTS5 flushes a segment at each
 * savepoint, and one for each message costs more than all its other indexes. Triggers note which wait, and see to edits and deletes.
 */
export const indexTexts: LastStep = client => index(client, AT_ONCE)

/** For rows that were loaded past the store. */
export const indexAllTexts: LastStep = client => index(client, -1)

/** At a start: where damage kept texts out of the index, it is built anew of all that there are, which takes seconds for a million. */
export async function mendTextIndex({ db, write }: Pick<Store, 'db' | 'write'>) {
  const { rows } = await db.$client.execute(`select 1 from ${WAITING} limit 1`)
  if (!rows.length) return
  await write(db, async ({ $client }) => {
    await $client.execute(`insert into messages_fts (messages_fts) values ('rebuild')`)
    await $client.execute(`delete from ${WAITING}`)
  })
}
