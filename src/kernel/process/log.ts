import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Control characters that end a line, steer a terminal or reverse text, and that JSON does not escape. */
const CONTROL = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The message of an error without data: a failed statement repeats its parameters in the message, so its cause is quoted instead. */
function messageOf(error: Error): string {
  const message = 'params' in error ? '' : error.message
  const cause = error.cause instanceof Error ? messageOf(error.cause) : ''
  const words = message.includes(cause) ? message : [message, cause].filter(Boolean).join(': ')
  return words.replace(/\d{8,}/g, '…').slice(0, 1000)
}

/** An error for the log: type, code, message and stack frames. Whatever else it carries (addresses, parameters, bodies) stays out. */
export function described(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 1000) }
  const { code } = error as { code?: unknown }
  const frames = error.stack?.split('\n').filter(line => /^ +at \S/.test(line))
  return { type: error.name, code, message: messageOf(error), stack: frames?.join('\n') }
}

/** Structured log: lines of JSON, on stdout by default. Log ids; bodies, tokens and phone numbers are redacted. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      serializers: { err: described },
      hooks: {
        streamWrite: line => line.replace(CONTROL, escaped),
        // Without a message of its own, pino would copy that of the error unchanged.
        logMethod(words, write) {
          write.apply(this, words.length === 1 && typeof words[0] !== 'string' ? [words[0], ''] : words)
        },
      },
      redact: { paths: ['*.token', '*.password', '*.body', '*.number', '*.creds', 'token', 'password', 'body', 'number'], censor: '…' },
    },
    destination,
  )
