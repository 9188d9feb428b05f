import { afterAll, beforeAll, expect, test } from 'bun:test'
import { FAULTS } from '../crash/faults'
import { runFault, type Fault } from '../crash/scene'
import { openConnected, type Connected } from '../crash/connected'

const SEED = 7
const PATIENCE_MS = 200_000
/** The dead line is found out within a minute, so it begins first and goes alone. */
const LANES: Fault[][] = [[FAULTS.dead], [], []]
for (const [i, fault] of Object.values<Fault>(FAULTS)
  .filter(fault => fault !== FAULTS.dead)
  .entries())
  LANES[1 + (i % 2)]!.push(fault)

const shops: Connected[] = []
const outcomes = new Map<Fault, ReturnType<typeof runFault>>()

/** An installation with a WhatsApp of its own, and one fault after the other. */
async function open(faults: Fault[]) {
  const shop = await openConnected({ accounts: ['5511990000001'], seed: SEED })
  shops.push(shop)
  let turn: Promise<unknown> = Promise.resolve()
  for (const fault of faults) {
    const outcome = turn.then(() => runFault(shop, fault, SEED))
    turn = outcome.catch(() => {})
    outcomes.set(fault, outcome)
  }
}

beforeAll(() => Promise.all(LANES.map(open)), PATIENCE_MS)
afterAll(() => Promise.all(shops.map(shop => shop.close())))

for (const fault of Object.values<Fault>(FAULTS))
  test(
    `nothing is lost or doubled by ${fault.says}`,
    async () => {
      const { faults, report } = await outcomes.get(fault)!
      if (faults.length) process.stdout.write(`${report}\n`)
      expect(faults).toEqual([])
    },
    PATIENCE_MS,
  )
