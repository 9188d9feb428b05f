import type { Db } from '#kernel/storage/libsql'

/** The port between the product and a messaging network. `whatsapp/` implements Channel and calls ChannelEvents. */

/** Digits of a phone number (`pn`) and of a linked id (`lid`): whichever is known. A `lid` is never a number to call. */
export type Person = { pn: string | null; lid: string | null }

/** A message's key as the network gave it; receipts, quotes, edits, reactions and deletes refer to it. */
export type Key = { id: string; remoteJid: string; fromMe: boolean; participant?: string }

export type MediaType = 'image' | 'video' | 'audio' | 'application' | 'sticker'

export type Content =
  | { type: 'text'; body: string }
  | {
      type: 'media'
      mediaType: MediaType
      mimetype: string
      fileName: string | null
      caption: string
      voice: boolean
      seconds: number | null
      /** 64 levels of 0–100. */
      waveform: Uint8Array | null
      width: number | null
      height: number | null
      /** Bytes as announced by the sender. */
      size: number | null
      /**
       * The decrypted bytes, as they come; whether they are those announced is known at their end. Throws an error of code MEDIA_GONE when
       * the network has lost them, MEDIA_REFUSED when they are not what was announced or too large to be kept.
       */
      download(): AsyncIterable<Uint8Array>
    }
  | { type: 'location'; latitude: number; longitude: number; name: string; address: string; thumbnail: Uint8Array | null }
  | { type: 'contacts'; cards: { name: string; vcard: string }[] }
  | { type: 'reaction'; target: Key; emoji: string }
  | { type: 'edit'; target: Key; body: string }
  | { type: 'delete'; target: Key }
  | { type: 'call'; video: boolean }
  /** A message whose kind this version can't show. */
  | { type: 'unknown'; kind: string }

export type Inbound = {
  companyId: number
  connectionId: number
  key: Key
  /** The conversation: a person, or a group with the digits of its jid. */
  chat: ({ kind: 'person' } & Person) | { kind: 'group'; id: string; subject: string | null }
  /** Who wrote it; for own messages from the phone, this account. */
  sender: Person & { name: string | null }
  at: Date
  /** Arrived while the connection was down. */
  recovered: boolean
  forwarded: boolean
  /** A delete by an admin of the group, who may take away what others wrote. */
  byAdmin: boolean
  quoted: { id: string; body: string } | null
  content: Content
  /** JSON of the network's own message, kept as `dataJson` and for retries; null where it is too long to be kept. */
  raw: string | null
  /** Deletes the journal row; called in the transaction that stores the message. */
  ackJournal(db: Db): Promise<void>
}

export type Receipt = {
  companyId: number
  connectionId: number
  ids: string[]
  state: 'sent' | 'delivered' | 'read' | 'played' | 'failed'
  reason?: string
}

/** What the network says of the conversations that an account may begin; of what is left out it said nothing. */
export type Restriction = {
  /** Until when it may begin none; null while it may. */
  lockedUntil?: Date | null
  /** How near its limit of them is, in the network's own words, and until when the limit counts. */
  cap?: { status: string; endsAt: Date | null }
}

export type Presence = {
  companyId: number
  connectionId: number
  chat: Person
  state: 'available' | 'unavailable' | 'composing' | 'recording' | 'paused'
}

/** Somebody whom the account's phone has in its address book, under the name that stands there. */
export type PhoneBookEntry = Person & { name: string }

/** Why a connection is down: what the network said of it, that nothing was heard, or that another connection has its number. */
export const DISCONNECT_REASONS = [
  'logged_out',
  'unscanned',
  'replaced',
  'banned',
  'outdated',
  'offline',
  'refused',
  'certificate',
  'linked_elsewhere',
] as const
export type DisconnectReason = (typeof DISCONNECT_REASONS)[number]

type SessionStatus = 'CONNECTED' | 'qrcode' | 'PAIRING' | 'DISCONNECTED' | 'TIMEOUT' | 'OPENING'
export type SessionState = {
  status: SessionStatus
  /** The text of the QR code to show, '' when none. */
  qrcode?: string
  /** Eight characters to type on the phone, when asked for. */
  pairingCode?: string
  retries?: number
  /** Digits of the connected number. */
  number?: string
  reason?: DisconnectReason
}

export type ChannelEvents = {
  /**
   * Called for the messages of one chat in their order, each when the one before was settled; different chats run side by side.
   * Resolves when the message is durable (or known already). Rejecting leaves it in the journal for the next start; so does 'target_missing',
   * when it changes a message that has not come: it is told again after that one.
   */
  message(inbound: Inbound): Promise<void | 'target_missing'>
  receipt(receipt: Receipt): Promise<void>
  presence(presence: Presence): void
  restriction(companyId: number, connectionId: number, told: Restriction): Promise<void>
  session(connectionId: number, state: SessionState): Promise<void>
  /** Evidence of life: the last time anything came from the network. Called at most once in 10 s a connection. */
  traffic(connectionId: number, at: Date): void
  /** Two forms of one person became known together. */
  identity(companyId: number, person: Person): Promise<void>
  /** What the phone told of its address book: all of it after a new link, then whoever is added or renamed. */
  phoneBook(companyId: number, connectionId: number, people: PhoneBookEntry[]): Promise<void>
  /** What was sent under this id, to answer a retry request of the recipient's phone: the raw JSON, or null. */
  sentMessage(connectionId: number, id: string): Promise<string | null>
  /** The connection is open: queued messages may go. */
  ready(companyId: number, connectionId: number): void
}

export type Media = {
  mediaType: MediaType
  mimetype: string
  fileName: string | null
  caption: string
  voice: boolean
  seconds: number | null
  waveform: Uint8Array | null
  width: number | null
  height: number | null
  thumbnail: Uint8Array | null
  /** Where the bytes lie on this machine. */
  path: string
}

export type Outbound = { connectionId: number; chat: Person | { group: string } } & (
  | { do: 'text'; id: string; body: string; quoted: string | null; forwarded: boolean }
  | { do: 'media'; id: string; media: Media; quoted: string | null; forwarded: boolean }
  | { do: 'location'; id: string; place: { latitude: number; longitude: number; name: string; address: string }; quoted: string | null }
  | { do: 'contacts'; id: string; cards: { name: string; vcard: string }[]; quoted: string | null }
  /** A place or a card that somebody sent goes on as it came: by the JSON of its message. */
  | { do: 'forward'; id: string; raw: string; quoted: null }
  | { do: 'edit'; id: string; target: Key; body: string }
  | { do: 'delete'; id: string; target: Key }
  | { do: 'react'; id: string; target: Key; emoji: string }
  | { do: 'read'; keys: Key[] }
)

/** `quoted` above is the raw JSON of the quoted message, as Inbound.raw or SendResult.raw gave it. */
export type SendResult = { key: Key; raw: string }

export type Channel = {
  /** Begins (or continues) a session; progress comes by ChannelEvents.session. */
  start(connection: { id: number; companyId: number; sandbox?: boolean }): void
  /** Closes the socket and keeps the credentials. */
  stop(connectionId: number): Promise<void>
  /** Opens its socket anew, with the credentials there are; nothing where no session runs. Resolves when it is open, or takes longer. */
  restart(connectionId: number): Promise<void>
  /** Unlinks the device and forgets the credentials. */
  logout(connectionId: number, reason?: DisconnectReason): Promise<void>
  /** Asks for a code to type on the phone instead of a QR code. Digits only. */
  requestPairingCode(connectionId: number, number: string): Promise<string>
  isOpen(connectionId: number): boolean
  /** The generation of the open socket, null without one: what was written to an earlier generation may never have left. */
  socketGeneration(connectionId: number): object | null
  /**
   * Resolves when the stanza was written to the socket, with `null` for `read`; acceptance and delivery come by ChannelEvents.receipt.
   * Throws AppError: ERR_WAPP_NOT_INITIALIZED (not connected, try again later) or ERR_SENDING_WAPP_MSG (details.reason; refused for good);
   * any other error may be over the next time.
   */
  send(outbound: Outbound): Promise<SendResult | null>
  presence(connectionId: number, chat: Person, state: 'composing' | 'recording' | 'paused'): Promise<void>
  /** Tells the network that someone looks at this chat, so that typing notices come. */
  subscribe(connectionId: number, chat: Person): Promise<void>
  /** The network's own form of each number that has an account; unknown ones are left out. */
  lookup(connectionId: number, numbers: string[]): Promise<{ asked: string; pn: string; lid: string | null }[]>
  /** The file of a received message, by the JSON that `Inbound.raw` was, in the way of `download`. */
  attachment(connectionId: number, raw: string): AsyncIterable<Uint8Array>
  /** The profile picture, or null. */
  picture(connectionId: number, chat: Person | { group: string }): Promise<Uint8Array | null>
}
