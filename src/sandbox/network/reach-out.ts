import { randomBytes } from 'node:crypto'
import { node, type BinaryNode } from './node'
import { push } from './queue'
import { type Device, parseJid, type Phone, type World } from './world'

const REFUSED = { code: 463 }

/** The lock of an account as it is told and asked for. */
export function lockOf({ faults: { lockedUntil } }: Phone) {
  const isActive = lockedUntil > Date.now()
  return {
    is_active: isActive,
    ...(isActive && { time_enforcement_ends: String(Math.ceil(lockedUntil / 1_000)), enforcement_type: 'DEFAULT' }),
  }
}

/** Tells the clients of an account that it is locked, or is not any more. */
function tellLock(phone: Phone) {
  const payload = JSON.stringify({ data: { xwa2_notify_account_reachout_timelock: lockOf(phone) } })
  for (const device of phone.devices.values())
    push(
      device,
      node('notification', { from: 's.whatsapp.net', type: 'mex', id: randomBytes(6).toString('hex') }, [
        node('update', { op_name: 'NotificationUserReachoutTimelockUpdate' }, Buffer.from(payload)),
      ]),
    )
}

/** Whether a message of a client is refused because the account begins too many conversations. */
export function refuseNewChat(world: World, { phone }: Device, { attrs }: BinaryNode): typeof REFUSED | undefined {
  const { faults } = phone
  const isLocked = faults.lockedUntil > Date.now()
  if (!isLocked && !faults.reachOut) return
  const other = parseJid(world, attrs.to)?.phone
  if (!other || other === phone || [...other.entries.values()].some(entry => entry.chat === phone.number)) return
  if (isLocked) return REFUSED
  if (faults.reachOut!.left-- > 0) return
  faults.lockedUntil = Date.now() + faults.reachOut!.seconds * 1_000
  faults.reachOut = null
  tellLock(phone)
  return REFUSED
}
