import type { BinaryNode, NewChatMessageCapInfo, ReachoutTimelockState } from '@whiskeysockets/baileys'
import type { Restriction } from '#modules/connections'
import type { Socket } from './socket'

/** The refusal of a message that would begin a conversation: the account is locked, or has no token of the person. */
const REFUSED = '463'
/** A lock without an end is asked for again when it is refused again. */
const UNTOLD_MS = 3600_000

const readLock = ({ isActive, timeEnforcementEnds }: ReachoutTimelockState): Restriction => ({
  lockedUntil: isActive ? (timeEnforcementEnds ?? new Date(Date.now() + UNTOLD_MS)) : null,
})

/** Seconds since 1970 in a text. */
const moment = (text: string | undefined) => (Number(text) > 0 ? new Date(Number(text) * 1_000) : null)
const readCap = ({ capping_status, cycle_end_timestamp }: NewChatMessageCapInfo): Restriction =>
  capping_status ? { cap: { status: capping_status, endsAt: moment(cycle_end_timestamp) } } : {}

/**
 * Follows what the network says of the conversations that the account may begin: when it says so, when the connection opens, and when it
 * refuses a message. Baileys tells 463 apart from a lock that has the same code, and so never asks for the lock by itself.
 */
export function watchRestrictions(sock: Socket, report: (told: Restriction) => void, failed: (error: unknown) => void) {
  let asking: Promise<unknown> | undefined
  /** Its answer comes as an update like those that nobody asked for. */
  const askForLock = () =>
    void (asking ??= sock
      .fetchAccountReachoutTimelock()
      .then(() => {}, failed)
      .finally(() => (asking = undefined)))

  sock.ev.on('connection.update', ({ connection, reachoutTimeLock }) => {
    if (reachoutTimeLock) report(readLock(reachoutTimeLock))
    if (connection !== 'open') return
    askForLock()
    sock.fetchNewChatMessageCap().then(cap => report(readCap(cap as NewChatMessageCapInfo)), failed)
  })
  sock.ev.on('message-capping.update', cap => report(readCap(cap)))
  sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    if (attrs.error === REFUSED) askForLock()
  })
}
