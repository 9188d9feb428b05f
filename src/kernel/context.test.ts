import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, contexts, transaction, type Ctx } from './context'
import { mediaStore } from './media/media-store'
import { openStore, type Store } from './storage/libsql'

/** No verb of these asks who it is. */
const NOBODY = {} as Actor
let folder: string
let store: Store
let ctx: Ctx
const told: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-'))
  store = await openStore(`file:${join(folder, 'test.db')}`)
  ctx = contexts(store, mediaStore(folder, 'secret'), () => channel => void told.push(channel), NOBODY)(1)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const tell = (ctx: Ctx, name: string) => ctx.publish(name as never, {} as never)
/** Publishes at every depth, before and after what lies deeper. */
const nested = (ctx: Ctx, depth: number): Promise<void> =>
  transaction(ctx, async ctx => {
    tell(ctx, `in ${depth}`)
    if (depth < 4) await nested(ctx, depth + 1)
    ctx.after(() => told.push(`out ${depth}`))
  })

test('what transactions inside each other publish is told once all are durable, in its order', async () => {
  await transaction(ctx, async ctx => {
    await nested(ctx, 1)
    expect(told).toEqual([])
  })
  expect(told).toEqual(['in 1', 'in 2', 'in 3', 'in 4', 'out 4', 'out 3', 'out 2', 'out 1'])
})

test('what a failed one published is not told, although the one around it goes on', async () => {
  told.length = 0
  await transaction(ctx, async ctx => {
    tell(ctx, 'kept')
    await transaction(ctx, async ctx => {
      await nested(ctx, 4)
      throw new Error('no')
    }).catch(() => undefined)
  })
  expect(told).toEqual(['kept'])
})
