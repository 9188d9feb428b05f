// Figures of the compiled binary, each bench in a folder of its own. Nothing is asserted about time: figures depend on the machine,
// and the drivers share its cores. A bench fails when the product answers wrongly.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, isMet } from './figures'
import { machine } from './machine'
import { line, markdown, type Report, table } from './report'

const ROOT = join(import.meta.dir, '..')

const BENCHES: Record<string, [about: string, load: () => Promise<Bench>]> = {
  data: ['the data set made and loaded, 1,000,000 messages', async () => (await import('./data')).data],
  http: ['requests a second over the data set, alone and 32 at once', async () => (await import('./http')).http],
  start: ['from the command to the first answer', async () => (await import('./start')).start],
  tenants: ['fifty companies with the same data beside each other', async () => (await import('./tenants')).tenants],
  nouns: ['first pages of the other lists, fifty companies with 500 rows each', async () => (await import('./nouns')).nouns],
  page: ['size of the first load, and when a person can begin', async () => (await import('./page')).page],
  memory: ['resident memory with the data set, idle and after requests', async () => (await import('./memory')).memory],
  connections: ['memory of a connection, and the time until fifty are open', async () => (await import('./connections')).connections],
  reach: ['lists and campaigns of 100,000 people', async () => (await import('./reach')).reach],
  sheet: ['the report of a campaign for 50,000 people in a browser', async () => (await import('./sheet')).sheet],
  inbound: ['messages from WhatsApp until they are durable', async () => (await import('./inbound')).inbound],
  deciding: ['what deciding who answers costs, beyond storing and saying', async () => (await import('./deciding')).deciding],
  menus: ['a thousand conversations in menus at once', async () => (await import('./menus')).menus],
  fanout: ['an event to 1,000 sockets', async () => (await import('./fanout')).fanout],
  soak: ['fifty connections that talk for --minutes: memory and losses', async () => (await import('./soak')).soak],
}
/** Those that last, and are run by name alone. */
const LONG = new Set(['soak'])

const HELP = `bun bench [NAME…]   every bench but ${[...LONG].join(', ')}, or the named ones

${Object.entries(BENCHES)
  .map(([name, [about]]) => `  ${name.padEnd(14)}${about}`)
  .join('\n')}

  --scale N       how much of the data set and of the traffic (1); 0.1 is 100,000 messages
  --minutes N     how long the soak lasts (30)
  --binary PATH   the executable that is measured (dist/balcao)
  --data FOLDER   keeps the data set there, or uses the one that is there
  --json FILE     where the figures go (dist/bench.json)
  --against FILE  figures of an earlier run to compare with
  --markdown      the table at the end in Markdown, of the figures that have a goal
`

function complain(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        scale: { type: 'string', default: '1' },
        minutes: { type: 'string', default: '30' },
        binary: { type: 'string', default: join(ROOT, 'dist/balcao') },
        data: { type: 'string' },
        json: { type: 'string', default: join(ROOT, 'dist/bench.json') },
        against: { type: 'string' },
        markdown: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const [scale, minutes] = [Number(values.scale), Number(values.minutes)]
    if (!(scale > 0) || !(minutes > 0)) throw new Error('--scale and --minutes are numbers above 0')
    const unknown = positionals.filter(name => !BENCHES[name])
    if (unknown.length) throw new Error(`there is no bench called ${unknown.join(', ')}`)
    const names = positionals.length ? positionals : Object.keys(BENCHES).filter(name => !LONG.has(name))
    return { ...values, data: values.data && resolve(values.data), binary: resolve(values.binary), scale, minutes, names }
  } catch (error) {
    complain(`${(error as Error).message}\n\n${HELP}`)
  }
}

const given = readArguments()
if (given.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
if (!existsSync(given.binary)) complain(`${given.binary} is missing: bun run build makes it, --binary names another`)
const earlier = given.against
  ? ((await Bun.file(given.against)
      .json()
      .catch(error => complain(`${given.against}: ${error.message}`))) as Report)
  : undefined
// Read by what starts the product, which is loaded with the benches.
process.env.BALCAO = given.binary
// What was started and made goes with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const report: Report = { machine: machine(), scale: given.scale, figures: [], failed: [] }
for (const bench of given.names) {
  process.stdout.write(`\n${bench}: ${BENCHES[bench]![0]}\n`)
  try {
    const run = await BENCHES[bench]![1]()
    await run(figure => {
      report.figures.push({ bench, ...figure, met: isMet(figure) })
      process.stdout.write(line(figure))
    }, given)
  } catch (error) {
    report.failed.push({ bench, reason: String(error) })
    process.stdout.write(`  ${bench} FAILED: ${(error as Error).stack ?? error}\n`)
  }
  await Bun.write(given.json, `${JSON.stringify(report, null, 2)}\n`)
}
process.stdout.write(`\n${(given.markdown ? markdown : table)(report, earlier)}`)
for (const { bench, reason } of report.failed) process.stdout.write(`FAILED ${bench}: ${reason}\n`)
process.exit(report.failed.length ? 1 : 0)
