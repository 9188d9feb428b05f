import type { Content } from './content.ts'
import type { Faults } from './faults.ts'
import type { PhoneOptions } from './phones.ts'
import type { Change, Entry, GroupView, MediaInfo, PhoneView } from './shapes.ts'

type Picture = { picture?: 'none' | 'sample' | { file: string | Uint8Array; mimetype: string } }
type Linked = { account: string; device: number }

/**
 * Everything the sandbox can be told to do, the same in the process and as `POST /control/<verb>` with the argument as JSON.
 * Phones are named by their number (digits, with country code; with or without the Brazilian ninth digit), groups by their id.
 * An account is a phone that clients are linked to. Unknown phones and messages are an Error (HTTP 400, `{ "error": text }`).
 */
export type Control = {
  state(): { phones: PhoneView[]; groups: GroupView[]; faults: { account: string; faults: Faults }[] }
  /** messages as the phone shows them, oldest first; `chat` is a number or a group */
  transcript(of: { phone: string; chat?: string }): Entry[]
  /** the decrypted and checked file of a message that the phone shows; over HTTP `GET /control/media?phone=&id=` */
  media(of: { phone: string; id: string }): MediaInfo & { file: Uint8Array }
  /** the profile picture of a phone; over HTTP `GET /control/picture?phone=` */
  picture(of: { phone: string }): { file: Uint8Array; mimetype: string } | undefined
  /** called after every change, until the returned function is called; over HTTP `GET /control/changes` (server-sent events) */
  onChange(listener: (change: Change) => void): () => void

  /** registers a number, or changes the phone that has it */
  addPhone(phone: { phone: string } & PhoneOptions & Picture): PhoneView
  changePhone(phone: { phone: string } & PhoneOptions & Picture): PhoneView
  /** registers many contacts at once for load runs: numbers from 5500910000000 on, or from `from` */
  addPhones(many: { count: number; from?: string } & PhoneOptions): { phones: string[] }
  /** the number leaves WhatsApp; clients of it are logged out */
  removePhone(phone: { phone: string }): void

  /** the phone scans the QR of a client (`connection.update`'s `qr`); resolves when the client is linked */
  scan(code: { qr: string; phone: string } & PhoneOptions): Promise<Linked>
  /** the phone's owner types the pairing code that a client shows */
  enterCode(code: { code: string; phone: string } & PhoneOptions): Promise<Linked>
  /** the phone removes a client, or all of them: they are logged out (401) */
  unlink(device: { account: string; device?: number }): void

  /** a phone writes to another or to a group; an account's phone writes as itself (fromMe for its clients) */
  send(message: { from: string; to: string; id?: string } & Content): Promise<{ id: string }>
  /**
   * Load: text messages in turn from `phones` contacts (numbers, or how many to create) to one or several accounts,
   * as fast as possible or `perSecond`. Resolves when all have left, with the time it took.
   */
  burst(load: { to: string | string[]; phones: number | string[]; count: number; perSecond?: number; text?: string }): Promise<{
    sent: number
    milliseconds: number
    ids: string[]
  }>
  /** `chat` is the account or the group that sees it */
  typing(state: { from: string; to: string; state: 'composing' | 'recording' | 'paused' }): void
  /** the phone opens or leaves WhatsApp; clients that follow it see it */
  available(state: { phone: string; available: boolean }): void
  /** rings, and is missed after `seconds` (default 1) unless the client rejects it */
  call(call: { from: string; to: string; video?: boolean; seconds?: number }): { id: string }
  /** the phone reads (or plays) what it received in a chat, or some of it */
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

  /** sets faults of one account, or without an account those of connections in general (loginFailure); counts run down as they strike */
  fault(fault: { account?: string } & Partial<Faults>): Faults
  clearFaults(of?: { account?: string }): void
  /** ends the connections of an account: without a code the socket just drops, else a stream error (515, 440, 401, 503 …) comes first */
  disconnect(what: { account: string; device?: number; code?: number }): { disconnected: number }
  /** answers the next websocket upgrades with this HTTP status */
  refuseUpgrade(what: { status: number; times?: number }): void
  /** answers the next uploads and downloads with this HTTP status, until `clearFaults` unless `times` is given */
  refuseMedia(what: { status: number; times?: number }): void
  /** from now on the media host is so slow that no download comes, until it is let go; tells how many have asked since */
  holdMedia(what: { hold: boolean }): { asked: number }
}
