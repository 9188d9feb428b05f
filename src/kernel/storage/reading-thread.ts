import Database from 'libsql/promise'
import { fairMutex } from '../process/fair-mutex'
import { lruMap } from '../process/lru'

export type Cell = string | number | null
type Statement = { raw(): Statement; get(values: Cell[]): Cell[] | undefined; run(values: Cell[]): unknown }

/** What takes less does not hold up the loop; so many queries are known to. */
const BRIEF_MS = 5
const MAX_BRIEF = 5_000
/** A disk that hangs is not waited for any longer. */
const CLOSE_MS = 5_000
/** No company's. */
const OF_NOBODY = 0
/** Of a text that is part of a query; longer ones are bound. */
const MAX_WRITTEN = 10_000

const OF_CONNECTION =
  'create temp table answer (cell); insert into temp.answer values (null); create temp table given (n integer primary key, value)'
/** Texts and names within a query, which may have question marks, and the places of its values. */
const PARTS = /'(?:[^']|'')*'|"[^"]*"|\?/g

/** libSQL ends the process over a value of another kind. */
function boundOf(value: unknown): Cell {
  if (typeof value === 'boolean') return Number(value)
  if (value === null || typeof value === 'string' || Number.isFinite(value)) return value as Cell
  throw new TypeError(`a query takes no ${typeof value}`)
}

/**
 * Reads beside the event loop. The reader holds the loop until it has its answer, and to look through the tickets of a large company takes a
 * tenth of a second: here a connection of its own puts the one cell of an answer into a table, on a thread of libSQL's, and nothing but
 * that is read in this one. One read at a time, companies in turns.
 *
 * No statement is prepared for a query: JavaScript would collect it whenever it likes, and wait in this thread for what is being read then.
 * So the values of a query are part of its text.
 *
 * An answer from there comes in a later turn of the loop, of which there are few while much is written: what was brief the last time is
 * read at once.
 */
export async function readingThread(database: string, pragmas: string[], readAtOnce: (text: string, values: Cell[]) => Promise<Cell>) {
  const connection = new Database(database, {})
  const run = (text: string): Promise<void> => connection.exec(text)
  for (const pragma of pragmas) await run(`pragma ${pragma}`)
  await run(OF_CONNECTION)
  const answered = ((await connection.prepare('select cell from temp.answer')) as Statement).raw()
  const give = (await connection.prepare('insert or replace into temp.given values (?, ?)')) as Statement
  const inTurn = fairMutex()
  const brief = lruMap<number | bigint, true>(MAX_BRIEF)
  /** What waits for its turn, by its query: it sees every commit before that, so whoever asks the same meanwhile is answered by it. */
  const waiting = new Map<number | bigint, Promise<Cell>>()
  let reading: Promise<unknown> | undefined
  let isClosed = false

  function written(value: Cell, n: number) {
    // As libSQL binds them: every number is a real one. Two hyphens in a row would begin a comment.
    if (typeof value === 'number') return `(${value}${Number.isSafeInteger(value) ? '.0' : ''})`
    if (value === null) return 'null'
    if (value.length <= MAX_WRITTEN && !value.includes('\0')) return `'${value.replaceAll("'", "''")}'`
    give.run([n, value])
    return `(select value from temp.given where n = ${n})`
  }
  async function read(text: string, values: Cell[]) {
    if (/\?\d/.test(text)) throw new TypeError('values of a query that is read beside the loop have no numbers')
    let n = 0
    const query = text.replace(PARTS, part => (part === '?' ? written(values[n]!, n++) : part))
    await run(`update temp.answer set cell = (${query})`)
    return answered.get([])![0]!
  }
  async function readBeside(text: string, values: Cell[]) {
    if (isClosed) throw new Error('the store is closed')
    const answer = read(text, values)
    reading = answer
    return answer
  }
  async function timed(key: number | bigint, answer: Promise<Cell>) {
    const from = performance.now()
    const cell = await answer
    if (performance.now() - from < BRIEF_MS) brief.set(key, true)
    else brief.delete(key)
    return cell
  }

  return {
    /** The one cell that a query answers with. The key names the query with its values; one that may not be brief is never read in the loop. */
    async cell<T extends Cell>(companyId: number, key: string, text: string, values: unknown[], mayBeBrief = true) {
      const [hash, bound] = [Bun.hash(key), values.map(boundOf)]
      if (mayBeBrief && brief.get(hash)) return timed(hash, readAtOnce(text, bound)) as Promise<T>
      const asked = waiting.get(hash)
      if (asked) return asked as Promise<T>
      const answer = inTurn(companyId, () => {
        waiting.delete(hash)
        return timed(hash, readBeside(text, bound))
      })
      waiting.set(hash, answer)
      return answer as Promise<T>
    },
    /** Does something while nothing is read here: a reader of a former state keeps the log from beginning anew. */
    whileIdle: <T>(work: () => Promise<T>) => inTurn(OF_NOBODY, work),
    /** Waits for what is being read, for which libSQL would wait in this thread. */
    async close() {
      isClosed = true
      const close = () => connection.close()
      await Promise.race([Promise.resolve(reading).then(close, close), Bun.sleep(CLOSE_MS)])
    },
  }
}
