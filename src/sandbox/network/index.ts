import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeNoiseAuthority } from './certificates.ts'
import { makeControl } from './control.ts'
import { noFaults } from './faults.ts'
import { serveControl } from './http.ts'
import { makeMediaStore } from './media.ts'
import { listen } from './server.ts'
import type { Change } from './shapes.ts'
import type { Control } from './verbs.ts'
import type { World } from './world.ts'

export type { Content } from './content.ts'
export type { Faults } from './faults.ts'
export type { Change, DeviceView, Entry, GroupView, MediaInfo, PhoneView } from './shapes.ts'
export type { Control }

export type Sandbox = {
  /** ws://127.0.0.1:port/ws/chat, the value for WHATSAPP_URL */
  url: string
  /** hex of the Noise root public key, the value for WHATSAPP_ROOT_KEY; the private part never leaves this process */
  rootKey: string
  /** PEM of the authority of the https media host, where clients upload: for `tls.ca` of a fetch, or NODE_EXTRA_CA_CERTS */
  mediaCa: string
  /** file with that PEM, when a folder for it was given */
  mediaCaFile?: string
  control: Control
  /** http://127.0.0.1:port, where `POST /control/<verb>` answers */
  controlUrl: string
  stop(): Promise<void>
}

export type SandboxOptions = {
  /** of the websocket and the control interface; default: any free one */
  port?: number
  hostname?: string
  /** makes addresses and device numbers repeatable; keys never are */
  seed?: number
  /** folder to write the media authority to, for a client in another process */
  caDir?: string
  /** serve downloads by https with a direct path, as WhatsApp does; default is plain http, which needs no trust */
  secureDownloads?: boolean
  /** how many messages a phone keeps in its transcript (10,000) */
  keep?: number
}

/** Repeatable numbers from 0 to 1. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Starts a WhatsApp of our own on loopback. Nothing is kept when it stops. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { hostname = '127.0.0.1', port = 0, seed, caDir, secureDownloads = false, keep = 10_000 } = options
  const listeners = new Set<(change: Change) => void>()
  const upgrades: Parameters<typeof makeControl>[2] = {}
  const world: World = {
    authority: makeNoiseAuthority(),
    phones: new Map(),
    byLid: new Map(),
    groups: new Map(),
    connections: new Set(),
    pairings: new Map(),
    faults: noFaults(),
    media: makeMediaStore(),
    calls: new Map(),
    random: seed === undefined ? Math.random : randomFrom(seed),
    keep,
    changed: change => {
      for (const listener of listeners) listener(change)
    },
  }
  const control = makeControl(world, listeners, upgrades)
  const listening = listen(world, {
    hostname,
    port,
    control: request => serveControl(control, request),
    refuseUpgrade: () => (upgrades.refuse && upgrades.refuse.times-- > 0 ? upgrades.refuse.status : undefined),
  })
  const host = `${hostname}:${listening.port}`
  world.media.host = `${hostname}:${listening.mediaPort}`
  world.media.base = secureDownloads ? `https://${world.media.host}` : `http://${host}`
  const mediaCaFile = caDir && join(caDir, 'sandbox-media-ca.pem')
  if (mediaCaFile) await writeFile(mediaCaFile, listening.mediaCa)
  return {
    url: `ws://${host}/ws/chat`,
    rootKey: world.authority.rootKey,
    mediaCa: listening.mediaCa,
    mediaCaFile,
    control,
    controlUrl: `http://${host}`,
    stop: listening.stop,
  }
}
