import { post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import type { SandboxStore } from './store'

export type Outgoing =
  | { type: 'text'; text: string }
  | { type: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'; file?: string; mimetype?: string; fileName?: string }
  | { type: 'location'; latitude: number; longitude: number; name: string; address: string }
  | { type: 'contact'; contacts: { name: string; phone: string }[] }
  | { type: 'reaction'; message: string; emoji: string }

/** The largest file that the sandbox takes. */
const FILE_BYTES = 4_000_000
const TYPING_EVERY_MS = 4_000

/** Sends as the phone on screen; what it looks like there comes back by the realtime channel. False when it was refused. */
export async function send(store: SandboxStore, message: Outgoing) {
  try {
    await post(`${store.phonePath()}/messages`, message)
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}

const base64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(file)
  })

/** Throws RangeError when the file is too large. */
export async function sendFile(store: SandboxStore, file: File) {
  if (file.size > FILE_BYTES) throw new RangeError(file.name)
  const [kind] = file.type.split('/')
  const type = kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
  const mimetype = file.type || 'application/octet-stream'
  await post(`${store.phonePath()}/messages`, { type, file: await base64(file), mimetype, fileName: file.name })
}

let lastNotice = { path: '', typing: false, at: 0 }

/** The team sees that the customer types; throttled. */
export function tellTyping(store: SandboxStore, typing: boolean) {
  const path = store.phonePath()
  const same = lastNotice.path === path && lastNotice.typing === typing
  if (same && (!typing || Date.now() - lastNotice.at < TYPING_EVERY_MS)) return
  if (!typing && lastNotice.path !== path) return
  lastNotice = { path, typing, at: Date.now() }
  void post(`${path}/typing`, { state: typing ? 'composing' : 'paused' }).catch(() => {})
}
