import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Signs that end a line, steer a terminal or turn text round, and that JSON lets pass. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** What a failed statement was given stands in its words, in its stack and beside them: its cause speaks for it. */
function spoken(error: Error): string {
  const own = 'params' in error ? '' : error.message
  const cause = error.cause instanceof Error ? spoken(error.cause) : ''
  const words = own.includes(cause) ? own : [own, cause].filter(Boolean).join(': ')
  return words.replace(/\d{8,}/g, '…').slice(0, 1000)
}

/** What went wrong and where. Nothing else that an error carries goes in: addresses, parameters, bodies. */
export function described(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 1000) }
  const { code } = error as { code?: unknown }
  const frames = error.stack?.split('\n').filter(line => /^ +at \S/.test(line))
  return { type: error.name, code, message: spoken(error), stack: frames?.join('\n') }
}

/** Lines of JSON, on stdout unless told otherwise. Bodies, tokens and phone numbers never go in: log ids. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      serializers: { err: described },
      hooks: {
        streamWrite: line => line.replace(UNSEEN, escaped),
        // Without words of its own, a line would repeat those of its error as they are.
        logMethod(words, write) {
          write.apply(this, words.length === 1 && typeof words[0] !== 'string' ? [words[0], ''] : words)
        },
      },
      redact: { paths: ['*.token', '*.password', '*.body', '*.number', '*.creds', 'token', 'password', 'body', 'number'], censor: '…' },
    },
    destination,
  )
