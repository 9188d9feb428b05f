import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contexts, transaction, type Ctx, type CtxFor } from '#kernel/context'
import { SYSTEM } from '#modules/rights'
import { openStore, type Store } from '#kernel/storage/libsql'
import { jobRunner, type JobRunner } from '#kernel/jobs/runner'
import { openLog } from '#kernel/process/log'
import { mediaStore } from '#kernel/media/media-store'
import { migrate } from '#kernel/storage/migrate'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { companies } from '#modules/companies'
import { connections, type Inbound } from '#modules/connections'
import { integrations, openPlugins, type Plugins } from '#modules/integrations'
import { messages, outbox } from '#modules/messages'
import { queues } from '#modules/queues'
import { ticketBots } from '#modules/ticket-bots'
import { tickets } from '#modules/tickets'
import { until } from '../../tests/until'
import { pluginTurn } from './chatbot'
import { takeFromRobot } from './take-from-robot'
import { inboundFlow } from './inbound'
import { steerBot } from './tickets/bot'
import { resolve } from './tickets/resolve'

type Call = { body: Record<string, unknown>; headers: Headers }
const calls: Call[] = []
let answer: () => Response | Promise<Response> = () => Response.json({ text: 'Oi!' })
const target = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    calls.push({ body: (await request.json()) as Call['body'], headers: request.headers })
    return answer()
  },
})
const url = `http://127.0.0.1:${target.port}/hook`

let folder: string
let store: Store
let plugins: Plugins
let ctxFor: CtxFor
let ctx: Ctx
let connectionId: number
let receive: (inbound: Inbound) => Promise<unknown>
let runner: JobRunner
const sent: number[] = []
const events: { channel: string; payload: { action: string } }[] = []
const log = openLog('silent')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugins-'))
  store = await openStore(`file:${join(folder, 'test.db')}`)
  await migrate(store.client)
  ctxFor = contexts(
    store,
    mediaStore(join(folder, 'media'), 'secret'),
    () => (channel, payload) => void events.push({ channel, payload }),
    SYSTEM,
    { wakeJobs: () => runner.wake() },
  )
  const fetch = guardedFetch(destination => destination === `127.0.0.1:${target.port}`)
  plugins = await openPlugins({ folder: join(folder, 'plugins'), fetch, secret: 'installation', log })
  outbox.onEnqueued(store, id => void sent.push(id))
  startJobs()
  const files = { expect: async () => {} }
  receive = inboundFlow({ ctxFor, log, files, fetchAvatar: async () => {}, countMessage: () => {} })
  const company = await store.write(store.db, db => companies.create(db, { name: 'Norte' }))
  ctx = ctxFor(company.id)
  connectionId = (await connections.create(ctx, { name: 'Loja' })).id
})
afterAll(async () => {
  await runner.stop()
  plugins.close()
  await store.close()
  await target.stop(true)
  await rm(folder, { recursive: true })
})

function startJobs(budgetMs?: number) {
  const turn = pluginTurn({ plugins, channel: { presence: async () => {} }, budgetMs })
  runner = jobRunner({ store, ctxFor, log, owner: 'here', kinds: [turn] })
  runner.start()
}

let phone = 5592981340000
beforeEach(() => {
  phone++
  calls.length = events.length = sent.length = 0
  answer = () => Response.json({ text: 'Oi!' })
})

let id = 0
async function customerSays(body: string, more: Partial<Inbound> = {}) {
  const key = { id: `IN${++id}`, remoteJid: `${phone}@s.whatsapp.net`, fromMe: false }
  const person = { pn: String(phone), lid: null }
  await receive({
    companyId: ctx.companyId,
    connectionId,
    key,
    chat: { kind: 'person', ...person },
    sender: { ...person, name: 'Helena' },
    at: new Date(),
    recovered: false,
    forwarded: false,
    byAdmin: false,
    quoted: null,
    content: { type: 'text', body },
    raw: JSON.stringify({ key, message: { conversation: body }, messageTimestamp: 1, pushName: 'Helena' }),
    ackJournal: async () => {},
    ...more,
  })
}
const settled = () => until(async () => (await store.client.execute('select 1 from jobs')).rows.length === 0)

let names = 0
async function integrate(type: string, settings: Record<string, unknown> = {}) {
  const made = await integrations.create(ctx, plugins, { type, name: `Robô ${++names}`, settings })
  await connections.update(ctx, connectionId, { integrationId: made.id })
  return made
}
async function conversation(of = phone) {
  const [contact] = await ctx.db.$client
    .execute({ sql: 'select id from contacts where number = ?', args: [String(of)] })
    .then(found => found.rows)
  const ticket = (await tickets.activeOf(ctx, Number(contact!.id), connectionId))!
  const said = (await messages.list(ctx, ticket, 1, false)).messages.map(message => `${message.fromMe ? '<' : '>'} ${message.body}`)
  return { ticket, said }
}
const plugin = (name: string, reply: string, extra = '', settings = '') => `
import * as v from 'valibot'
import { definePlugin } from 'balcao/plugin'
export default definePlugin({ name: '${name}', version: '1.0.0', api: 1, settings: v.object({ ${settings} }), ${extra}
  async reply(message, chat, settings, host) { ${reply} } })`
async function install(name: string, source: string) {
  await Bun.write(join(folder, 'plugins', `${name}.ts`), source)
  await until(() => plugins.of(name)?.builtIn === false)
}

test('a dead target delays no message, and the conversation waits for a person', async () => {
  const made = await integrate('webhook', { urlN8N: 'http://192.168.0.1/hook' })
  await customerSays('Olá')
  await settled()
  expect((await conversation()).ticket).toMatchObject({ status: 'pending', useIntegration: false, chatbot: false, integrationId: null })
  expect(events.filter(event => event.channel === 'ticket').length).toBeGreaterThan(1)
  expect((await integrations.find(ctx, made.id))!.lastError).toBe('ERR_OUTBOUND_PRIVATE_ADDRESS')
  await integrations.update(ctx, plugins, made.id, { urlN8N: url })
  await customerSays('Alguém aí?')
  await settled()
  expect(calls).toEqual([])
})

test('a slow target does not hold back the next message', async () => {
  await integrate('webhook', { urlN8N: url })
  let release = () => {}
  answer = () => new Promise(resolve => (release = () => resolve(Response.json({ text: 'Oi!' }))))
  await customerSays('Um')
  await customerSays('Dois')
  await until(() => calls.length === 1)
  answer = () => Response.json({ text: 'Oi!' })
  release()
  await settled()
  expect((await conversation()).said).toEqual(['> Um', '> Dois', '< Oi!', '< Oi!'])
})

test('once a person has the conversation, nothing more is said', async () => {
  await integrate('webhook', { urlN8N: url })
  let release = () => {}
  answer = () => new Promise(resolve => (release = () => resolve(Response.json({ text: 'Tarde demais' }))))
  await customerSays('Olá')
  await until(() => calls.length === 1)
  await tickets.patch(ctx, (await conversation()).ticket, { status: 'open', userId: null, useIntegration: false })
  release()
  await settled()
  expect((await conversation()).said).toEqual(['> Olá'])
})

test('a robot that is let rest while it thinks says nothing, nor to what waited behind it', async () => {
  await integrate('webhook', { urlN8N: url })
  let release = () => {}
  answer = () => new Promise(resolve => (release = () => resolve(Response.json({ text: 'Tarde demais' }))))
  await customerSays('Olá')
  await until(() => calls.length === 1)
  await customerSays('Alguém?')
  await steerBot(ctx, (await conversation()).ticket, { pauseMinutes: 15 })
  release()
  await settled()
  expect((await conversation()).said).toEqual(['> Olá', '> Alguém?'])
  expect((await conversation()).ticket.useIntegration).toBe(true)
})

test('groups, muted contacts and other companies stay without a robot', async () => {
  const made = await integrate('webhook', { urlN8N: url })
  await customerSays('Olá', { chat: { kind: 'group', id: '120363000000000001', subject: 'Time' } })
  const other = ctxFor((await store.write(store.db, db => companies.create(db, { name: 'Sul' }))).id)
  expect(await integrations.find(other, made.id)).toBeUndefined()
  expect(connections.create(other, { name: 'Loja', integrationId: made.id })).rejects.toThrow('ERR_NO_INTEGRATION_FOUND')
  expect(integrations.get(other, plugins, made.id)).rejects.toThrow('ERR_NO_INTEGRATION_FOUND')
  await settled()
  expect(calls).toEqual([])
})

test('the integration of the queue goes before that of the connection', async () => {
  await install('echo', plugin('echo', "await chat.say('eco: ' + message.text)"))
  const echo = await integrate('echo')
  await integrate('webhook', { urlN8N: url })
  const queue = await queues.create(ctx, { name: 'Vendas', color: '#dd5652', integrationId: echo.id })
  await connections.update(ctx, connectionId, { queueIds: [queue.id] })
  await customerSays('Olá')
  await settled()
  await connections.update(ctx, connectionId, { queueIds: [] })
  expect((await conversation()).said).toEqual(['> Olá', '< eco: Olá'])
  expect(calls).toEqual([])
})

test('a plugin that throws hands the conversation to a person', async () => {
  await install('broken', plugin('broken', "throw new Error('no')"))
  await integrate('broken')
  await customerSays('Olá')
  await settled()
  expect((await conversation()).ticket).toMatchObject({ status: 'pending', useIntegration: false, integrationId: null })
})

test('a robot that fails after it gave the conversation to another robot leaves it there', async () => {
  await install('next', plugin('next', "await chat.say('next: ' + message.text)"))
  const next = await integrate('next')
  const queue = await queues.create(ctx, { name: 'Outro robô', color: '#345612', integrationId: next.id })
  const people = await queues.create(ctx, { name: 'Gente', color: '#345613' })
  await install('passes', plugin('passes', `await chat.transfer(${queue.id}); throw new Error('too late')`, '', 'queueId: v.number()'))
  const passes = await integrate('passes', { queueId: people.id })
  await customerSays('Olá')
  await settled()
  expect((await conversation()).ticket).toMatchObject({ queueId: queue.id, useIntegration: true, integrationId: next.id })
  expect((await integrations.find(ctx, passes.id))!.lastError).toBe('too late')
  await customerSays('E agora?')
  await settled()
  expect((await conversation()).said).toEqual(['> Olá', '> E agora?', '< next: E agora?'])
})

test('a robot that fails while a person takes the conversation says nothing to the customer, and the ticket is the person’s', async () => {
  const isAsked = Promise.withResolvers<void>()
  const fails = Promise.withResolvers<void>()
  answer = async () => {
    isAsked.resolve()
    await fails.promise
    return new Response('', { status: 500 })
  }
  await install(
    'sorry',
    plugin(
      'sorry',
      `const { status } = await host.fetch('${url}', { method: 'POST', body: '{}' }); throw new Error('HTTP ' + status)`,
      "hosts: ['*'], apology: { pt: 'Desculpe', en: 'Sorry', es: 'Perdón' },",
    ),
  )
  await integrate('sorry')
  await customerSays('Olá')
  await isAsked.promise
  const { ticket } = await conversation()
  // Whoever takes it is writing while the robot fails: what it reads then is how things were before.
  await transaction(ctx, async ctx => {
    await takeFromRobot(ctx, ticket)
    fails.resolve()
    await until(() =>
      plugins
        .of('sorry')!
        .lines()
        .some(({ level }) => level === 'error'),
    )
    await tickets.load(ctxFor(ctx.companyId), ticket.id)
  })
  await settled()
  expect((await conversation()).said).toEqual(['> Olá'])
  expect(await ticketBots.of(ctx, ticket.id)).toMatchObject({ reason: 'person' })
})

test('a plugin that waits too long hands it over as well, to the queue that it names for persons, and says nothing afterwards', async () => {
  const reply = `await host.fetch('${url}', { method: 'POST', body: '{}' }); await chat.say('Agora')`
  await install('waits', plugin('waits', reply, '', 'queueId: v.number()'))
  const people = await queues.create(ctx, { name: 'Pessoas', color: '#654321' })
  const made = await integrate('waits', { queueId: people.id })
  await customerSays('Olá')
  await settled()
  expect((await conversation()).said).toEqual(['> Olá', '< Agora'])

  await runner.stop()
  startJobs(300)
  onTestFinished(async () => {
    await runner.stop()
    startJobs()
  })
  phone++
  let release = () => {}
  answer = () => new Promise(resolve => (release = () => resolve(Response.json({}))))
  await customerSays('Olá')
  await settled()
  expect((await conversation()).ticket).toMatchObject({ useIntegration: false, queueId: people.id })
  expect((await integrations.find(ctx, made.id))!.lastError).toBe('ERR_OUT_OF_TIME')

  const hers = phone++
  answer = () => Response.json({})
  release()
  await customerSays('E eu?')
  await settled()
  expect((await conversation()).said).toEqual(['> E eu?', '< Agora'])
  expect((await conversation(hers)).said).toEqual(['> Olá'])
})

test('a plugin remembers, types, sends files, moves and closes the conversation', async () => {
  const queue = await queues.create(ctx, { name: 'Caixa', color: '#123456' })
  await install(
    'walk',
    plugin(
      'walk',
      `const { n = 0 } = (await host.memory.get()) ?? {}
       await host.memory.set({ n: n + 1 })
       if (n === 0) { await chat.typing(1); await chat.sendMedia({ data: new TextEncoder().encode('nota'), mimetype: 'text/plain', name: 'nota.txt' }) }
       if (n === 1) { await chat.say('Passo para o caixa'); await chat.handOff(${queue.id}) }`,
    ),
  )
  await integrate('walk')
  await customerSays('Um')
  await customerSays('Dois')
  await customerSays('Três')
  await settled()
  const { ticket, said } = await conversation()
  expect(said.filter(line => line.startsWith('<'))).toEqual(['< nota.txt', '< Passo para o caixa'])
  expect(ticket).toMatchObject({ queueId: queue.id, useIntegration: false, status: 'pending' })

  await resolve(ctx, ticket)
  await customerSays('Voltei')
  await settled()
  const again = await conversation()
  expect(again.ticket).toMatchObject({ id: ticket.id, useIntegration: true })
  expect(again.said.filter(line => line === '< nota.txt')).toHaveLength(2)
})

test('a robot ends no conversation in which the customer has said more meanwhile, and answers that', async () => {
  const free = Promise.withResolvers<void>()
  answer = async () => {
    await free.promise
    return Response.json({ actions: [{ type: 'say', text: 'Até logo' }, { type: 'close' }] })
  }
  await integrate('webhook', { urlN8N: url })
  await customerSays('tchau')
  await until(() => calls.length === 1)
  await customerSays('espere, mais uma coisa')
  answer = () => Response.json({ text: 'Diga' })
  free.resolve()
  await settled()
  const { ticket, said } = await conversation()
  expect(said).toEqual(['> tchau', '> espere, mais uma coisa', '< Até logo', '< Diga'])
  expect(ticket).toMatchObject({ status: 'pending', useIntegration: true })
})

test('what is deleted answers nowhere any more', async () => {
  const made = await integrate('webhook', { urlN8N: url })
  await customerSays('Olá')
  await settled()
  await integrations.remove(ctx, made.id)
  expect((await connections.get(ctx, connectionId)).integrationId).toBeNull()
  await customerSays('Ainda aí?')
  await settled()
  expect(calls).toHaveLength(1)
  expect((await conversation()).ticket.useIntegration).toBe(false)
})
