import Database from 'libsql'

type Statement = ReturnType<Database.Database['prepare']>

/** More than the product has; texts that are made anew each time push out each other. */
const KEPT = 500
const REPEATED = /^\s*(select|with|insert|update|delete|savepoint|release)\b/i
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

let kept = new WeakMap<object, Map<string, Statement>>()

/**
 * libSQL's client prepares a statement for each use and asks it twice for its columns, which costs many times what most queries do.
 * Each connection keeps its statements instead, and each statement what it said of its columns.
 */
export function keepStatements() {
  const { prepare } = Database.prototype
  if (prepare.name === 'prepareOnce') return
  Database.prototype.prepare = function prepareOnce(this: Database.Database, text: string) {
    if (CHANGES_TABLES.test(text)) kept = new WeakMap()
    if (!REPEATED.test(text)) return prepare.call(this, text)
    const mine = kept.get(this) ?? new Map<string, Statement>()
    kept.set(this, mine)
    const known = mine.get(text)
    const statement = known ?? lasting(prepare.call(this, text), () => mine.delete(text))
    mine.delete(text)
    mine.set(text, statement)
    if (mine.size > KEPT) mine.delete(mine.keys().next().value!)
    return statement
  } as typeof prepare
}

/** A statement that failed is not used again: libSQL may not have ended it. */
function lasting(statement: Statement, forget: () => void): Statement {
  const columns = once(() => statement.columns())
  const raw = once(() => statement.raw(true))
  const safeIntegers = once(() => statement.safeIntegers(true))
  const ending = <T>(work: () => T) => {
    try {
      return work()
    } catch (error) {
      forget()
      throw error
    }
  }
  return {
    columns,
    raw,
    safeIntegers,
    all: (values: []) => ending(() => statement.all(values)),
    run: (values: []) => ending(() => statement.run(values)),
  } as unknown as Statement
}

function once<T>(ask: () => T) {
  let outcome: { value: T } | { error: unknown } | undefined
  return () => {
    if (!outcome)
      try {
        outcome = { value: ask() }
      } catch (error) {
        outcome = { error }
      }
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
