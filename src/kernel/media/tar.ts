const BLOCK = 512

/** The header of a file in a tar archive (ustar): its size must be known before its content. */
export function tarHeader(name: string, size: number, at: Date): Uint8Array {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  header.write(name, 0, 100)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  // Sizes of eight gigabytes and more do not fit into eleven octal digits, and are written in binary.
  if (size < 8 ** 11) header.write(octal(size, 12), 124)
  else header.writeBigUInt64BE(BigInt(size) | (1n << 63n), 124)
  header.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )}\0 `,
    148,
  )
  return header
}

/** What fills the last block of a file. */
export const tarPadding = (size: number) => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)
export const TAR_END = new Uint8Array(2 * BLOCK)
