import type { Content } from './content'
import type { Faults } from './faults'
import type { PhoneOptions } from './phones'
import type { Change, Entry, GroupView, MediaInfo, PhoneView } from './shapes'

type Picture = { picture?: 'none' | 'sample' | { file: string | Uint8Array; mimetype: string } }
type Linked = { account: string; device: number }

/**
 * The control interface of the sandbox: the same verbs in the process and as `POST /control/<verb>` with the argument as JSON.
 * Phones are named by their number (digits, with country code; with or without the Brazilian ninth digit), groups by their id.
 * An account is a phone with linked clients. Throws an Error for unknown phones and messages (HTTP 400, `{ "error": text }`).
 */
export type Control = {
  state(): { phones: PhoneView[]; groups: GroupView[]; faults: { account: string; faults: Faults }[] }
  /** The phone that has exactly this number. */
  find(of: { phone: string }): PhoneView | undefined
  /** Messages as the phone shows them, oldest first; `chat` is a number or a group. */
  transcript(of: { phone: string; chat?: string }): Entry[]
  /** The decrypted file of a message that the phone shows; over HTTP `GET /control/media?phone=&id=`. */
  media(of: { phone: string; id: string }): MediaInfo & { file: Uint8Array }
  /** The profile picture of a phone; over HTTP `GET /control/picture?phone=`. */
  picture(of: { phone: string }): { file: Uint8Array; mimetype: string } | undefined
  /** Subscribes to changes; returns the function that unsubscribes. Over HTTP `GET /control/changes` (server-sent events). */
  onChange(listener: (change: Change) => void): () => void

  /** Registers a number, or changes the phone that has it (idempotent). */
  addPhone(phone: { phone: string } & PhoneOptions & Picture): PhoneView
  changePhone(phone: { phone: string } & PhoneOptions & Picture): PhoneView
  /** Registers many contacts for load tests: numbers from 5500910000000 on, or from `from`. */
  addPhones(many: { count: number; from?: string } & PhoneOptions): { phones: string[] }
  /** The owner of a phone writes somebody into its address book; its clients are told. */
  saveContact(entry: { phone: string; contact: string; name: string }): Promise<void>
  /** Unregisters a number; its clients are logged out. */
  removePhone(phone: { phone: string }): void

  /** The phone scans the QR code of a client (`qr` of `connection.update`); resolves when the client is linked. */
  scan(code: { qr: string; phone: string } & PhoneOptions): Promise<Linked>
  /** The phone's owner types the pairing code that a client shows; resolves when the client is linked. */
  enterCode(code: { code: string; phone: string } & PhoneOptions): Promise<Linked>
  /** The phone unlinks a client, or all of them: they are logged out (401). */
  unlink(device: { account: string; device?: number }): void

  /** Sends a message of a phone to another or to a group; that of an account's phone is `fromMe` for its clients. */
  send(message: { from: string; to: string; id?: string } & Content): Promise<{ id: string }>
  /**
   * Load test: text messages, round robin, from `phones` contacts (numbers, or how many to create) to one or several accounts, as fast as
   * possible or at `perSecond`. Resolves when all have left, with the time it took.
   */
  burst(load: { to: string | string[]; phones: number | string[]; count: number; perSecond?: number; text?: string }): Promise<{
    sent: number
    milliseconds: number
    ids: string[]
  }>
  /** `chat` is the account or the group that sees it. */
  typing(state: { from: string; to: string; state: 'composing' | 'recording' | 'paused' }): void
  /** Presence of the phone, for the clients that subscribed to it. */
  available(state: { phone: string; available: boolean }): void
  /** A call that rings, and is missed after `seconds` (1 by default) unless the client rejects it. */
  call(call: { from: string; to: string; video?: boolean; seconds?: number }): { id: string }
  /** The phone reads (or plays) the messages of a chat, or some of them. */
  read(what: { phone: string; chat: string; ids?: string[]; played?: boolean }): { read: number }

  createGroup(group: { subject: string; creator: string; participants: string[]; description?: string }): GroupView
  changeGroup(change: {
    group: string
    by: string
    subject?: string
    description?: string
    announce?: boolean
    add?: string[]
    remove?: string[]
    promote?: string[]
    demote?: string[]
  }): GroupView

  /** Injects faults of one account, or without an account of connections in general (loginFailure). Counters go down as they strike. */
  fault(fault: { account?: string } & Partial<Faults>): Faults
  clearFaults(of?: { account?: string }): void
  /** Closes the connections of an account: without a code the socket drops, else a stream error (515, 440, 401, 503 …) comes first. */
  disconnect(what: { account: string; device?: number; code?: number }): { disconnected: number }
  /** Answers the next websocket upgrades with this HTTP status. */
  refuseUpgrade(what: { status: number; times?: number }): void
  /** Answers the next uploads and downloads with this HTTP status, until `clearFaults` or as many `times`. */
  refuseMedia(what: { status: number; times?: number }): void
  /** from now on the media host is so slow that no download comes, until it is let go; tells how many have asked since */
  holdMedia(what: { hold: boolean }): { asked: number }
}
