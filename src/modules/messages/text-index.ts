import { getTableName } from 'drizzle-orm'
import type { LastStep } from '#kernel/storage/before-commit'
import { messagesToIndex } from './schema'

const WAITING = getTableName(messagesToIndex)
const INDEX = `insert into messages_fts (rowid, company_id, body) select m.id, m.company_id, m.body from ${WAITING} w cross join messages m on m.id = w.id`

/**
 * Puts the texts that were stored into the full-text index, all that are committed together at once: FTS5 flushes a segment at each
 * savepoint, and one for each message costs more than all its other indexes. Triggers note which wait, and see to edits and deletes.
 */
export const indexTexts: LastStep = async client => {
  await client.execute(INDEX)
  await client.execute(`delete from ${WAITING}`)
}
