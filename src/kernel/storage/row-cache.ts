import { totalmem } from 'node:os'
import { lruMap } from '../process/lru'
import type { Ctx } from '../context'

const MB = 2 ** 20
/**
 * Of the rows as JSON text; as objects they are two or three times as large. A search by a name finds thirty rows that nobody asked for
 * just now, which cost half of it: a 256th of the memory that there is, of the machine or of the container.
 */
const MAX_BYTES = Math.min(32 * MB, Math.max(8 * MB, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 256))
const MAX_ROWS = MAX_BYTES / 400
/** What was worked out of many rows has room of its own: what was found for one word weighs as much as a hundred rows. */
const MAX_VALUES = MAX_BYTES / 2

/** A row that something is made of: its table, or the name of a `Link`, and its id. */
export type Part = readonly [called: string, id: number | null]
/** A table whose rows belong to a row of another: that one counts as changed. */
export type Link = {
  table: string
  /** What the part is called; rows that hang on it name it too. */
  part: string
  /** SQL of the id, on `row`. */
  id: string
  /** The columns whose change counts, where not every one does. */
  columns?: string
  /** New rows change nothing that is kept: whoever keeps it looks for them by their ids. */
  grows?: true
}
type Shaped<Row, Read = Row> = {
  name: string
  /** What is made of a row as it is read, where that is not the row itself; `text` is its JSON. */
  shape?(read: Read, text: string): Row
  /** Tables whose rows are parts. */
  follows: readonly (string | Link)[]
  /** All rows that this one was made of: when one of them changes, it is forgotten. `read` is what `shape` was given. */
  partsOf(row: Row, read: Read): Part[]
}

/** A kept row, which all who read it share, is never changed. */
export type Shared<T> = T extends Date ? T : T extends object ? { readonly [Key in keyof T]: Shared<T[Key]> } : T

type Kept = { row: unknown; bytes: number; parts: string[] }
/** What a part is called; triggers write the same. */
export const called = ([of, id]: Part) => (id === null ? [] : `${of} ${id}`)

/** In the place of thousands of parts, which would be told to the commit one by one: all that is kept is forgotten. */
const EVERYTHING = '*'
const CHANGED = 'create temp table if not exists changed_rows (part text not null)'
const triggersOf = (follows: string | Link): string[] => {
  const { table, part, id, columns, grows }: Link = typeof follows === 'string' ? { table: follows, part: follows, id: 'row.id' } : follows
  const note = (row: string) =>
    `insert into changed_rows select '${part} ' || id from (select ${id.replaceAll('row.', `${row}.`)} as id) where id is not null;`
  const trigger = (event: string, rows: string[]) => {
    const does = `after ${event} on main.${table} begin ${rows.map(note).join(' ')} end`
    return `create temp trigger if not exists "${table} ${Bun.hash(does).toString(36)}" ${does}`
  }
  const update = columns ? `update of ${columns}` : 'update'
  // A new row of its own is part of nothing yet.
  const isOwn = table === part
  const inserted = isOwn || grows ? [] : [trigger('insert', ['new'])]
  return [trigger(update, isOwn ? ['old'] : ['old', 'new']), trigger('delete', ['old']), ...inserted]
}

/**
 * Shaped rows by id (LRU), as they were committed. Triggers of the writer's connection note which rows a transaction changes, whatever
 * statement does it; the commit forgets all that was made of them. `install` runs statements on that connection, in a transaction.
 */
export function rowCache(install: (statements: string[]) => Promise<unknown>) {
  /** Of each part the keys of the rows that were made of it; most are part of one row. */
  const users = new Map<string, string | Set<string>>()
  const rows = lruMap<string, Kept & { key: string }>(MAX_ROWS, { maxSize: MAX_BYTES, sizeOf: ({ bytes }) => bytes, onRemove: unlink })
  const values = lruMap<string, Kept & { key: string }>(MAX_VALUES / 400, {
    maxSize: MAX_VALUES,
    sizeOf: ({ bytes }) => bytes,
    onRemove: unlink,
  })
  /** Which tables the writer's connection follows. */
  let followed = new Map<string, boolean>()
  let commits = 0
  const onTheirWay = new Map<string, Promise<unknown>>()

  function unlink({ key, parts }: { key: string; parts: string[] }) {
    for (const part of parts) {
      const keys = users.get(part)
      if (keys === key) users.delete(part)
      else if (typeof keys === 'object' && keys.delete(key) && keys.size === 0) users.delete(part)
    }
  }

  /** Whether changes of these tables are noted; if not, they will be. */
  function isFollowed({ name, follows }: Pick<Shaped<never>, 'name' | 'follows'>) {
    const state = followed.get(name)
    if (state === undefined) {
      const current = followed
      current.set(name, false)
      install([CHANGED, ...follows.flatMap(triggersOf)]).then(
        () => current.set(name, true),
        // Asked again by the next who reads.
        () => current.delete(name),
      )
    }
    return state === true
  }

  function keep(room: typeof rows, kept: Kept & { key: string }) {
    room.set(kept.key, kept)
    for (const part of kept.parts) {
      const keys = users.get(part)
      if (typeof keys === 'object') keys.add(kept.key)
      else users.set(part, keys === undefined || keys === kept.key ? kept.key : new Set([keys, kept.key]))
    }
  }

  const follows = () => [...followed.values()].includes(true)

  function clear() {
    rows.clear()
    values.clear()
    users.clear()
    commits++
  }

  return {
    isFollowed,
    get: (key: string) => rows.get(key)?.row,
    commits: () => commits,
    /** Single flight: after a commit, all who look at a list miss the row that it changed, and share one load. */
    shared<Rows>(keys: string, load: () => Promise<Rows>): Promise<Rows> {
      const key = `${commits} ${keys}`
      const loading = onTheirWay.get(key) ?? load().finally(() => onTheirWay.delete(key))
      onTheirWay.set(key, loading)
      return loading as Promise<Rows>
    },
    valueOf: (key: string) => values.get(key)?.row,
    set: (key: string, row: unknown, bytes: number, parts: string[]) => keep(rows, { key, row, bytes, parts }),
    setValue: (key: string, value: unknown, bytes: number, parts: string[]) => keep(values, { key, row: value, bytes, parts }),
    /** What a transaction that is about to be committed changed: its last statement. */
    async changedIn(tx: { execute(text: string): Promise<{ rows: ArrayLike<unknown>[] }> }): Promise<string[]> {
      if (!followed.size || !follows()) return []
      return (await tx.execute('delete from changed_rows returning part')).rows.map(row => row[0] as string)
    },
    /** A transaction changes very much, and has changed some of it. */
    async changedMuch(tx: { execute(text: string): Promise<unknown> }) {
      if (!follows()) return
      await tx.execute('delete from changed_rows')
      await tx.execute(`insert into changed_rows values ('${EVERYTHING}')`)
    },
    forget(parts: string[]) {
      if (parts.includes(EVERYTHING)) return clear()
      commits++
      for (const part of parts) {
        const keys = users.get(part) ?? []
        for (const key of typeof keys === 'string' ? [keys] : keys) {
          rows.delete(key)
          values.delete(key)
        }
      }
    },
    /** The connection may be another, whose triggers are not there yet. */
    reset() {
      followed = new Map()
      clear()
    },
    clear,
  }
}
export type RowCache = ReturnType<typeof rowCache>

/** For what a transaction looks up and never changes itself: as it was committed last, and kept. A server's is read as it stands. */
export const asCommitted = <Reads extends Pick<Ctx, 'db' | 'store'>>(ctx: Reads): Reads =>
  ctx.store.rows ? { ...ctx, db: ctx.store.db } : ctx

/**
 * Rows by their ids, loaded where they are not kept. `scope` is what else an answer depends on: the company, or who may see. Loaded rows
 * are kept as they were committed, and so not inside of a transaction.
 */
export function shapedRows<Row extends { id: number }, Read = Row>(shaped: Shaped<Row, Read>) {
  const { shape = (read: Read) => read as unknown as Row } = shaped
  return async function rowsOf(
    { db, store }: Pick<Ctx, 'db' | 'store'>,
    scope: string | number,
    ids: number[],
    load: (ids: number[]) => Promise<string[]>,
  ): Promise<ReadonlyMap<number, Shared<Row>>> {
    const found = new Map<number, Shared<Row>>()
    const cache = db === store.db ? store.rows : undefined
    if (cache) await store.look()
    const mayKeep = cache?.isFollowed(shaped) ?? false
    const prefix = `${shaped.name} ${scope} `
    const keyOf = (id: number) => prefix + id
    const missing = mayKeep
      ? ids.filter(id => {
          const row = cache!.get(keyOf(id)) as Shared<Row> | undefined
          if (row) found.set(id, row)
          return !row
        })
      : ids
    if (!missing.length) return found
    const before = cache?.commits()
    const read = async () =>
      (await load(missing)).map(text => {
        const raw = JSON.parse(text) as Read
        const row = shape(raw, text)
        // What a commit may have overtaken is used this once.
        if (mayKeep && cache!.commits() === before) cache!.set(keyOf(row.id), row, text.length, shaped.partsOf(row, raw).flatMap(called))
        return row
      })
    const rows = await (cache ? cache.shared(`${shaped.name} ${scope} ${missing.join()}`, read) : read())
    for (const row of rows) found.set(row.id, row as Shared<Row>)
    return found
  }
}
