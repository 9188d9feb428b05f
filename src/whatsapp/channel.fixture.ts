import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openStore, type Store } from '#kernel/storage/libsql'
import { openLog } from '#kernel/process/log'
import { migrate } from '#kernel/storage/migrate'
import type { ChannelEvents, Inbound, Person, PhoneBookEntry, Presence, Receipt, Restriction, SessionState } from '#modules/connections'
import { until as waitUntil } from '../../tests/until'
import { startSandbox, type Sandbox } from '../sandbox/network'
import { openWhatsApp, type WhatsAppOptions } from '.'

export const ACCOUNT = '5511990000001'
export const CONTACT = '5511988887777'

/** All of a file that comes in chunks. */
export const bytesOf = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(chunks))

type Recorded = {
  messages: Inbound[]
  receipts: Receipt[]
  states: SessionState[]
  presences: Presence[]
  ready: number
  traffic: Date[]
  pairs: Person[]
  restrictions: Restriction[]
  phoneBook: PhoneBookEntry[]
}

/** A store with one company and one connection, in a folder that goes with it. */
export async function testStore() {
  const folder = await mkdtemp(join(tmpdir(), 'whatsapp-test-'))
  const store = await openStore(`file:${join(folder, 'test.db')}`)
  await migrate(store.client)
  const now = Date.now()
  await store.db.run(sql`insert into companies (id, name, created_at, updated_at) values (1, 'A', ${now}, ${now})`)
  await store.db.run(
    sql`insert into connections (id, company_id, name, sandbox, created_at, updated_at) values (7, 1, 'one', 1, ${now}, ${now})`,
  )
  return {
    store,
    async remove() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The channel against the sandbox, and a record of its events. `events` replaces handlers of them. */
export function openChannel(
  store: Store,
  sandbox: Sandbox,
  { events, ...options }: Partial<Omit<WhatsAppOptions, 'events'>> & { events?: Partial<ChannelEvents> } = {},
) {
  const told: Recorded = {
    messages: [],
    receipts: [],
    states: [],
    presences: [],
    ready: 0,
    traffic: [],
    pairs: [],
    restrictions: [],
    phoneBook: [],
  }
  const sent = new Map<string, string>()
  const whatsapp = openWhatsApp({
    store,
    log: openLog(process.env.TEST_LOG ?? 'silent'),
    network: () => ({ url: sandbox.url, rootKey: sandbox.rootKey, ca: sandbox.mediaCa }),
    lease: async () => true,
    ...options,
    events: {
      async message(inbound) {
        const { content } = inbound
        if ('target' in content && !told.messages.some(({ key }) => key.id === content.target.id)) return 'target_missing'
        await store.write(store.db, db => inbound.ackJournal(db))
        told.messages.push(inbound)
      },
      receipt: async receipt => void told.receipts.push(receipt),
      presence: presence => void told.presences.push(presence),
      restriction: async (_, __, restriction) => void told.restrictions.push(restriction),
      session: async (_, state) => void told.states.push(state),
      traffic: (_, at) => void told.traffic.push(at),
      identity: async (_, person) => void told.pairs.push(person),
      phoneBook: async (_, __, people) => void told.phoneBook.push(...people),
      sentMessage: async (_, id) => sent.get(id) ?? null,
      ready: () => void told.ready++,
      ...events,
    },
  })

  const states = () => told.states.map(({ status, reason }) => [status, reason].join(' ')).join(', ')
  const until = <T>(find: () => T) => waitUntil(find, undefined, () => `${find}; states ${states()}`)

  const { channel } = whatsapp
  return {
    ...whatsapp,
    told,
    sent,
    until,
    status: (status: SessionState['status'], reason?: string) =>
      until(() => told.states.at(-1)?.status === status && (!reason || told.states.at(-1)?.reason === reason) && told.states.at(-1)),
    message: (id: string) => until(() => told.messages.find(message => message.key.id === id)),
    receipt: (id: string, state: Receipt['state']) =>
      until(() => told.receipts.find(receipt => receipt.ids.includes(id) && receipt.state === state)),
    start: () => channel.start({ id: 7, companyId: 1, sandbox: true }),
    open: () => until(() => channel.isOpen(7)),
    async pair() {
      channel.start({ id: 7, companyId: 1, sandbox: true })
      const { qrcode } = await until(() => told.states.find(state => state.status === 'qrcode'))
      await sandbox.control.scan({ qr: qrcode!, phone: ACCOUNT, name: 'Loja' })
      await until(() => channel.isOpen(7))
    },
  }
}

/** A sandbox with a contact, and a paired channel on a new store. */
export async function openPaired() {
  const sandbox = await startSandbox()
  sandbox.control.addPhone({ phone: CONTACT, name: 'Maria' })
  const { store, remove } = await testStore()
  const opened = openChannel(store, sandbox)
  await opened.pair()
  return {
    sandbox,
    store,
    opened,
    async end() {
      await opened.stop()
      await sandbox.stop()
      await remove()
    },
  }
}
