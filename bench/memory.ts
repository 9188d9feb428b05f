import { cases } from './cases'
import { dataSet } from './dataset/folder'
import { dataset, reference } from './dataset/rows'
import { drive } from './drive'
import type { Bench } from './figures'
import { ADMIN, AGENT, openDataSet } from './dataset/product'
import { usageOf } from './usage'

const SETTLE_MS = 3000
const SECONDS = 1

/** Resident memory with the data set: before anybody came, and after many requests of every kind. */
export const memory: Bench = async (tell, options) => {
  const shop = await openDataSet(await dataSet(options))
  const resident = async () => {
    await Bun.sleep(SETTLE_MS)
    return (await usageOf(shop.product.pid()!)).residentMb
  }
  try {
    tell({ name: 'idle, the data set loaded', value: await resident(), unit: 'MB' })
    const [admin, agent] = [await shop.signIn(ADMIN), await shop.signIn(AGENT)]
    for (const { call } of cases(dataset(reference(options.scale)), admin, agent)) await drive(shop, 32, SECONDS, call)
    tell({ name: 'after every kind of request for a while, 32 at once', value: await resident(), unit: 'MB' })
  } finally {
    await shop.close()
  }
}
