/** Width and height of a PNG, JPEG, GIF or WebP, read from its head; null for what is none of these. */
export async function pictureSize(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = await new Bun.Image(bytes).metadata()
    return width && height ? { width, height } : null
  } catch {
    return null
  }
}

/** Of a picture that is unpacked: four bytes for each in memory, whatever the file was packed to. */
const MAX_PIXELS = 30_000_000

/** A small JPEG of a picture for the blur before it is loaded, as WhatsApp's own clients send it; null when it can't be read or is too large. */
export async function thumbnail(bytes: Uint8Array, edge = 72): Promise<Uint8Array | null> {
  const size = await pictureSize(bytes)
  if (!size || size.width * size.height > MAX_PIXELS) return null
  try {
    return await new Bun.Image(bytes).resize(edge, edge, { fit: 'inside' }).jpeg({ quality: 50 }).bytes()
  } catch {
    return null
  }
}
