import type { Key } from '#modules/connections'
import type { Attachment, Sealed } from './content'
import { download, MediaGone, type Network } from './media'
import type { Socket } from './socket'

const PHONE_PATIENCE_MS = 30_000

type Options = {
  network(): Network
  /** The open socket, or null. */
  socket(): Socket | null
}

/** Downloads attachments; for a file that the media host no longer has, the account's own phone is asked to upload it again. */
export function attachments({ network, socket }: Options) {
  /** The phone uploads the file again; Baileys writes its new address into `attachment`. Throws MediaGone after 30 s. */
  async function askPhone(sock: Socket, key: Key, attachment: Attachment, sealed: Sealed) {
    await sock.refreshMediaConn(false)
    const uploaded = sock.updateMediaMessage({ key, message: { [`${sealed}Message`]: attachment } })
    const late = Bun.sleep(PHONE_PATIENCE_MS).then(() => Promise.reject(new MediaGone('the phone did not answer')))
    await Promise.race([uploaded, late])
  }

  return async function* fetchAttachment(key: Key, attachment: Attachment, sealed: Sealed): AsyncGenerator<Uint8Array> {
    try {
      return yield* download(attachment, sealed, network())
    } catch (error) {
      const sock = socket()
      // Known before the first byte, so nothing of it was handed on.
      if (!(error instanceof MediaGone) || !sock) throw error
      await askPhone(sock, key, attachment, sealed)
    }
    yield* download(attachment, sealed, network())
  }
}
