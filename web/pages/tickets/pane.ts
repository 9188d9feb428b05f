import { toastError } from '../../kit/errors'
import { heldWhile } from '../../kit/keys'
import { partOf } from '../../kit/retryable'
import { retried, styled } from '../../kit/style'
import formsStyle from '../forms.css'
import ticketsStyle from './tickets.css'
import type { Ticket } from './types'

// The conversation, and what is done with a ticket, are a script that comes after the list.

const importPane = styled(() => import('./conversation/conversation-pane'), formsStyle, ticketsStyle)
type Pane = Awaited<ReturnType<typeof importPane>>
/** There once it came: what it remembers is drawn without waiting. */
let pane: Pane | undefined
export const loadPane = partOf(importPane, module => (pane = module))
export const ConversationPane = retried(partOf(loadPane, ({ ConversationPane }) => ({ default: ConversationPane })))
/** Opens a ticket, and keeps its conversation. */
export const loadKeep = partOf(loadPane, ({ keep }) => keep)
export const remembered: Pane['remembered'] = (...of) => pane?.remembered(...of)
export const near: Pane['near'] = (...of) => pane?.near(...of)

/** What is typed before it has come is meant for what comes of it. */
const come = () => pane ?? heldWhile(() => loadPane().catch(toastError))
export const accept = async (ticket: Ticket) => (await come())?.accept(ticket)
export const acceptLongest = async () => (await come())?.acceptLongest()
export const resolve = async (...of: Parameters<Pane['resolve']>) => (await come())?.resolve(...of)
