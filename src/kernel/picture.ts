/** Width and height of a PNG, JPEG, GIF or WebP, read from its head; null for what is none of these. */
export async function pictureSize(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = await new Bun.Image(bytes).metadata()
    return width && height ? { width, height } : null
  } catch {
    return null
  }
}

/** A small JPEG of a picture for the blur before it is loaded, as WhatsApp's own clients send it; null when it can't be read. */
export async function thumbnail(bytes: Uint8Array, edge = 72): Promise<Uint8Array | null> {
  try {
    return await new Bun.Image(bytes).resize(edge, edge, { fit: 'inside' }).jpeg({ quality: 50 }).bytes()
  } catch {
    return null
  }
}
