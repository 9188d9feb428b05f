import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateMessageIDV2 } from '@whiskeysockets/baileys'
import { ACCOUNT, CONTACT, openPaired } from './channel.fixture'

let world: Awaited<ReturnType<typeof openPaired>>
beforeAll(async () => void (world = await openPaired()))
afterAll(() => world.end())

/** Writes to somebody, and tells what the network said of it. */
async function write(phone: string) {
  const id = generateMessageIDV2()
  const chat = { pn: phone, lid: null }
  await world.opened.channel.send({ do: 'text', connectionId: 7, chat, id, body: 'oi', quoted: null, forwarded: false })
  return world.opened.until(() => world.opened.told.receipts.find(({ ids, state }) => ids.includes(id) && /sent|failed/.test(state)))
}
const told = () => world.opened.told.restrictions

test('a number hears when it opens whether it may begin conversations', async () => {
  await world.opened.until(() => told().some(({ lockedUntil }) => lockedUntil === null) && told().some(({ cap }) => cap?.status === 'NONE'))
})

test('a number that begins too many conversations is refused, hears of its lock and until when, and goes on where people wrote to it', async () => {
  const { control } = world.sandbox
  const [first, second, third] = control.addPhones({ count: 3, from: '5511977770000' }).phones as [string, string, string]
  await control.send({ from: CONTACT, to: ACCOUNT, type: 'text', text: 'oi' })
  control.fault({ account: ACCOUNT, reachOut: { left: 1, seconds: 3600 } })
  expect((await write(first)).state).toBe('sent')
  const from = Date.now()
  expect(await write(second)).toMatchObject({ state: 'failed', reason: '463' })
  const lock = await world.opened.until(() => told().find(({ lockedUntil }) => lockedUntil))
  expect(lock.lockedUntil!.getTime()).toBeWithin(from + 3_590_000, from + 3_690_000)
  expect(await write(third)).toMatchObject({ state: 'failed', reason: '463' })
  expect((await write(first)).state).toBe('sent')
  expect((await write(CONTACT)).state).toBe('sent')
})

test('a refusal has the lock asked for, when nobody told of its end', async () => {
  const { control } = world.sandbox
  const [stranger] = control.addPhones({ count: 1, from: '5511977771000' }).phones
  const before = told().length
  control.fault({ account: ACCOUNT, lockedUntil: 0 })
  control.fault({ account: ACCOUNT, refuse: { code: 463, times: 1 } })
  expect((await write(stranger!)).state).toBe('failed')
  await world.opened.until(() =>
    told()
      .slice(before)
      .some(({ lockedUntil }) => lockedUntil === null),
  )
})

test('the network’s own limit of new conversations is heard at the next opening', async () => {
  const { control } = world.sandbox
  control.fault({ account: ACCOUNT, capping: 'SECOND_WARNING' })
  control.disconnect({ account: ACCOUNT })
  await world.opened.until(() => told().some(({ cap }) => cap?.status === 'SECOND_WARNING'))
})
