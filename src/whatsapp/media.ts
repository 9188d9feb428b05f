import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DEFAULT_ORIGIN, getMediaKeys, MEDIA_PATH_MAP, type MediaConnInfo, type WAMediaUploadFunction } from '@whiskeysockets/baileys'
import type { Attachment, Sealed } from './content'

/** The network that a connection is of; WhatsApp itself without `url`. */
export type Network = {
  url?: string
  /** The root public key that certifies the server, in hex. */
  rootKey?: string
  /** PEM of the media host's certificate authority, when the system does not trust it. */
  ca?: string
}

const WHATSAPP_HOSTS = /(^|\.)whatsapp\.net$/
const DEFAULT_HOST = 'mmg.whatsapp.net'
const MAC_BYTES = 10
const LIMITS = { bytes: 128 * 1024 * 1024, ms: 10 * 60_000, pictureBytes: 5 * 1024 * 1024, pictureMs: 15_000 }
const UPLOAD_MS = 120_000
/** A host that is silent for so long sends no more. */
const STALL_MS = 30_000

/** The host answered that the file is not there any more. */
export class MediaGone extends Error {
  code = 'MEDIA_GONE'
}
/** The file is another than was announced, or larger than is kept: it always will be. */
class MediaRefused extends Error {
  code = 'MEDIA_REFUSED'
}
/** No media host took a file; nobody refused the message that should carry it. */
export class NoMediaHost extends Error {}

/** Media hosts send nobody elsewhere: who is trusted says what is trusted, and a redirect is no file (SSRF). */
const HERE_ALONE = { redirect: 'manual' } satisfies RequestInit

/** The sender names the host of an attachment: on WhatsApp only hosts of WhatsApp are trusted (SSRF). */
function addressOf({ url, directPath }: Attachment, network: Network) {
  const named = url && URL.canParse(url) ? new URL(url) : undefined
  const isTrusted = network.url !== undefined || (named?.protocol === 'https:' && WHATSAPP_HOSTS.test(named.hostname))
  const trusted = isTrusted ? named : undefined
  if (directPath) {
    const base = new URL(`https://${trusted?.host ?? DEFAULT_HOST}`)
    const address = URL.parse(directPath, base)
    // A path that brings a host of its own is none.
    if (address?.origin !== base.origin) throw new MediaRefused('the path of this attachment leads elsewhere')
    return address
  }
  if (!trusted) throw new MediaGone('no address for this attachment')
  return trusted
}

async function* get(address: URL, { ca }: Network, maxBytes: number, ms: number): AsyncGenerator<Uint8Array> {
  const stalled = new AbortController()
  const watch = setTimeout(() => stalled.abort(new Error('the media host is silent')), STALL_MS)
  try {
    const response = await fetch(address, {
      ...HERE_ALONE,
      headers: { origin: DEFAULT_ORIGIN },
      signal: AbortSignal.any([AbortSignal.timeout(ms), stalled.signal]),
      ...(ca && { tls: { ca } }),
    } as RequestInit)
    if (response.status === 404 || response.status === 410) throw new MediaGone(`media host answered ${response.status}`)
    if (!response.ok) throw new Error(`media host answered ${response.status}`)
    let size = 0
    for await (const chunk of response.body ?? []) {
      watch.refresh()
      size += chunk.length
      if (size > maxBytes) throw new MediaRefused('the file is larger than is kept')
      yield chunk
    }
  } finally {
    clearTimeout(watch)
    // Whoever takes no more wants no more.
    stalled.abort()
  }
}

/** Holds the last bytes back: the code that authenticates all before it. */
async function* withoutEnd(chunks: AsyncIterable<Uint8Array>, length: number, end: (last: Buffer) => void): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const all = Buffer.concat([rest, chunk])
    rest = all.subarray(Math.max(0, all.length - length))
    if (all.length > length) yield all.subarray(0, -length)
  }
  end(rest)
}

/** Fetches and decrypts an attachment as it comes; what is not exactly what was announced is refused at its end. */
export async function* download(attachment: Attachment, sealed: Sealed, network: Network): AsyncGenerator<Uint8Array> {
  if (Number(String(attachment.fileLength ?? 0)) > LIMITS.bytes) throw new MediaRefused('the file is larger than is kept')
  const { iv, cipherKey, macKey } = await getMediaKeys(attachment.mediaKey, sealed)
  const mac = createHmac('sha256', macKey!).update(iv)
  const digest = createHash('sha256')
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  let announcedMac: Buffer = Buffer.alloc(0)
  const body = withoutEnd(get(addressOf(attachment, network), network, LIMITS.bytes, LIMITS.ms), MAC_BYTES, last => (announcedMac = last))
  for await (const chunk of body) {
    mac.update(chunk)
    const plain = cipher.update(chunk)
    digest.update(plain)
    yield plain
  }
  if (announcedMac.length < MAC_BYTES || !timingSafeEqual(mac.digest().subarray(0, MAC_BYTES), announcedMac))
    throw new Error('the attachment was changed on its way')
  const last = cipher.final()
  const announced = attachment.fileSha256
  if (announced?.length && !digest.update(last).digest().equals(announced))
    throw new MediaRefused('the attachment is not the one announced')
  yield last
}

/** Downloads a picture from an address that the server named (at most 5 MB, 15 s). */
export async function fetchPicture(url: string, network: Network): Promise<Uint8Array | null> {
  const address = addressOf({ url }, network)
  return Buffer.concat(await Array.fromAsync(get(address, network, LIMITS.pictureBytes, LIMITS.pictureMs)))
}

/** Uploads an encrypted file to a media host, streamed from the disk; asks for other hosts once when all refuse. */
export function uploader(hosts: (fresh: boolean) => Promise<MediaConnInfo>, { ca }: Network): WAMediaUploadFunction {
  return async function upload(path, { mediaType, fileEncSha256B64 }) {
    const name = fileEncSha256B64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    let failure: unknown
    for (const fresh of [false, true]) {
      const { hosts: candidates, auth } = await hosts(fresh)
      for (const { hostname } of candidates)
        try {
          const response = await fetch(
            `https://${hostname}${MEDIA_PATH_MAP[mediaType as Sealed]}/${name}?auth=${encodeURIComponent(auth)}&token=${name}`,
            {
              ...HERE_ALONE,
              method: 'POST',
              body: Bun.file(path),
              headers: { 'content-type': 'application/octet-stream', origin: DEFAULT_ORIGIN },
              signal: AbortSignal.timeout(UPLOAD_MS),
              ...(ca && { tls: { ca } }),
            } as RequestInit,
          )
          const answer = (await response.json()) as { url?: string; direct_path?: string }
          if (answer.url || answer.direct_path)
            return { mediaUrl: answer.url, directPath: answer.direct_path } as { mediaUrl: string; directPath: string }
          failure = new Error(`media host answered ${response.status}`)
        } catch (error) {
          failure = error
        }
    }
    throw new NoMediaHost('no media host took the file', { cause: failure })
  }
}
