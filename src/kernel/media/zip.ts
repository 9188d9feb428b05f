const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 1_000
/** What makes a package something else than a workbook of Excel, with an unpacking of its own. */
const OTHER = /^(META-INF\/manifest\.xml|objectdata\.xml|Index\/)/i

/** Unpacks a part and counts what comes out, up to what is left; `tooLarge` is thrown beyond that. */
async function unpackedSize(packed: Uint8Array<ArrayBuffer>, left: number, tooLarge: () => Error) {
  let size = 0
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = unpacked.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return size
    size += value.length
    if (size <= left) continue
    await reader.cancel().catch(() => undefined)
    throw tooLarge()
  }
}

/**
 * Refuses a zip bomb: every part is unpacked once and thrown away, piece by piece, since the sizes that a file says of itself may be
 * lies. Read as the parser of spreadsheets reads it: the last directory, the method from the part itself.
 */
export async function mustBeModest(bytes: Uint8Array<ArrayBuffer>, most: number, tooLarge: () => Error) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== END) end--
  // One that broke off on its way has no directory.
  if (end < 0) throw new Error('no directory')
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ENTRIES) throw tooLarge()
  let at = view.getUint32(end + 16, true)
  let left = most
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('broken directory')
    const [packed, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)]
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    if (OTHER.test(name) || view.getUint32(local, true) !== LOCAL) throw new Error('not a workbook')
    const method = view.getUint16(local + 8, true)
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const part = bytes.subarray(from, from + packed)
    if (method !== 0 && method !== 8) throw new Error('unknown packing')
    left -= method === 8 ? await unpackedSize(part, left, tooLarge) : part.length
    if (left < 0) throw tooLarge()
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}
