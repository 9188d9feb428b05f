/** The part of a websocket that Baileys writes to. */
type Wire = { send(bytes: Uint8Array, done?: (error?: Error) => void): void; close(...reason: unknown[]): void }

const FAREWELL_MS = 1_000

/**
 * Lets nothing out before what was set until then is durable: no message is confirmed to the server that a crash could lose, and no
 * Signal message key is used again after one. Baileys is told "written" at once, so that the next message needs not wait for the disk.
 */
export function holdFrames(wire: Wire, durable: () => Promise<void>) {
  const send = wire.send.bind(wire)
  const close = wire.close.bind(wire)
  const queue: Uint8Array[] = []
  let draining: Promise<void> | null = null
  let broken = false

  async function drain() {
    while (queue.length && !broken) {
      // An outgoing message is written before the session that it advanced is set: both belong together.
      await new Promise(setImmediate)
      const count = queue.length
      await durable()
      for (const bytes of queue.splice(0, count)) send(bytes)
    }
  }

  wire.send = (bytes, done) => {
    done?.()
    if (broken) return
    queue.push(bytes)
    draining ??= drain()
      .catch(() => {
        broken = true
      })
      .finally(() => (draining = null))
  }
  wire.close = (...reason) => {
    const last = draining && Promise.race([draining, Bun.sleep(FAREWELL_MS)])
    if (last) void last.then(() => close(...reason))
    else close(...reason)
  }
}
