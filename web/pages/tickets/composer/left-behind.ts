import { ApiError, post } from '../../../kit/api'
import { errorText } from '../../../kit/errors'
import { toast } from '../../../kit/toast'
import { user } from '../../../session'
import type { Talk } from '../conversation/talk'
import type { Sending } from '../types'
import { draftOf } from './drafts'
import { inLine } from './lines'
import { unsigned } from './signature'
import { goesOn, sticks } from './stuck'

/** A text that was sent here and is not with the server, as far as this browser knows. */
type Text = { log: string; ticketId: number; clientId: string; path: string; body: object; words: string; writtenAt: string }

/** Write-ahead log of the texts of a page that was left before they arrived; a person's own, also when the session ends before the page. */
const ownLog = () => `unsent-of-${user.peek()?.companyId}-${user.peek()?.id}`
const logged = (log: string): Text[] => JSON.parse(localStorage.getItem(log) ?? '[]')
function rewrite(log: string, texts: Text[]) {
  if (texts.length) localStorage.setItem(log, JSON.stringify(texts))
  else localStorage.removeItem(log)
}
const others = ({ log, clientId }: Text) => logged(log).filter(text => text.clientId !== clientId)
const strike = (text: Text) => rewrite(text.log, others(text))
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
/** Keeps one that waits for the line, for a page that may end without being asked. What can still be taken back is no window's to send. */
export function keep(clientId: string) {
  const text = leaving.get(clientId)
  if (text) write(text)
}
addEventListener('pagehide', () => leaving.forEach(write))

const RETRY_MS = 3_000
/** What the server fails at so often, which is not its storage or its way that is in trouble, it will never take. */
const MAX_FAILURES = 3
/**
 * Retries one until the server has it: idempotent by its id. One that the server says is too late is a draft, and so is one that it fails
 * at: nothing else of the ticket leaves before it, and who resolves the ticket waits for it.
 */
async function deliver(text: Text) {
  const { ticketId, path, body, words, writtenAt } = text
  for (let failures = 0; ;) {
    try {
      await post(path, { ...body, writtenAt })
      goesOn(text.clientId)
      return strike(text)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) return
      if (error.status === 500) failures++
      if ((error.status && error.status < 500) || failures === MAX_FAILURES) {
        strike(text)
        goesOn(text.clientId)
        toast.bad(errorText(error))
        const draft = draftOf(ticketId)
        return void (draft.text.value = [draft.text.peek(), words].filter(Boolean).join('\n'))
      }
      sticks(text)
      await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    }
  }
}

// What the page before left behind goes first, in its order: what is written from now on stands behind it.
for (const text of logged(ownLog())) void inLine(`${text.ticketId}-texts`, () => deliver(text))
