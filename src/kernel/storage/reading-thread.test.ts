import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { turn } from '../../../tests/until'
import { openStore, type Store } from './libsql'

let folder: string
let store: Store

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thread-'))
  store = await openStore(`file:${folder}/test.db`)
  await store.client.execute('create table notes (id integer primary key, text text not null)')
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const ask = <T extends string | number | null>(text: string, values: unknown[] = [], companyId = 1) =>
  store.cell<T>(companyId, `${text} ${String(values)}`, text, values)
const whyNot = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: Error) => error.message,
  )

const COUNT = 'select count(*) from notes'
/** A count that takes a while. */
const LONG = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) select count(*) from n'
const MUCH = 200_000

test('while something long is read the event loop turns', async () => {
  let turns = 0
  let isRead = false
  const read = ask<number>(LONG, [MUCH]).then(n => {
    isRead = true
    return n
  })
  for (; !isRead; turns++) await turn()
  expect(await read).toBe(MUCH)
  // Who holds the loop gives the answer in the turn after it was asked.
  expect(turns).toBeGreaterThan(3)
})

test('what was committed before a read is seen by it, whatever was read before', async () => {
  for (const n of [0, 1, 2]) {
    expect(await ask<number>(COUNT)).toBe(n)
    await store.client.execute(`insert into notes (text) values ('a')`)
  }
})

test('a company that asks for much holds up another by one read', async () => {
  const order: number[] = []
  await Promise.all([1, 1, 1, 1, 2].map((companyId, i) => ask(LONG, [MUCH / 10 + i], companyId).then(() => order.push(companyId))))
  expect(order.indexOf(2)).toBeLessThan(2)
  expect(order).toHaveLength(5)
})

test('who asks the same while it waits is answered by one read, which sees what was committed before it began', async () => {
  const long = ask(LONG, [MUCH])
  const before = ask<number>(COUNT)
  await store.client.execute(`insert into notes (text) values ('a')`)
  expect(await Promise.all([before, ask<number>(COUNT)])).toEqual([1, 1])
  await long
})

test('what is brief is read at once the next time, and what it answers is what was committed', async () => {
  let isAtOnce = false
  for (let n = 0; !isAtOnce || n < 3; n++) {
    // Nothing that waits for another turn of the loop has its answer before it.
    await turn()
    const first = Promise.race([ask<number>(COUNT), turn()])
    isAtOnce = (await first) === n
    expect(await ask<number>(COUNT)).toBe(n)
    await store.client.execute(`insert into notes (text) values ('a')`)
  }
})

test('a query takes numbers, texts, nothing and switches, and is refused with anything else', async () => {
  for (const value of [1, -1, 1.5, 1e21, 2 ** 53 - 1, 1e-9, 'a', '', null]) expect<unknown>(await ask('select ?', [value])).toBe(value)
  expect(await ask<number>('select ?', [true])).toBe(1)
  expect(await ask<number>('select 3-?-?', [-2, -1])).toBe(6)
  for (const text of [`d'água "?" -- ;`, 'é\n', 'a'.repeat(2_000_000), 'çã'.repeat(9_000)])
    expect(await ask<string>('select ?', [text])).toBe(text)
  expect(await ask<string>(`select '?' || ? || '''?' || ? as "?"`, ['a', 1])).toBe(`?a'?1.0`)
  expect(await ask<string>('select hex(?)', ['a\0b'])).toBe('610062')
  for (const value of [undefined, {}, Number.NaN]) expect(await whyNot(ask('select ?', [value]))).toStartWith('a query takes no')
})

test('a query that fails is told, and others are read after it', async () => {
  expect(await whyNot(ask('select missing from notes'))).toContain('no such column')
  expect(await whyNot(ask(`select json('{')`))).toContain('malformed JSON')
  expect(await ask<number>(COUNT)).toBe(0)
})

test('a store that is closed gives the answer that is being read, and none to who waits', async () => {
  const reads = Promise.allSettled([1, 1, 2].map((companyId, i) => ask(LONG, [MUCH + i], companyId)))
  await turn()
  await store.close()
  expect((await reads).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  store = await openStore(`file:${folder}/test.db`)
})
