/** A message as a simulated phone shows it. `fromMe` is the phone's own side. */
export type Entry = {
  id: string
  fromMe: boolean
  /** Milliseconds since 1970. */
  at: number
  type: 'text' | 'image' | 'audio' | 'video' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'call' | 'other'
  text: string
  media?: { mimetype: string; bytes: number; fileName?: string; seconds?: number; width?: number; height?: number; voice?: boolean }
  quoted?: { id: string; text: string }
  location?: { latitude: number; longitude: number; name?: string; address?: string }
  contacts?: { name: string; phone: string }[]
  edits: { text: string; at: number }[]
  deleted: boolean
  reactions: Record<string, string>
  status: 'waiting' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'
}
export type Phone = { number: string; name: string; online: boolean; available: boolean; autoRead: boolean; last?: Entry }
export type Line = { id: number; name: string; status: string; number: string | null; linked?: boolean; failNext?: boolean }
export type Presence = 'composing' | 'recording' | 'paused' | 'available' | 'unavailable'
export type News = { at: number; connectionId: number } & (
  | { action: 'message' | 'entry'; phone: string; entry: Entry }
  | { action: 'presence'; phone: string; byPhone: boolean; state: Presence }
  | { action: 'call'; phone: string; state: 'ringing' | 'missed' | 'rejected' }
  | { action: 'connection'; state: 'linked' | 'open' | 'closed' | 'unlinked' }
)
