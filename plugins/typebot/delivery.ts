import { basename } from 'node:path'
import type { Attachment, Chat, Host } from '../../src/plugin'
import type { Part } from './parts'
import type { Clock } from './session'

const MAX_TYPING_MS = 10_000
const FILE_MS = 10_000
const MAX_FILE = 10_000_000

/** Says the parts one after the other, each after a pause: no longer than half of the time left for it, the rest is for files. */
export async function deliver(parts: Part[], delay: number, chat: Chat, host: Host, clock: Clock) {
  for (const [at, part] of parts.entries()) {
    if ('command' in part) return obey(part.command, chat, host)
    const share = Math.floor(clock.left() / (parts.length - at) / 2)
    const pause = Math.min(delay, MAX_TYPING_MS, share)
    if (pause > 0) await chat.typing(pause)
    await ('text' in part ? chat.say(part.text) : send(part.url, chat, host, clock))
  }
}

async function obey(command: Extract<Part, { command: object }>['command'], chat: Chat, host: Host) {
  await ('stopBot' in command ? chat.handOff() : chat.transfer(command.queueId, command.userId))
  await host.memory.clear()
}

/** The file behind an address, or the address where there is none: a page, a video of a site, something too large. */
async function send(url: string, chat: Chat, host: Host, clock: Clock) {
  try {
    await chat.sendMedia(await fileAt(url, host, clock))
  } catch {
    // If a person has taken the conversation, or nothing can be stored, the link is refused as well.
    host.log.info('a file was sent as a link')
    await chat.say(url)
  }
}

async function fileAt(url: string, host: Host, clock: Clock): Promise<Attachment> {
  const response = await host.fetch(url, { maxBytes: MAX_FILE, timeoutMs: Math.max(1, Math.min(FILE_MS, clock.left())) })
  const name = basename(decodeURIComponent(new URL(url).pathname)).slice(-100) || undefined
  const told = response.headers.get('content-type')?.split(';')[0]!.trim().toLowerCase()
  const mimetype = told && told !== 'application/octet-stream' ? told : Bun.file(name ?? '').type.split(';')[0]!
  const data = new Uint8Array(await response.arrayBuffer())
  if (!response.ok || !data.length || mimetype === 'text/html') throw new Error('no file')
  return { data, mimetype, name }
}
