import { parseArgs } from 'node:util'
import { FAULTS, isFault } from './faults'
import { runRounds, type Blow } from './rounds'
import { runFault } from './scene'
import { openConnected } from './connected'

// `bun crash`: see --help. Ends with 1 when a ledger does not balance.

const BLOWS: Record<string, { blow: Blow; says: string }> = {
  kill: { blow: 'SIGKILL', says: 'the product killed at any moment (when nothing is named)' },
  stop: { blow: 'SIGTERM', says: 'the product asked to stop' },
  cut: { blow: 'cut', says: 'the line cut' },
}
const MANY_FILES = 2
const say = (text: string) => void process.stdout.write(`${text}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    media: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))

const entries = (list: Record<string, { says: string }>) => Object.entries(list).map(([name, { says }]) => `  ${name.padEnd(15)}${says}`)
const HELP = `bun crash [NAME …] [--rounds N] [--seed N] [--media]

Traffic in both directions through the product as a process of its own, and something that goes wrong in its midst; then what each
side wrote is compared with what the other shows, files by their hash.

--rounds N   how often the product is killed, stopped or cut off (20)
--seed N     repeats a run, as far as a run between processes can repeat
--media      every other message carries a file

Rounds, each ended by:
${entries(BLOWS).join('\n')}
Once, with the same ledger:
${entries(FAULTS).join('\n')}
`

async function fault(name: keyof typeof FAULTS) {
  const shop = await openConnected({ accounts: ['5511990000001'], seed })
  try {
    const { report, faults } = await runFault(shop, FAULTS[name], seed)
    return { report, faults, output: shop.product.output() }
  } finally {
    await shop.close()
  }
}

async function run(name: string) {
  if (isFault(name)) return fault(name)
  const { blow } = BLOWS[name]!
  return runRounds({ blow, rounds: Number(values.rounds), seed, files: values.media ? MANY_FILES : undefined, say })
}

if (values.help) say(HELP)
else
  for (const name of positionals.length ? positionals : ['kill']) {
    if (!isFault(name) && !BLOWS[name]) throw new Error(`there is no ${name}; --help names all`)
    const { report, faults, output } = await run(name)
    say(report)
    if (!faults.length) continue
    process.exitCode = 1
    say(['Does not balance:', ...faults, 'What the product printed last:', ...output.slice(-30)].join('\n'))
  }
