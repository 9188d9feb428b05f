import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'bun:test'
import { join } from 'node:path'
import { connections, openOffice, until, type Office } from '../factories'
import { customerOf, openLines, stored, type Line } from './line'

const LINES = 12
const WORDS = Array.from({ length: 10 }, (_, i) => `mensagem ${i + 1}`)
const PATIENCE_MS = 20_000

let office: Office
let bad: Line
let good: Line[]
let control: NonNullable<Office['product']['sandbox']['control']>
let round = 0
beforeAll(async () => {
  office = await openOffice({ LOG_LEVEL: process.env.TEST_LOG ?? 'silent' })
  ;[bad, ...good] = (await openLines(office, office.norte, LINES)) as [Line, ...Line[]]
  control = office.product.sandbox.control!
}, 60_000)
afterAll(() => office.close())
beforeEach(async () => {
  round++
  // Begun anew, it has no failures yet.
  await office.product.channel.stop(bad.id)
  office.product.channel.start({ id: bad.id, companyId: office.norte.id, sandbox: true })
  await until(isOpen, PATIENCE_MS)
})
const isOpen = () => office.product.channel.isOpen(bad.id)

const words = () => WORDS.map(word => `${word} da rodada ${round}`)
const write = async ({ account }: Line) => {
  for (const text of words()) await control.send({ from: customerOf(account), to: account, type: 'text', text })
}
const arrived = (line: Line) =>
  until(async () => (await stored(office, line)).filter(body => body.endsWith(`rodada ${round}`)).length >= WORDS.length, PATIENCE_MS)
const ofRound = async (line: Line) => (await stored(office, line)).filter(body => body.endsWith(`rodada ${round}`))
const expectAll = async (lines: Line[]) => {
  for (const line of lines) expect(await ofRound(line)).toEqual(words())
}

test.each([undefined, 515, 503])(
  'a connection that falls as soon as it stands (%p) delays no other, and loses nothing itself',
  async code => {
    const fallen: string[] = []
    let looping = true
    onTestFinished(() => void (looping = false))
    const fell = () => void control.disconnect({ account: bad.account, code })
    const forget = control.onChange(change => {
      if (change.kind !== 'connection') return
      if (change.state === 'closed') fallen.push(change.account)
      if (change.state === 'open' && change.account === bad.account) void until(isOpen).then(() => looping && fell())
    })
    fell()
    await until(() => fallen.length >= 2, PATIENCE_MS)
    const before = fallen.length
    await Promise.all([bad, ...good].map(write))
    await Promise.all(good.map(arrived))
    await expectAll(good)
    expect(new Set(fallen)).toEqual(new Set([bad.account]))
    // It is tried again with pauses, not as fast as it can be.
    expect(fallen.length - before).toBeLessThan(10)
    looping = false
    await arrived(bad)
    await expectAll([bad])
    forget()
  },
  60_000,
)

const PLUGINS = {
  throws: `throw new Error('no')`,
  hangs: `await new Promise(() => {})`,
  // 4 MB a message, kept as long as the process lives.
  hungry: `kept.push(new Uint8Array(4_000_000).fill(1)); await chat.handOff()`,
}

/** A plugin in the folder, given to a connection of its own. */
async function robot(name: string, body: string, line: Line) {
  const source = `import { object } from 'valibot'
const kept = []
export default { name: '${name}', version: '1', api: 1, settings: object({}), async reply(message, chat) { ${body} } }
`
  await Bun.write(join(office.folder, 'plugins', `${name}.js`), source)
  const { client } = office.norte.staff.admin
  const made = await until(async () => {
    const { status, body } = await client.post<{ id: number }>('/queueIntegration', { type: name, name })
    return status === 200 && body
  })
  await connections.update(office.norte.ctx, line.id, { integrationId: made.id })
}

const heldByRobot = async ({ id }: Line) => {
  const { rows } = await office.store.client.execute({
    sql: 'select count(*) as n from tickets where whatsapp_id = ? and use_integration = 1',
    args: [id],
  })
  return Number(rows[0]!.n) > 0
}

test('a plugin that throws, one that hangs and one that eats memory delay nobody, and lose nothing', async () => {
  const [throws, hangs, hungry, ...others] = good as [Line, Line, Line, ...Line[]]
  for (const [name, line] of Object.entries({ throws, hangs, hungry })) await robot(name, PLUGINS[name as keyof typeof PLUGINS], line)
  await Promise.all(good.map(write))
  await Promise.all(good.map(arrived))
  await expectAll(good)
  for (const line of [throws, hungry]) await until(async () => !(await heldByRobot(line)))
  expect(await heldByRobot(hangs)).toBe(true)
  await Promise.all(others.map(write))
  await until(async () => (await ofRound(others[0]!)).length === 2 * WORDS.length)
}, 60_000)
