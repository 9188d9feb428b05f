import { expect, test } from 'bun:test'
import { replayMissed } from './replay-missed'

test('what was told while an answer was on its way stands on top of it', async () => {
  const { change, take } = replayMissed()
  let row = { status: 'opening', name: 'Loja' }
  const { promise, resolve } = Promise.withResolvers<typeof row>()
  const taken = take(promise, found => (row = found))
  change(() => (row = { ...row, status: 'qrcode' }))
  resolve({ status: 'opening', name: 'Matriz' })
  await taken
  expect(row).toEqual({ status: 'qrcode', name: 'Matriz' })
})

test('an answer that fails leaves what was told, and the next one is the truth', async () => {
  const { change, take } = replayMissed()
  let status = 'opening'
  const failing = take(Promise.reject<string>(new Error('no line')), found => (status = found))
  change(() => (status = 'qrcode'))
  expect(failing).rejects.toThrow('no line')
  expect(status).toBe('qrcode')
  await take(Promise.resolve('connected'), found => (status = found))
  expect(status).toBe('connected')
})
