import { ApiError, claims, isUnanswered, post } from '../../../kit/api'
import { serverNow } from '../../../kit/clock'
import { errorText, toastError } from '../../../kit/errors'
import { connected } from '../../../kit/realtime'
import { endWriting } from '../../../kit/throttle'
import { toast } from '../../../kit/toast'
import { user } from '../../../session'
import { isLocal, keyOf } from '../conversation/messages'
import { offerDraft } from '../conversation/offer-draft'
import type { Talk } from '../conversation/talk'
import type { Message, Sending } from '../types'
import { beforeVerb } from '../before-verb'
import { isOfOthers } from './drafts'
import { hold, hurry, letGo, mayLeave, restore, withdraw } from './held'
import { arrived, inHand, isDone, keep, leaves, nameOf, othersLeft, outlives } from './left-behind'
import { inLine, isBusy } from './lines'
import { optimistic, type Outgoing } from './optimistic'
import { sendFile } from './send-file'
import { goesOn, refuses, sticks } from './stuck'
import { words } from './texts'
import { uuid } from '../../../kit/uuid'

/*
 * What is sent is held for the seconds in which it can be taken back (held.ts), queued behind others of its line, waiting for the network, on its
 * way, or failed. The ways back: `takeBack` of what is held and `callBack` of what is queued or waits, into the field; `comesBack`, of what
 * is refused unseen, too; `cancel` of a file in any state, which is gone then. What is logged meanwhile outlives the page (left-behind.ts).
 */

type Own = { conversation: Talk; message: Sending }
/** What waits for the network keeps its place, also while it is tried again. */
const waiting = new Map<string, Own>()
const leaving = new Set<string>()
/** What stands behind others of its ticket. */
const queued = new Map<string, Own>()
const RETRY_MS = 3_000
let retryTimer: ReturnType<typeof setTimeout> | undefined
const aborts = new Map<string, AbortController>()

/** Shows the message at once and sends it, after the seconds in which it can be taken back; what cannot leave now waits for the line. */
export function send(conversation: Talk, outgoing: Outgoing) {
  const seconds = user.value?.preferences.undoSeconds
  const message: Sending = {
    ...optimistic(outgoing, {
      ticketId: conversation.id,
      userId: user.value?.id,
      clientId: uuid(),
      at: new Date(serverNow()),
      mediaUrl: outgoing.file ? URL.createObjectURL(outgoing.file) : null,
    }),
    heldUntil: seconds ? Date.now() + seconds * 1_000 : undefined,
  }
  // What came while it was written stands before it, here as for everybody else.
  endWriting()
  conversation.put(message)
  if (message.mediaUrl) freeWhenReplaced(conversation, message)
  leaves(conversation, message)
  // With the page that ends, or after an earlier one with the next.
  const sendNow = async () => (hasEarlier(lineOf(message)) ? wait(conversation, message) : deliver(conversation, message, true))
  if (seconds) hold(conversation, message, sendNow)
  return inTurn(conversation, message)
}

/** The file is shown from this window's memory until the server's message is there, or it is taken back: it lets go of it then. */
function freeWhenReplaced({ messages }: Talk, { clientId, mediaUrl }: Sending) {
  const stop = messages.subscribe(all => {
    if (all.some(message => keyOf(message) === clientId && isLocal(message))) return
    URL.revokeObjectURL(mediaUrl!)
    stop()
  })
}

/** Texts of a ticket leave in their order, and so do files; a text does not wait for a file. */
const lineOf = (message: Sending) => `${message.ticketId}-${message.file ? 'files' : 'texts'}`
function inTurn(conversation: Talk, message: Sending) {
  const { clientId, heldUntil } = message
  queued.set(clientId, { conversation, message })
  // A phone may end this window without a word before its turn comes.
  if (!heldUntil) keep(clientId)
  if (!heldUntil && (isBusy(lineOf(message)) || waitingIn(lineOf(message)).length)) conversation.patch(clientId, { waits: true })
  return inLine(lineOf(message), async () => {
    // One that was taken back leaves its place.
    const isHeldBack = heldUntil && !(await mayLeave(message))
    if (isHeldBack) queued.delete(clientId)
    const mayGo = queued.has(clientId) && (await earlierLeft(lineOf(message)))
    if (!queued.delete(clientId)) return
    if (mayGo) await inHand(clientId, () => deliver(conversation, message, Boolean(heldUntil)))
    else wait(conversation, message)
  })
}

/** What has not begun to leave goes back into the field. Whether it did. */
export function callBack(clientId: string) {
  const own = waiting.get(clientId) ?? queued.get(clientId)
  if (!own || leaving.has(clientId)) return false
  for (const all of [waiting, queued]) all.delete(clientId)
  goesOn(clientId)
  restore(own.conversation, own.message)
  return true
}

/** Whether one that waits for the line, or for its turn, would be overtaken. */
const hasEarlier = (line: string) =>
  waitingIn(line).length > 0 || [...queued.values()].some(({ message }) => lineOf(message) === line && !message.heldUntil)
const waitingIn = (line: string) => [...waiting.values()].filter(({ message }) => lineOf(message) === line)
/** Head-of-line blocking: what leaves before an earlier one that waits would overtake it. Whether all that wait in a line have left now. */
async function earlierLeft(line: string) {
  for (const { conversation, message } of waitingIn(line)) {
    const { clientId } = message
    if (!waiting.has(clientId)) continue
    leaving.add(clientId)
    await inHand(clientId, () => deliver(conversation, { ...message, heldUntil: undefined })).finally(() => leaving.delete(clientId))
    if (waiting.has(clientId)) return false
  }
  return true
}

/** What somebody wrote leaves with their session alone: they signed out, or this page is about to be somebody else's. */
const isOwn = ({ userId }: Sending) => userId === claims()?.id && user.peek()?.companyId === claims()?.companyId

const QUEUED = { status: 'queued', heldUntil: undefined, refusal: undefined } as const
/** `isLast` is a request that goes on when the page is left: one with a text of usual length can. */
async function deliver(conversation: Talk, message: Sending, isLast = false) {
  const { clientId } = message
  if (!isOwn(message)) return wait(conversation, message)
  if (isDone(clientId)) {
    waiting.delete(clientId)
    goesOn(clientId)
    return withdraw(conversation, message)
  }
  keep(clientId)
  conversation.patch(clientId, { ...QUEUED, waits: undefined, ...(message.file && { part: 0 }) })
  try {
    if (message.file) await deliverFile(conversation, message)
    else await post(conversation.line.path, conversation.line.words(message), isLast)
    waiting.delete(clientId)
    conversation.patch(clientId, { part: undefined })
    arrived(clientId)
    goesOn(clientId)
  } catch (error) {
    // Storage that is in trouble, or a server that begins, is waited for as a line is.
    const waits = !(error instanceof ApiError) || isUnanswered(error)
    if (aborts.get(clientId)?.signal.aborted) waiting.delete(clientId)
    else if (waits) wait(conversation, message)
    else {
      waiting.delete(clientId)
      conversation.patch(clientId, { status: 'failed', part: undefined, refusal: (error as ApiError).message })
      refuses(message.ticketId)
      arrived(clientId)
      if (isOfOthers(error) && conversation.ticket && !conversation.isShown?.()) comesBack(conversation, message, error)
      else sticks(message, true)
    }
  } finally {
    aborts.delete(clientId)
  }
}

/** Its ticket left its writer before it arrived, who does not look at it: it can be taken along. */
function comesBack(conversation: Talk, message: Sending, error: ApiError) {
  goesOn(message.clientId)
  restore(conversation, message, 'last')
  const name = message.file && nameOf({ name: message.file.name, isVoice: Boolean(message.voice) })
  if (name) toast.bad([words('fileNotSent', { name }), errorText(error)].join(' '))
  offerDraft(conversation.ticket!.peek())
}

async function deliverFile(conversation: Talk, message: Sending) {
  const abort = new AbortController()
  aborts.set(message.clientId, abort)
  const { path, fields } = conversation.line
  const progress = (part: number) => conversation.patch(message.clientId, { part })
  await sendFile(path, fields(message), message.file!, progress, abort.signal)
}

/** A file that its writer wants to send no more is gone, wherever it was: held, in line, waiting, or on its way. */
export function cancel(conversation: Talk, message: Sending) {
  const { clientId } = message
  for (const all of [waiting, queued]) all.delete(clientId)
  letGo(clientId)
  aborts.get(clientId)?.abort()
  goesOn(clientId)
  withdraw(conversation, message)
}

/** A message of this browser is sent again under its own id, one of the server's by the server. */
export async function retry(conversation: Talk, message: Message) {
  if ('local' in message) {
    const again = { ...(message as Sending), heldUntil: undefined }
    leaves(conversation, again)
    return inTurn(conversation, again)
  }
  await post(`/messages/${message.id}/retry`).catch(toastError)
}

/** The line of events may stand while a request finds none: then nothing tells when to try again. */
function wait(conversation: Talk, message: Sending) {
  waiting.set(message.clientId, { conversation, message })
  keep(message.clientId)
  sticks(message)
  conversation.patch(message.clientId, { ...QUEUED, waits: true, part: undefined })
  if (connected.value) retryTimer ??= setTimeout(deliverWaiting, RETRY_MS)
}

function deliverWaiting() {
  clearTimeout(retryTimer)
  retryTimer = undefined
  const lines = new Set([...waiting.values()].map(({ message }) => lineOf(message)))
  for (const line of lines) void inLine(line, async () => void (await earlierLeft(line)))
}
beforeVerb.hasFile = ticketId =>
  [...waiting.values(), ...queued.values()].some(
    ({ message: { file, clientId, ticketId: id } }) => file && id === ticketId && !outlives(clientId),
  )
beforeVerb.leaves = async ticketId => {
  hurry(ticketId)
  deliverWaiting()
  if (!(await othersLeft(ticketId))) return false
  await Promise.all(['texts', 'files'].map(what => inLine(`${ticketId}-${what}`, async () => {})))
  return ![...waiting.values()].some(({ message }) => message.ticketId === ticketId)
}
beforeVerb.takesBack = conversation => {
  for (const message of conversation.messages.peek().toReversed()) {
    if (!isLocal(message) || message.status !== 'failed') continue
    goesOn(message.clientId)
    restore(conversation, message)
  }
}
connected.subscribe(on => {
  if (on) queueMicrotask(deliverWaiting)
})
addEventListener('online', deliverWaiting)
// What waits has not been sent: it leaves with the next window alone, and a file that is not kept with none.
addEventListener('beforeunload', event => {
  if ([...waiting.values()].some(({ message }) => isOwn(message))) event.preventDefault()
})
