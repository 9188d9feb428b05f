import Database from 'libsql'
import { lruMap } from '#kernel/process/lru'

type Statement = ReturnType<Database.Database['prepare']>

/** Of one connection; more than the product has. Texts that are made anew each time evict each other. */
const MAX_STATEMENTS = 500
const REPEATED = /^\s*(select|with|insert|update|delete|savepoint|release)\b/i
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

let caches = new WeakMap<object, ReturnType<typeof statementCache>>()
const statementCache = () => lruMap<string, Statement>(MAX_STATEMENTS)

/**
 * Each connection keeps its prepared statements (LRU), and each statement its columns. libSQL's client prepares a statement for each
 * execution and asks twice for its columns, which costs many times the execution of most queries.
 */
export function patchLibsqlStatements() {
  const { prepare } = Database.prototype
  if (prepare.name === 'prepareOnce') return
  Database.prototype.prepare = function prepareOnce(this: Database.Database, text: string) {
    // A statement that was prepared before a table changed answers with the old columns.
    if (CHANGES_TABLES.test(text)) caches = new WeakMap()
    if (!REPEATED.test(text)) return prepare.call(this, text)
    const cache = caches.get(this) ?? statementCache()
    caches.set(this, cache)
    const cached = cache.get(text)
    if (cached) return cached
    const statement = reusable(prepare.call(this, text), () => cache.delete(text))
    cache.set(text, statement)
    return statement
  } as typeof prepare
}

/** A statement that failed is evicted: libSQL may not have reset it. */
function reusable(statement: Statement, evict: () => void): Statement {
  const columns = memoized(() => statement.columns())
  const raw = memoized(() => statement.raw(true))
  const safeIntegers = memoized(() => statement.safeIntegers(true))
  function evictOnError<T>(work: () => T) {
    try {
      return work()
    } catch (error) {
      evict()
      throw error
    }
  }
  return {
    columns,
    raw,
    safeIntegers,
    all: (values: []) => evictOnError(() => statement.all(values)),
    run: (values: []) => evictOnError(() => statement.run(values)),
  } as unknown as Statement
}

/** Runs once; what it threw is thrown again. */
function memoized<T>(load: () => T) {
  let outcome: { value: T } | { error: unknown } | undefined
  return function loadOnce() {
    if (!outcome)
      try {
        outcome = { value: load() }
      } catch (error) {
        outcome = { error }
      }
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
