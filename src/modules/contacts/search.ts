import type { Ctx } from '#kernel/context'
import { cachedScalar } from '#kernel/storage/page-ids'
import { spellings } from './spellings'

/** A search text as an FTS5 phrase whose last word may go on: no sign in it has a meaning. */
const phrase = (text: string) => `${quoted(text)}*`
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** All words of a text, wherever they stand, each once; the last may go on. What is only signs says nothing and is passed over. */
export const everyWord = (words: string[]) => [...new Set([...words.slice(0, -1).map(quoted), phrase(words.at(-1) ?? '')])].join(' ')

/** The index knows no company: what it finds is looked up, and no id of another's goes on. */
const FOUND = `select json_group_array(c.id) from contacts_fts f cross join contacts c on c.id = f.rowid
  where contacts_fts match ? and c.company_id = ?`

/** Ids of contacts by words of the name or part of the number, as JSON: trigrams from three letters on, a prefix of the name below. */
export function matchingContacts(ctx: Ctx, text: string): Promise<string> {
  const long = text.split(/\s+/).filter(word => [...word].length >= 3)
  // Trigrams know no word of two letters: several short ones are looked for as they stand side by side.
  const words = long.length ? [`(${everyWord(long)})`] : [...text].length >= 3 ? [phrase(text)] : []
  const ways = [...words, ...spellings(text).map(phrase)]
  // A number of one or two digits is what tells a "Cliente 12" from the others.
  const short = long.length ? text.split(/\s+/).filter(word => /^\d{1,2}$/.test(word)) : []
  const found = FOUND + " and (c.name || ' ' || coalesce(c.number, '')) like ?".repeat(short.length)
  if (ways.length) return cachedScalar(ctx, found, [ways.join(' OR '), ctx.companyId, ...short.map(digits => `%${digits}%`)])
  const within = 'company_id = ? and name collate nocase >= ? and name collate nocase < ?'
  return cachedScalar(ctx, `select json_group_array(id) from contacts where ${within}`, [ctx.companyId, text, `${text}\u{10ffff}`])
}
