import { expect, test } from 'bun:test'
import { runRounds, type Blow } from './rounds'

const SEED = Math.floor(Math.random() * 1e6)
const LIMIT_MS = 300_000

async function run(blow: Blow, rounds: number, files?: number) {
  const outcome = await runRounds({ blow, rounds, files, seed: SEED })
  process.stdout.write(`\n${outcome.report}\n`)
  if (outcome.faults.length) process.stdout.write(`${outcome.output.slice(-60).join('\n')}\n`)
  expect(outcome.faults).toEqual([])
  return outcome
}

test(
  'killed 20 times under traffic: nothing is lost, nothing doubled, order kept',
  async () => {
    const { queued } = await run('SIGKILL', 20)
    expect(queued).toBe(0)
  },
  LIMIT_MS,
)

test(
  'asked to stop with files on their way, it stops within 10 s and loses nothing',
  async () => {
    const { ends } = await run('SIGTERM', 3, 2)
    for (const { code, ms } of ends) {
      expect(code).toBe(0)
      expect(ms).toBeLessThan(10_000)
    }
  },
  LIMIT_MS,
)
