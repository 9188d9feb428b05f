import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { openLog } from '#kernel/process/log'
import { webVersion } from './web-version'

const DAY_MS = 24 * 60 * 60_000
const [, , built] = DEFAULT_CONNECTION_CONFIG.version
const folder = await mkdtemp(join(tmpdir(), 'web-version-'))
let answer = () => new Response('')
let asked = 0
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => (asked++, answer()) })
afterAll(async () => {
  await server.stop(true)
  await rm(folder, { recursive: true })
})

const says = (revision: number) => () => new Response(`self.x = {"server_revision":7,\\"client_revision\\":${revision},"tier":"sandbox"}`)
const open = (name: string, address = server.url.href) =>
  webVersion({ path: join(folder, name), fetch: guardedFetch(() => true), log: openLog('silent'), address })

test('the version of WhatsApp Web is asked for once a day, and outlives the process', async () => {
  answer = says(built + 10)
  const first = await open('daily')
  expect(first.current()).toEqual(DEFAULT_CONNECTION_CONFIG.version)
  const now = Date.now()
  asked = 0
  await first.refresh(now)
  await first.refresh(now + DAY_MS - 1)
  expect([first.current(), asked]).toEqual([[2, 3000, built + 10], 1])

  const second = await open('daily')
  expect(second.current()).toEqual([2, 3000, built + 10])
  answer = says(built + 20)
  await second.refresh(now + DAY_MS)
  expect([second.current(), asked]).toEqual([[2, 3000, built + 20], 2])
})

test.each([
  ['nobody answers', undefined, 'http://127.0.0.1:9/'],
  ['the answer is a failure', () => new Response(says(built + 10)().body, { status: 500 }), undefined],
  ['the answer names no version', () => new Response('<html>'), undefined],
  ['what it names is older than the library', says(1), undefined],
] as const)('the last one known serves where %s', async (name, given, address) => {
  answer = given ?? says(built + 10)
  const version = await open(name, address)
  await version.refresh()
  expect(version.current()).toEqual(DEFAULT_CONNECTION_CONFIG.version)
})

test('a file that says nonsense is none', async () => {
  await Bun.write(join(folder, 'nonsense'), '{"version":["a"],"at":null}')
  expect((await open('nonsense')).current()).toEqual(DEFAULT_CONNECTION_CONFIG.version)
})
