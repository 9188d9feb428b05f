import { effect, signal } from '@preact/signals-react'
import { ApiError, post, upload } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { compressImage } from '../../kit/image'
import { connected } from '../../kit/realtime'
import { user } from '../../session'
import type { Conversation } from './conversation'
import type { Message, Sending } from './types'

type Draft = { body: string; quotedMsg?: Message | null; file?: File; voice?: boolean }

export const signs = signal(localStorage.getItem('signOption') !== 'false')
effect(() => localStorage.setItem('signOption', String(signs.value)))
/** The text with the author's name above, as the other side sees it. */
export const signed = (body: string) => (signs.value && body ? `*${user.value?.name}:*\n${body}` : body)

const kindOf = (file: File) => /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'application'
const waiting = new Map<string, { talk: Conversation; message: Sending }>()
const RETRY_MS = 3_000
const aborts = new Map<string, AbortController>()

/** Shows the message at once and sends it; what cannot leave now waits for the line. */
export function send(talk: Conversation, { body, quotedMsg, file, voice }: Draft) {
  const clientId = crypto.randomUUID()
  const message: Sending = {
    local: true,
    id: `local-${clientId}`,
    clientId,
    ticketId: talk.ticket.value.id,
    body,
    caption: file ? body || null : null,
    fromMe: true,
    ack: 0,
    status: 'queued',
    mediaType: file ? kindOf(file) : 'conversation',
    mediaUrl: file ? URL.createObjectURL(file) : null,
    mimetype: file?.type,
    fileName: file?.name,
    fileSize: file?.size,
    voice,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    createdAt: new Date().toISOString(),
    userId: user.value?.id,
    quotedMsg: quotedMsg ?? null,
    file,
    part: file ? 0 : undefined,
  }
  talk.put(message)
  return inTurn(talk, message)
}

const lines = new Map<string, Promise<void>>()
/** Texts of a ticket leave in their order, and so do files; a text does not wait for a file. */
function inTurn(talk: Conversation, message: Sending) {
  const line = `${message.ticketId}-${message.file ? 'files' : 'texts'}`
  const turn = (lines.get(line) ?? Promise.resolve()).then(() => deliver(talk, message))
  lines.set(line, turn)
  return turn
}

async function deliver(talk: Conversation, message: Sending) {
  const { clientId, body, quotedMsg } = message
  talk.patch(clientId, { status: 'queued', failReason: null, ...(message.file && { part: 0 }) })
  try {
    if (message.file) await deliverFile(talk, message)
    else
      await post(`/messages/${message.ticketId}`, {
        body,
        fromMe: true,
        read: 1,
        quotedMsg: quotedMsg ? { id: quotedMsg.id } : undefined,
        clientId,
      })
    talk.patch(clientId, { part: undefined })
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 0 && !aborts.get(clientId)?.signal.aborted) wait(talk, message)
    else talk.patch(clientId, { status: 'failed', part: undefined, failReason: (error as ApiError).message })
  } finally {
    aborts.delete(clientId)
  }
}

async function deliverFile(talk: Conversation, message: Sending) {
  const abort = new AbortController()
  aborts.set(message.clientId, abort)
  const file = await compressImage(message.file!)
  const form = new FormData()
  form.append('fromMe', 'true')
  form.append('body', message.body)
  form.append('clientId', message.clientId)
  if (message.voice) form.append('ptt', 'true')
  if (message.quotedMsg) form.append('quotedMsg', JSON.stringify({ id: message.quotedMsg.id }))
  form.append('medias', file, file.name)
  await upload(`/messages/${message.ticketId}`, form, part => talk.patch(message.clientId, { part }), abort.signal)
}

export const cancel = (message: Sending) => aborts.get(message.clientId)?.abort()

/** A message of this browser is sent again under its own id, one of the server's by the server. */
export async function retry(talk: Conversation, message: Message) {
  if ('local' in message) return inTurn(talk, message as Sending)
  await post(`/messages/${message.id}/retry`).catch(toastError)
}

/** The line of events may stand while a request finds none: then nothing tells when to try again. */
function wait(talk: Conversation, message: Sending) {
  waiting.set(message.clientId, { talk, message })
  if (connected.value) setTimeout(deliverWaiting, RETRY_MS)
}

function deliverWaiting() {
  const all = [...waiting.values()]
  waiting.clear()
  for (const { talk, message } of all) void inTurn(talk, message)
}
connected.subscribe(on => {
  if (on) queueMicrotask(deliverWaiting)
})
addEventListener('online', deliverWaiting)
