import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DEFAULT_ORIGIN, getMediaKeys, MEDIA_PATH_MAP, type MediaConnInfo, type WAMediaUploadFunction } from '@whiskeysockets/baileys'
import type { Attachment, Sealed } from './content'

/** Where a connection connects to. Without `url` it is WhatsApp itself. */
export type Network = {
  url?: string
  /** Hex of the key that certifies the server. */
  rootKey?: string
  /** PEM of the authority behind the media host, when the system doesn't know it. */
  ca?: string
}

const WHATSAPP_HOSTS = /(^|\.)whatsapp\.net$/
const DEFAULT_HOST = 'mmg.whatsapp.net'
const MAC_BYTES = 10
const LIMITS = { bytes: 128 * 1024 * 1024, ms: 120_000, pictureBytes: 5 * 1024 * 1024, pictureMs: 15_000 }

/** The host answered that the file is not there any more. */
export class MediaGone extends Error {}
/** No media host took a file; nobody refused the message that should carry it. */
export class NoMediaHost extends Error {}

/** A sender names the host of an attachment: on WhatsApp only WhatsApp's own are asked, whatever it says. */
function addressOf({ url, directPath }: Attachment, network: Network) {
  const own = url && URL.canParse(url) ? new URL(url) : undefined
  const trusted = own && (network.url !== undefined || (own.protocol === 'https:' && WHATSAPP_HOSTS.test(own.hostname))) ? own : undefined
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

/** Fetches and decrypts an attachment; what is not exactly what was announced is refused. */
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

/** A picture by the address that the server named. */
export async function fetchPicture(url: string, network: Network): Promise<Uint8Array | null> {
  const address = addressOf({ url }, network)
  return get(address, network, LIMITS.pictureBytes, LIMITS.pictureMs)
}

/** Sends an encrypted file to the media host, straight from the disk. */
export const uploader =
  (hosts: (fresh: boolean) => Promise<MediaConnInfo>, { ca }: Network): WAMediaUploadFunction =>
  async (path, { mediaType, fileEncSha256B64 }) => {
    const name = fileEncSha256B64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    let failure: unknown
    for (const fresh of [false, true]) {
      const { hosts: known, auth } = await hosts(fresh)
      for (const { hostname } of known)
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
