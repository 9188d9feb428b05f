import { expect, test } from 'bun:test'
import { textOf, tests } from './sources'

/** Where time may pass, and why. */
const ALLOWED: Record<string, string> = {
  'tests/until.ts': 'the one place that waits, for all',
  'tests/e2e/agent.ts': 'a hand that presses again after a drop: the library takes no click for 50 ms, and tells nobody when it does',
  'tests/crash/agent.ts': 'an agent who thinks before the next answer',
  'tests/crash/customer.ts': 'a customer who thinks before the next message',
  'tests/e2e/load.ts': 'the task that follows a paint: what was painted is on the screen by then',
  'tests/faults/peers.ts': 'an answer that comes in drops',
  'tests/crash/rounds.ts': 'a blow that comes at any moment',
}
const SLEEP = /\bBun\.sleep|\bsetTimeout\b|\bwaitForTimeout\b|timers\/promises|\bAtomics\.wait\b/
const TIMED = /\bexpect\([^\n]*\bperformance\.now\(\)[^\n]*\)\.toBe(Less|Greater)/

test('no test sleeps: it waits for an event, or asks by until', async () => {
  const sleepers: string[] = []
  for (const file of tests()) if (!ALLOWED[file] && SLEEP.test(await textOf(file))) sleepers.push(file)
  expect(sleepers).toEqual([])
})

test('no test asserts how long something took', async () => {
  for (const file of tests()) expect([file, TIMED.exec(await textOf(file))?.[0]]).toEqual([file, undefined])
})
