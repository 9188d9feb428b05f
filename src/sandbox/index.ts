import { makeNoiseAuthority } from './certificates.ts'
import { noFaults } from './faults.ts'
import { makeMediaStore } from './media.ts'
import { listen } from './server.ts'
import type { Change } from './shapes.ts'
import type { World } from './world.ts'
import { scanCode } from './pairing.ts'
import { addPhone } from './phones.ts'
import { sendMessage } from './send.ts'

export async function startSandbox(options: { port?: number; hostname?: string; seed?: number } = {}) {
  const listeners = new Set<(c: Change) => void>()
  const world: World = {
    authority: makeNoiseAuthority(), phones: new Map(), byLid: new Map(), groups: new Map(), connections: new Set(), pairings: new Map(),
    faults: noFaults(), media: makeMediaStore(), random: Math.random, keep: 10000, changed: c => { for (const l of listeners) l(c) }
  }
  const listening = listen(world, { hostname: '127.0.0.1', port: options.port ?? 0, control: async () => new Response(), refuseUpgrade: () => undefined })
  world.media.host = `127.0.0.1:${listening.mediaPort}`
  world.media.base = `http://127.0.0.1:${listening.port}`
  return { world, listeners, url: `ws://127.0.0.1:${listening.port}/ws/chat`, rootKey: world.authority.rootKey, scanCode, addPhone, sendMessage, stop: listening.stop }
}
