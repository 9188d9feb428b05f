import type { ShownMessage } from '../../../src/modules/messages'
import type { ShownTicket } from '../../../src/modules/tickets'
import type { Json } from '../../kit/rows'

export type ExtraField = { id?: number | null; name: string; value: string }
export type ContactRef = Json<ShownTicket['contact']> & { extraInfo?: ExtraField[] }
export type Ticket = Omit<Json<ShownTicket>, 'contact'> & { contact: ContactRef }
export type Status = Ticket['status']
export type TagRef = Omit<Ticket['tags'][number], 'TicketTag'>

type ServerMessage = Json<ShownMessage>
type Always = 'id' | 'ticketId' | 'body' | 'fromMe' | 'status' | 'mediaType' | 'mediaUrl' | 'isDeleted' | 'isEdited' | 'createdAt'
/** A message as it is drawn: the server's row, or one that it has not stored yet and that knows less of itself. */
export type Message = Pick<ServerMessage, Always> &
  Partial<Omit<ServerMessage, Always | 'quotedMsg'>> & {
    quotedMsg?: Message | null
    /** Said among colleagues: it went over no network. */
    internal?: true
  }

/** Words alone, which can be edited. */
export const isText = ({ mediaType }: { mediaType: string }) => /^(conversation|extendedTextMessage|chat|text)$/.test(mediaType)
/** A reaction as a row of its own: for clients that don't read those of the message itself. */
export const isReaction = ({ mediaType }: { mediaType: string }) => mediaType === 'reactionMessage'

/** A message that this browser sends and the server has not shown yet. */
export type Sending = Message & {
  clientId: string
  file?: File
  /** The progress of its file, 0 to 1. */
  part?: number
  /** It waits until then, in milliseconds since 1970, so that it can be taken back. */
  heldUntil?: number
  /** It has not begun to leave, and can be called back: it waits for the line, or for what stands before it. */
  waits?: true
  /** The code of the refusal. */
  refusal?: string
  local: true
}
