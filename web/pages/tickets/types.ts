import type { QueueRef } from '../../session'

export type TagRef = { id: number; name: string; color: string }
export type ExtraField = { id?: number | null; name: string; value: string }
export type ContactRef = {
  id: number
  name: string
  number: string
  email?: string | null
  profilePicUrl?: string | null
  disableBot?: boolean
  isGroup?: boolean
  extraInfo?: ExtraField[]
}
export type Status = 'open' | 'pending' | 'closed'
export type Ticket = {
  id: number
  uuid: string
  status: Status
  userId: number | null
  queueId: number | null
  whatsappId: number | null
  contactId: number
  unreadMessages: number
  lastMessage: string | null
  /** The newest message is the company's. */
  fromMe?: boolean
  /** When the customer wrote the first message that nobody has answered. */
  waitingSince?: string | null
  isGroup: boolean
  chatbot: boolean
  createdAt: string
  updatedAt: string
  contact: ContactRef
  queue: QueueRef | null
  user: { id: number; name: string } | null
  whatsapp: { name: string; status?: string } | null
  tags: TagRef[]
}

export type Delivery = 'queued' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' | 'received'
export type Reaction = { type: string; fromMe?: boolean; userId?: number | null; contactId?: number | null }
/** A reaction as a row of its own: for clients that don't read those of the message itself. */
export const isReaction = ({ mediaType }: { mediaType: string }) => mediaType === 'reactionMessage'
export type Message = {
  id: string
  ticketId: number
  body: string
  /** What somebody wrote to a file. */
  caption?: string | null
  fromMe: boolean
  ack: number
  status?: Delivery
  failReason?: string | null
  clientId?: string | null
  mediaType: string
  mediaUrl: string | null
  /** Why its file will never come. */
  mediaLost?: 'gone' | 'unreachable' | 'refused' | null
  mimetype?: string | null
  fileName?: string | null
  fileSize?: number | null
  voice?: boolean
  seconds?: number | null
  waveform?: string | null
  width?: number | null
  height?: number | null
  isDeleted: boolean
  isEdited: boolean
  isForwarded: boolean
  createdAt: string
  updatedAt?: string
  userId?: number | null
  contact?: ContactRef | null
  reactions?: Reaction[]
  quotedMsg?: Message | null
}

/** A message that this browser sends and the server has not shown yet. `part` is the progress of its file, 0 to 1. */
export type Sending = Message & { clientId: string; file?: File; part?: number; local: true }
