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
const LIMITS = { bytes: 128 * 1024 * 1024, ms: 120_000, pictureBytes: 5 * 1024 * 1024, pictureMs: 15_000 }

/** The media host no longer has the file. */
export class MediaGone extends Error {}
/** No media host accepted the upload: the message itself was not refused, and can be retried. */
export class NoMediaHost extends Error {}

/** The sender names the host of an attachment: on WhatsApp only hosts of WhatsApp are trusted (SSRF). */
function addressOf({ url, directPath }: Attachment, network: Network) {
  const named = url && URL.canParse(url) ? new URL(url) : undefined
  const isTrusted = network.url !== undefined || (named?.protocol === 'https:' && WHATSAPP_HOSTS.test(named.hostname))
  const trusted = isTrusted ? named : undefined
  if (directPath) return new URL(directPath, `https://${trusted?.host ?? DEFAULT_HOST}`)
  if (!trusted) throw new MediaGone('no address for this attachment')
  return trusted
}

async function get(address: URL, { ca }: Network, maxBytes: number, ms: number): Promise<Buffer> {
  const response = await fetch(address, {
    headers: { origin: DEFAULT_ORIGIN },
    signal: AbortSignal.timeout(ms),
    ...(ca && { tls: { ca } }),
  } as RequestInit)
  if (response.status === 404 || response.status === 410) throw new MediaGone(`media host answered ${response.status}`)
  if (!response.ok) throw new Error(`media host answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > maxBytes) throw new Error('the file is larger than is kept')
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks)
}

/** Downloads and decrypts an attachment (at most 128 MB, 2 minutes). Throws MediaGone, or when its MAC or hash is not the announced one. */
export async function download(attachment: Attachment, sealed: Sealed, network: Network): Promise<Uint8Array> {
  const { iv, cipherKey, macKey } = await getMediaKeys(attachment.mediaKey, sealed)
  const file = await get(addressOf(attachment, network), network, LIMITS.bytes, LIMITS.ms)
  const body = file.subarray(0, -MAC_BYTES)
  const mac = createHmac('sha256', macKey!).update(iv).update(body).digest().subarray(0, MAC_BYTES)
  if (file.length <= MAC_BYTES || !timingSafeEqual(mac, file.subarray(-MAC_BYTES))) throw new Error('the attachment was changed on its way')
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const plain = Buffer.concat([cipher.update(body), cipher.final()])
  const announced = attachment.fileSha256
  if (announced?.length && !createHash('sha256').update(plain).digest().equals(announced))
    throw new Error('the attachment is not the one announced')
  return plain
}

/** Downloads a picture from an address that the server named (at most 5 MB, 15 s). */
export async function fetchPicture(url: string, network: Network): Promise<Uint8Array | null> {
  const address = addressOf({ url }, network)
  return get(address, network, LIMITS.pictureBytes, LIMITS.pictureMs)
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
              method: 'POST',
              body: Bun.file(path),
              headers: { 'content-type': 'application/octet-stream', origin: DEFAULT_ORIGIN },
              signal: AbortSignal.timeout(LIMITS.ms),
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
