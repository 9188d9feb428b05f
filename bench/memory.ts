import { openShop } from '../tests/crash/shop'
import { dataSet } from './dataset/folder'
import { cases } from './cases'
import { dataset } from './dataset/rows'
import { drive } from './drive'
import type { Bench } from './figures'
import { ADMIN, AGENT, openDataSet } from './shop'
import { usageOf } from './usage'

const SETTLE_MS = 3000
const SECONDS = 1
const ACCOUNTS = Array.from({ length: 5 }, (_, i) => String(5511990000001 + i))

/** Resident memory: of an installation with five connections that has nothing to do, and of one that answered much. */
export const memory: Bench = async (tell, options) => {
  const resident = async (shop: { product: { pid(): number | undefined } }) => {
    await Bun.sleep(SETTLE_MS)
    return (await usageOf(shop.product.pid()!)).residentMb
  }

  const idle = await openShop({ accounts: ACCOUNTS })
  try {
    tell({ name: 'idle, five connections', value: await resident(idle), unit: 'MB', goal: { atMost: 150 } })
  } finally {
    await idle.close()
  }

  const shop = await openDataSet(await dataSet(options))
  try {
    tell({ name: 'idle, the data set loaded', value: await resident(shop), unit: 'MB' })
    const [admin, agent] = [await shop.signIn(ADMIN), await shop.signIn(AGENT)]
    for (const { call } of cases(dataset(options.scale), admin, agent)) await drive(shop, 32, SECONDS, call)
    tell({ name: 'after every kind of request for a while, 32 at once', value: await resident(shop), unit: 'MB' })
  } finally {
    await shop.close()
  }
}
