import { answerAppState } from './app-state'
import { answerEncrypt } from './devices'
import { answerGroups } from './group-queries'
import { removeDevice } from './linking'
import { type BinaryNode, child, failure, node, result } from './node'
import { answerBlocklist, answerPicture, answerPrivacy, answerStatus } from './profiles'
import { lockOf } from './reach-out'
import { answerUsync } from './usync'
import { type Device, parseJid, type World } from './world'

type Answer = (world: World, device: Device, request: BinaryNode) => BinaryNode | Promise<BinaryNode>

const nothing: Answer = (_, __, request) => result(request)

/** Server properties that Baileys reads: all at their defaults. */
const answerProperties: Answer = (_, __, request) => result(request, [node('props', { protocol: '1', hash: 'sandbox' })])

const answerMediaHosts: Answer = ({ media }, _, request) =>
  result(request, [
    node('media_conn', { auth: 'sandbox', ttl: '3600', auth_ttl: '3600', max_buckets: '12' }, [
      node('host', { hostname: media.host, maxContentLengthBytes: '268435456' }),
    ]),
  ])

/** A client logs out by removing itself. */
const answerDevices: Answer = (world, { phone }, request) => {
  const target = parseJid(world, child(request, 'remove-companion-device')?.attrs.jid)
  const device = target?.phone === phone ? phone.devices.get(target.device) : undefined
  if (device) setTimeout(() => removeDevice(world, device), 20)
  return result(request)
}

const answerGraph: Answer = (_, { phone }, request) =>
  result(request, [
    node(
      'result',
      {},
      Buffer.from(
        JSON.stringify({
          data: {
            xwa2_fetch_account_reachout_timelock: lockOf(phone),
            xwa2_message_capping_info: { capping_status: phone.faults.capping, total_quota: -1, used_quota: 0 },
          },
        }),
      ),
    ),
  ])

const answerBusiness: Answer = (_, __, request) => result(request, [node('business_profile', { v: '244' })])

const ANSWERS: Record<string, Answer> = {
  encrypt: answerEncrypt,
  usync: answerUsync,
  'w:g2': answerGroups,
  md: answerDevices,
  'w:m': answerMediaHosts,
  abt: answerProperties,
  'w:sync:app:state': (_, device, request) => answerAppState(device, request),
  'w:profile:picture': answerPicture,
  status: answerStatus,
  privacy: answerPrivacy,
  blocklist: answerBlocklist,
  'w:mex': answerGraph,
  'w:biz': answerBusiness,
  'w:p': nothing,
  'w:stats': nothing,
  'urn:xmpp:whatsapp:dirty': nothing,
  disappearing_mode: nothing,
  bot: nothing,
}

export async function answer(world: World, device: Device, request: BinaryNode): Promise<BinaryNode> {
  const { xmlns = '' } = request.attrs
  try {
    return await (ANSWERS[xmlns]?.(world, device, request) ?? failure(request, 501, 'feature-not-implemented'))
  } catch (error) {
    world.changed({ at: Date.now(), kind: 'problem', phone: device.phone.number, text: `${xmlns}: ${error}` })
    return failure(request, 500, 'internal-server-error')
  }
}
