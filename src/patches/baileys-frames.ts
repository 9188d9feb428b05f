/** The part of a websocket that Baileys writes to. */
type Wire = { send(bytes: Uint8Array, done?: (error?: Error) => void): void; close(...reason: unknown[]): void }

const CLOSE_PATIENCE_MS = 1_000

/**
 * Frames leave only when all that was set before them is durable (write-ahead): no message is confirmed to the server that a crash could
 * lose, and no Signal message key is used twice after one. Baileys offers no step between its key store and its socket, and confirms a
 * message before it tells of it. Its callback "written" is called at once, so that the next message does not wait for the disk.
 */
export function patchFrames(ws: object, durable: () => Promise<void>) {
  const { socket } = ws as { socket?: Wire | null }
  if (!socket) throw new Error('Baileys keeps its websocket elsewhere: nothing would hold its frames back')
  holdFrames(socket, durable)
}

export function holdFrames(wire: Wire, durable: () => Promise<void>) {
  const send = wire.send.bind(wire)
  const close = wire.close.bind(wire)
  const queue: Uint8Array[] = []
  let draining: Promise<void> | null = null
  let isBroken = false

  async function drain() {
    while (queue.length && !isBroken) {
      // An outgoing message is written before the session that it advanced is set: both belong together.
      await new Promise(setImmediate)
      const count = queue.length
      await durable()
      for (const bytes of queue.splice(0, count)) send(bytes)
    }
  }

  wire.send = function sendWhenDurable(bytes, done) {
    done?.()
    if (isBroken) return
    queue.push(bytes)
    draining ??= drain()
      .catch(() => {
        isBroken = true
      })
      .finally(() => (draining = null))
  }
  wire.close = function closeWhenDrained(...reason) {
    const drained = draining && Promise.race([draining, Bun.sleep(CLOSE_PATIENCE_MS)])
    if (drained) void drained.then(() => close(...reason))
    else close(...reason)
  }
}
