import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CONTACT, openPaired } from './channel.fixture'

let world: Awaited<ReturnType<typeof openPaired>>
beforeAll(async () => {
  world = await openPaired()
})
afterAll(() => world.end())

test('pairing goes through every state', () => {
  const { opened } = world
  expect(opened.told.states.map(state => state.status)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'PAIRING', 'CONNECTED'])
  expect(opened.told.states.at(-1)).toMatchObject({ number: '5511990000001' })
})

test('a text arrives once, with both forms of its sender', async () => {
  const { opened, sandbox } = world
  const { id } = await sandbox.control.send({ from: CONTACT, to: '5511990000001', type: 'text', text: 'olá' })
  const message = await opened.message(id)
  expect(message).toMatchObject({ companyId: 1, connectionId: 7, content: { type: 'text', body: 'olá' }, sender: { name: 'Maria' }, recovered: false })
})
