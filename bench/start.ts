import { ask } from './call'
import { dataSet } from './dataset/folder'
import type { Bench } from './figures'
import { median } from './measure'
import { openDataSet } from './dataset/product'

const TIMES = 5
const GOAL = { atMost: 300 }

/** From the command to the first answer, with the data set loaded. */
export const start: Bench = async (tell, options) => {
  const { product, close } = await openDataSet(await dataSet(options))
  try {
    const times: number[] = []
    while (times.length < TIMES) {
      await product.end('SIGTERM')
      const began = performance.now()
      await product.start()
      await ask({ product }, { path: '/version' })
      times.push(performance.now() - began)
    }
    tell({ name: `start to the first answer, median of ${TIMES}`, value: median(times), unit: 'ms', goal: GOAL })
    tell({ name: `start to the first answer, best of ${TIMES}`, value: Math.min(...times), unit: 'ms', goal: GOAL })
  } finally {
    await close()
  }
}
