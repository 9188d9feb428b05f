import { hkdfSync, randomBytes } from 'node:crypto'
import { aesEncryptGCM, proto } from '@whiskeysockets/baileys'
import { mediaPartOf } from './describe'
import { type Reference, restoreFile } from './media'
import { type BinaryNode, child, node, seconds } from './node'
import { push } from './queue'
import type { Device, World } from './world'

/** Media retry: a client could not download a file, and the account's phone uploads it again if it still has it. */
export function answerLostFile(world: World, device: Device, receipt: BinaryNode) {
  const stanzaId = receipt.attrs.id!
  const content = device.phone.contents.get(stanzaId)
  const part = mediaPartOf(content)
  const file: Reference | null | undefined = part && content?.[part]
  const directPath = file && restoreFile(world.media, file.directPath ?? new URL(file.url!).pathname)
  const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType
  if (!file?.mediaKey) return
  const plain = proto.MediaRetryNotification.encode({ stanzaId, directPath, result: directPath ? SUCCESS : NOT_FOUND }).finish()
  const vector = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', file.mediaKey, '', 'WhatsApp Media Retry Notification', 32))
  const rmr = child(receipt, 'rmr')
  push(
    device,
    node('notification', { from: receipt.attrs.to, type: 'mediaretry', id: stanzaId, t: seconds() }, [
      node('encrypt', {}, [node('enc_p', {}, aesEncryptGCM(plain, key, vector, Buffer.from(stanzaId))), node('enc_iv', {}, vector)]),
      node('rmr', { jid: rmr?.attrs.jid, from_me: rmr?.attrs.from_me, participant: rmr?.attrs.participant }),
    ]),
  )
}
