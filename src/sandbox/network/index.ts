import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noiseAuthority } from './certificates'
import { controlOf } from './control'
import { noFaults } from './faults'
import { serveControl } from './http'
import { mediaStore } from './media'
import { listen } from './server'
import type { Change } from './shapes'
import type { Control } from './verbs'
import type { World } from './world'

export type { Content } from './content'
export type { Change, Entry, PhoneView } from './shapes'
export type { Control }

export type Sandbox = {
  /** `ws://127.0.0.1:port/ws/chat`, the value for WHATSAPP_URL. */
  url: string
  /** Noise root public key in hex, the value for WHATSAPP_ROOT_KEY; the private key never leaves this process. */
  rootKey: string
  /** PEM of the certificate authority of the https media host: for `tls.ca` of a fetch, or NODE_EXTRA_CA_CERTS. */
  mediaCa: string
  /** File with that PEM, when `caDir` was given. */
  mediaCaFile?: string
  control: Control
  /** `http://127.0.0.1:port`, where `POST /control/<verb>` answers with `http`. */
  controlUrl: string
  stop(): Promise<void>
}

type SandboxOptions = {
  /** Serves the control interface over HTTP, to whoever is on the machine and without asking who it is: for tests alone. */
  http?: boolean
  /** Port of the websocket and the control interface; any free one by default. */
  port?: number
  hostname?: string
  /** Makes addresses and device numbers deterministic; keys never are. */
  seed?: number
  /** Folder for the PEM of the media host, for a client in another process. */
  caDir?: string
  /** Serves downloads by https with a direct path, as WhatsApp does; plain http by default, which needs no trust. */
  secureDownloads?: boolean
  /** Messages that a phone keeps in its transcript; 10,000 by default. */
  keep?: number
}

/** A seeded generator (mulberry32) of numbers from 0 to 1. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Starts a simulated WhatsApp on loopback. It is in memory alone: nothing is kept when it stops. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { http = false, hostname = '127.0.0.1', port = 0, seed, caDir, secureDownloads = false, keep = 10_000 } = options
  const listeners = new Set<(change: Change) => void>()
  const upgrades: Parameters<typeof controlOf>[2] = {}
  const world: World = {
    authority: noiseAuthority(),
    phones: new Map(),
    byLid: new Map(),
    groups: new Map(),
    connections: new Set(),
    pairings: new Map(),
    faults: noFaults(),
    media: mediaStore(),
    calls: new Map(),
    random: seed === undefined ? Math.random : randomFrom(seed),
    keep,
    changed: change => {
      for (const listener of listeners) listener(change)
    },
  }
  const control = controlOf(world, listeners, upgrades)
  const listening = listen(world, {
    hostname,
    port,
    control: http ? request => serveControl(control, request) : undefined,
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
