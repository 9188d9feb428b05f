// Baileys alone on the product's own key store, as a process of its own: what the product's share of a message is measured against.
// It is told by argument where to connect and how often, tells its parent every QR code and how many messages it has durably.
import { join } from 'node:path'
import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'
import { openStore } from '#kernel/storage/libsql'
import { openLog } from '#kernel/process/log'
import { migrate } from '#kernel/storage/migrate'
import { loadCreds } from '../src/whatsapp/credentials'
import { disconnectOf } from '../src/whatsapp/disconnect-reason'
import { keyCache, keyStore } from '../src/whatsapp/keys'
import { patchLibraries } from '../src/whatsapp/patches'
import { openSocket } from '../src/whatsapp/socket'

export type Told = { qr: string; account: number } | { received: number }
const TELL_MS = 20

const { folder, url, rootKey, accounts } = JSON.parse(process.argv[2]!) as {
  folder: string
  url: string
  rootKey: string
  accounts: number
}
const tell = (told: Told) => process.send!(told)
patchLibraries()
const cache = keyCache()
const store = await openStore(`file:${join(folder, 'bare.db')}`)
await migrate(store.client)
// There is no company here to own the connections.
await store.client.executeMultiple('pragma foreign_keys=off')

let received = 0
let told = 0
process.on('disconnect', () => process.exit())
setInterval(() => received !== told && tell({ received: (told = received) }), TELL_MS)

async function connect(account: number) {
  const creds = await loadCreds(store, account)
  const keys = keyStore(store, cache, account, {
    pair() {},
    failed(error) {
      throw error
    },
  })
  for (let ending = 'restart'; ending === 'restart';) {
    const { sock, closed } = openSocket({
      connectionId: account,
      log: openLog('warn'),
      creds,
      keys,
      durable: keys.durable,
      network: { url, rootKey },
      version: undefined,
      makeSignalRepository: DEFAULT_CONNECTION_CONFIG.makeSignalRepository,
      groups: { fresh: () => undefined, subject: async () => null, isAdmin: async () => false, follow() {} },
      sentMessage: async () => null,
    })
    sock.ev.on('creds.update', () => keys.saveCreds(creds))
    sock.ev.on('connection.update', ({ qr }) => qr && tell({ qr, account }))
    sock.ev.on('messages.upsert', ({ messages }) => {
      const count = messages.filter(({ key, message }) => !key.fromMe && message?.conversation).length
      if (count) void keys.durable().then(() => (received += count))
    })
    ending = disconnectOf(await closed, { paired: Boolean(creds.account), scanned: true }).then
  }
}
await Promise.all(Array.from({ length: accounts }, (_, account) => connect(account + 1)))
