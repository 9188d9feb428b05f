import { expect, test } from 'bun:test'
import { describeLedger, isBalanced, takeLedger, type Ledger } from './ledger'
import { randomFrom } from './random'
import { openShop } from './shop'
import { traffic } from './traffic'

const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e6))
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 20)
const ACCOUNT = '5511990000001'
const CUSTOMERS = 4
/** Longer than the outbox waits before it sends again what was never accepted. */
const QUIET_MS = 45_000
const LIMIT_MS = 300_000

type Blow = 'SIGKILL' | 'SIGTERM' | 'cut'

/** Rounds of traffic that each end the product, or cut its line, then quiet, then the ledger. */
async function run(blow: Blow, rounds: number) {
  const began = Date.now()
  const random = randomFrom(SEED)
  const shop = await openShop({ accounts: [ACCOUNT], seed: SEED })
  const ends: { code: number; ms: number; connected: boolean }[] = []
  try {
    // As on a real line, a message has arrived some time before its sender hears of it.
    shop.control.fault({ account: ACCOUNT, ackDelay: 80 })
    const talk = traffic(shop, ACCOUNT, random)
    for (let i = 0; i < CUSTOMERS; i++) talk.join()
    for (let round = 0; round < rounds; round++) {
      // Most rounds end under full traffic, some while the product is still connecting.
      if (random.oneIn(4)) await Bun.sleep(random.between(0, 100))
      else await shop.connected().then(() => Bun.sleep(random.between(50, 1000)))
      if (round % 4 === 3) talk.join()
      const connected = Boolean(shop.deviceOf(ACCOUNT)?.active)
      const asked = performance.now()
      if (blow === 'cut') shop.control.disconnect({ account: ACCOUNT })
      else {
        const code = await shop.product.end(blow)
        ends.push({ code, ms: performance.now() - asked, connected })
        await Bun.sleep(random.between(0, 150))
        await shop.product.start()
      }
    }
    await shop.connected()
    await talk.end()
    let ledger: Ledger
    for (const quiet = Date.now() + QUIET_MS; ; await Bun.sleep(500)) {
      ledger = await takeLedger(shop, ACCOUNT, talk.chats)
      if (isBalanced(ledger) || Date.now() > quiet) break
    }
    const starts = shop.product.startMs.toSorted((a, b) => a - b)
    const early = ends.filter(end => !end.connected).length
    const slowest = Math.round(Math.max(0, ...ends.map(end => end.ms)))
    process.stdout.write(
      `\n${blow}: ${rounds} rounds (${early} before it was connected), seed ${SEED}, ${((Date.now() - began) / 1000).toFixed(1)} s; ` +
        `started in ${Math.round(starts[starts.length >> 1]!)} ms (slowest ${Math.round(starts.at(-1)!)}), ended in ${slowest} ms at most\n${describeLedger(ledger)}\n`,
    )
    if (!isBalanced(ledger)) process.stdout.write(`${shop.product.output().slice(-60).join('\n')}\n`)
    return { ledger, ends, queued: shop.deviceOf(ACCOUNT)!.queued }
  } finally {
    await shop.close()
  }
}

const NOTHING = { lost: [], doubled: [], outOfOrder: [], unknown: [] }

function expectBalanced(ledger: Ledger) {
  expect(ledger.inbound).toMatchObject(NOTHING)
  expect(ledger.outbound).toMatchObject(NOTHING)
  expect(ledger.unsettled).toEqual([])
  expect(ledger.withoutFile).toEqual([])
}

test(
  `killed ${ROUNDS} times under traffic: nothing is lost, nothing doubled, order kept`,
  async () => {
    const { ledger, queued } = await run('SIGKILL', ROUNDS)
    expectBalanced(ledger)
    expect(queued).toBe(0)
  },
  LIMIT_MS,
)

test(
  'asked to stop under traffic, it stops within 10 s and loses nothing',
  async () => {
    const { ledger, ends } = await run('SIGTERM', 3)
    for (const { code, ms } of ends) {
      expect(code).toBe(0)
      expect(ms).toBeLessThan(10_000)
    }
    expectBalanced(ledger)
  },
  LIMIT_MS,
)

test(
  'cut off under traffic, it takes up where it was',
  async () => {
    const { ledger } = await run('cut', 4)
    expectBalanced(ledger)
  },
  LIMIT_MS,
)
