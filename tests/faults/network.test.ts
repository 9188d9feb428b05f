import { afterAll, beforeAll, expect, test } from 'bun:test'
import { FAULTS } from '../crash/faults'
import { runFault } from '../crash/scene'
import { openShop, type Shop } from '../crash/shop'

const SEED = 7
const PATIENCE_MS = 150_000
/** The dead line is found out within a minute, during which another goes through all the rest. */
const { dead, ...others } = FAULTS

let shop: Shop
let silence: ReturnType<typeof runFault>
beforeAll(async () => {
  shop = await openShop({ accounts: ['5511990000001', '5511990000002'], seed: SEED })
  silence = runFault(shop, dead, { line: 1, seed: SEED })
}, PATIENCE_MS)
afterAll(() => shop.close())

async function expectBalanced(outcome: ReturnType<typeof runFault>) {
  const { faults, report } = await outcome
  if (faults.length) process.stdout.write(`${report}\n${shop.product.output().slice(-30).join('\n')}\n`)
  expect(faults).toEqual([])
}

const { off, ...withoutEnd } = others
for (const fault of Object.values(withoutEnd))
  test(`nothing is lost or doubled by ${fault.says}`, () => expectBalanced(runFault(shop, fault, { seed: SEED })), PATIENCE_MS)

test(`nothing is lost or doubled by ${dead.says}`, () => expectBalanced(silence), PATIENCE_MS)
test(`nothing is lost or doubled by ${off.says}`, () => expectBalanced(runFault(shop, off, { seed: SEED })), PATIENCE_MS)
