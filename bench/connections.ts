import type { Bench } from './figures'
import { rounded } from './measure'
import { openBare, openProduct, type Receiver } from './receivers'
import { between, quantile, usageOf } from './usage'

const FEW = 5
const MANY = 50
const SETTLE_MS = 5000
const IDLE_SECONDS = 10

/** What it takes to be connected and have nothing to do, after a start with everything paired. */
async function idle(opening: Promise<Receiver>) {
  const receiver = await opening
  try {
    const openMs = await receiver.restart()
    await Bun.sleep(SETTLE_MS)
    const samples = [await usageOf(receiver.pid())]
    for (let second = 0; second < IDLE_SECONDS; second++) {
      await Bun.sleep(1000)
      samples.push(await usageOf(receiver.pid()))
    }
    const { ms, cpuMs } = between(samples[0]!, samples.at(-1)!)
    const resident = samples.map(sample => sample.residentMb)
    return { openMs, mb: quantile(resident, 0.5), idlePercent: (cpuMs * 100) / ms }
  } finally {
    await receiver.close()
  }
}

export const connections: Bench = async tell => {
  const none = await idle(openProduct(0))
  const few = await idle(openProduct(FEW))
  const many = await idle(openProduct(MANY))
  const bareFew = await idle(openBare(FEW))
  const bareMany = await idle(openBare(MANY))
  tell({ name: 'resident, idle, no connection', value: none.mb, unit: 'MB' })
  tell({ name: `resident, idle, ${FEW} connections`, value: few.mb, unit: 'MB', goal: { atMost: 150 } })
  tell({ name: `resident, idle, ${MANY} connections`, value: many.mb, unit: 'MB' })
  const each = (more: { mb: number }, less: { mb: number }) => (more.mb - less.mb) / (MANY - FEW)
  const [own, bare] = [each(many, few), each(bareMany, bareFew)]
  tell({
    name: 'resident, a connection beyond Baileys alone',
    value: own - bare,
    unit: 'MB',
    goal: { atMost: 2 },
    detail: `${rounded(own, 2)} MB a connection; of Baileys alone ${rounded(bare, 2)} MB, from ${rounded(bareFew.mb)} to ${rounded(bareMany.mb)} MB`,
  })
  tell({
    name: `start until ${MANY} connections are open`,
    value: many.openMs,
    unit: 'ms',
    detail: `Baileys alone: ${rounded(bareMany.openMs)} ms`,
  })
  tell({
    name: `processor, idle, ${MANY} connections`,
    value: many.idlePercent,
    unit: '% of a core',
    detail: `without a connection ${rounded(none.idlePercent, 1)} %, Baileys alone with ${MANY} ${rounded(bareMany.idlePercent, 1)} %`,
  })
}
