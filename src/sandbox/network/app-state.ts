import { randomBytes } from 'node:crypto'
import { decodePatches, encodeSyncdPatch, newLTHashState, proto, type LTHashState, type WAPatchName } from '@whiskeysockets/baileys'
import { type BinaryNode, bytes, child, children, node, result, seconds } from './node'
import { push } from './queue'
import { type Device, jid, type Phone } from './world'

type Collection = { hash: LTHashState; patches: Uint8Array[] }

/** App state: synchronized between the devices of an account, as encrypted patches per collection. */
export type AppState = { keyId: Buffer; keyData: Buffer; collections: Map<string, Collection> }

export const newAppState = (): AppState => ({ keyId: Buffer.from([0, 0, 0, 0, 0, 1]), keyData: randomBytes(32), collections: new Map() })

const keyDataOf = (state: AppState) => ({
  keyData: state.keyData,
  fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
  timestamp: Date.now(),
})
export const keyShare = (state: AppState) => ({ keys: [{ keyId: { keyId: state.keyId }, keyData: keyDataOf(state) }] })
const findKey = (state: AppState) => async () => proto.Message.AppStateSyncKeyData.fromObject(keyDataOf(state))

function collectionOf(state: AppState, name: string) {
  const found = state.collections.get(name) ?? { hash: newLTHashState(), patches: [] }
  state.collections.set(name, found)
  return found
}

/** Adds one fact to a collection of the account, and has its devices ask for it. */
async function share(phone: Phone, name: WAPatchName, index: string[], syncAction: proto.ISyncActionValue) {
  const collection = collectionOf(phone.appState, name)
  const { patch, state } = await encodeSyncdPatch(
    {
      type: name,
      index,
      apiVersion: 1,
      operation: proto.SyncdMutation.SyncdOperation.SET,
      syncAction: { timestamp: Date.now(), ...syncAction },
    },
    phone.appState.keyId.toString('base64'),
    collection.hash,
    findKey(phone.appState),
  )
  collection.hash = state
  collection.patches.push(proto.SyncdPatch.encode({ ...patch, version: { version: state.version } }).finish())
  for (const device of phone.devices.values()) announcePatch(device, name, state.version)
}

/** Adds the account's name to the app state, from which Baileys learns it. */
export const shareName = (phone: Phone) => share(phone, 'critical_block', ['setting_pushName'], { pushNameSetting: { name: phone.name } })

/** Somebody is written into the address book of the phone, which its devices are told. */
export const shareContact = (phone: Phone, other: Phone, fullName: string) =>
  share(phone, 'critical_unblock_low', ['contact', jid(other, 'pn')], { contactAction: { fullName } })

function announcePatch(device: Device, name: string, version: number) {
  push(
    device,
    node('notification', { from: 's.whatsapp.net', type: 'server_sync', id: randomBytes(6).toString('hex'), t: seconds() }, [
      node('collection', { name, version: String(version) }),
    ]),
  )
}

async function accept(device: Device, name: string, uploaded: BinaryNode) {
  const state = device.phone.appState
  const collection = collectionOf(state, name)
  const patch = proto.SyncdPatch.decode(bytes(uploaded))
  patch.version = { version: collection.hash.version + 1 }
  collection.patches.push(proto.SyncdPatch.encode(patch).finish())
  const { state: hash } = await decodePatches(
    name as WAPatchName,
    [patch],
    collection.hash,
    findKey(state),
    {},
    undefined,
    undefined,
    false,
  )
  collection.hash = hash
  for (const other of device.phone.devices.values()) if (other !== device) announcePatch(other, name, hash.version)
}

/** `xmlns=w:sync:app:state`: applies patches of the client and answers with those that it lacks. */
export async function answerAppState(device: Device, request: BinaryNode): Promise<BinaryNode> {
  const answers: BinaryNode[] = []
  for (const asked of children(child(request, 'sync'), 'collection')) {
    const name = asked.attrs.name!
    const uploaded = children(child(asked, 'patches') ?? asked, 'patch')
    for (const patch of uploaded) await accept(device, name, patch)
    const { hash, patches } = collectionOf(device.phone.appState, name)
    const missing = uploaded.length ? [] : patches.slice(Number(asked.attrs.version))
    answers.push(
      node(
        'collection',
        { name, version: String(hash.version) },
        missing.length
          ? [
              node(
                'patches',
                {},
                missing.map(patch => node('patch', {}, patch)),
              ),
            ]
          : undefined,
      ),
    )
  }
  return result(request, [node('sync', {}, answers)])
}
