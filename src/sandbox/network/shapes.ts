export type MediaInfo = {
  mimetype: string
  bytes: number
  fileName?: string
  seconds?: number
  width?: number
  height?: number
  /** A voice note, in contrast to an audio file. */
  voice?: boolean
}

export type EntryType = 'text' | 'image' | 'audio' | 'video' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'call' | 'other'

export type Status = 'waiting' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** A message as one phone shows it. */
export type Entry = {
  id: string
  /** Number of the other person, or id of the group. */
  chat: string
  /** Number of the sender. */
  from: string
  fromMe: boolean
  /** Milliseconds since 1970. */
  at: number
  type: EntryType
  /** Text, caption, file name or name of the location. */
  text: string
  media?: MediaInfo
  quoted?: { id: string; text: string }
  forwarded?: true
  location?: { latitude: number; longitude: number; name?: string; address?: string }
  contacts?: { name: string; phone: string }[]
  /** URL of a link preview. */
  link?: string
  edits: { text: string; at: number }[]
  deleted: boolean
  /** Emoji by number of the person. */
  reactions: Record<string, string>
  /** How often this id arrived; more than 1 is a duplicate. */
  copies: number
  /** Delivery of sent messages; of received ones, whether this phone has read them. */
  status: Status
}

export type PhoneView = {
  number: string
  lid: string
  name: string
  about: string
  picture: boolean
  addressing: 'lid' | 'pn' | 'alternate'
  hideAlt: boolean
  online: boolean
  available: boolean
  autoDeliver: boolean
  autoRead: boolean
  /** Linked clients; a phone with any is an account. */
  devices: DeviceView[]
}

export type DeviceView = { device: number; connected: boolean; active: boolean; queued: number; preKeys: number }

export type GroupView = {
  id: string
  subject: string
  description: string
  creator: string
  participants: { number: string; role: 'superadmin' | 'admin' | 'member' }[]
}

/** An event of the sandbox; `at` in milliseconds since 1970. */
export type Change = { at: number } & (
  | { kind: 'message'; phone: string; entry: Entry }
  | { kind: 'entry'; phone: string; entry: Entry }
  | {
      kind: 'presence'
      phone: string
      chat: string
      from: string
      state: 'composing' | 'recording' | 'paused' | 'available' | 'unavailable'
    }
  | { kind: 'phone'; phone: string }
  | { kind: 'group'; group: string }
  | { kind: 'connection'; account: string; device: number; state: 'linked' | 'open' | 'closed' | 'unlinked' }
  | { kind: 'call'; phone: string; from: string; id: string; state: 'ringing' | 'missed' | 'rejected' }
  | { kind: 'problem'; phone: string; text: string }
)
