import { afterAll, expect, test } from 'bun:test'
import { MAX_TEXT } from '#modules/messages'
import { queueOptions } from '#modules/queue-options'
import { queues } from '#modules/queues'
import { customerOf, worldOf, type OptionTree } from '../../src/flows/conversation/stories.fixture'
import { testOffice } from '../office'
import { until } from '../until'

/** Of one company’s program, which answers nobody of these until it is let. */
const held: PromiseWithResolvers<Response>[] = []
let isHanging = true
const hook = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => {
    if (new URL(request.url).pathname === '/norte' && isHanging) {
      held.push(Promise.withResolvers<Response>())
      return held.at(-1)!.promise
    }
    return Response.json({ text: 'Oi!' })
  },
})
afterAll(() => hook.stop(true))
const destination = `127.0.0.1:${hook.port}`
const office = await testOffice({ OUTBOUND_ALLOW: destination })
const { norte, sul } = office
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0, 60_000)

const LONG_NAME = `Helena ${'Prado '.repeat(8)}`.slice(0, 50).trim()
/** So many letters, in which the name of the customer stands as often as there is room. */
const full = (letters: number) => '{{name}}'.repeat(letters / 8).padEnd(letters, '.')
const WRONG = '< Opção inválida, por favor, escolha uma opção válida.'
const MENU = '< Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const TWO = { queues: [{ name: 'Vendas' }, { name: 'Suporte' }] }

/** As many as the plan has room for, beside those that are there. */
const LAST = 200 - (await queues.all(norte.ctx)).length

test('the longest menu that can be configured is a message that WhatsApp takes, and its last queue can be chosen', async () => {
  const named = Array.from({ length: LAST }, (_, n) => ({
    name: `${full(46)}${String(n + 1).padStart(4, '0')}`,
    greetingMessage: full(4_000),
  }))
  const place = await worldOf(norte, { greetingMessage: full(4_000), queues: named })
  const customer = customerOf(office, norte, place)
  for (const text of ['oi', String(LAST)]) await customer.says(text, { from: { ...customer.from, name: LONG_NAME } })
  const [, menu, , greeting] = await customer.transcript()
  expect(menu!.length - 2).toBe(MAX_TEXT)
  expect(menu).toStartWith(`< ${LONG_NAME}${LONG_NAME}`)
  expect(greeting).toBe(`< ${LONG_NAME.repeat(500)}`)
  expect((await customer.ticket()).queueId).toBe(place.queueIds[LAST - 1]!)
  await place.end()
}, 60_000)

test('a tree of a thousand options on twenty levels is walked to its end and back, a message a step', async () => {
  const [LEVELS, WIDTH] = [20, 50]
  const level = (depth: number): OptionTree[] =>
    Array.from({ length: WIDTH }, (_, n) => ({
      title: full(96) + String(n + 1).padStart(4, '0'),
      message: full(4_000),
      ...(n === WIDTH - 1 && depth < LEVELS && { children: level(depth + 1) }),
    }))
  const place = await worldOf(norte, { queues: [{ name: 'Fundo', greetingMessage: 'Fundo', options: level(1) }, { name: 'Outra' }] })
  await expect(queueOptions.create(norte.ctx, { queueId: place.queueIds[0]!, parentId: null, title: 'Mais uma' })).rejects.toThrow()
  const customer = customerOf(office, norte, place)
  // Within what two robots may say to each other.
  const way = ['oi', '1', ...Array<string>(LEVELS - 1).fill('50'), ...Array<string>(LEVELS - 1).fill('0'), '#', '1', '51', '0', '2']
  for (const text of way) await customer.says(text, { from: { ...customer.from, name: LONG_NAME } })
  const said = (await customer.transcript()).filter(line => line.startsWith('< '))
  expect(said).toHaveLength(way.length - 1)
  expect(said.every(text => text.length - 2 <= MAX_TEXT)).toBe(true)
  expect(said[LEVELS]).toContain('*[ 50 ]* - ')
  expect(said[2 * LEVELS - 1]).toBe(said[1]!)
  expect((await customer.ticket()).queueId).toBe(place.queueIds[1]!)
  await place.end()
}, 60_000)

test('who writes a hundred messages at once is offered one menu, told once what is wrong, and can still choose', async () => {
  const place = await worldOf(norte, TWO)
  const customer = customerOf(office, norte, place)
  await Promise.all(Array.from({ length: 100 }, (_, n) => customer.says(`mensagem ${n}`)))
  for (const text of ['99', '98', '2']) await customer.says(text)
  const lines = await customer.transcript()
  expect(lines.filter(line => line.startsWith('< '))).toEqual([MENU, WRONG])
  expect(lines.filter(line => line.startsWith('> '))).toHaveLength(103)
  expect(await customer.tickets()).toMatchObject([{ queueId: place.queueIds[1], status: 'pending', unreadMessages: 103 }])
  await place.end()
}, 60_000)

test('fifty who write ten messages each at once have a ticket each, one menu and one word of what is wrong', async () => {
  const place = await worldOf(norte, TWO)
  const customers = Array.from({ length: 50 }, () => customerOf(office, norte, place))
  const texts = ['oi', '71', '72', '73', '74', '75', '76', '77', '78', '79']
  await Promise.all(
    customers.map(customer => texts.reduce((before, text) => before.then(() => customer.says(text)), Promise.resolve<unknown>(0))),
  )
  for (const customer of customers) {
    expect((await customer.transcript()).filter(line => line.startsWith('< '))).toEqual([MENU, WRONG])
    expect(await customer.tickets()).toHaveLength(1)
  }
  await place.end()
}, 60_000)

test('a program that hangs for a hundred customers holds up nobody of another company', async () => {
  const made = async ({ staff }: typeof norte, path: string) =>
    (
      await staff.admin.client.post<{ id: number }>('/queueIntegration', {
        type: 'webhook',
        name: 'Programa',
        urlN8N: `http://${destination}/${path}`,
      })
    ).body.id
  const hanging = await worldOf(norte, { queues: [{ name: 'Programa', integrationId: await made(norte, 'norte') }] })
  const well = await worldOf(sul, { queues: [{ name: 'Programa', integrationId: await made(sul, 'sul') }] })
  const many = Array.from({ length: 100 }, () => customerOf(office, norte, hanging))
  await Promise.all(many.map(customer => customer.says('oi')))
  await until(() => held.length > 0)
  const other = customerOf(office, sul, well)
  await other.says('oi')
  await until(async () => (await other.transcript()).length === 2)
  expect(await other.transcript()).toEqual(['> oi', '< Oi!'])
  isHanging = false
  for (const { resolve } of held) resolve(Response.json({ text: 'Enfim' }))
  await settled()
  for (const customer of many) expect((await customer.transcript()).slice(1)).toEqual([expect.stringMatching(/^< (Enfim|Oi!)$/)])
}, 60_000)
