import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { cachedScalar } from '#kernel/storage/page-ids'
import { everyWord, matchingContacts } from '../contacts'
import { tickets as table } from './schema'

/** The newest messages with a text that a search looks at. */
const ENOUGH = 2_000

const SAID = `select json_object('matches', count(*), 'tickets', json_group_array(distinct ticket_id))
  from (select rowid as id from messages_fts where messages_fts match ? order by rowid desc limit ${ENOUGH}) f
  cross join messages m on m.id = f.id where m.company_id = ?`

/** Tickets in whose messages a text was said lately, as JSON. */
async function saying(ctx: Ctx, text: string): Promise<string> {
  const matching = async (words: string) =>
    JSON.parse(await cachedScalar<string>(ctx, SAID, [`company_id : "${ctx.companyId}" AND body : (${words})`, ctx.companyId])) as {
      matches: number
      tickets: number[]
    }
  // A word itself has an index, newest first; the words that begin with it must be gathered, which takes many times as long.
  const whole = /^[\p{L}\p{N}]+$/u.test(text) ? await matching(`"${text}"`) : undefined
  const { tickets } = whole && whole.matches >= ENOUGH ? whole : await matching(everyWord(text.split(/\s+/)))
  return JSON.stringify(tickets)
}

/** Whose contact's name or number has the words, or a message of theirs. */
export async function found(ctx: Ctx, text: string): Promise<SQL> {
  return sql`${table.id} in (
    select t.id from tickets t where t.contact_id in (select value from json_each(${await matchingContacts(ctx, text)}))
    union select value from json_each(${await saying(ctx, text)}))`
}
