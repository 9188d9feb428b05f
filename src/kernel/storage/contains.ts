import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { folded } from '../folded'

/** Letters that have accented forms in the languages of the product, with all of them. */
const FORMS = new Map(['aáàâãäåª', 'cç', 'eéèêëẽ', 'iíìîïĩ', 'nñ', 'oóòôõöº', 'uúùûüũ', 'yýÿỹ'].map(forms => [forms[0]!, forms]))

/** What a letter of a search text may be in a column: a class of GLOB, in which its own signs are letters like any other. */
function classOf(letter: string) {
  const forms = (FORMS.get(folded(letter)) ?? '') + letter
  return `[${[...new Set(forms + forms.toLowerCase() + forms.toUpperCase())].join('')}]`
}

/** Whether a column holds a text, whatever the accents and the case of either; LIKE knows the case of ASCII alone. */
export const contains = (column: SQLiteColumn | SQL, text: string) =>
  sql`${column} glob ${`*${text.normalize('NFC').replace(/[\p{L}*?[]/gu, classOf)}*`}`
