import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { emptyFolder, serve } from './binary'
import { client, OWNER, until } from './shop'

let folder: Awaited<ReturnType<typeof emptyFolder>>
beforeAll(async () => {
  folder = await emptyFolder()
})
afterAll(() => folder.remove())

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a plugin in an endless loop stops nothing, and does not outlive a product that was killed', async () => {
  await Bun.write(
    join(folder.path, 'data/plugins/spins.ts'),
    `import * as v from 'valibot'
     import { definePlugin } from 'balcao/plugin'
     export default definePlugin({ name: 'spins', version: '1', api: 1, settings: v.object({}), async reply() {},
       async test(settings, host) { host.log.warn('it spins', { process: process.pid }); for (;;); } })`,
  )
  const product = await serve(folder.path, { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'warn' })
  const owner = await client(product.url, OWNER)
  owner.post('/queueIntegration/testSession', { type: 'spins' }).catch(() => {})
  const pid = Number(await product.said(/"process":(\d+)/))
  expect((await owner.get<{ name: string }[]>('/queueIntegration/plugins')).map(({ name }) => name)).toContain('spins')
  expect(isAlive(pid)).toBe(true)
  await product.stop('SIGKILL')
  await until(() => !isAlive(pid))
}, 120_000)
