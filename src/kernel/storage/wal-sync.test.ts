import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { turn } from '../../../tests/until'
import { openStore } from './libsql'
import { storageFaultOf } from './storage-errors'
import { coalesced, walSync } from './wal-sync'

const folder = await mkdtemp(join(tmpdir(), 'wal-'))
// What stands in an address for the sign is decoded there.
for (const name of ['uma pasta%20é', 'uma pasta é']) await mkdir(join(folder, name))
afterAll(() => rm(folder, { recursive: true }))

/** A disk that takes what it was given when the test says so. */
function slowDisk() {
  const mends: true[] = []
  const waiting: ((error?: Error) => void)[] = []
  const durable = () => new Promise<void>((resolve, reject) => void waiting.push(error => (error ? reject(error) : resolve())))
  return {
    durable,
    close: async () => {},
    mended: () => void mends.push(true),
    mends,
    answer: (error?: Error) => waiting.splice(0).forEach(settle => settle(error)),
    asked: () => waiting.length,
  }
}
async function open(name: string) {
  const disk = slowDisk()
  const opened = openStore(`file:${join(folder, name)}`, undefined, disk)
  const store = await opened
  const made = store.client.execute('create table notes (text text not null)')
  await asked(disk)
  disk.answer()
  await made
  return { disk, store }
}
const asked = async (disk: ReturnType<typeof slowDisk>) => {
  while (!disk.asked()) await turn()
}
const write = (store: Awaited<ReturnType<typeof openStore>>, text: string) =>
  store.write(store.db, db => db.run(sql`insert into notes values (${text})`))

test('who writes is told when the disk has it, and the next write is made meanwhile', async () => {
  const { disk, store } = await open('slow.db')
  let isTold = false
  const first = write(store, 'a').then(() => (isTold = true))
  await asked(disk)
  const second = write(store, 'b')
  while (disk.asked() < 2) await turn()
  expect(isTold).toBe(false)
  expect(await store.db.all(sql`select text from notes`)).toEqual([{ text: 'a' }, { text: 'b' }])
  disk.answer()
  await Promise.all([first, second])
  await store.close()
})

const EIO = Object.assign(new Error('input/output'), { code: 'EIO' })

test('after a sync that failed the log is emptied into the database, and then whoever wrote is told that it stands', async () => {
  const { disk, store } = await open('mended.db')
  const [first, second] = [write(store, 'a'), turn().then(() => write(store, 'b'))]
  await asked(disk)
  disk.answer(EIO)
  await first
  expect(disk.mends).toEqual([true])
  await asked(disk)
  disk.answer()
  await second
  expect(store.storage.trouble).toBeNull()
  await store.close()
})

test('while the log can’t be emptied all is refused, and nothing is written on top; a write of the watch finds out when it can', async () => {
  const { disk, store } = await open('broken.db')
  const reading = createClient({ url: `file:${join(folder, 'broken.db')}` })
  const other = await reading.transaction('read')
  await other.execute('select count(*) from notes')
  const refusal = (text: string) => write(store, text).catch((error: Error) => error.message)
  const refused = refusal('a')
  await asked(disk)
  disk.answer(EIO)
  expect([await refused, await refusal('b'), store.storage.trouble]).toEqual(['the commit failed', 'the commit failed', 'disk_error'])
  expect(await store.db.all(sql`select text from notes`)).toEqual([{ text: 'a' }])
  other.close()
  reading.close()
  const healed = new Promise<void>(resolve => store.storage.follow(trouble => trouble ?? resolve()))
  const answering = setInterval(() => disk.answer(), 10)
  await healed
  await write(store, 'c')
  clearInterval(answering)
  expect(await store.db.all(sql`select text from notes`)).toEqual([{ text: 'a' }, { text: 'c' }])
  await store.close()
})

test('one sync that failed fails those that follow, until the log is mended', async () => {
  const disk = walSync(join(folder, 'none.db'))
  const told = () => disk.durable().then(() => 'durable', storageFaultOf)
  expect([await told(), await told()]).toEqual(['disk_error', 'disk_error'])
  await Bun.write(join(folder, 'none.db-wal'), 'a log')
  expect(await told()).toBe('disk_error')
  disk.mended()
  expect(await told()).toBe('durable')
  await disk.close()
})

test('a disk that does not answer holds up who writes, with all that wait behind them', async () => {
  const { disk, store } = await open('hanging.db')
  const told = Array.from({ length: 30 }, () => turn().then(() => write(store, 'x')))
  for (let i = 0; i < 5; i++) {
    void write(store, 'y')
    for (let turns = 0; turns < 5; turns++) await turn()
  }
  expect(disk.asked()).toBeLessThanOrEqual(4)
  const answering = setInterval(() => disk.answer(), 1)
  await Promise.all(told)
  clearInterval(answering)
  disk.answer()
  await turn()
  await store.close()
})

test.each(['file:', 'file://'])('the log is synced where SQLite has it, also under an odd name: %s', async scheme => {
  const store = await openStore(`${scheme}${join(folder, 'uma pasta%20é', scheme.length + '.db')}`)
  await store.client.execute('create table notes (text text not null)')
  await write(store, 'c')
  expect(store.storage.trouble).toBeNull()
  await store.close()
})

test('those who ask of one moment share a run that begins after they asked', async () => {
  const runs: (() => void)[] = []
  const ask = coalesced(() => new Promise<void>(resolve => void runs.push(resolve)))
  const ended: string[] = []
  const first = ask().then(() => ended.push('first'))
  await turn()
  const others = [ask(), ask()].map((one, i) => one.then(() => ended.push(`other ${i}`)))
  await turn()
  expect(runs.length).toBe(1)
  runs[0]!()
  await first
  await turn()
  expect([ended, runs.length]).toEqual([['first'], 2])
  runs[1]!()
  await Promise.all(others)
  expect(ended).toEqual(['first', 'other 0', 'other 1'])
})

test('a run that failed fails those who shared it, and nobody after them', async () => {
  let fails = true
  const ask = coalesced(async () => {
    if (fails) throw new Error('no')
  })
  expect(await ask().catch((error: Error) => error.message)).toBe('no')
  fails = false
  expect(await ask()).toBeUndefined()
})
