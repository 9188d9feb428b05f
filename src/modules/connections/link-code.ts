import type { Ctx } from '#kernel/context'
import { may } from '../rights'

/** Who has the code links a phone to the number: without the right nobody is told of more than the state. */
export const withoutCodes = <Shown extends { qrcode: string; pairingCode: string | null }>(one: Shown): Shown => ({
  ...one,
  qrcode: '',
  pairingCode: null,
})
export const seenBy = <Shown extends { qrcode: string; pairingCode: string | null }>(ctx: Ctx, one: Shown) =>
  may(ctx.actor, 'connections:write') ? one : withoutCodes(one)
