/** Why a message did not go out, as clients are told; each has a sentence in web/i18n. */
export const FAIL_REASONS = [
  /** Nobody uses WhatsApp under that number. */
  'not_on_whatsapp',
  /** The network or its media host could not be reached, again and again. */
  'unreachable',
  /** It was written again and again, and the server never said that it took it. */
  'no_answer',
  /** The account may not begin conversations at the moment. */
  'restricted',
  /** Too many messages in too short a time. */
  'too_many',
  /** The account may not write there: it left the group, or only admins write. */
  'forbidden',
  'too_large',
  /** The stored file could not be read or prepared. */
  'file',
  /** It waited for its line, and by then nobody was to have it any more. */
  'withdrawn',
  /** The connection that it waited for was deleted. */
  'connection_gone',
  /** The server said no for another reason. */
  'refused',
  /** Nobody said why. */
  'unknown',
] as const
export type FailReason = (typeof FAIL_REASONS)[number]

/** The codes with which the server refuses a stanza. */
const CODES: Record<string, FailReason> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_on_whatsapp',
  405: 'forbidden',
  408: 'unreachable',
  413: 'too_large',
  429: 'too_many',
  463: 'restricted',
  500: 'unreachable',
  503: 'unreachable',
}

/** The server's own trouble, or a timeout: another try may not meet it. */
export const isTransient = (code: number | string | undefined) => /^(408|5\d\d)$/.test(String(code))

/** What the network gave as the reason: a code of the server, or words of the client that could not write the message. */
export function failReasonOf(reason: string | undefined): FailReason {
  if (reason === undefined) return 'unknown'
  if (/^\d{3}$/.test(reason)) return CODES[reason] ?? 'refused'
  if (/\b(ENOENT|EACCES|EIO)\b/.test(reason)) return 'file'
  const code = /\b(40[1345]|408|413|429|463|500|503)\b/.exec(reason)?.[0]
  return code ? CODES[code]! : 'unknown'
}
