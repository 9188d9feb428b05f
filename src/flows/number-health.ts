import { isDeepStrictEqual } from 'node:util'
import { transaction, type Ctx } from '#kernel/context'
import { connections, type Connection, type Restriction, type SessionState } from '#modules/connections'
import { numberHealth } from '#modules/number-health'
import { numberConnected } from './campaigns/engine'
import { isOtherNumber } from './phone-book'

/** A number that was online is not any more. Whoever ended its session or unlinked it, here or on the phone, meant it. */
const isLost = (before: Connection, { status, retries = 0, reason }: SessionState) =>
  before.status === 'CONNECTED' && status !== 'CONNECTED' && reason !== 'logged_out' && (retries > 0 || reason !== undefined)

/** What the network says of a session. Another number in the place of one begins its own life. */
export const takeSession = (ctx: Ctx, before: Connection, state: SessionState) =>
  transaction(ctx, async ctx => {
    if (isOtherNumber(before, state)) {
      await numberHealth.forget(ctx, before.id)
      await connections.renumber(ctx, before.id)
    }
    await connections.setState(ctx, before.id, state)
    if (isLost(before, state)) await numberHealth.count(ctx, before.id, { disconnects: 1 })
  })

/** What the network says of the conversations that a number may begin: its campaigns wait, or go on. */
export const takeRestriction = (ctx: Ctx, connectionId: number, { lockedUntil, cap }: Restriction) =>
  transaction(ctx, async ctx => {
    const before = await numberHealth.find(ctx, connectionId)
    const values = {
      ...(lockedUntil !== undefined && { lockedUntil }),
      ...(cap && { capStatus: cap.status, capEndsAt: cap.endsAt }),
    }
    const isWell = !lockedUntil && (!cap || cap.status === 'NONE')
    if (before ? isDeepStrictEqual({ ...before, ...values }, before) : isWell) return
    await numberHealth.save(ctx, connectionId, values)
    const wasLocked = (before?.lockedUntil?.getTime() ?? 0) > Date.now()
    if (lockedUntil && !wasLocked) await numberHealth.count(ctx, connectionId, { locks: 1 })
    await numberConnected(ctx, connectionId)
  })
