import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { found } from '../conversations/town'
import { doorbell, walker } from '../conversations/walk'
import { openConnected, type Connected } from '../crash/connected'
import { COMMAND } from '../crash/product'
import { startRegistry } from '../peers/registry'
import { until } from '../until'

// docs/plugins.md as a stranger follows it: its blocks, in their order, by a shell in an empty folder. A block of code is written to the
// file that is named above it.
const DOCUMENT = await Bun.file(join(import.meta.dir, '../../docs/plugins.md')).text()
const BLOCK = /(?:<!-- (\S+) -->\n)?```(sh|ts)\n(.*?)```/gs
const SCRIPT = [...DOCUMENT.matchAll(BLOCK)]
  .map(([, file, kind, text]) => (kind === 'sh' ? text! : file ? `cat > ${file} <<'END'\n${text}END\n` : ''))
  .join('')

const TOKEN = 'canario-da-loja'
const store = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    if (request.headers.get('authorization') !== `Bearer ${TOKEN}`) return new Response('no', { status: 401 })
    const isKnown = new URL(request.url).pathname === '/orders/48151'
    return isKnown ? Response.json({ state: 'saiu para entrega', arrives: 'hoje' }) : new Response('', { status: 404 })
  },
})
const destination = `127.0.0.1:${store.port}`
const registry = startRegistry()
let shop: Connected
let folder: string

beforeAll(async () => {
  shop = await openConnected({ accounts: [], env: { OUTBOUND_ALLOW: destination } })
  folder = await mkdtemp(join(tmpdir(), 'balcao-stranger-'))
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'work'))
  await Bun.write(join(folder, 'bin/balcao'), `#!/bin/sh\nexec ${COMMAND.join(' ')} "$@"\n`)
  await chmod(join(folder, 'bin/balcao'), 0o755)
}, 120_000)
afterAll(async () => {
  await shop.close()
  await Promise.all([store.stop(true), registry.stop()])
  await rm(folder, { recursive: true })
})

test('whoever does what docs/plugins.md says has a plugin that is tested, checked, installed, tried and answering', async () => {
  const shell = Bun.spawn(['sh', '-e'], {
    cwd: join(folder, 'work'),
    env: {
      PATH: [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: folder,
      DATA_DIR: shop.folder,
      BUN_CONFIG_REGISTRY: registry.url,
    },
    stdio: [new Blob([SCRIPT]), 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text(), shell.exited])
  expect([code, code && out + err]).toEqual([0, 0])
  expect(out).toContain('pedidos/ holds pedidos.ts')
  expect(out).toContain('Pedidos (pedidos) 1.0.0: 2 settings, calls setting:address\n')
  expect(err.match(/^ 1 pass$/gm)).toHaveLength(2)
  const { client } = shop
  const names = async () => (await client.ask<{ plugins: { name: string }[] }>('/plugins')).plugins.map(({ name }) => name)
  await until(async () => (await names()).includes('pedidos'))

  const settings = { address: `http://${destination}`, token: TOKEN }
  const given = { type: 'pedidos', name: 'Pedidos', settings }
  expect(await client.post('/queueIntegration/testSession', given)).toMatchObject({ ok: true, detail: 'HTTP 404' })
  const limits = { users: 10, connections: 10, queues: 10 }
  const { id: planId } = await client.post<{ id: number }>('/plans', { name: 'Tudo', ...limits, useIntegrations: true, useOpenAi: true })
  const talk =
    'oi → Qual é o número do seu pedido? | É o 48151 → Pedido 48151: saiu para entrega, chega hoje. | 99999 → Não achei esse pedido. Vou chamar uma pessoa.'
  const world = { about: 'pedidos', robot: 'pedidos', rows: [] }
  const place = await found(shop, { integrations: { pedidos: given }, prompt: {}, settings: {} }, planId, world, 1)
  const customer = walker(shop, place, ['orders', talk, ''], '5521900000001', true, doorbell(shop))
  await customer.upTo()
  expect(customer.heard()).toEqual(customer.expected())
  const { id } = (await client.ask<{ id: number }>(`/plugins/pedidos`).then(() => place.client.newestOf(customer.number)))!
  const reason = async () => (await place.client.ask<{ bot: { reason: string } }>(`/tickets/${id}`)).bot.reason
  await until(async () => (await reason()) === 'robot_left')
}, 120_000)
