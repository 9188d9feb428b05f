import { expect, test } from 'bun:test'
import { inLine } from './lines'

test('one line runs in its order, another does not wait for it, and a failure holds nobody back', async () => {
  const ran: string[] = []
  const file = Promise.withResolvers<void>()
  const first = inLine('1-files', async () => {
    await file.promise
    ran.push('file 1')
    throw new Error('refused')
  })
  const second = inLine('1-files', async () => void ran.push('file 2'))
  await inLine('1-texts', async () => void ran.push('text'))
  expect(ran).toEqual(['text'])
  file.resolve()
  await expect(first).rejects.toThrow('refused')
  await second
  expect(ran).toEqual(['text', 'file 1', 'file 2'])
})
