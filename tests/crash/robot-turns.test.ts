import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../until'
import { installed, PATIENCE_MS } from './installation'

/** Where the robot stops and waits: after so many of its words, while a gate is closed. */
const gates = new Map<string, PromiseWithResolvers<void>>()
const reached = new Set<string>()
const gatekeeper = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const step = new URL(request.url).searchParams.get('step')!
    reached.add(step)
    await gates.get(step)?.promise
    return new Response('on')
  },
})
afterAll(() => gatekeeper.stop(true))
const ROBOT = `import { object } from 'valibot'
export default { name: 'robot', version: '1', api: 1, settings: object({}), async reply(message, chat, settings, host) {
  const pass = step => host.fetch('http://127.0.0.1:${gatekeeper.port}/?step=' + encodeURIComponent(message.text + step))
  await pass(0)
  await chat.say(message.text + ' um')
  await pass(1)
  await chat.say(message.text + ' dois')
  await pass(2)
} }`

const house = await installed('5511940000001', { OUTBOUND_ALLOW: `127.0.0.1:${gatekeeper.port}` })
const { customer, restart, start } = house
await Bun.write(join(house.folder, 'plugins/robot.js'), ROBOT)
const plugins = () => house.client.ask<{ name: string }[]>('/queueIntegration/plugins')
await until(async () => (await plugins()).some(({ name }) => name === 'robot'), PATIENCE_MS, 'the robot is there')
const { id: integrationId } = await house.client.post<{ id: number }>('/queueIntegration', { type: 'robot', name: 'Robô', settings: {} })
await house.client.put(`/whatsapp/${house.connectionId}`, { integrationId })

test.each((['SIGKILL', 'SIGTERM'] as const).flatMap(signal => [0, 1, 2].map(step => [signal, step] as const)))(
  'robot-turn: %s while the robot is at step %p: its turn is run again, and each of its words is said once, in order',
  async (signal, step) => {
    const text = `${signal} ${step}`
    gates.set(text + step, Promise.withResolvers())
    const { write, heard, ticket } = customer()
    await write(text)
    await until(() => reached.has(text + step), PATIENCE_MS, 'the robot is at its step')
    await write(`${text} e mais`)
    const ended = house.product.end(signal)
    gates.get(text + step)!.resolve()
    gates.delete(text + step)
    await ended
    await start()
    const words = [text, `${text} e mais`].flatMap(said => [`${said} um`, `${said} dois`])
    await until(
      () => heard().length >= words.length,
      PATIENCE_MS,
      () => `all its words, of which came ${heard().join(', ')}`,
    )
    expect(heard()).toEqual(words)
    const { id } = await ticket()
    expect((await house.client.ask<{ useIntegration: boolean }>(`/tickets/${id}`)).useIntegration).toBe(true)
  },
  150_000,
)

test('robot-turn: one that was killed as often as it may be leaves the conversation to a person', async () => {
  const text = 'sem sorte'
  gates.set(`${text}1`, Promise.withResolvers())
  const { write, heard, ticket } = customer()
  await write(text)
  for (let life = 0; life < 3; life++) {
    await until(() => reached.has(`${text}1`), PATIENCE_MS, 'the robot is at its step')
    // Before the next life, which may come there while this waits for its connection.
    reached.clear()
    await restart('SIGKILL')
  }
  const { id } = await ticket()
  const robot = async () => (await house.client.ask<{ useIntegration: boolean }>(`/tickets/${id}`)).useIntegration
  await until(async () => !(await robot()), PATIENCE_MS, 'a person has it')
  await until(() => heard().length, PATIENCE_MS, 'its word')
  expect(heard()).toEqual([`${text} um`])
  gates.get(`${text}1`)!.resolve()
}, 150_000)
