import type { Ctx } from '#kernel/context'
import { folded } from '#kernel/folded'
import { keptValues } from '#kernel/storage/kept-values'
import { scalar } from '#kernel/storage/page-ids'
import { spellings } from './spellings'

/** The letters of the last word of a text, as the tokenizer sees them. */
const ending = (text: string) => /[\p{L}\p{N}\p{M}\p{Co}]*(?=[^\p{L}\p{N}\p{M}\p{Co}]*$)/u.exec(text)![0].replace(/\p{M}/gu, '')
/** A search text as an FTS5 phrase whose last word may go on, unless it is a single letter, which begins too many: no sign has a meaning. */
const phrase = (text: string) => ([...ending(text)].length > 1 ? `${quoted(text)}*` : quoted(text))
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** All words of a text, wherever they stand, each once; the last may go on. What is only signs says nothing and is passed over. */
export const everyWord = (words: string[]) => [...new Set([...words.slice(0, -1).map(quoted), phrase(words.at(-1) ?? '')])].join(' ')

/** Fewer letters begin too many words, and more words than these are a sentence that somebody copied. */
export const LEAST_BEGUN = 3
const MOST_BEGUN = 5
/** The same where every word may go on; nothing where that asks for no more. For when nothing has the whole words: it costs many times as much. */
export function everyBeginning(words: string[]) {
  if (words.length > MOST_BEGUN) return
  const begun = words.map((word, i) => (i === words.length - 1 || [...word].length >= LEAST_BEGUN ? phrase(word) : quoted(word)))
  const all = [...new Set(begun)].join(' ')
  return all === everyWord(words) ? undefined : all
}

/** A word, or a part of one, of a company's contacts: the index has each end of a word, behind the company (migration 0051). */
const part = (companyId: number, text: string) => `${quoted(`${companyId}\u{e000}${text}`)}*`
const WORD = /[\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Sk}\p{Sm}]{2,}/gu

const FOUND = 'select json_group_array(rowid) from contacts_fts where contacts_fts match ?'
const FOUND_SHORT = `select json_group_array(c.id) from contacts_fts f cross join contacts c on c.id = f.rowid where contacts_fts match ?`

/** Ids, kept until somebody of the company is named or numbered otherwise: a message changes no name. */
const named = keptValues<string>({
  name: 'named',
  follows: [{ table: 'contacts', part: 'names', id: 'row.company_id', columns: 'company_id, name, number' }],
  bytesOf: ids => ids.length,
})
const askNamed = (ctx: Ctx, query: string, values: (string | number)[]) =>
  named(ctx, JSON.stringify([query, values]), [['names', ctx.companyId]], async kept => kept ?? scalar<string>(ctx, query, values))

/** Ids of contacts by parts of the name or of the number, as JSON. */
export function matchingContacts(ctx: Ctx, text: string): Promise<string> {
  const words = text.match(WORD) ?? []
  const long = words.filter(word => [...word].length >= 3)
  // Of two letters there are many: alone they are the beginning of a name, and beside longer words they say little.
  const asked = long.length || [...text].length < 3 ? long : words
  const parts = (texts: string[]) => [...new Set(texts)].map(text => part(ctx.companyId, text)).join(' ')
  const ways = [...(asked.length ? [`(${parts(asked)})`] : []), ...spellings(text).map(digits => part(ctx.companyId, digits))]
  // A number of one or two digits is what tells a "Cliente 12" from the others.
  const short = long.length ? text.split(/\s+/).filter(word => /^\d{1,2}$/.test(word)) : []
  const found = short.length ? FOUND_SHORT + " and (c.name || ' ' || coalesce(c.number, '')) like ?".repeat(short.length) : FOUND
  if (ways.length) return askNamed(ctx, found, [ways.join(' OR '), ...short.map(digits => `%${digits}%`)])
  const within = 'company_id = ? and sort_name >= ? and sort_name < ?'
  return askNamed(ctx, `select json_group_array(id) from contacts where ${within}`, [
    ctx.companyId,
    folded(text),
    `${folded(text)}\u{10ffff}`,
  ])
}
