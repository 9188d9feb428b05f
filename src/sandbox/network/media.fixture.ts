import { downloadMediaMessage } from '@whiskeysockets/baileys'
import { startClient } from './client.fixture'
import { sample } from './samples'

const [, , url = '', control = '', rootKey = ''] = process.argv
for (const name of ['info', 'warn', 'error'] as const) console[name] = () => {}

const call = async (verb: string, body: unknown) =>
  (await fetch(`${control}/control/${verb}`, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<{ id: string; lid: string }>

const client = startClient({ url, rootKey })
const { lid } = await call('addPhone', { phone: '5592991204472', name: 'Ana' })
await call('scan', { qr: await client.qr(), phone: '5592991110009', name: 'Outro processo' })
await client.open()

const { bytes } = sample('document')
const sent = await client.sock.sendMessage(`${lid}@lid`, { document: bytes, mimetype: 'application/pdf', fileName: 'a.pdf' })
await client.status(sent!.key.id!, 3)
const stored = await fetch(`${control}/control/media?phone=5592991204472&id=${sent!.key.id}`)
const uploaded = Buffer.from(await stored.arrayBuffer()).equals(bytes)

const { id } = await call('send', { from: '5592991204472', to: '5592991110009', type: 'document' })
const message = await client.message(each => each.key.id === id)
const downloaded = Buffer.from(await downloadMediaMessage(message, 'buffer', {})).equals(bytes)

await client.stop()
process.stdout.write(uploaded && downloaded ? 'uploaded and downloaded' : 'the files differ')
process.exit(0)
