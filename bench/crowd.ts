// Agents' windows, as a process of its own so that what they cost is not counted with anything else: sockets of the official client
// that follow the lists of tickets, and tell which message all of them have heard.
import { io } from 'socket.io-client'

export type Told = { ready: true } | { heard: string; at: number } | { messages: number; tickets: number } | { lost: string }
const AT_ONCE = 25

const { url, tokens, sockets } = JSON.parse(process.argv[2]!) as { url: string; tokens: string[]; sockets: number }
const tell = (told: Told) => process.send!(told)
const heard = new Map<string, number>()
let messages = 0
let tickets = 0

function message({ action, message }: { action: string; message: { body: string } }) {
  if (action !== 'create') return
  messages++
  const count = (heard.get(message.body) ?? 0) + 1
  heard.set(message.body, count)
  if (count === sockets) tell({ heard: message.body, at: performance.timeOrigin + performance.now() })
}

async function open(token: string) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, query: { token } })
  socket.on('disconnect', reason => tell({ lost: reason }))
  socket.on('connect_error', error => tell({ lost: error.message }))
  await new Promise<void>(resolve => socket.on('ready', resolve))
  for (const status of ['open', 'pending']) await socket.emitWithAck('joinTickets', status)
  await socket.emitWithAck('joinNotification')
  socket.on('company-1-appMessage', message)
  socket.on('company-1-ticket', () => tickets++)
}

for (let opened = 0; opened < sockets; opened += AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sockets - opened) }, (_, i) => open(tokens[(opened + i) % tokens.length]!)))
process.on('message', () => tell({ messages, tickets }))
process.on('disconnect', () => process.exit())
tell({ ready: true })
