import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomToken } from '#kernel/http/tokens'
import { load } from './load'
import { dataset, type Size } from './rows'

const SIZE: Size = { users: 8, queues: 4, connections: 2, tags: 24, contacts: 300, tickets: 400, messages: 4500 }
const DEFAULTS = { ...SIZE, companies: 1, seed: 1 }

const HELP = `bun run seed [--data FOLDER]   fills an empty data folder with a company and a year of its service

${Object.entries(DEFAULTS)
  .map(([name, value]) => `  --${name} N`.padEnd(20) + `${value} unless said`)
  .join('\n')}
  --until DATE      the end of the year: today unless said
  --password TEXT   everyone's: a new one unless said
  --data FOLDER     data/seed unless said

The same numbers, seed and date make the same rows. Serve it with: DATA_DIR=FOLDER dist/balcao
`

/** One line that says what is wrong with the command line. */
class UsageError extends Error {}

function readArguments(args: string[]) {
  const numbers = Object.fromEntries(Object.keys(DEFAULTS).map(name => [name, { type: 'string' }])) as Record<
    keyof typeof DEFAULTS,
    { type: 'string' }
  >
  const options = {
    ...numbers,
    until: { type: 'string' },
    password: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const values = parse()
  const counts = { ...DEFAULTS }
  for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]) {
    const text = values[name]
    if (text === undefined) continue
    if (!/^\d{1,8}$/.test(text)) throw new UsageError(`--${name} must be a number`)
    counts[name] = Number(text)
    if (!counts[name] && name !== 'seed' && name !== 'messages') throw new UsageError(`--${name} must be 1 or more`)
  }
  const until = Date.parse(values.until ?? new Date().toISOString().slice(0, 10))
  if (Number.isNaN(until)) throw new UsageError('--until must be a date such as 2026-11-20')
  return { counts, until, password: values.password ?? randomToken(9), folder: resolve(values.data ?? 'data/seed'), help: values.help }

  function parse() {
    try {
      return parseArgs({ args, options }).values
    } catch (error) {
      throw new UsageError((error as Error).message.split('. ')[0])
    }
  }
}

async function seed(args: string[]) {
  const { counts, until, password, folder, help } = readArguments(args)
  if (help) return process.stdout.write(HELP)
  if (existsSync(join(folder, 'balcao.db'))) throw new UsageError(`there is an installation in ${folder} already`)
  const { companies, seed, ...size } = counts
  const began = performance.now()
  const data = dataset(size, { seed, until })
  await load(folder, data, { companies, password })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${folder}: ${size.messages} messages of ${size.contacts} contacts in ${seconds} s\n`)
  process.stdout.write(`Sign in as ${data.users[0]!.email} with the password ${password}\n`)
}

await seed(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n\n${HELP}`)
  process.exitCode = 1
})
