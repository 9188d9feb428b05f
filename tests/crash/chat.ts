/** A message, as both sides must show it in the end. */
export type Said = {
  text: string
  /** Hash of the file that it carries; a recording has no text beside it. */
  file?: string
  deleted?: true
  reaction?: string
}

/** An edit adds this, once: what is taken back needs not be corrected before. */
export const CORRECTED = ' (corrigido)'
export const isCorrected = ({ text }: Said) => text.endsWith(CORRECTED)

/** One conversation, and what each side is sure to have said in it, in order. */
export type Chat = {
  /** As the product calls it: the customer's number, or the group's. */
  name: string
  /** The phones that write in it. */
  members: string[]
  /** Where they write: the account, or the group. */
  to: string
  account: string
  /** 0 until the agent found it. */
  ticketId: number
  wrote: Said[]
  replied: Said[]
  /** The last that the phone tells of a message: a silent one is known by the server's word alone. */
  ends: 'read' | 'delivered' | 'sent'
}

/** All of a message in one line, by which it is told from every other. */
export const lineOf = ({ text, file, deleted, reaction }: Said) =>
  [text, file && `#${file}`, deleted && '✗', reaction].filter(Boolean).join(' ')
