import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#kernel/storage/libsql'
import { users } from '#modules/users'
import { boot } from './boot'
import { readConfig } from './config'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boot-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('who was online when the process ended is offline before anybody can connect', async () => {
  const free = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = free
  const address = `http://127.0.0.1:${port}/healthz`
  await free.stop(true)
  const answered = () =>
    fetch(address).then(
      () => true,
      () => false,
    )
  const wasOpen: boolean[] = []
  const { allOffline } = users
  const asked = async (db: Db) => {
    wasOpen.push(await answered())
    return allOffline(db)
  }
  const spy = spyOn(users, 'allOffline').mockImplementation(asked as unknown as typeof allOffline)
  const product = await boot(readConfig({ DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent' }))
  spy.mockRestore()
  expect(wasOpen).toEqual([false])
  expect(await answered()).toBe(true)
  await product.stop()
})
