import type { Product } from '../boot'

/**
 * Stops cleanly when the process is asked to end, also while it still starts; a second request ends it at once.
 * What a plugin left to fail on its own ends nothing.
 */
export function untilStopped(starting: Promise<Product>): Promise<Product> {
  let asked = false
  const end = () => {
    if (asked) process.exit(1)
    asked = true
    starting
      .then(product => product.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  starting.then(
    ({ log }) => process.on('unhandledRejection', error => log.error({ err: error }, 'nobody waited for this')),
    () => {},
  )
  return starting
}
