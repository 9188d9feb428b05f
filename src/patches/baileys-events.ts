import type { BaileysEventMap } from '@whiskeysockets/baileys'

type Emit = <Name extends keyof BaileysEventMap>(event: Name, data: BaileysEventMap[Name]) => boolean

/** What messages, receipts and the address book tell already, by their stanzas (`journal.ts`, `receipts.ts`, `phone-book.ts`). */
const UNHEARD = new Set<keyof BaileysEventMap>([
  'messages.update',
  'messages.delete',
  'messages.reaction',
  'message-receipt.update',
  'chats.upsert',
  'chats.update',
  'chats.delete',
  'contacts.update',
])

/** What Baileys did not decrypt, or the own phone sent again on request (`placeholder-resend.ts`). */
const isHeard = ({ messages, requestId }: BaileysEventMap['messages.upsert']) =>
  Boolean(requestId) || messages.some(({ key, message }) => key.isViewOnce && !message)

/**
 * Drops the events of a socket that nobody listens to. Baileys buffers them while messages come, and goes through all that it has buffered
 * at each further message: quadratic in the length of a burst on one connection.
 */
export function dropUnheardEvents(ev: { emit: Emit }) {
  const { emit } = ev
  ev.emit = (event, data) => {
    const isDropped = event === 'messages.upsert' ? !isHeard(data as BaileysEventMap['messages.upsert']) : UNHEARD.has(event)
    return isDropped || emit(event, data)
  }
}
