import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { folded } from '../folded'

/** Letters that have accented forms in the languages of the product, with all of them. */
const FORMS = new Map(['aáàâãäåª', 'cç', 'eéèêëẽ', 'iíìîïĩ', 'nñ', 'oóòôõöº', 'uúùûüũ', 'yýÿỹ'].map(forms => [forms[0]!, forms]))

/** What a letter is compared as. */
const plain = (letter: string) => (FORMS.has(folded(letter)) ? folded(letter) : letter.toLowerCase())
/** What it may be in a column beside that; `lower()` of SQLite knows the case of ASCII. */
function formsOf(letter: string) {
  const forms = [...(FORMS.get(plain(letter)) ?? ''), letter]
  return [...forms, ...forms.flatMap(form => [form.toLowerCase(), form.toUpperCase()])].filter(
    form => form > '\u007f' && form !== plain(letter),
  )
}
const literal = (text: string) => sql.raw(`'${text}'`)

type Replaced = [form: string, by: string]
/** The parser of SQLite nests no deeper than a hundred symbols: so many calls stand within one another, and each such step has its name. */
const AT_ONCE = 6
function inSteps(column: SQLiteColumn | SQL, all: Replaced[]): SQL {
  const step = (from: SQL, some: Replaced[]) =>
    some.reduce((inner, [form, by]) => sql`replace(${inner}, ${literal(form)}, ${literal(by)})`, from)
  const steps: SQL[] = []
  for (let i = 0; i < all.length; i += AT_ONCE) {
    const [last, some] = [steps.length - 1, all.slice(i, i + AT_ONCE)]
    const of = last < 0 ? step(sql`lower(${column})`, some) : sql`${step(sql`spelled`, some)} from ${sql.raw(`step${last}`)}`
    steps.push(sql`${sql.raw(`step${last + 1}`)} (spelled) as (select ${of})`)
  }
  return steps.length
    ? sql`(with ${sql.join(steps, sql`, `)} select spelled from ${sql.raw(`step${steps.length - 1}`)})`
    : sql`lower(${column})`
}

/**
 * Whether a column holds a text, whatever the accents and the case of either. The forms of its letters are replaced one by one, and what is
 * left compared: a pattern of GLOB would try the whole text again at every place, and cost a thousand times as much where a letter repeats.
 */
export function contains(column: SQLiteColumn | SQL, text: string): SQL {
  const letters = [...text.normalize('NFC')]
  const replaced = new Map(letters.flatMap(letter => formsOf(letter).map((form): Replaced => [form, plain(letter)])))
  return sql`instr(${inSteps(column, [...replaced])}, ${letters.map(plain).join('')}) > 0`
}
