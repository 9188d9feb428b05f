import { ApiError, post } from '../../../kit/api'
import { errorText } from '../../../kit/errors'
import { exclusively } from '../../../kit/exclusively'
import { toast } from '../../../kit/toast'
import type { Talk } from '../conversation/talk'
import type { Sending } from '../types'
import { ownLog } from '../first'
import { draftOf } from './drafts'
import { inLine } from './lines'
import { unsigned } from './signature'
import { goesOn, refuses, sticks } from './stuck'

/** A text that was sent here and is not with the server, as far as this browser knows. */
type Text = { log: string; ticketId: number; clientId: string; path: string; body: object; words: string; writtenAt: string }

/** Write-ahead log of the texts of a page that was left before they arrived; a person's own, also when the session ends before the page. */
const logged = (log: string): Text[] => JSON.parse(localStorage.getItem(log) ?? '[]')
function rewrite(log: string, texts: Text[]) {
  if (!texts.length) return localStorage.removeItem(log)
  try {
    localStorage.setItem(log, JSON.stringify(texts))
  } catch {
    // A full storage stops nobody: the text lives in this window alone.
  }
}
const others = ({ log, clientId }: Text) => logged(log).filter(text => text.clientId !== clientId)
const strike = (text: Text) => rewrite(text.log, others(text))
const isLogged = (text: Text) => others(text).length < logged(text.log).length
const write = (text: Text) => rewrite(text.log, [...others(text), text])

const leaving = new Map<string, Text>()

/** A text is on its way from now on. */
export const leaves = ({ id: ticketId, line, ticket }: Talk, message: Sending) =>
  void leaving.set(message.clientId, {
    log: ownLog(),
    ticketId,
    clientId: message.clientId,
    path: line.path,
    body: line.words(message),
    words: ticket ? unsigned(message.body) : message.body,
    writtenAt: message.createdAt,
  })
/** It is with the server, or will never be. */
export function arrived(clientId: string) {
  const text = leaving.get(clientId)
  if (leaving.delete(clientId)) strike(text!)
}
/** Keeps one that leaves now or waits for the line, for other windows and for a page that may end without being asked. What can still be taken back is no window's to send. */
export function keep(clientId: string) {
  const text = leaving.get(clientId)
  if (text) write(text)
}
addEventListener('pagehide', () => leaving.forEach(write))

const RETRY_MS = 3_000
/** Who waits for what leaves here, to be told that it waits itself. */
const waiting = new Set<(ticketId: number) => void>()
/** What the server fails at so often, which is not its storage or its way that is in trouble, it will never take. */
const MAX_FAILURES = 3
/**
 * Retries one until the server has it: idempotent by its id. One that the server says is too late is a draft, and so is one that it fails
 * at: nothing else of the ticket leaves before it, and who resolves the ticket waits for it. Another window may have been first, or have
 * called it back.
 */
async function deliver(text: Text) {
  for (let left = MAX_FAILURES; ; await new Promise(resolve => setTimeout(resolve, RETRY_MS))) {
    const error = await inHand(text.clientId, () => attempt(text, left))
    if (!error) return
    if (error.status === 500) left--
    else for (const tell of waiting) tell(text.ticketId)
  }
}
/** The window that has a text in hand does with it what the server answers: another, which waits for that, finds it done. */
export const inHand = <T>(clientId: string, work: () => Promise<T>) => exclusively(`text-${clientId}`, work)
/** What it is to be retried for. */
async function attempt(text: Text, left: number): Promise<ApiError | undefined> {
  const { clientId, ticketId, path, body, words, writtenAt } = text
  if (!isLogged(text)) return
  try {
    await post(path, { ...body, writtenAt })
    goesOn(clientId)
    strike(text)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) return
    if (!error.status || error.status > 500 || (error.status === 500 && left > 1)) {
      sticks(text)
      return error
    }
    refuses(ticketId)
    strike(text)
    goesOn(clientId)
    toast.bad(errorText(error))
    const draft = draftOf(ticketId)
    draft.text.value = [draft.text.peek(), words].filter(Boolean).join('\n')
  }
}

/**
 * What other windows wrote in a ticket, which may be gone, leaves by this one too: once, by its name. Whether the server has answered it,
 * which is waited for until it is not reached.
 */
export async function othersLeft(ticketId: number) {
  const theirs = logged(ownLog()).filter(text => text.ticketId === ticketId && !leaving.has(text.clientId))
  const { promise: isStuck, resolve } = Promise.withResolvers<void>()
  const tell = (id: number) => id === ticketId && resolve()
  waiting.add(tell)
  await Promise.race([isStuck, Promise.all(theirs.map(text => inLine(`${ticketId}-texts`, () => deliver(text))))])
  waiting.delete(tell)
  return !theirs.some(isLogged)
}

// What the page before left behind goes first, in its order: what is written from now on stands behind it.
for (const text of logged(ownLog())) void inLine(`${text.ticketId}-texts`, () => deliver(text))
