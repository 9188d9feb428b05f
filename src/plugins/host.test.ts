import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '#kernel/process/log'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { until } from '../../tests/until'
import type { Attachment, Chat, Host, Message } from '../plugin'
import { openPlugins, type Plugins } from './host'

const PATIENCE_MS = 10_000
const log = openLog('silent')
const received: FormData[] = []
const target = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    if (request.url.endsWith('/large')) return new Response(new Uint8Array(11_000_000))
    if (request.method === 'GET') return new Promise<Response>(() => {})
    received.push(await request.formData())
    return new Response(new Uint8Array([1, 2, 3]), { status: 201, headers: { 'x-answer': 'yes' } })
  },
})
const url = `http://127.0.0.1:${target.port}/`

let folder: string
let plugins: Plugins
let said: string[]
let files: Attachment[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugin-processes-'))
  const fetch = guardedFetch(destination => destination === `127.0.0.1:${target.port}`)
  plugins = await openPlugins({ folder, fetch, secret: 'installation', log, idleMs: 500, pauseMs: 60_000 })
})
afterAll(async () => {
  plugins.close()
  await target.stop(true)
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  said = []
  files = []
})

const message: Message = {
  id: 'IN1',
  text: 'Olá',
  media: { mimetype: 'text/plain', fileName: null, caption: null, read: async () => new TextEncoder().encode('do cliente') },
  at: new Date(),
  contact: { id: 1, name: 'Helena', number: '' },
  ticket: { id: 1, uuid: 'u', queueId: null },
  language: 'pt',
  raw: {},
}
const nothing = async () => {}
const chat: Chat = {
  say: async text => void said.push(text),
  sendMedia: async file => void files.push(file),
  history: async () => [],
  queues: async () => [],
  isOpen: async () => true,
  tag: async () => false,
  typing: nothing,
  transfer: nothing,
  handOff: nothing,
  close: nothing,
  menu: async () => false,
}
const host = (): Host => ({
  fetch: plugins.fetch,
  log: { info: () => {}, warn: () => {}, error: () => {} },
  memory: { get: async () => undefined, set: nothing, clear: nothing },
  spend: async () => 0,
})

let made = 0
/** A plugin in a file; resolves to what it is to one message. */
async function plugin(reply: string, before = '', from = plugins) {
  const name = `one-${++made}`
  await Bun.write(
    join(folder, `${name}.js`),
    `import { object } from 'valibot'
     ${before}
     export default { name: '${name}', version: '1', api: 1, settings: object({}), async reply(message, chat, settings, host) { ${reply} } }`,
  )
  await until(() => from.of(name))
  return (companyId = 1, text = message.text) =>
    from
      .of(name)!
      .forCompany(companyId)
      .reply({ ...message, text }, chat, {}, host(), PATIENCE_MS)
}
function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the process of a plugin starts with its first message, stays for the next, and ends when it is not needed', async () => {
  const reply = await plugin('await chat.say(String(process.pid))')
  await reply()
  await reply()
  const [first, second] = said.map(Number) as [number, number]
  expect(first).not.toBe(process.pid)
  expect(second).toBe(first)
  await until(() => !isAlive(first))
  await reply()
  expect(Number(said[2])).not.toBe(first)
})

test('what a plugin throws beside its answer ends nothing', async () => {
  const reply = await plugin(
    `void Promise.reject(new Error('a')); setImmediate(() => { throw new Error('b') }); await new Promise(done => setImmediate(done))
     await chat.say(String(process.pid))`,
  )
  await reply()
  await reply()
  expect(said[1]).toBe(said[0]!)
})

test('a plugin sees nothing of the environment of the product', async () => {
  const reply = await plugin('await chat.say(Object.keys(process.env).sort().join())')
  await reply()
  expect(said).toEqual(['BUN_FEATURE_FLAG_NO_ORPHANS,TZ'])
})

test('files, forms and answers cross whole, and no file that is too large', async () => {
  const reply = await plugin(
    `await chat.sendMedia({ data: await message.media.read(), mimetype: message.media.mimetype, name: 'nota.txt' })
     const body = new FormData()
     body.set('word', 'olá')
     body.set('file', new File(['conteúdo'], 'a.txt'))
     const answer = await host.fetch('${url}', { method: 'POST', body })
     await chat.say([answer.status, answer.headers.get('x-answer'), await answer.bytes()].join())
     await chat.sendMedia({ data: new Uint8Array(17_000_000), mimetype: 'video/mp4' })`,
  )
  expect(reply()).rejects.toThrow('more than 16 MB')
  await until(() => said.length)
  expect(files.map(({ data, ...file }) => [Buffer.from(data).toString(), file])).toEqual([
    ['do cliente', { mimetype: 'text/plain', name: 'nota.txt' }],
  ])
  expect(said).toEqual(['201,yes,1,2,3'])
  expect(received[0]!.get('word')).toBe('olá')
  expect(await (received[0]!.get('file') as File).text()).toBe('conteúdo')
})

test('an address is waited for as long as a plugin says', async () => {
  const reply = await plugin(`await host.fetch('${url}', { timeoutMs: 50 }).catch(error => chat.say(error.message))`)
  await reply()
  expect(said).toEqual(['ERR_OUTBOUND_TIMEOUT'])
})

test('no number of a plugin takes the limits off an answer', async () => {
  const reply = await plugin(
    `for (const maxBytes of [NaN, Infinity, 'x'])
       await host.fetch('${url}large', { maxBytes }).then(answer => chat.say('came'), error => chat.say(error.message))`,
  )
  await reply()
  expect(said).toEqual(Array(3).fill('ERR_OUTBOUND_TOO_LARGE'))
})

test('a plugin that steers its packets past the API reaches no socket of the machine', async () => {
  let reached = 0
  const unix = join(folder, 'local.sock')
  const local = Bun.serve({ unix, fetch: () => new Response(String(++reached)) })
  const reply = await plugin(
    `const { status } = await host.fetch('${url}', { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
     await chat.say(String(status))`,
    `const send = process.send.bind(process)
     process.send = packet => {
       if (packet.args?.[1] === 'fetch') packet.args[2][1].unix = ${JSON.stringify(unix)}
       return send(packet)
     }`,
  )
  await reply().finally(() => local.stop(true))
  expect([reached, said]).toEqual([0, ['201']])
})

test('an answer that never stops talking fails alone after a hundred things, also when the plugin swallows the error', async () => {
  const reply = await plugin(
    `if (said++) return chat.say(String(process.pid))
     await chat.say(String(process.pid))
     for (let i = 0; i < 150; i++) await chat.say('de novo').catch(() => {})
     await new Promise(() => {})`,
    'let said = 0',
  )
  expect(await reply().catch((error: Error) => error.message)).toBe('ERR_PLUGIN_FLOOD')
  expect(said).toHaveLength(100)
  await reply()
  expect(said[100]).toBe(said[0]!)
})

test('a plugin that floods the product with packets is ended', async () => {
  const reply = await plugin("for (let i = 0; i < 2000; i++) void chat.say('de novo').catch(() => {}); await new Promise(() => {})")
  expect(await reply().catch((error: Error) => error.message)).toBe('ERR_PLUGIN_FLOOD')
})

test('a plugin that ends its process again and again rests, and says why meanwhile', async () => {
  const reply = await plugin("await chat.say('Até logo'); process.exit()")
  for (let i = 0; i < 5; i++) expect(await reply().catch((error: Error) => error.message)).toBe('ERR_PLUGIN_ENDED')
  expect(said).toEqual(['Até logo', 'Até logo'])
})

test('a plugin rests for the company whose messages end it, and goes on for the others', async () => {
  // Its processes stay, however long those of the other company take to end.
  const lasting = await openPlugins({ folder, fetch: plugins.fetch, secret: 'installation', log, idleMs: 600_000, pauseMs: 60_000 })
  onTestFinished(() => lasting.close())
  const reply = await plugin("if (message.text === 'fim') process.exit(); await chat.say(String(process.pid))", '', lasting)
  await reply(2)
  for (let i = 0; i < 5; i++) expect(await reply(1, 'fim').catch((error: Error) => error.message)).toBe('ERR_PLUGIN_ENDED')
  expect(await reply(1).catch((error: Error) => error.message)).toBe('ERR_PLUGIN_ENDED')
  await reply(2)
  expect(said).toHaveLength(2)
  expect(said[1]).toBe(said[0]!)
})

test('companies share no process of a plugin, and the one used longest ago ends when too many wait', async () => {
  await plugin('await chat.say(String(process.pid))')
  const few = await openPlugins({ folder, fetch: plugins.fetch, secret: 'installation', log, maxWarm: 2 })
  // Files that are slow to load are not waited for at the start.
  const { forCompany } = await until(() => few.of(`one-${made}`))
  for (const company of [1, 2, 1, 3]) await forCompany(company).reply(message, chat, {}, host(), PATIENCE_MS)
  const [first, second, again, third] = said.map(Number) as [number, number, number, number]
  expect(again).toBe(first)
  expect(new Set([first, second, third]).size).toBe(3)
  await until(() => !isAlive(second))
  expect([first, third].map(isAlive)).toEqual([true, true])
  few.close()
})

test('what stands beside a plugin, its test and its types, is taken for no plugin', async () => {
  for (const name of ['beside.test.ts', 'beside.d.ts']) await Bun.write(join(folder, name), 'declare module nothing')
  await plugin('await chat.say()')
  expect(plugins.broken()).toEqual([])
})
