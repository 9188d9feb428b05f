/** A page that comes back follows up to 200 things anew at once, and afterwards leaves and joins a few with each click. */
const MAX_PACKETS = 1_000
const WINDOW_MS = 10_000
/** Backpressure: bytes of packets that wait for those before them. */
const MAX_WAITING = 1024 * 1024

/**
 * What one client sends: in order, one packet after the other and one in a turn of the event loop, so that many of them hold up nobody
 * else. A client that sends more than any page does is refused (rate limit), as is one whose packet fails.
 */
export function packetQueue(handle: (packet: string) => Promise<void>, refuse: () => void) {
  const waiting: string[] = []
  let bytes = 0
  let window = { count: 0, endsAt: 0 }
  let [isBusy, isOver] = [false, false]

  function end() {
    isOver = true
    waiting.length = 0
    refuse()
  }
  async function run() {
    isBusy = true
    try {
      for (let next; (next = waiting.shift()) !== undefined;) {
        bytes -= next.length
        await handle(next)
        if (waiting.length) await new Promise(setImmediate)
      }
    } catch {
      end()
    }
    isBusy = false
  }
  return function take(packet: string) {
    if (isOver) return
    const now = performance.now()
    if (now >= window.endsAt) window = { count: 0, endsAt: now + WINDOW_MS }
    bytes += packet.length
    if (++window.count > MAX_PACKETS || bytes > MAX_WAITING) return end()
    waiting.push(packet)
    if (!isBusy) void run()
  }
}
