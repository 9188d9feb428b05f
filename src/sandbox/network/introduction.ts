import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { keyShare, shareName } from './app-state'
import { encryptFor } from './devices'
import { messageId, padded } from './messages'
import { node, seconds } from './node'
import { push } from './queue'
import { type Device, inOrder, jid, type World } from './world'

/** Sends a client that was just linked the key of the app state, then the (empty) history. */
export function introduce(world: World, device: Device) {
  device.introduced = true
  const { phone } = device
  const history = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP,
    progress: 100,
    chunkOrder: 1,
    pushnames: [{ id: jid(phone, 'pn'), pushname: phone.name }],
  }).finish()
  void inOrder(phone, async () => {
    if (!phone.appState.collections.has('critical_block')) await shareName(phone)
    await sendPeer(device, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
        appStateSyncKeyShare: keyShare(phone.appState),
      },
    })
    await sendPeer(device, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
          chunkOrder: 1,
          progress: 100,
          initialHistBootstrapInlinePayload: deflateSync(history),
        },
      },
    })
  })
}

/** A peer message: from the account's phone to its client, of no chat. */
async function sendPeer(device: Device, message: proto.IMessage) {
  const { type, body } = await encryptFor(device.phone, device, padded(message))
  push(
    device,
    node('message', { from: jid(device.phone, 'pn'), id: messageId(), t: seconds(), type: 'text', category: 'peer' }, [
      node('enc', { v: '2', type }, body),
    ]),
  )
}
