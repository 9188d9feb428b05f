import { expect, test } from 'bun:test'
import { fairMutex } from '#kernel/process/fair-mutex'

const [SUL, LESTE] = [2, 3]

test('companies take turns: one work of another is waited for, never all of it', async () => {
  const inTurn = fairMutex()
  const done: string[] = []
  let running = 0
  const work = (companyId: number, name: string) =>
    inTurn(companyId, async () => {
      expect(++running).toBe(1)
      await Promise.resolve()
      running--
      done.push(name)
    })
  await Promise.all([...['sul 1', 'sul 2', 'sul 3'].map(name => work(SUL, name)), work(LESTE, 'leste')])
  expect(done).toEqual(['sul 1', 'leste', 'sul 2', 'sul 3'])
})
