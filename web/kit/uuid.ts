const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/** A random name (UUID v4). The browser's own `randomUUID` is there only over HTTPS or on the machine itself, not at an address of the network. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return Array.from(bytes, hex)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
