import { AsyncLocalStorage } from 'node:async_hooks'
import { createClient, type Client, type InArgs, type InStatement, type Transaction } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'

export type Db = LibSQLDatabase & { $client: Client }

export type Store = {
  /** Reads at once from the reader; a single write statement queues like a transaction of its own. */
  db: Db
  client: Client
  /** Runs work as one transaction, or as a savepoint when `db` already is one. Resolves when it is durable. */
  write<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T>
  close(): void
}

type Outcome = { value: never } | { error: unknown }
type Job = { work: (db: Db) => Promise<unknown>; resolve: (value: never) => void; reject: (error: unknown) => void }

const PRAGMAS = ['journal_mode=wal', 'synchronous=full', 'cache_size=-16000', 'temp_store=memory', 'journal_size_limit=67108864']
const GROUP = { jobs: 256, ms: 20 }

const inJob = new AsyncLocalStorage<true>()
const open = new WeakSet<object>()
const connect = (client: Client) => drizzle(client, { casing: 'snake_case' })

/**
 * libSQL on one file: a reader and a writer connection. libSQL is synchronous, so waiting on a lock would block the loop:
 * writes queue here instead, and those that wait together are committed together.
 */
export async function openStore(url: string, authToken?: string): Promise<Store> {
  if (!url.startsWith('file:')) return remoteStore(createClient({ url, authToken }))
  const writer = await openConnection(url)
  const reader = await openConnection(url)
  const queue: Job[] = []
  let draining = false

  function enqueue<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (inJob.getStore()) throw new Error('a write outside the open transaction would wait for itself: use its db')
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve, reject })
      if (!draining) void drain()
    })
  }

  async function drain() {
    draining = true
    // Writes of the same tick join the first group.
    await Promise.resolve()
    while (queue.length) await commitGroup()
    draining = false
  }

  async function commitGroup() {
    const settled: { job: Job; outcome: Outcome }[] = []
    let tx: Transaction | undefined
    let current: Job | undefined
    try {
      tx = await writer.transaction('write')
      const db = connect(asClient(tx))
      open.add(db)
      const started = performance.now()
      while (queue.length && settled.length < GROUP.jobs && performance.now() - started < GROUP.ms) {
        const job = (current = queue.shift()!)
        await tx.execute('savepoint job')
        // A query of drizzle's begins when `then` is called: here, so that it knows of the open transaction.
        const outcome = await inJob.run(true, () =>
          job.work(db).then(
            (value): Outcome => ({ value: value as never }),
            (error: unknown): Outcome => ({ error }),
          ),
        )
        if ('error' in outcome) await tx.execute('rollback to job')
        await tx.execute('release job')
        settled.push({ job, outcome })
        current = undefined
      }
      await tx.commit()
      for (const { job, outcome } of settled) {
        if ('error' in outcome) job.reject(outcome.error)
        else job.resolve(outcome.value)
      }
    } catch (error) {
      tx?.close()
      const failed = new Error('the commit failed', { cause: error })
      current?.reject(failed)
      if (!tx) queue.shift()?.reject(failed)
      for (const { job } of settled) job.reject(failed)
    }
  }

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
    write: (db, work) => (open.has(db) ? savepoint(db, work) : enqueue(work)),
    close() {
      reader.close()
      writer.close()
    },
  }
}

let nested = 0
async function savepoint<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const name = sql.raw(`nested_${++nested}`)
  await db.run(sql`savepoint ${name}`)
  try {
    return await work(db)
  } catch (error) {
    await db.run(sql`rollback to ${name}`)
    throw error
  } finally {
    await db.run(sql`release ${name}`)
  }
}

async function openConnection(url: string) {
  const client = createClient({ url, concurrency: 1, timeout: 5000 })
  for (const pragma of PRAGMAS) await client.execute(`pragma ${pragma}`)
  return client
}

const reads = (statement: InStatement) => /^\s*(select|explain)/i.test(typeof statement === 'string' ? statement : statement.sql)

const asClient = (tx: Transaction) =>
  ({
    execute: (statement: InStatement, args?: InArgs) =>
      tx.execute(typeof statement === 'string' && args ? { sql: statement, args: args as never } : statement),
    batch: (statements: InStatement[]) => tx.batch(statements),
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

/** sqld queues writers itself, so each transaction simply opens its own. */
function remoteStore(client: Client): Store {
  const db = connect(client)
  return {
    db,
    client,
    write: (given, work) =>
      open.has(given)
        ? savepoint(given, work)
        : db.transaction(tx => {
            open.add(tx)
            return work(tx as unknown as Db)
          }),
    close: () => client.close(),
  }
}
