import { io } from 'socket.io-client'
import { ADMIN } from '../tests/crash/client'

const RENEWAL_MS = 10 * 60_000

type Told = { action: string; message: { body: string; fromMe: boolean } }

/** An agent's window: it stays signed in as a browser does, however long, and hears of every new message. */
export async function openAgent(url: string, heard: (message: Told['message']) => void) {
  let token = ''
  let cookie = ''

  async function ask(path: string, method: 'POST' | 'PUT', body: object | FormData) {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: { cookie, authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  async function enter(path: string, body: object) {
    const response = await ask(path, 'POST', body)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    token = ((await response.json()) as { token: string }).token
  }

  await enter('/auth/login', ADMIN)
  // One that fails is told by what is asked next.
  const renewal = setInterval(() => void enter('/auth/refresh_token', {}).catch(() => undefined), RENEWAL_MS)
  const socket = io(url, { transports: ['websocket'], auth: to => to({ token }) })
  await new Promise<void>(resolve => socket.on('ready', resolve))
  for (const status of ['pending', 'open']) await socket.emitWithAck('joinTickets', status)
  socket.on('company-1-appMessage', ({ action, message }: Told) => action === 'create' && heard(message))
  return {
    ask,
    close() {
      clearInterval(renewal)
      socket.close()
    },
  }
}
