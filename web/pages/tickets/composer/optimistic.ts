import type { Message, Sending } from '../types'

export type Outgoing = { body: string; quotedMsg?: Message | null; file?: File; voice?: boolean }

const kindOf = (file: File) => /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'application'

/** A message as it is shown until the server tells it: under an id of this browser, which the server's row carries too. */
export function optimistic(
  { body, quotedMsg, file, voice }: Outgoing,
  of: { ticketId: number; userId?: number; clientId: string; at: Date; mediaUrl: string | null },
): Sending {
  const { ticketId, userId, clientId, at, mediaUrl } = of
  return {
    local: true,
    id: `local-${clientId}`,
    clientId,
    ticketId,
    body,
    caption: file ? body || null : null,
    fromMe: true,
    ack: 0,
    status: 'queued',
    mediaType: file ? kindOf(file) : 'conversation',
    mediaUrl,
    mimetype: file?.type,
    fileName: file?.name,
    fileSize: file?.size,
    voice,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    createdAt: at.toISOString(),
    userId,
    quotedMsg: quotedMsg ?? null,
    file,
    part: file ? 0 : undefined,
  }
}
