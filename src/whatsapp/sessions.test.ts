import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Store } from '#kernel/storage/libsql'
import type { Inbound } from '#modules/connections'
import { turn } from '../../tests/until'
import { startSandbox } from '../sandbox/network'
import { ACCOUNT, bytesOf, CONTACT, openChannel, openPaired, testStore } from './channel.fixture'

let world: Awaited<ReturnType<typeof openPaired>>
beforeEach(async () => {
  world = await openPaired()
})
afterEach(() => world.end())

const rows = async (table: string) => (await world.store.db.all<{ n: number }>(sql.raw(`select count(*) as n from ${table}`)))[0]!.n
const reopened = () => world.opened.until(() => world.opened.told.ready > 1 && world.opened.channel.isOpen(7))
const write = async (text: string) => (await world.sandbox.control.send({ from: CONTACT, to: ACCOUNT, type: 'text', text })).id

test.each([undefined, 515, 503, 500])('after %p it connects again, and gets what came meanwhile', async code => {
  world.sandbox.control.disconnect({ account: ACCOUNT, code })
  const id = await write('enquanto isso')
  await reopened()
  expect(await world.opened.message(id)).toMatchObject({ recovered: true, content: { body: 'enquanto isso' } })
})

test('a connection that was replaced is left alone', async () => {
  world.sandbox.control.disconnect({ account: ACCOUNT, code: 440 })
  await world.opened.status('DISCONNECTED', 'replaced')
  expect(await rows('wa_creds')).toBe(1)
})

test('after the phone unlinked it, credentials are gone and a new code can be asked for', async () => {
  world.sandbox.control.unlink({ account: ACCOUNT })
  await world.opened.status('DISCONNECTED', 'logged_out')
  expect(await rows('wa_creds')).toBe(0)
  expect(await rows('wa_keys')).toBe(0)
  await world.opened.until(() => (world.opened.start(), world.opened.told.states.at(-1)?.status === 'qrcode'))
})

test.each([
  [401, 'logged_out', 0],
  [403, 'banned', 1],
  [405, 'outdated', 1],
] as const)('a login refused with %p ends as %s', async (reason, why, creds) => {
  world.sandbox.control.fault({ loginFailure: { reason, times: 1 } })
  world.sandbox.control.disconnect({ account: ACCOUNT })
  await world.opened.status('DISCONNECTED', why)
  expect(await rows('wa_creds')).toBe(creds)
})

test('a refused upgrade is tried again', async () => {
  world.sandbox.control.refuseUpgrade({ status: 401, times: 2 })
  world.sandbox.control.disconnect({ account: ACCOUNT })
  await reopened()
  expect(world.opened.told.states.some(state => state.status === 'TIMEOUT' && state.reason === 'offline')).toBe(true)
})

test('what was decrypted but not stored is handed over again, with the same keys', async () => {
  const lost: Inbound[] = []
  const failing = async (inbound: Inbound) => {
    lost.push(inbound)
    throw new Error('the process died here')
  }
  await world.opened.stop()
  const dying = openChannel(world.store, world.sandbox, { events: { message: failing } })
  dying.start()
  await dying.open()
  const { control } = world.sandbox
  const { id: group } = control.createGroup({ subject: 'Grupo', creator: CONTACT, participants: [ACCOUNT] })
  await write('direta')
  await control.send({ from: CONTACT, to: group, type: 'text', text: 'em grupo' })
  await control.send({ from: ACCOUNT, to: CONTACT, type: 'text', text: 'do celular' })
  await control.send({ from: CONTACT, to: ACCOUNT, type: 'image' })
  await dying.until(() => lost.length === 4)
  await dying.stop()
  expect(await rows('wa_journal')).toBe(4)

  const next = openChannel(world.store, world.sandbox)
  await next.replay()
  const byId = (all: Inbound[]) =>
    all.map(({ key, content, sender, at }) => ({ key, type: content.type, sender, at })).sort((a, b) => a.key.id.localeCompare(b.key.id))
  expect(byId(next.told.messages)).toEqual(byId(lost))
  expect(await rows('wa_journal')).toBe(0)
  const image = next.told.messages.find(({ content }) => content.type === 'media')?.content
  expect(image?.type === 'media' && (await bytesOf(image.download())).length).toBeGreaterThan(100)
  await next.stop()
})

test('a change that waits in the journal is handed over once at a start, by the inbox of its connection', async () => {
  const id = await write('ainda aqui')
  await world.opened.message(id)
  await world.opened.stop()
  const dying = openChannel(world.store, world.sandbox)
  dying.start()
  await dying.open()
  const reaction = await world.sandbox.control.send({ from: CONTACT, to: ACCOUNT, type: 'reaction', message: id, emoji: '👍' })
  await write('depois')
  await dying.until(() => dying.told.messages.length === 1)
  await dying.stop()
  expect(await rows('wa_journal')).toBe(1)

  const handedOver: string[] = []
  const next = openChannel(world.store, world.sandbox, {
    events: {
      async message({ key }) {
        handedOver.push(key.id)
        return 'target_missing'
      },
    },
  })
  await next.replay()
  next.start()
  await next.open()
  expect(handedOver).toEqual([reaction.id])
  await next.stop()
})

test('whoever changes what never was takes no room from a change of another customer that overtook its message', async () => {
  const other = '5511977776666'
  const known = new Set<string>()
  const changed: string[] = []
  await world.opened.stop()
  const channel = openChannel(world.store, world.sandbox, {
    events: {
      async message({ key, content, ackJournal }) {
        if ('target' in content && !known.has(content.target.id)) return 'target_missing'
        if ('target' in content) changed.push(content.target.id)
        else known.add(key.id)
        await world.store.write(world.store.db, db => ackJournal(db))
      },
    },
  })
  channel.start()
  await channel.open()
  const { control } = world.sandbox
  control.addPhone({ phone: other, name: 'Outra' })
  const react = (from: string, id: string) => {
    const key = { id, fromMe: true, remoteJid: `${ACCOUNT}@s.whatsapp.net` }
    return control.send({ from, to: ACCOUNT, type: 'raw', message: { reactionMessage: { key, text: '👍' } } })
  }
  for (let i = 0; i < 600; i++) await react(CONTACT, `NUNCA${i}`)
  const last = await write('é só isso')
  await channel.until(() => known.has(last))
  await react(other, 'CHEGA')
  const asked = await control.send({ from: other, to: ACCOUNT, type: 'text', text: 'um momento' })
  await channel.until(() => known.has(asked.id))
  await control.send({ from: other, to: ACCOUNT, type: 'text', text: 'cheguei', id: 'CHEGA' })
  await channel.until(() => known.has('CHEGA'))
  await channel.until(() => changed.includes('CHEGA'))
  expect(changed).toEqual(['CHEGA'])
  await channel.stop()
}, 30_000)

test('what a failing store refused comes again with the next socket', async () => {
  const seen: string[] = []
  let broken = true
  await world.opened.stop()
  const channel = openChannel(world.store, world.sandbox, {
    events: {
      async message(inbound) {
        if (broken) throw new Error('disk full')
        await world.store.write(world.store.db, db => inbound.ackJournal(db))
        seen.push(inbound.key.id)
      },
    },
  })
  channel.start()
  await channel.open()
  const id = await write('guarde')
  await channel.until(() =>
    world.sandbox.control.transcript({ phone: CONTACT }).some(entry => entry.id === id && entry.status === 'delivered'),
  )
  broken = false
  world.sandbox.control.disconnect({ account: ACCOUNT })
  await channel.until(() => seen.includes(id))
  await channel.stop()
})

test('when the disk refuses, nothing is confirmed, and the server tells it again', async () => {
  await world.opened.stop()
  let broken = false
  const store: Store = {
    ...world.store,
    write: (db, work) => (broken ? Promise.reject(new Error('disk full')) : world.store.write(db, work)),
  }
  const channel = openChannel(store, world.sandbox)
  channel.start()
  await channel.open()
  broken = true
  const id = await write('insistente')
  await channel.until(() => !channel.channel.isOpen(7))
  expect(world.sandbox.control.transcript({ phone: CONTACT }).find(entry => entry.id === id)!.status).toBe('sent')
  broken = false
  expect(await channel.message(id)).toMatchObject({ recovered: true, content: { body: 'insistente' } })
  await channel.until(() => world.sandbox.control.transcript({ phone: CONTACT }).find(entry => entry.id === id)!.status === 'delivered')
  expect(channel.told.messages.filter(message => message.key.id === id)).toHaveLength(1)
  await channel.stop()
})

test('a process without the lease does not connect until it has it', async () => {
  await world.opened.stop()
  let mine = false
  const asked = Promise.withResolvers<void>()
  const other = openChannel(world.store, world.sandbox, { lease: async () => (asked.resolve(), mine) })
  other.start()
  await asked.promise
  await turn()
  expect(other.told.states).toEqual([])
  mine = true
  other.start()
  await other.open()
  await other.stop()
})

test('logging out unlinks the device', async () => {
  await world.opened.channel.logout(7)
  expect(world.opened.told.states.at(-1)).toMatchObject({ status: 'DISCONNECTED', reason: 'logged_out' })
  expect(await rows('wa_creds')).toBe(0)
  await world.opened.until(() => !world.sandbox.control.state().phones.find(phone => phone.number === ACCOUNT)!.devices.length)
})

test('pairing by code, also after one that was not typed', async () => {
  await world.opened.channel.logout(7)
  const { channel, start, until, told, status } = world.opened
  start()
  await channel.requestPairingCode(7, ACCOUNT)
  await channel.stop(7)
  told.ready = 0
  start()
  const code = await channel.requestPairingCode(7, ACCOUNT)
  expect(told.states.findLast(state => state.pairingCode)?.pairingCode).toBe(code)
  await world.sandbox.control.enterCode({ code, phone: ACCOUNT })
  await until(() => told.ready === 1)
  await status('CONNECTED')
})

test('each network is trusted by its own root alone, even side by side', async () => {
  const second = await startSandbox()
  const { store, remove } = await testStore()
  await store.db.run(
    sql`insert into connections (id, company_id, name, created_at, updated_at) values (8, 1, 'two', 1, 1), (9, 1, 'three', 1, 1)`,
  )
  const states = new Map<number, string>()
  const networks = { 7: world.sandbox, 8: second, 9: { ...second, rootKey: world.sandbox.rootKey } }
  const both = openChannel(store, second, {
    network: ({ id }) => ({ url: networks[id as 7].url, rootKey: networks[id as 7].rootKey }),
    events: { session: async (id, { status, reason }) => void states.set(id, `${status} ${reason ?? ''}`) },
  })
  for (const id of [7, 8, 9]) both.channel.start({ id, companyId: 1 })
  await both.until(() => states.get(7) === 'qrcode ' && states.get(8) === 'qrcode ' && states.get(9) === 'DISCONNECTED certificate')
  await both.stop()
  await second.stop()
  await remove()
})
