import { ApiError, post } from '../../../kit/api'
import { errorText } from '../../../kit/errors'
import { toast } from '../../../kit/toast'
import { user } from '../../../session'
import type { Talk } from '../conversation/talk'
import type { Sending } from '../types'
import { draftOf } from './drafts'
import { inLine } from './lines'

/** A text that was sent here and is not with the server, as far as this browser knows. */
type Text = { ticketId: number; clientId: string; path: string; body: object; words: string }

/** Write-ahead log of the texts of a page that was left before they arrived; a person's own. */
const key = () => `unsent-of-${user.peek()?.companyId}-${user.peek()?.id}`
const logged = (): Text[] => JSON.parse(localStorage.getItem(key()) ?? '[]')
function log(texts: Text[]) {
  if (texts.length) localStorage.setItem(key(), JSON.stringify(texts))
  else localStorage.removeItem(key())
}
const strike = (clientId: string) => log(logged().filter(text => text.clientId !== clientId))

const leaving = new Map<string, Text>()

/** A text is on its way from now on. */
export const leaves = ({ id: ticketId, line }: Talk, message: Sending) =>
  void leaving.set(message.clientId, {
    ticketId,
    clientId: message.clientId,
    path: line.path,
    body: line.words(message),
    words: message.body,
  })
/** It is with the server, or will never be. */
export function arrived(clientId: string) {
  if (leaving.delete(clientId)) strike(clientId)
}
/** Keeps what has not arrived, for a page that may end without being asked. */
export function keepLeaving() {
  const own = [...leaving.values()]
  if (own.length) log([...logged().filter(({ clientId }) => !leaving.has(clientId)), ...own])
}
addEventListener('pagehide', keepLeaving)

const RETRY_MS = 3_000
/** Sends one until the server has it: by its id it is one message, however often it comes. */
async function deliver({ ticketId, clientId, path, body, words }: Text) {
  for (;;) {
    try {
      await post(path, body)
      return strike(clientId)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) return
      if (error.status && error.status < 500) {
        strike(clientId)
        toast.bad(errorText(error))
        const { text } = draftOf(ticketId)
        return void (text.value = [words, text.peek()].filter(Boolean).join('\n'))
      }
      await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    }
  }
}

// What the page before left behind goes first, in its order: what is written from now on stands behind it.
for (const text of logged()) void inLine(`${text.ticketId}-texts`, () => deliver(text))
