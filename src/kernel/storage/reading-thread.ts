import Database from 'libsql/promise'
import { fairMutex } from '../process/fair-mutex'
import { lruMap } from '../process/lru'

export type Cell = string | number | null
type Statement = { raw(): Statement; all(values: unknown[]): Promise<[Cell][]> }

const MAX_STATEMENTS = 200
/** What takes less does not hold up the loop; so many queries are known to. */
const BRIEF_MS = 2
const MAX_BRIEF = 5_000
/** A disk that hangs is not waited for any longer. */
const CLOSE_MS = 5_000

/** libSQL ends the process over a value of another kind. */
function boundOf(value: unknown): Cell {
  if (typeof value === 'boolean') return Number(value)
  if (value === null || typeof value === 'string' || Number.isFinite(value)) return value as Cell
  throw new TypeError(`a query takes no ${typeof value}`)
}

/**
 * Reads beside the event loop. The reader holds the loop until it has its answer, and to look through the tickets of a large company takes a
 * tenth of a second: a connection of its own makes the first row of an answer on a thread of libSQL's. What follows it is read in this one,
 * so that an answer is one row, and a list comes as JSON. One read at a time, companies in turns.
 *
 * An answer from there comes in a later turn of the loop, of which there are few while much is written: what was brief the last time is
 * read at once.
 */
export async function readingThread(database: string, pragmas: string[], readAtOnce: (text: string, values: Cell[]) => Promise<Cell>) {
  const connection = new Database(database, {})
  for (const pragma of pragmas) await connection.exec(`pragma ${pragma}`)
  const inTurn = fairMutex()
  const statements = lruMap<string, Statement>(MAX_STATEMENTS)
  const brief = lruMap<number | bigint, true>(MAX_BRIEF)
  let reading: Promise<unknown> | undefined
  let isClosed = false

  function mustBeOpen() {
    if (isClosed) throw new Error('the store is closed')
  }
  async function prepared(text: string) {
    const kept = statements.get(text)
    if (kept) return kept
    const statement = ((await connection.prepare(text)) as Statement).raw()
    statements.set(text, statement)
    return statement
  }
  async function read(text: string, values: Cell[]) {
    try {
      const statement = await prepared(text)
      mustBeOpen()
      // To its end, which is the next row: a statement in progress would keep what it sees for all that follow.
      return (await statement.all(values))[0]![0]
    } catch (error) {
      // libSQL may not have reset it.
      statements.delete(text)
      throw error
    }
  }
  async function readBeside(text: string, values: Cell[]) {
    mustBeOpen()
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
    /** The one cell that a query answers with. The key names the query with its values. */
    async cell<T extends Cell>(companyId: number, key: string, text: string, values: unknown[]) {
      const [hash, bound] = [Bun.hash(key), values.map(boundOf)]
      if (brief.get(hash)) return timed(hash, readAtOnce(text, bound)) as Promise<T>
      return inTurn(companyId, () => timed(hash, readBeside(text, bound))) as Promise<T>
    },
    /** Interrupts what is being read, for which libSQL would wait in this thread. */
    async close() {
      isClosed = true
      connection.interrupt()
      const close = () => connection.close()
      await Promise.race([Promise.resolve(reading).then(close, close), Bun.sleep(CLOSE_MS)])
    },
  }
}
