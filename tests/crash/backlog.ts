import type { Fault, Scene } from './scene'
import { until } from '../until'

const SIZE = 1_000
const CUSTOMERS = 20
const STRIKE_MS = 30_000

/** The product is away, and is killed once more when it has only begun to catch up. */
async function off({ product, talk, deviceOf, account }: Scene) {
  await product.end('SIGTERM')
  await talk.crowd(CUSTOMERS, SIZE)
  const queued = () => deviceOf(account)!.queued
  const waited = queued()
  await product.start()
  await until(() => queued() < waited * 0.9, STRIKE_MS, 'the first of them taken')
  await product.end('SIGKILL')
  await product.start()
}

async function cutOff({ control, account, closedBy, talk }: Scene) {
  control.refuseUpgrade({ status: 503, times: 2 })
  await closedBy(() => control.disconnect({ account }))
  await talk.crowd(CUSTOMERS, SIZE)
}

/** A thousand messages that were written while nobody was there to take them. */
export const BACKLOG = {
  off: { says: 'a thousand messages while the product was off, and a crash in the midst of them', strike: off },
  backlog: { says: 'a thousand messages while the line was down', strike: cutOff },
} satisfies Record<string, Fault>
