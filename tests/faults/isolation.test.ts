import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'bun:test'
import { join } from 'node:path'
import { connections, openOffice, until, type Office } from '../factories'
import { customerOf, openLines, stored, type Line } from './line'

const LINES = 50
const WORDS = Array.from({ length: 5 }, (_, i) => `mensagem ${i + 1}`)
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
}, 120_000)
afterAll(() => office?.close())
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
/** All that customers wrote in this round is stored, on these connections together. */
async function arrived(lines: Line[]) {
  const sql = `select count(*) as n from messages where from_me = 0 and body like ? and connection_id in (${lines.map(({ id }) => id)})`
  const count = async () => Number((await office.store.client.execute({ sql, args: [`%rodada ${round}`] })).rows[0]!.n)
  await until(async () => (await count()) >= lines.length * WORDS.length, PATIENCE_MS)
}
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
    await arrived(good)
    await expectAll(good)
    expect(new Set(fallen)).toEqual(new Set([bad.account]))
    // It is tried again with pauses, not as fast as it can be.
    expect(fallen.length - before).toBeLessThan(10)
    looping = false
    await arrived([bad])
    await expectAll([bad])
    forget()
  },
  60_000,
)

/** What a plugin may do wrong, and what its integration is then said to suffer from. */
const PLUGINS = {
  throws: ["throw new Error('no')", 'no'],
  exits: ['process.exit()', 'ERR_PLUGIN_ENDED'],
  loops: ['for (;;);', 'ERR_PLUGIN_STUCK'],
  hoards: ['for (const kept = []; ; ) kept.push(new Uint8Array(4_000_000).fill(1))', 'ERR_PLUGIN_MEMORY'],
  floods: ["for (;;) void chat.say('de novo')", 'ERR_PLUGIN_FLOOD'],
} as const
type Fault = keyof typeof PLUGINS
const faults = Object.keys(PLUGINS) as Fault[]

const install = (name: string, version: string, reply: string, before = '') =>
  Bun.write(
    join(office.folder, 'plugins', `${name}.js`),
    `import { object } from 'valibot'
${before}
export default { name: '${name}', version: '${version}', api: 1, settings: object({}), async reply(message, chat) { ${reply} } }
`,
  )
const installed = (name: string, version: string) =>
  until(async () => {
    const { body } = await office.norte.staff.admin.client.get<{ name: string; version: string }[]>('/queueIntegration/plugins')
    return body.some(plugin => plugin.name === name && plugin.version === version)
  }, PATIENCE_MS)

/** Lets a plugin answer on a connection. */
async function integrate(name: string, line: Line) {
  const { body } = await office.norte.staff.admin.client.post<{ id: number }>('/queueIntegration', { type: name, name })
  await connections.update(office.norte.ctx, line.id, { integrationId: body.id })
  return body.id
}
const lastError = async (id: number) =>
  (await office.norte.staff.admin.client.get<{ lastError: string | null }>(`/queueIntegration/${id}`)).body.lastError

async function count(where: string, { id }: Line) {
  const { rows } = await office.store.client.execute({ sql: `select count(*) as n from ${where}`, args: [id] })
  return Number(rows[0]!.n)
}
const heldByRobot = (line: Line) => count('tickets where whatsapp_id = ? and use_integration = 1', line)
const answers = (line: Line) => count("messages where connection_id = ? and from_me = 1 and body = 'Consertado'", line)

test('a plugin that throws, waits, ends, loops, eats memory or floods delays nobody; people take over, and once mended it works', async () => {
  // Two that never come to be loaded, beside the others.
  await install('spins', '1', '', 'for (;;);')
  await install('waits', '1', '', 'await new Promise(() => {})')
  for (const name of faults) await install(name, '1', PLUGINS[name][0])
  await Promise.all(faults.map(name => installed(name, '1')))
  const lines = Object.fromEntries(faults.map((name, at) => [name, good[at]!])) as Record<Fault, Line>
  await install('hangs', '1', 'await new Promise(() => {})')
  await installed('hangs', '1')
  const patient = good.at(-1)!
  await integrate('hangs', patient)
  const ids = Object.fromEntries(await Promise.all(faults.map(async name => [name, await integrate(name, lines[name])] as const)))

  await Promise.all(good.map(write))
  await arrived(good)
  await expectAll(good)
  expect(await heldByRobot(patient)).toBe(1)
  for (const name of faults) {
    await until(async () => (await lastError(ids[name]!)) === PLUGINS[name][1], PATIENCE_MS)
    await until(async () => !(await heldByRobot(lines[name])))
  }

  for (const name of faults) await install(name, '2', "await chat.say('Consertado')")
  await Promise.all(faults.map(name => installed(name, '2')))
  for (const name of faults) {
    const { account } = lines[name]
    const from = account.replace(/^55119900/, '55319700')
    control.addPhone({ phone: from, name: 'Outro cliente' })
    await control.send({ from, to: account, type: 'text', text: 'Já funciona?' })
  }
  for (const name of faults) await until(() => answers(lines[name]), PATIENCE_MS)
}, 180_000)
