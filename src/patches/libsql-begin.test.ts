import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client, type Transaction } from '@libsql/client'
import { writeTransactions } from './libsql-begin'

let folder: string
let holder: Client
let client: Client
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'libsql-begin-'))
  const open = () => createClient({ url: `file:${join(folder, 'test.db')}`, concurrency: 1, timeout: 0 })
  holder = open()
  client = open()
  await holder.executeMultiple('pragma journal_mode=wal; create table t (a)')
})
afterEach(async () => {
  client.close()
  holder.close()
  await rm(folder, { recursive: true })
})

const messageOf = (error: Error) => error.message
async function insertBehindSavepoint(transaction: Transaction) {
  await transaction.execute('savepoint job')
  await transaction.execute('insert into t values (1)')
  await transaction.execute('release job')
  await transaction.commit()
}

test('libSQL alone refuses every savepoint after a BEGIN that met a lock', async () => {
  const lock = await holder.transaction('write')
  expect(await client.transaction('write').catch(messageOf)).toContain('SQLITE_BUSY')
  await lock.rollback()
  const transaction = await client.transaction('write')
  expect(await insertBehindSavepoint(transaction).catch(messageOf)).toContain('cannot open savepoint - SQL statements in progress')
  transaction.close()
})

test('libSQL alone forgets the pragmas of a connection that it opens again', async () => {
  const busyTimeout = async () => (await client.execute('pragma busy_timeout')).rows[0]![0]
  await client.execute('pragma busy_timeout=123')
  expect(await busyTimeout()).toBe(123)
  await client.reconnect()
  expect(await busyTimeout()).not.toBe(123)
})

test('a transaction that begins after a lock is whole, on a connection with its pragmas', async () => {
  let configured = 0
  const transactions = writeTransactions({
    client,
    configure: async () => void configured++,
    isLocked: error => messageOf(error as Error).includes('SQLITE_BUSY'),
  })
  const lock = await holder.transaction('write')
  for (let round = 0; round < 3; round++) expect(await transactions.begin().catch(messageOf)).toContain('SQLITE_BUSY')
  await lock.rollback()
  await insertBehindSavepoint(await transactions.begin())
  expect(configured).toBeGreaterThan(0)
  expect((await holder.execute('select count(*) from t')).rows[0]![0]).toBe(1)
})
