import type { Logger } from '#kernel/process/log'

/** Baileys' logger. Its entries carry bodies and numbers: only the words of errors are passed on, without digits. */
export function baileysLog(log: Logger, connectionId: number) {
  const nothing = () => {}
  const said = (entry: unknown, message?: string) =>
    log.debug({ connectionId }, `baileys: ${withoutNumbers(message ?? (typeof entry === 'string' ? entry : 'error'))}`)
  const logger = { level: 'error', child: () => logger, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: said }
  return logger
}

export const withoutNumbers = (words: string) => words.replace(/\d{5,}/g, '…').slice(0, 300)

/** What went wrong in one line; what a failed statement was given stays out. */
export function reasonOf(error: unknown) {
  const { message } = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : new Error(String(error))
  return withoutNumbers(message.split('\n')[0]!)
}
