import { signal } from '@preact/signals-react'
import { FORWARD_PAUSE_MS } from '../../../constants'
import { ApiError, post } from '../../../kit/api'
import { translated } from '../../../kit/i18n'
import type { ContactRef, Message } from '../types'
import { isWithoutLine } from '../deferred-verbs'
import { conflictOf, whyNot } from './conflict'
import { words } from './forward-texts'
import { uuid } from '../../../kit/uuid'

export type Progress = { contact: ContactRef; sent: number; state: 'waits' | 'sending' | 'sent' | 'failed'; why?: string }

/** Some messages on their way to some contacts, one idempotent request for each pair. */
export function forwarding(messages: Message[], contacts: ContactRef[], signMessage: boolean) {
  const names = new Map<string, string>()
  const clientId = (pair: string) => names.get(pair) ?? (names.set(pair, uuid()), names.get(pair)!)
  const rows = signal<Progress[]>(contacts.map(contact => ({ contact, sent: 0, state: 'waits' })))
  const running = signal(false)
  let isStopped = false
  let last = 0
  let wake = () => {}

  const patch = (id: number, values: Partial<Progress>) =>
    (rows.value = rows.value.map(row => (row.contact.id === id ? { ...row, ...values } : row)))

  async function pause() {
    const rest = last + FORWARD_PAUSE_MS - performance.now()
    if (rest > 0)
      await new Promise<void>(resolve => {
        wake = resolve
        setTimeout(resolve, rest)
      })
  }
  /** Waits for as long as its person can take back what they send: whether it goes then. */
  async function hold(ms: number) {
    isStopped = false
    await new Promise<void>(resolve => {
      wake = resolve
      setTimeout(resolve, ms)
    })
    return !isStopped
  }
  /** Goes on with one contact where it ended; what is refused once is refused for the rest, too. */
  async function sendTo({ contact: { id }, sent }: Progress) {
    patch(id, { state: 'sending', why: undefined })
    for (const [at, message] of messages.entries()) {
      if (at < sent) continue
      await pause()
      if (isStopped) return patch(id, { state: 'waits' })
      last = performance.now()
      try {
        await post('/message/forward', { messageId: message.id, contactId: id, signMessage, clientId: clientId(`${message.id} ${id}`) })
      } catch (error) {
        return patch(id, { state: 'failed', why: await reasonOf(error) })
      }
      patch(id, { sent: at + 1 })
    }
    patch(id, { state: 'sent' })
  }
  async function run(which: (row: Progress) => boolean = row => row.state !== 'sent') {
    if (running.value) return
    running.value = true
    isStopped = false
    for (const { contact } of rows.value) {
      const row = rows.value.find(one => one.contact.id === contact.id)!
      if (!isStopped && which(row)) await sendTo(row)
    }
    running.value = false
  }
  return {
    rows,
    running,
    total: messages.length * contacts.length,
    sent: () => rows.value.reduce((sum, row) => sum + row.sent, 0),
    hold,
    run,
    /** What went stays; the rest does not follow. */
    stop() {
      isStopped = true
      wake()
    },
  }
}
export type Forwarding = ReturnType<typeof forwarding>

/** In words that say who or what stands in the way. */
async function reasonOf(error: unknown): Promise<string | undefined> {
  const other = conflictOf(error)
  if (other) return whyNot(other) ?? translated('error.ERR_OTHER_OPEN_TICKET')
  if (await isWithoutLine(error)) return words('cut')
  return error instanceof ApiError ? translated(`error.${error.body.code ?? error.body.error}`) : undefined
}
