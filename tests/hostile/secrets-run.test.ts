import { initAuthCreds } from '@whiskeysockets/baileys'
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#kernel/storage/libsql'
import { migrate } from '#kernel/storage/migrate'
import { installationSecrets } from '#kernel/process/installation-secrets'
import { encode } from '../../src/whatsapp/credentials'
import { openOffice } from '../factories'
import { leaks, neverTold } from '../secrets'

let run: string
beforeEach(async () => {
  run = await mkdtemp(join(tmpdir(), 'run-'))
})
afterEach(() => rm(run, { recursive: true }))

/** What the tests of a run do, in a process of their own: here there is another run. */
function inRun(script: string) {
  const program = `import * as run from ${JSON.stringify(join(import.meta.dir, '../secrets'))}\n${script}`
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', program], { env: { ...process.env, TEST_RUN: run } })
  expect({ exitCode, error: stderr.toString() }).toEqual({ exitCode: 0, error: '' })
}

test('a secret in a log of a run is found, with its line, however it is written', () => {
  const secret = 'a "quoted" secret'
  inRun(`
    run.keepSecrets('of a test', [${JSON.stringify(secret)}, 'never-logged', 'short'])
    run.keepLog('one', 'nothing here, only something short\\n')
    run.keepLog('one', JSON.stringify({ level: 30, msg: 'said ' + ${JSON.stringify(secret)} }) + '\\n')
    run.keepLog('two', 'plain ' + ${JSON.stringify(secret)})`)
  expect(leaks(run)).toEqual(['of a test in one.log:2', 'of a test in two.log:1'])
})

test('an answer that tells what a product must keep to itself fails its test', async () => {
  const office = await openOffice()
  const { client } = office.norte.staff.ana
  const ask = () => client.get(`/messages/${office.norte.tickets.open.id}`)
  expect((await ask()).text).toContain('canário Norte')
  neverTold(office.product, ['canário Norte'])
  // `rejects` would hold the event loop, and with it what is read beside that.
  expect(await ask().catch((error: Error) => error.message)).toContain('told a secret')
  await office.close()
})

test("an installation's own secrets are looked for, and the keys of its numbers, as texts and as bytes", async () => {
  const data = join(run, 'installation/data')
  await mkdir(data, { recursive: true })
  const { session } = await installationSecrets(data, true)
  const store = await openStore(`file:${join(data, 'balcao.db')}`)
  await migrate(store.client)
  const creds = initAuthCreds()
  await store.close()
  const db = new Database(join(data, 'balcao.db'))
  db.run('insert into wa_creds values (1, ?)', [encode(creds)])
  db.close()
  const key = Buffer.from(creds.signedIdentityKey.private)
  const bytes = new Uint8Array(key)
  const written = [
    key.toString('base64'),
    key.toString('hex'),
    Bun.inspect(key),
    Bun.inspect(bytes),
    JSON.stringify(key),
    JSON.stringify(bytes),
  ]
  inRun(`
    run.keepInstallations(${JSON.stringify(run)})
    run.keepLog('log', ${JSON.stringify([session, ...written].join('\n'))})`)
  expect(leaks(run)).toEqual(['secret of an installation in log.log:1', ...written.map((_, at) => `key of Signal in log.log:${at + 2}`)])
})
