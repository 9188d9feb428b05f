import { AsyncLocalStorage } from 'node:async_hooks'
import { createClient, type Client, type InArgs, type InStatement, type InValue, type Transaction } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { serialByKey } from '../process/serial'
import { queryCache } from './query-cache'
import { otherWriters } from './other-writers'
import { type RowCache, rowCache } from './row-cache'
import { beforeCommit, type Counter, type LastStep } from './before-commit'
import { writeTransactions } from '../../patches/libsql-begin'
import { patchLibsqlStatements } from '../../patches/libsql-statements'
import { storageWatch, type StorageWatch } from './storage-watch'
import { storageFaultOf } from './storage-errors'
import { walSync } from './wal-sync'
import { type Cell, readingThread } from './reading-thread'
import { checkpoints } from './checkpoints'

export type Db = LibSQLDatabase & { $client: Client }

export type Store = {
  /** Reads run at once on the reader connection; a single write statement queues like a transaction. */
  db: Db
  client: Client
  /** Runs work as one transaction, or as a savepoint when `db` is one already. Resolves when it is durable. */
  write<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T>
  /** Raises a counter by one, in the transaction that is open: who reads it there sees what was committed before. */
  count(db: Db, counter: Counter): Promise<void>
  /** Does a step at the end of the transaction that is open, once for all that are committed together. */
  lastly(db: Db, step: LastStep): Promise<void>
  /** The one cell that a query answers with, read beside the event loop unless it is known to be brief. The key names it with its values. */
  cell<T extends Cell>(companyId: number, key: string, text: string, values: unknown[], mayBeBrief?: boolean): Promise<T>
  /** Results of the reader, until the next commit. */
  queryCache: Pick<ReturnType<typeof queryCache>, 'getOrLoad'>
  /** Forgets what is kept when another process has written: before anything kept is used. */
  look(): Promise<void>
  /** Shaped rows, until one of their parts is changed; a database server keeps none, since others may write to it. */
  rows?: RowCache
  /** Whether the database can be written at the moment. */
  storage: Pick<StorageWatch, 'trouble' | 'follow'>
  /** Called when a step at the end of a group met damage and was left out: what it keeps, as an index, falls behind. */
  followLeftOut(follower: (error: unknown) => void): void
  /**
   * Takes nothing any more at once. Resolves when this process touches the file no more, or to false where its disk hangs. `emptyLog` is for
   * who has the folder alone: the log is copied into the database, which is one file then.
   */
  close(how?: { emptyLog: boolean }): Promise<boolean>
}

type Outcome = { value: never } | { error: unknown }
type Settled = { job: Job; outcome: Outcome }[]
type Job = { work: (db: Db) => Promise<unknown>; resolve: (value: never) => void; reject: (error: unknown) => void }

/** Checkpoints are made beside the loop; one inside of a commit only where that fails, or one transaction fills the log. */
const PRAGMAS = ['synchronous=normal', 'cache_size=-16000', 'temp_store=memory', 'journal_size_limit=67108864', 'wal_autocheckpoint=32000']
const READER_BUSY_MS = 100
const GROUP = { jobs: 256, ms: 20 }
/** Backpressure: so many groups wait for the disk before no further one is begun. */
const MOST_UNDURABLE = 4
/** Retry of a BEGIN while another process holds the lock. */
const LOCK = { patienceMs: 3_000, pauseMs: 25 }

const inJob = new AsyncLocalStorage<object>()
/** Databases that stand for an open transaction. */
const openTransactions = new WeakSet<object>()
const connect = (client: Client) => drizzle(client, { casing: 'snake_case' })

/**
 * libSQL on one file: a reader and a writer connection, one that reads beside the loop, and one that makes checkpoints. libSQL is synchronous, and waiting for a lock would block the event loop: writes
 * queue here instead, and those that wait together are one commit (group commit), each behind a savepoint. Who reads may see a commit
 * while the disk has not taken it yet; who wrote it is told after that. `replaced` is another disk, of a test.
 */
export async function openStore(url: string, authToken?: string, replaced?: ReturnType<typeof walSync>): Promise<Store> {
  patchLibsqlStatements()
  if (!url.startsWith('file:')) return serverStore(createClient({ url, authToken }))
  const writer = await openConnection(url)
  const reader = await openConnection(url)
  await configure(writer, 0)
  await configure(reader, READER_BUSY_MS)
  const file = await fileOf(writer)
  const disk = replaced ?? walSync(file)
  const thread = await readingThread(file, [...PRAGMAS, `busy_timeout=${READER_BUSY_MS}`], (text, values) => cellOf(reader, text, values))
  const log = checkpoints(file, thread.whileIdle)
  // A transaction of its own, even where a transaction is what asks.
  const rows = rowCache(async statements =>
    inJob.exit(() =>
      enqueue(async db => {
        for (const statement of statements) await db.$client.execute(statement)
      }),
    ),
  )
  const others = otherWriters(writer, () => {
    cache.clear()
    rows.clear()
  })
  const transactions = writeTransactions({
    client: writer,
    async configure() {
      rows.reset()
      others.reset()
      await configure(writer, 0)
    },
    isLocked: error => storageFaultOf(error) === 'locked',
  })
  const queue: Job[] = []
  const cache = queryCache()
  let tx: Transaction | undefined
  let current: Job | undefined
  const jobDb = connect(
    asClient(() => {
      if (!tx || inJob.getStore() !== current) throw new Error('this transaction is over')
      return tx
    }),
  )
  openTransactions.add(jobDb)
  let draining = false
  /** Groups that were committed and are not on the disk as far as is known. */
  const undurable = new Set<Promise<void>>()
  /** A sync failed: why, and who waits for it. */
  let unsynced: { error: unknown; settled: Settled } | undefined
  let again: (() => void) | undefined
  const storage = storageWatch(work => enqueue(db => work(db.$client)))
  const leftOut = new Set<(error: unknown) => void>()
  const atEnd = beforeCommit(error => {
    for (const follower of leftOut) follower(error)
  })

  function enqueue<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (inJob.getStore()) throw new Error('a write outside the open transaction would wait for itself: use its db')
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve, reject })
      again?.()
      if (!draining) void drain()
    })
  }

  async function drain() {
    draining = true
    while (queue.length || unsynced) {
      // Writes of this turn of the event loop join the group: a commit costs more than a turn.
      await new Promise(setImmediate)
      if (unsynced) await emptyLog()
      else if (undurable.size >= MOST_UNDURABLE) await Promise.race(undurable)
      else {
        await commitGroup()
        await log.afterCommit()
      }
    }
    draining = false
  }

  /** Tells those who wrote once the disk has it. The next group begins meanwhile. */
  function whenDurable(settled: Settled) {
    const told = disk.durable().then(
      () => settle(settled),
      error => {
        unsynced = { error, settled: [...(unsynced?.settled ?? []), ...settled] }
        if (!draining) void drain()
      },
    )
    undurable.add(told)
    void told.then(() => undurable.delete(told))
  }

  /** After a sync that failed: what stands in the log is durable once it was copied into the database, which SQLite syncs itself. */
  async function emptyLog() {
    // Those whose sync is still under way fail with it.
    await Promise.all(undurable)
    await log.idle()
    const { error, settled } = unsynced!
    try {
      const { rows } = await thread.whileIdle(() => writer.execute('pragma wal_checkpoint(truncate)'))
      if (rows[0]!['busy']) throw error
      disk.mended()
      unsynced = undefined
      settle(settled)
    } catch {
      // They may stand, and nobody knows: nothing is written on top of that. The watch's own writes try again.
      unsynced = { error, settled: [] }
      fail(settled, error)
      for (const job of queue.splice(0)) job.reject(new Error('the commit failed', { cause: error }))
      await new Promise<void>(resolve => (again = resolve))
    }
  }

  async function begin() {
    for (const since = performance.now(); ; await Bun.sleep(LOCK.pauseMs))
      try {
        return await others.shutOut(() => transactions.begin())
      } catch (error) {
        const isLocked = storageFaultOf(error) === 'locked'
        if (!isLocked || storage.trouble || performance.now() - since > LOCK.patienceMs) throw error
      }
  }

  async function commitGroup() {
    const settled: Settled = []
    let refused: unknown
    let changed: string[] | undefined
    try {
      tx = await begin()
      const started = performance.now()
      while (queue.length && settled.length < GROUP.jobs && performance.now() - started < GROUP.ms) {
        const job = queue.shift()!
        current = job
        const mark = atEnd.mark()
        await tx.execute('savepoint job')
        // drizzle runs a query when its `then` is called: inside the async context of the job, which asClient checks.
        const outcome = await inJob.run(job, () =>
          job.work(jobDb).then(
            (value): Outcome => ({ value: value as never }),
            (error: unknown): Outcome => ({ error }),
          ),
        )
        // A full disk may have rolled back the whole transaction: then the next statement fails, and the first error is the reason.
        refused = 'error' in outcome && storageFaultOf(outcome.error) ? outcome.error : undefined
        if (refused) storage.notice(refused)
        if ('error' in outcome) {
          atEnd.undo(mark)
          await tx.execute('rollback to job')
        }
        await tx.execute('release job')
        settled.push({ job, outcome })
        current = undefined
      }
      // What one job changed in pieces is much to commit: between its last piece and that the loop turns once more.
      if (performance.now() - started > GROUP.ms) await new Promise(setImmediate)
      await atEnd.run(tx)
      const parts = await rows.changedIn(tx)
      await tx.commit()
      changed = parts
      whenDurable(settled)
    } catch (error) {
      rollback(tx)
      transactions.doubt()
      const failed = fail(settled, refused ?? error)
      current?.reject(failed)
      if (!tx) for (const job of queue.splice(0)) job.reject(failed)
    } finally {
      others.letIn()
      atEnd.undo(0)
      cache.clear()
      if (changed) rows.forget(changed)
      else rows.clear()
      tx = current = undefined
    }
  }

  function settle(settled: Settled) {
    for (const { job, outcome } of settled) {
      if ('error' in outcome) job.reject(outcome.error)
      else job.resolve(outcome.value)
    }
  }
  function fail(settled: Settled, cause: unknown) {
    const failed = new Error('the commit failed', { cause })
    storage.notice(failed)
    for (const { job } of settled) job.reject(failed)
    return failed
  }

  async function nested<T>(db: Db, work: (db: Db) => Promise<T>) {
    const mark = atEnd.mark()
    try {
      return await savepoint(db, work)
    } catch (error) {
      atEnd.undo(mark)
      throw error
    }
  }

  const lastly = async (db: Db, what: Counter | LastStep) =>
    openTransactions.has(db) ? atEnd.ask(what) : enqueue(async () => atEnd.ask(what))

  const client = {
    ...passThrough(writer),
    execute: (statement: InStatement, args?: InArgs) =>
      reads(statement) ? reader.execute(statement as string, args) : enqueue(db => db.$client.execute(statement as string, args)),
    batch: (statements: InStatement[]) => enqueue(db => db.$client.batch(statements)),
    migrate: (statements: InStatement[]) => writer.migrate(statements),
    transaction: () => Promise.reject(new Error('use store.write')),
  } as unknown as Client

  return {
    db: connect(client),
    client,
    write: (db, work) => (openTransactions.has(db) ? nested(db, work) : enqueue(work)),
    count: lastly,
    lastly,
    cell: thread.cell,
    queryCache: cache,
    rows,
    look: others.look,
    storage,
    followLeftOut: follower => void leftOut.add(follower),
    async close({ emptyLog } = { emptyLog: false }) {
      storage.close()
      await thread.close()
      reader.close()
      writer.close()
      await disk.close()
      return log.close(emptyLog)
    },
  }
}

/** Rolls back what was not committed. A disk that refuses the commit may refuse that too, which the next BEGIN finds out. */
function rollback(tx: Transaction | undefined) {
  try {
    tx?.close()
  } catch {
    return
  }
}

/** Savepoints that are open in each transaction. Named by their depth: a few texts, which stay prepared. */
const depths = new WeakMap<Client, number>()
async function savepoint<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const { $client } = db
  const depth = depths.get($client) ?? 0
  depths.set($client, depth + 1)
  const name = `nested_${depth + 1}`
  try {
    await $client.execute(`savepoint ${name}`)
    const result = await work(db)
    await $client.execute(`release ${name}`)
    return result
  } catch (error) {
    // A full disk may have rolled back the whole transaction, savepoints included: the first error is thrown.
    await undo($client, name).catch(() => undefined)
    throw error
  } finally {
    depths.set($client, depths.get($client)! - 1)
  }
}
async function undo(client: Client, name: string) {
  await client.execute(`rollback to ${name}`)
  await client.execute(`release ${name}`)
}

async function openConnection(url: string) {
  const client = createClient({ url, concurrency: 1, timeout: 5000 })
  await client.execute('pragma journal_mode=wal')
  return client
}

/** The file of a connection as SQLite found it, whatever its address was written like. */
const fileOf = async (client: Client) =>
  String((await client.execute(`select file from pragma_database_list where name = 'main'`)).rows[0]!['file'])

/** Pragmas of one connection. libSQL blocks the event loop while it waits for a lock, so the busy timeout is short. */
async function configure(client: Client, busyMs: number) {
  for (const pragma of [...PRAGMAS, `busy_timeout=${busyMs}`]) await client.execute(`pragma ${pragma}`)
}

/** The first cell of the first row. */
export const cellOf = async <T extends Cell>(client: Pick<Client, 'execute'>, sql: string, values: unknown[]) =>
  (await client.execute({ sql, args: values as InValue[] })).rows[0]![0] as T

const reads = (statement: InStatement) => /^\s*(select|explain)/i.test(typeof statement === 'string' ? statement : statement.sql)

const asClient = (transaction: () => Transaction) =>
  ({
    execute: async (statement: InStatement, args?: InArgs) =>
      transaction().execute(typeof statement === 'string' && args ? { sql: statement, args: args as never } : statement),
    batch: async (statements: InStatement[]) => transaction().batch(statements),
  }) as unknown as Client

const passThrough = (writer: Client) => ({
  protocol: 'file',
  get closed() {
    return writer.closed
  },
  executeMultiple: (text: string) => writer.executeMultiple(text),
  sync: () => writer.sync(),
  close: () => writer.close(),
})

/**
 * A database server. Writes queue here as well, one transaction at a time: to the server this process is one writer, and a statement
 * beside an open transaction would wait for its lock.
 */
export function serverStore(remote: Client): Store {
  const inOrder = serialByKey<'write'>()
  let tx: Transaction | undefined
  const jobDb = connect(
    asClient(() => {
      if (!tx || inJob.getStore() !== tx) throw new Error('this transaction is over')
      return tx
    }),
  )
  openTransactions.add(jobDb)

  function enqueue<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (inJob.getStore()) throw new Error('a write outside the open transaction would wait for itself: use its db')
    return inOrder('write', async () => {
      tx = await remote.transaction('write')
      try {
        const value = await inJob.run(tx, () => work(jobDb).then(value => value))
        await tx.commit()
        return value
      } finally {
        // Rolls back what was not committed.
        tx.close()
        tx = undefined
      }
    })
  }

  const client = {
    ...passThrough(remote),
    protocol: remote.protocol,
    execute: (statement: InStatement, args?: InArgs) =>
      reads(statement) ? remote.execute(statement as string, args) : enqueue(db => db.$client.execute(statement as string, args)),
    batch: (statements: InStatement[]) => enqueue(db => db.$client.batch(statements)),
    migrate: (statements: InStatement[]) => remote.migrate(statements),
    transaction: () => Promise.reject(new Error('use store.write')),
  } as unknown as Client

  return {
    db: connect(client),
    client,
    write: (db, work) => (openTransactions.has(db) ? savepoint(db, work) : enqueue(work)),
    // No commit is shared here: counted at once, so that the savepoint of `write` takes it back by itself.
    count: async (db, { sql, args }) => void (await db.$client.execute({ sql, args: [...args, 1] })),
    lastly: async (db, step) => void (await step(db.$client)),
    // Others may write to a server's database too.
    queryCache: { getOrLoad: (_, load) => load() },
    cell: <T extends Cell>(_: number, __: string, text: string, values: unknown[]) => cellOf<T>(remote, text, values),
    look: async () => {},
    // A server of its own watches its own disk.
    storage: { trouble: null, follow: () => {} },
    followLeftOut: () => {},
    async close() {
      remote.close()
      return true
    },
  }
}
