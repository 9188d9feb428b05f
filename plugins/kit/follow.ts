import type { Chat, Host } from '../../src/plugin'
import { AnswerError, type Action } from './answer'

const MAX_FILE = 16_000_000
const FILE_MS = 15_000

/** Does what an answer asks for, in its order. */
export async function follow(actions: Action[], chat: Chat, host: Host) {
  for (const [at, action] of actions.entries()) await one(action, `actions.${at}`, chat, host)
}

async function one(action: Action, path: string, chat: Chat, host: Host) {
  if (action.type === 'say') return chat.say(action.text)
  if (action.type === 'close') return chat.close()
  if (action.type === 'media') return sendFile(action, chat, host)
  if (action.type === 'tag') {
    // A word on the ticket is not worth the conversation.
    if (!(await chat.tag(action.name))) host.log.warn('webhook named a tag that is not there', { path })
    return
  }
  if (action.type === 'transfer') return chat.transfer(await queueOf(action.queue, path, chat), action.userId)
  return chat.handOff(action.queue === undefined ? undefined : await queueOf(action.queue, path, chat))
}

async function queueOf(queue: number | string, path: string, chat: Chat) {
  if (typeof queue === 'number') return queue
  const same = (name: string) => name.trim().toLowerCase() === queue.toLowerCase()
  const found = (await chat.queues()).find(({ name }) => same(name))
  if (!found) throw new AnswerError('ERR_ANSWER_QUEUE', `${path}.queue`)
  return found.id
}

async function sendFile({ url, name, caption, voice }: Extract<Action, { type: 'media' }>, chat: Chat, host: Host) {
  const response = await host.fetch(url, { maxBytes: MAX_FILE, timeoutMs: FILE_MS })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const mimetype = (response.headers.get('content-type') ?? 'application/octet-stream').split(';')[0]!.trim()
  await chat.sendMedia({ data: await response.bytes(), mimetype, name: name ?? nameOf(url), caption, voice })
}

function nameOf(url: string) {
  const last = new URL(url).pathname.split('/').at(-1)!
  try {
    return decodeURIComponent(last).slice(-200) || undefined
  } catch {
    return last.slice(-200)
  }
}
