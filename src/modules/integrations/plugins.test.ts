import { afterAll, expect, test } from 'bun:test'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { customerOf, worldOf } from '../../flows/conversation/stories.fixture'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'

const shop = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    if (request.headers.get('authorization') !== 'Bearer canario-da-loja') return new Response('no', { status: 401 })
    const { pathname } = new URL(request.url)
    return pathname === '/orders/48151' ? Response.json({ state: 'saiu para entrega', arrives: 'hoje' }) : new Response('', { status: 404 })
  },
})
afterAll(() => shop.stop(true))
const destination = `127.0.0.1:${shop.port}`
const office = await testOffice({ OUTBOUND_ALLOW: `${destination},localhost:${shop.port}` })
const { norte, sul } = office
const operator = norte.staff.admin.client
const stranger = sul.staff.admin.client

type Shown = {
  name: string
  title: string
  version: string
  builtIn: boolean
  hosts: string[]
  off: number
  running: number
  last: { reason: string } | null
}
type Listed = { plugins: Shown[]; broken: { file: string; reason: string }[] }
type Opened = Shown & { log: { message: string; companyId: number }[]; companies: { id: number; uses: number; enabled: boolean }[] }
const listed = async () => (await operator.get<Listed>('/plugins')).body
const opened = async (name: string) => (await operator.get<Opened>(`/plugins/${name}`)).body
const install = (file: string, source: string) => Bun.write(join(office.folder, 'plugins', file), source)
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0)

const example = /<!-- pedidos.ts -->\n```ts\n(.*?)\n```/s.exec(
  await Bun.file(join(import.meta.dir, '../../../docs/plugins.md')).text(),
)![1]!

async function answering(type: string, name: string, settings: object) {
  const { body: made } = await operator.post<{ id: number }>('/queueIntegration', { type, name, settings })
  const place = await worldOf(norte, { queues: [{ name, integrationId: made.id }] })
  return {
    made,
    lastError: async () => (await operator.get<{ lastError: string }>(`/queueIntegration/${made.id}`)).body.lastError,
    async written(...texts: string[]) {
      const customer = customerOf(office, norte, place)
      for (const text of texts) {
        await customer.says(text)
        await settled()
      }
      return customer
    },
  }
}

test('the example of docs/plugins.md tells a customer where the order is, as the document says', async () => {
  await install('pedidos.ts', example)
  await until(async () => (await listed()).plugins.some(({ name }) => name === 'pedidos'))
  const settings = { address: `http://${destination}`, token: 'canario-da-loja' }
  const { written, made } = await answering('pedidos', 'Pedidos', settings)
  const customer = await written('Oi', 'É o 48151', 'E o 99999?')
  expect(await customer.transcript()).toEqual([
    '> Oi',
    '< Qual é o número do seu pedido?',
    '> É o 48151',
    '< Pedido 48151: saiu para entrega, chega hoje.',
    '> E o 99999?',
    '< Não achei esse pedido. Vou chamar uma pessoa.',
  ])
  expect(await customer.ticket()).toMatchObject({ useIntegration: false })
  const { body } = await operator.post<object>('/queueIntegration/testSession', { type: 'pedidos', id: made.id, settings })
  expect(body).toMatchObject({ ok: true, detail: 'HTTP 404' })
  // The process that told what the plugin is leaves when it is found idle.
  const seen = await until(async () => {
    const now = await opened('pedidos')
    return now.running === 1 && now
  })
  expect(seen).toMatchObject({ title: 'Pedidos', version: '1.0.0', hosts: ['setting:address'] })
  expect(seen.log.map(({ message, companyId }) => [message, companyId])).toEqual([['told of an order', norte.id]])
  expect(JSON.stringify(seen)).not.toContain('canario-da-loja')
})

const plugin = (name: string, reply: string, more = '') => `import * as v from 'valibot'
export default { name: '${name}', version: '1.0.0', api: 1, settings: v.object({}), ${more} async reply(message, chat, settings, host) { ${reply} } }`

test('a plugin reaches whom it declares, and nobody by a redirect', async () => {
  const open = `await chat.say(await host.fetch(message.text).then(one => 'HTTP ' + one.status))`
  await install('declares.ts', plugin('declares', open, "hosts: ['localhost'],"))
  await until(async () => (await listed()).plugins.some(({ name }) => name === 'declares'))
  const { written, lastError } = await answering('declares', 'Declara', {})
  expect(await (await written(`http://localhost:${shop.port}/`)).transcript()).toContain('< HTTP 401')
  await written(`http://${destination}/`)
  expect(await lastError()).toBe('ERR_OUTBOUND_UNDECLARED')
})

test('a plugin hears what it asked for, of its own company alone, once for each integration, and answers conversations as before', async () => {
  await install(
    'ouve.ts',
    plugin(
      'ouve',
      "await chat.say('sim')",
      `events: ['ticket.opened', 'ticket.closed', 'ticket.rated'],
       async heard({ type, at, data }, settings, host) {
         if (data.ticket.status === 'closed' && !globalThis.once) { globalThis.once = true; throw new Error('de novo') }
         host.log.info([type, data.ticket.status, at instanceof Date, data.rating ?? ''].join(' '))
       },`,
    ),
  )
  await until(async () => (await listed()).plugins.some(({ name }) => name === 'ouve'))
  const { written } = await answering('ouve', 'Ouve', {})
  const customer = await written('Oi')
  await customerOf(office, sul, await worldOf(sul, {})).says('Oi')
  const { id } = await customer.ticket()
  await operator.put(`/tickets/${id}`, { status: 'closed', justClose: true })
  const heard = async () => (await opened('ouve')).log.map(({ message }) => message).toReversed()
  await until(async () => (await heard()).includes('ticket.closed closed true '))
  expect(await heard()).toEqual([
    'ticket.opened pending true ',
    expect.stringContaining('an event was not heard'),
    'ticket.closed closed true ',
  ])
  expect(await customer.transcript()).toEqual(['> Oi', '< sim'])
})

test('a process that had to end is shown with its reason, and is started anew by hand', async () => {
  await install('ends.ts', plugin('ends', "if (message.text === 'fim') process.exit(); await chat.say('vivo')"))
  await until(async () => (await listed()).plugins.some(({ name }) => name === 'ends'))
  const { written } = await answering('ends', 'Termina', {})
  await written('fim')
  await written('fim')
  const seen = await opened('ends')
  expect(seen.last).toMatchObject({ reason: 'ERR_PLUGIN_ENDED', restsUntil: expect.any(String) })
  expect(seen.log.some(({ message }) => message.includes('ERR_PLUGIN_ENDED'))).toBe(true)
  expect((await operator.post('/plugins/ends/restart')).status).toBe(200)
  expect(await (await written('Oi')).transcript()).toEqual(['> Oi', '< vivo'])
  expect((await opened('ends')).last).toBeNull()
})

test('a file that cannot be loaded is named with what is wrong', async () => {
  await install('quebrado.ts', 'export default { name: 7 }')
  const { broken } = await until(async () => {
    const all = await listed()
    return all.broken.length > 0 && all
  })
  expect(broken).toMatchObject([{ file: 'quebrado.ts', reason: expect.stringContaining('not a plugin: name') }])
})

test('a file replaces the built-in plugin of its name, under its other names too, and gives it back when it goes', async () => {
  const found = async (isBuiltIn: boolean) => (await listed()).plugins.filter(one => one.name === 'webhook' && one.builtIn === isBuiltIn)
  await install('webhook.ts', plugin('webhook', "await chat.say('do arquivo')"))
  await until(async () => (await found(false)).length)
  expect(await found(true)).toEqual([])
  const { written, made } = await answering('n8n', 'Do arquivo', {})
  expect(await (await written('Oi')).transcript()).toEqual(['> Oi', '< do arquivo'])
  await install('webhook.ts', 'export default {')
  await until(async () => (await listed()).broken.some(({ file }) => file.startsWith('webhook')))
  expect(await found(false)).toHaveLength(1)
  await install('later.ts', plugin('later', '').replace('api: 1', 'api: 2'))
  await unlink(join(office.folder, 'plugins', 'webhook.ts'))
  await until(async () => (await found(true)).length)
  expect((await listed()).plugins.some(({ name }) => name === 'later')).toBe(false)
  await operator.delete(`/queueIntegration/${made.id}`)
})

test('an operator turns a plugin off for a company: it is offered no more, and leaves its conversations to people', async () => {
  const { written, lastError, made } = await answering('webhook', 'Desligado', { urlN8N: `http://${destination}/` })
  const turn = (enabled: boolean) => operator.put('/plugins/webhook', { companyId: norte.id, enabled })
  await turn(false)
  await turn(false)
  const offered = async (client = operator) =>
    (await client.get<{ name: string }[]>('/queueIntegration/plugins')).body.map(({ name }) => name)
  expect(await offered()).not.toContain('webhook')
  expect(await offered(stranger)).toContain('webhook')
  expect((await listed()).plugins.find(({ name }) => name === 'webhook')!.off).toBe(1)
  const refused = await operator.post<{ code: string }>('/queueIntegration', { type: 'n8n', name: 'Outra', urlN8N: 'https://exemplo.com' })
  expect([refused.status, refused.body.code]).toEqual([403, 'ERR_PLUGIN_OFF'])
  const customer = await written('Oi')
  expect(await customer.ticket()).toMatchObject({ useIntegration: false, status: 'pending' })
  expect(await lastError()).toBe('ERR_PLUGIN_OFF')
  await turn(true)
  expect(await offered()).toContain('webhook')
  expect((await opened('webhook')).companies.find(({ id }) => id === norte.id)).toMatchObject({ enabled: true })
  await operator.delete(`/queueIntegration/${made.id}`)
})

test('who does not operate the installation sees no plugin and turns nothing off', async () => {
  for (const answer of [
    await stranger.get('/plugins'),
    await stranger.get('/plugins/webhook'),
    await stranger.post('/plugins/webhook/restart'),
    await stranger.put('/plugins/webhook', { companyId: norte.id, enabled: false }),
  ])
    expect(answer.status).toBe(403)
  expect((await operator.get('/plugins/nada')).status).toBe(404)
  expect((await operator.put('/plugins/webhook', { companyId: 999_999, enabled: false })).status).toBe(404)
})
