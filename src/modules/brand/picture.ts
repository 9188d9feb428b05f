import { AppError } from '#kernel/errors'
import { maxBytes, type Target } from './body'
import { sanitizedSvg } from './svg'

export type Checked = { bytes: Uint8Array<ArrayBuffer>; mimetype: string; width: number; height: number }

/** Four bytes a pixel in memory when its sizes are derived, however small the file is (decompression bomb). */
const MAX_EDGE = 4096

const begins = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)
const isPng = (bytes: Uint8Array) => begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const isJpeg = (bytes: Uint8Array) => begins(bytes, 0xff, 0xd8, 0xff)
const isWebp = (bytes: Uint8Array) => begins(bytes, 0x52, 0x49, 0x46, 0x46) && begins(bytes.subarray(8), 0x57, 0x45, 0x42, 0x50)
const isIco = (bytes: Uint8Array) => begins(bytes, 0, 0, 1, 0)
const isText = (bytes: Uint8Array) => /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 200)))

/** What a picture is by its bytes, whatever it is called, and whether it may be one of the brand. Of an SVG what is safe is kept. */
export async function checkedPicture(target: Target, bytes: Uint8Array<ArrayBuffer>): Promise<Checked> {
  if (!bytes.length) throw new AppError('ERR_FILE_EMPTY', 400)
  if (bytes.length > maxBytes(target)) throw new AppError('ERR_FILE_TOO_LARGE', 413, { megabytes: maxBytes(target) / 2 ** 20 })
  if (isPng(bytes)) return raster(bytes, 'image/png')
  if (target === 'picture') {
    if (isJpeg(bytes)) return raster(bytes, 'image/jpeg')
    if (isWebp(bytes)) return raster(bytes, 'image/webp')
    throw new AppError('ERR_PICTURE_TYPE', 400)
  }
  if (isIco(bytes)) return icon(bytes)
  if (isText(bytes)) return drawing(bytes)
  throw new AppError('ERR_LOGO_TYPE', 400)
}

const unreadable = () => new AppError('ERR_PICTURE_UNREADABLE', 400, { edge: MAX_EDGE })

/** A picture that can be drawn: it is decoded once. */
async function raster(bytes: Uint8Array<ArrayBuffer>, mimetype: string): Promise<Checked> {
  try {
    const { width, height } = await new Bun.Image(bytes).metadata()
    if (!width || !height || width > MAX_EDGE || height > MAX_EDGE) throw unreadable()
    await new Bun.Image(bytes).resize(1, 1).png().bytes()
    return { bytes, mimetype, width, height }
  } catch {
    throw unreadable()
  }
}

async function pixelsOf(bytes: Uint8Array<ArrayBuffer>) {
  const { width, height } = await raster(bytes, '')
  return width * height
}

/** A picture inside a drawing, as the sanitiser writes it: in a text of the drawing a quote is an entity. */
const INSIDE = /(?<= (?:xlink:)?href=")\s*data:image\/\w+;base64,([^"]*)(?=")/g

/** What is safe of a drawing. Pictures inside it are looked at like those that come alone, and are together no larger than one of them. */
async function drawing(given: Uint8Array): Promise<Checked> {
  const drawn = sanitizedSvg(given)
  let pixels = 0
  for (const [, data] of new TextDecoder().decode(drawn.bytes).matchAll(INSIDE)) {
    const inside = new Uint8Array(Buffer.from(data!, 'base64'))
    if (!isPng(inside) && !isJpeg(inside)) throw unreadable()
    pixels += await pixelsOf(inside)
    if (pixels > MAX_EDGE ** 2) throw unreadable()
  }
  return { mimetype: 'image/svg+xml', ...drawn }
}

/** A bitmap of an icon is at most 256 wide, and says twice its height: its mask is below it. */
const isBitmap = (view: DataView, at: number) =>
  view.getUint32(at, true) === 40 && view.getUint32(at + 4, true) <= 256 && view.getUint32(at + 8, true) <= 512

/** A directory of pictures, each a PNG or a bitmap that lies inside the file. */
async function icon(bytes: Uint8Array<ArrayBuffer>): Promise<Checked> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = bytes.length >= 6 ? view.getUint16(4, true) : 0
  if (!count || count > 32 || bytes.length < 6 + 16 * count) throw unreadable()
  const entries = Array.from({ length: count }, (_, at) => 6 + 16 * at)
  let pixels = 0
  for (const entry of entries) {
    const [size, offset] = [view.getUint32(entry + 8, true), view.getUint32(entry + 12, true)]
    const isInside = size >= 40 && offset >= 6 + 16 * count && offset + size <= bytes.length
    if (!isInside) throw unreadable()
    // Several entries may name one picture: all of them are decoded within the limit of one.
    if (isPng(bytes.subarray(offset))) pixels += await pixelsOf(bytes.slice(offset, offset + size))
    else if (!isBitmap(view, offset)) throw unreadable()
    if (pixels > MAX_EDGE ** 2) throw unreadable()
  }
  const edge = (at: number) => Math.max(...entries.map(entry => bytes[entry + at] || 256))
  return { bytes, mimetype: 'image/x-icon', width: edge(0), height: edge(1) }
}

/** A square PNG of a size that browsers and phones ask for. */
export const resized = (bytes: Uint8Array, edge: number) => new Bun.Image(bytes).resize(edge, edge).png().bytes()
