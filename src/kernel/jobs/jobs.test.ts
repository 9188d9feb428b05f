import { afterAll, afterEach, beforeAll, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, contexts, transaction, type Ctx } from '../context'
import { mediaStore } from '../media/media-store'
import { openLog } from '../process/log'
import { migrate } from '../storage/migrate'
import { openStore, type Store } from '../storage/libsql'
import { jobs } from './jobs'
import { jobKind, PRIORITY, type Policy } from './kind'
import { jobRunner, type JobRunner } from './runner'

type Payload = { name: string }
const KIND = jobKind<Payload>('work')
const SLOW = jobKind<Payload>('slow')
const URGENT = jobKind<Payload>('urgent', PRIORITY.person)

let folder: string
let store: Store
let runner: JobRunner
let wake = () => {}
const ctxOf = (companyId: number): Ctx =>
  contexts(store, mediaStore(folder, 'secret'), () => () => {}, {} as Actor, { wakeJobs: () => wake() })(companyId)

const ran: string[] = []
const gates = new Map<string, PromiseWithResolvers<void>>()
/** A job whose name has a gate ends when that opens. */
function gate(name: string) {
  const opened = Promise.withResolvers<void>()
  gates.set(name, opened)
  return opened
}

let waiting: { holds: () => boolean; resolve: () => void }[] = []
/** Resolves once so much has run. */
const until = (holds: () => boolean) => (holds() ? Promise.resolve() : new Promise<void>(resolve => void waiting.push({ holds, resolve })))
function note(name: string) {
  ran.push(name)
  waiting = waiting.filter(one => !one.holds() || void one.resolve())
}
const hasRun = (name: string) => until(() => ran.includes(name))

const base: Policy<Payload> = {
  async run(_ctx, { name }) {
    note(name)
    await gates.get(name)?.promise
    note(`${name} ends`)
  },
  maxAttempts: 3,
  backoff: () => 0,
  budgetMs: 5_000,
  leaseMs: 10_000,
  atOnce: 100,
  late: 'run',
}

function start(policy: Partial<Policy<Payload>> = {}, owner = 'here') {
  const kinds = [KIND.handledBy({ ...base, ...policy }), SLOW.handledBy({ ...base, atOnce: 1 }), URGENT.handledBy(base)]
  runner = jobRunner({ store, ctxFor: ctxOf, log: openLog('silent'), owner, kinds })
  wake = runner.wake
  runner.start()
}
const rows = async () => (await store.client.execute('select * from jobs order by id')).rows
const state = async () => (await rows()).map(row => row.state)
/** Nothing is left to do. */
async function done() {
  while ((await rows()).some(row => ['waiting', 'running', 'blocked'].includes(String(row.state)))) await new Promise(setImmediate)
}
const add = (name: string, wish: Parameters<typeof jobs.enqueue>[3] = {}, companyId = 1) =>
  transaction(ctxOf(companyId), ctx => jobs.enqueue(ctx, KIND, { name }, wish))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-'))
  store = await openStore(`file:${join(folder, 'test.db')}`)
  await migrate(store.client)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await store.client.execute('delete from jobs')
  ran.length = waiting.length = 0
  gates.clear()
})
afterEach(async () => {
  setSystemTime()
  for (const { resolve } of gates.values()) resolve()
  await runner?.stop()
  wake = () => {}
})

test('a job starts after the commit, is gone when it is done, and is nothing when the transaction fails', async () => {
  start()
  const failed = transaction(ctxOf(1), async ctx => {
    await jobs.enqueue(ctx, KIND, { name: 'never' })
    throw new Error('no')
  })
  expect(await failed.catch((error: Error) => error.message)).toBe('no')
  await transaction(ctxOf(1), async ctx => {
    await jobs.enqueue(ctx, KIND, { name: 'a' })
    expect(ran).toEqual([])
  })
  await hasRun('a ends')
  await done()
  expect(ran).toEqual(['a', 'a ends'])
  expect(await rows()).toEqual([])
})

test('the jobs of a lane run in their order, lanes side by side', async () => {
  start()
  const first = gate('a1')
  for (const name of ['a1', 'a2', 'b1', 'b2', 'a3']) await add(name, { lane: name[0]! })
  await hasRun('b2 ends')
  expect(ran.filter(name => name.startsWith('a'))).toEqual(['a1'])
  first.resolve()
  await hasRun('a3 ends')
  expect(ran.filter(name => name.startsWith('a'))).toEqual(['a1', 'a1 ends', 'a2', 'a2 ends', 'a3', 'a3 ends'])
})

test('a job that must wait holds back its lane, and one that failed for good does not', async () => {
  let attempts = 0
  start({
    maxAttempts: 2,
    async run(_ctx, { name }) {
      note(name)
      if (name === 'a1' && ++attempts) throw new Error('no')
    },
  })
  await add('a1', { lane: 'a' })
  await add('a2', { lane: 'a' })
  await hasRun('a2')
  await done()
  expect(ran).toEqual(['a1', 'a1', 'a2'])
  expect((await rows()).map(({ state, last_error, attempts }) => [state, last_error, attempts])).toEqual([['failed', 'no', 2]])
})

test('an open job of the same kind and key is one job, and one that runs is run once more', async () => {
  start()
  const opened = gate('a')
  await add('a', { key: 'k' })
  await hasRun('a')
  await add('b', { key: 'k' })
  await add('c', { key: 'k' })
  await add('d', { key: 'k' }, 2)
  expect(await state()).toHaveLength(2)
  opened.resolve()
  await until(() => ran.filter(name => name === 'a ends').length === 2)
  await done()
  expect(ran.filter(name => !name.endsWith('ends')).toSorted()).toEqual(['a', 'a', 'd'])
})

test('the company with ten thousand jobs delays no other', async () => {
  await store.client.execute(`insert into jobs (company_id, kind, payload, priority, due_at, state, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
    select 1, 'work', json_object('name', 'many ' || i), 10, i, 'waiting', i, i from n`)
  const opened = [...Array(10_001).keys()].map(i => gate(`many ${i}`))
  start()
  await hasRun('many 1')
  await add('few', {}, 2)
  await hasRun('few ends')
  expect(ran.filter(name => name.startsWith('many') && !name.endsWith('ends'))).toHaveLength(32)
  await store.client.execute("delete from jobs where state = 'waiting'")
  for (const { resolve } of opened) resolve()
})

test('of what waits for a place, people go before machines', async () => {
  const names = [...Array(32).keys()].map(i => `early ${i}`)
  for (const name of names) gate(name)
  start()
  for (const name of names) await add(name)
  await until(() => ran.length === 32)
  await add('machine')
  await transaction(ctxOf(1), ctx => jobs.enqueue(ctx, URGENT, { name: 'person' }))
  gates.get('early 0')!.resolve()
  await hasRun('machine ends')
  expect(ran.slice(32, 34)).toEqual(['early 0 ends', 'person'])
})

test('a kind that runs one at a time misses no turn', async () => {
  start()
  const names = [...Array(40).keys()].map(i => `n${i}`)
  for (const name of names) await transaction(ctxOf(1), ctx => jobs.enqueue(ctx, SLOW, { name }))
  await hasRun('n39 ends')
  expect(ran).toEqual(names.flatMap(name => [name, `${name} ends`]))
})

test('what fails is tried again after its pause, then given up with its reason, in one transaction with what follows', async () => {
  const given: string[] = []
  start({
    maxAttempts: 2,
    async run(_ctx, { name }) {
      note(name)
      throw new Error('the line is dead')
    },
    async onGiveUp(ctx, { name }, reason) {
      given.push(`${name}: ${reason}`)
      await jobs.enqueue(ctx, SLOW, { name: 'follows' })
    },
  })
  await add('a')
  await hasRun('follows ends')
  expect(given).toEqual(['a: the line is dead'])
  expect(ran.filter(name => name === 'a')).toHaveLength(2)
})

test('a run that takes longer than its budget has failed', async () => {
  gate('a')
  start({ maxAttempts: 1, budgetMs: 50 })
  await add('a')
  await done()
  expect((await rows()).map(row => row.last_error)).toEqual(['the budget of the run is spent'])
})

test('a stop in order gives back what does not end, and the next start goes on with it at once', async () => {
  gate('a')
  start()
  await add('a', { lane: 'a' })
  await hasRun('a')
  await runner.stop()
  expect((await rows()).map(({ state, attempts, lease_owner }) => [state, attempts, lease_owner])).toEqual([['waiting', 0, null]])
  gates.get('a')!.resolve()
  gates.clear()
  ran.length = 0
  start()
  await hasRun('a ends')
  await done()
  expect(await rows()).toEqual([])
})

test('what a killed process ran is run again by the next on its folder at once, and by another when the lease is over', async () => {
  const until = Date.now() + 60_000
  const killed = (name: string, owner: string) =>
    store.client.execute({
      sql: `insert into jobs (company_id, kind, payload, priority, due_at, state, attempts, lease_owner, lease_until, created_at, updated_at)
        values (1, 'work', ?, 10, 1, 'running', 1, ?, ?, 1, 1)`,
      args: [JSON.stringify({ name }), owner, until],
    })
  await killed('mine', 'here')
  await killed('theirs', 'elsewhere')
  start()
  await hasRun('mine ends')
  await add('later')
  await hasRun('later ends')
  expect(ran).not.toContain('theirs')
  await store.client.execute('update jobs set lease_until = 1')
  runner.wake()
  await hasRun('theirs ends')
})

test('a job that brings its process down is given up when its attempts are spent', async () => {
  await store.client
    .execute(`insert into jobs (company_id, kind, payload, priority, due_at, state, attempts, lease_owner, lease_until, created_at, updated_at)
    values (1, 'work', '{"name":"bomb"}', 10, 1, 'running', 3, 'here', 1, 1, 1)`)
  start()
  await done()
  expect(ran).toEqual([])
  expect((await rows()).map(row => [row.state, row.last_error])).toEqual([['failed', 'the process ended while it ran']])
})

test('what is late is run or given up, as its kind says', async () => {
  const late = new Date(Date.now() - 3_600_000)
  start({ late: { skipAfterMs: 60_000 } })
  await add('a', { at: late })
  await transaction(ctxOf(1), ctx => jobs.enqueue(ctx, SLOW, { name: 'b' }, { at: late }))
  await hasRun('b ends')
  await done()
  expect((await rows()).map(row => [row.state, row.last_error])).toEqual([['failed', 'late']])
})

test('a job of the future runs when its time has come, and one that asks for it runs again', async () => {
  let runs = 0
  start({
    async run(_ctx, { name }) {
      note(name)
      return ++runs < 2 ? { again: 60_000 } : undefined
    },
  })
  await add('a', { delayMs: 60_000 })
  expect(await state()).toEqual(['scheduled'])
  for (const turn of [1, 2]) {
    setSystemTime(new Date(Date.now() + 61_000))
    runner.wake()
    await until(() => ran.length === turn)
    await done()
  }
  expect(await rows()).toEqual([])
})

test('a delay lasts no longer because the clock was put back, and a time of the calendar stays', async () => {
  start()
  const now = Date.now()
  setSystemTime(new Date(now + 86_400_000))
  await add('delayed', { delayMs: 60_000 })
  await add('planned', { at: new Date(now + 2 * 86_400_000) })
  setSystemTime(new Date(now))
  await jobs.repairDueTimes(store.db)
  const [delayed, planned] = await rows()
  expect(Number(delayed!.due_at)).toBeLessThan(now + 70_000)
  expect(Number(planned!.due_at)).toBe(now + 2 * 86_400_000)
})
