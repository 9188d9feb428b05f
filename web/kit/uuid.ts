const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/**
 * A random name behind the time (UUID v7): an index of such names grows at its end, where one of v4 grows everywhere. The browser's own
 * `randomUUID` makes v4, and is there only over HTTPS or on the machine itself, not at an address of the network.
 */
export function uuid(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let i = 5, time = now; i >= 0; i--, time = Math.floor(time / 256)) bytes[i] = time % 256
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return Array.from(bytes, hex)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** One key for what is asked for again as it was, since its answer may have been lost; another for anything else, and once it is `done`. */
export function idempotencyKey(last?: { what: string; key: string }) {
  return {
    of: (what: string) => (last = last?.what === what ? last : { what, key: uuid() }).key,
    done: () => void (last = undefined),
    /** To go on from, after the page. */
    last: () => last,
  }
}
