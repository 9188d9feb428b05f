import { describeLedger, faultsOf, settledLedger } from './ledger'
import { randomFrom } from './random'
import { openConnected } from './connected'
import { until } from '../until'
import { traffic } from './traffic'

const ACCOUNT = '5511990000001'
const CUSTOMERS = 4
/** A slow machine is given time to catch up, or what is written last would never be taken. */
const MOST_WAITING = 200
const PATIENCE_MS = 60_000

export type Blow = 'SIGKILL' | 'SIGTERM' | 'cut'
type Options = { blow: Blow; rounds: number; seed: number; files?: number; say?(line: string): void }

/** Rounds of traffic that each end the product, or cut its line, then quiet, then the ledger. */
export async function runRounds({ blow, rounds, seed, files = 12, say }: Options) {
  const began = Date.now()
  const random = randomFrom(seed)
  const shop = await openConnected({ accounts: [ACCOUNT], seed })
  const queued = () => shop.deviceOf(ACCOUNT)!.queued
  const ends: { code: number; ms: number; connected: boolean }[] = []
  try {
    // As on a real line, a message has arrived some time before its sender hears of it.
    shop.control.fault({ account: ACCOUNT, ackDelay: 80 })
    const talk = traffic(shop, ACCOUNT, { random, files, pace: 1 })
    for (let i = 0; i < CUSTOMERS; i++) talk.join()
    talk.gather()
    for (let round = 1; round <= rounds; round++) {
      // Most rounds end under full traffic, some while the product is still connecting.
      if (random.oneIn(4)) await Bun.sleep(random.between(0, 100))
      else {
        await shop.connected()
        await until(() => queued() < MOST_WAITING, PATIENCE_MS, 'a backlog that shrinks')
        await Bun.sleep(random.between(50, 1000))
      }
      if (round % 4 === 0) talk.join()
      if (round % 20 === 0) talk.gather()
      const connected = Boolean(shop.deviceOf(ACCOUNT)?.active)
      const asked = performance.now()
      if (blow === 'cut') shop.control.disconnect({ account: ACCOUNT })
      else {
        const code = await shop.product.end(blow)
        ends.push({ code, ms: performance.now() - asked, connected })
        await Bun.sleep(random.between(0, 150))
        await shop.product.start()
      }
      const said = (side: 'wrote' | 'replied') => talk.chats.reduce((sum, chat) => sum + chat[side].length, 0)
      say?.(
        `${blow} ${round}/${rounds} ${connected ? 'in traffic' : 'while connecting'}, ${((Date.now() - began) / 1000).toFixed(1)} s: ` +
          `${said('wrote')} in, ${said('replied')} out, ${queued()} on the way`,
      )
    }
    await shop.connected()
    await talk.end()
    const ledger = await settledLedger(shop, talk.chats)
    const starts = shop.product.startMs.toSorted((a, b) => a - b)
    const early = ends.filter(end => !end.connected).length
    const slowest = Math.round(Math.max(0, ...ends.map(end => end.ms)))
    const report =
      `${blow}: ${rounds} rounds (${early} before it was connected), seed ${seed}, ${((Date.now() - began) / 1000).toFixed(1)} s; ` +
      `started in ${Math.round(starts[starts.length >> 1]!)} ms (slowest ${Math.round(starts.at(-1)!)}), ended in ${slowest} ms at most\n${describeLedger(ledger)}`
    const output = shop.product.output()
    return { faults: faultsOf(ledger), report, output, ends, queued: queued() }
  } finally {
    await shop.close()
  }
}
