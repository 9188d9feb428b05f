/** Width and height in pixels of a PNG, JPEG, GIF or WebP, from its header; null for anything else. */
export async function pictureSize(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = await new Bun.Image(bytes).metadata()
    return width && height ? { width, height } : null
  } catch {
    return null
  }
}

/** Limit of a picture that is decoded: four bytes a pixel in memory, however small the file is (decompression bomb). */
const MAX_PIXELS = 30_000_000

/** A JPEG of at most `edge` pixels, the blurred placeholder of WhatsApp's clients; null when the picture is unreadable or too large. */
export async function thumbnail(bytes: Uint8Array, edge = 72): Promise<Uint8Array | null> {
  const size = await pictureSize(bytes)
  if (!size || size.width * size.height > MAX_PIXELS) return null
  try {
    return await new Bun.Image(bytes).resize(edge, edge, { fit: 'inside' }).jpeg({ quality: 50 }).bytes()
  } catch {
    return null
  }
}
