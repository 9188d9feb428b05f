import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { MEDIA_HKDF_KEY_MAPPING, MEDIA_PATH_MAP, type MediaType } from '@whiskeysockets/baileys'

const MAC = 10
const KEPT_BYTES = 256 * 1024 * 1024

/** The media host: encrypted files and pictures by path; the oldest are evicted. */
export type MediaStore = {
  files: Map<string, { bytes: Uint8Array; mimetype: string }>
  size: number
  /** Expired files, which only phones still have. */
  lost: Map<string, { bytes: Uint8Array; mimetype: string }>
  /** `host:port` of the https listener, for uploads. */
  host: string
  /** Origin for downloads: `http://…`, or `https://…` with `secureDownloads`. */
  base: string
  /** Injected fault: status of the next requests. */
  refuse?: { status: number; times: number }
  /** downloads that wait until the host is as fast as ever, and how many they are */
  held?: PromiseWithResolvers<void> & { asked: number }
}

export const mediaStore = (): MediaStore => ({ files: new Map(), size: 0, lost: new Map(), host: '', base: '' })

export function keepFile(store: MediaStore, path: string, bytes: Uint8Array, mimetype = 'application/octet-stream') {
  store.files.set(path, { bytes, mimetype })
  store.size += bytes.length
  for (const [old, file] of store.files) {
    if (store.size <= KEPT_BYTES || old === path) break
    store.files.delete(old)
    store.size -= file.bytes.length
  }
  return { url: `${store.base}${path}`, directPath: store.base.startsWith('https:') ? path : undefined }
}

export function loseFile(store: MediaStore, path: string) {
  const file = store.files.get(path)
  if (!file) return
  store.files.delete(path)
  store.size -= file.bytes.length
  store.lost.set(path, file)
}

/** Uploads an expired file again from the phone; returns its new path. */
export function restoreFile(store: MediaStore, path: string): string | undefined {
  const file = store.lost.get(path) ?? store.files.get(path)
  if (!file) return undefined
  const again = `${path}-${randomBytes(4).toString('hex')}`
  keepFile(store, again, file.bytes, file.mimetype)
  return again
}

/** Uploads by POST, downloads by GET with ranges. */
export async function serveMedia(store: MediaStore, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (store.refuse && store.refuse.times-- > 0) return new Response('refused', { status: store.refuse.status })
  if (request.method === 'POST') {
    const { url, directPath } = keepFile(store, pathname, new Uint8Array(await request.arrayBuffer()))
    return Response.json({ url, direct_path: directPath })
  }
  const file = store.files.get(pathname)
  if (!file) return new Response('gone', { status: 404 })
  if (store.held) {
    store.held.asked++
    await store.held.promise
  }
  const headers = { 'content-type': file.mimetype }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (from === undefined) return new Response(Buffer.from(file.bytes), { headers })
  const last = Math.min(to ? Number(to) : Infinity, file.bytes.length - 1)
  return new Response(Buffer.from(file.bytes.subarray(Number(from), last + 1)), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${last}/${file.bytes.length}` },
  })
}

function keysOf(mediaKey: Uint8Array, kind: MediaType) {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, '', `WhatsApp ${MEDIA_HKDF_KEY_MAPPING[kind]} Keys`, 112))
  return { vector: keys.subarray(0, 16), cipher: keys.subarray(16, 48), mac: keys.subarray(48, 80) }
}

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest()

/** Encrypts a file and uploads it; returns the fields of the message that names it. */
export function upload(store: MediaStore, kind: MediaType, bytes: Uint8Array) {
  const mediaKey = randomBytes(32)
  const keys = keysOf(mediaKey, kind)
  const cipher = createCipheriv('aes-256-cbc', keys.cipher, keys.vector)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  const sealed = Buffer.concat([body, createHmac('sha256', keys.mac).update(keys.vector).update(body).digest().subarray(0, MAC)])
  const fileEncSha256 = sha256(sealed)
  const path = `${MEDIA_PATH_MAP[kind] ?? '/mms/document'}/${fileEncSha256.toString('base64url')}`
  return {
    ...keepFile(store, path, sealed),
    mediaKey,
    fileEncSha256,
    fileSha256: sha256(bytes),
    fileLength: bytes.length,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
  }
}

export type Reference = { url?: string | null; directPath?: string | null; mediaKey?: Uint8Array | null; fileSha256?: Uint8Array | null }

/** Downloads and decrypts what a client uploaded; checks MAC and hash as a phone does. */
export function download(store: MediaStore, kind: MediaType, { url, directPath, mediaKey, fileSha256 }: Reference): Buffer {
  const file = store.files.get(directPath ?? new URL(url!).pathname)
  if (!file) throw new Error('the file is not on the media host')
  const keys = keysOf(mediaKey!, kind)
  const body = file.bytes.subarray(0, -MAC)
  const mac = createHmac('sha256', keys.mac).update(keys.vector).update(body).digest().subarray(0, MAC)
  if (!mac.equals(file.bytes.subarray(-MAC))) throw new Error('the file was changed on its way')
  const decipher = createDecipheriv('aes-256-cbc', keys.cipher, keys.vector)
  const plain = Buffer.concat([decipher.update(body), decipher.final()])
  if (fileSha256?.length && !sha256(plain).equals(Buffer.from(fileSha256))) throw new Error('the file is not the one that was announced')
  return plain
}
