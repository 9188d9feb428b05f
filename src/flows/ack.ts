import type { CtxFor } from '#kernel/context'
import type { Receipt } from '#modules/connections'
import { messages } from '#modules/messages'

/** What the network says of our own messages: accepted, delivered, read, played, or refused. */
export const ackFlow = (ctxFor: CtxFor) => (receipt: Receipt) => messages.setStates(ctxFor(receipt.companyId), receipt)
