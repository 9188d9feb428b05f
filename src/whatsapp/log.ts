import type { Logger } from '#kernel/process/log'

/** The logger given to Baileys. Its entries carry bodies and numbers: only messages of errors are logged, without digits, at debug. */
export function baileysLog(log: Logger, connectionId: number) {
  const nothing = () => {}
  const logError = (entry: unknown, message?: string) =>
    log.debug({ connectionId }, `baileys: ${withoutNumbers(message ?? (typeof entry === 'string' ? entry : 'error'))}`)
  const logger = { level: 'error', child: () => logger, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: logError }
  return logger
}

export const withoutNumbers = (words: string) => words.replace(/\d{5,}/g, '…').slice(0, 300)

/** The cause of an error in one line, without the parameters of a failed statement. */
export function reasonOf(error: unknown) {
  const { message } = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : new Error(String(error))
  return withoutNumbers(message.split('\n')[0]!)
}
