import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn, type Environment } from './product'

let folder = ''
let other = ''
let running: ReturnType<typeof spawn>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-start-'))
  other = await mkdtemp(join(tmpdir(), 'balcao-start-'))
  running = spawn({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' })
  await running.url
})
afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  await Promise.all([folder, other].map(one => rm(one, { recursive: true })))
})

/** Starts a product that can't run, and returns the one line that it ends with. */
async function lastWords(env: Environment) {
  const { ended, output } = spawn({ PORT: '0', HOST: '127.0.0.1', ...env })
  expect(await ended).toBe(1)
  expect(output).toHaveLength(1)
  return output[0]!
}

test('a second process on the same data folder ends with one line', async () => {
  expect(await lastWords({ DATA_DIR: folder })).toBe(`balcao: DATA_DIR ${folder} is in use by another process`)
})

test('a taken port ends with one line', async () => {
  const { port } = new URL(await running.url)
  expect(await lastWords({ DATA_DIR: other, PORT: port })).toBe(`balcao: PORT ${port} is taken`)
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'chat'],
  ['FRONTEND_URL', 'https://a.example,b'],
  ['ADMIN_EMAIL', 'dona'],
  ['ADMIN_PASSWORD', '1234'],
  ['WHATSAPP_URL', 'http://localhost'],
  ['WHATSAPP_ROOT_KEY', 'abc'],
  ['WHATSAPP_VERSION', '2.3000'],
  ['LOG_LEVEL', 'loud'],
  ['HOST', '198.51.100.7'],
])('%s=%s ends with one line that names it', async (name, value) => {
  expect(await lastWords({ DATA_DIR: other, [name]: value })).toStartWith(`balcao: ${name} `)
})

test('a data folder that is a file ends with one line', async () => {
  const file = join(other, 'file')
  await Bun.write(file, '')
  expect(await lastWords({ DATA_DIR: file })).toStartWith('balcao: DATA_DIR ')
})

test('a data folder that can not be written ends with one line that says so', async () => {
  expect(await lastWords({ DATA_DIR: '/proc/self' })).toStartWith("balcao: DATA_DIR /proc/self can't be written: ")
})

test('a database that can not be opened ends with one line', async () => {
  const folder = join(other, 'broken')
  await Bun.write(join(folder, 'balcao.db'), 'this is no database, and it is long enough to be taken for one')
  expect(await lastWords({ DATA_DIR: folder })).toStartWith(`balcao: the database file:${folder}/balcao.db can't be opened`)
})

test('a database whose secrets are gone ends with one line that says what to do, and its secrets are not made anew', async () => {
  const folder = join(other, 'without-secrets')
  const first = spawn({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' })
  await first.url
  first.child.kill('SIGTERM')
  await first.ended
  await rm(join(folder, 'secrets.json'))
  expect(await lastWords({ DATA_DIR: folder })).toContain("secrets.json can't be used: it is missing beside a database that is in use")
  expect(await Bun.file(join(folder, 'secrets.json')).exists()).toBe(false)
})
