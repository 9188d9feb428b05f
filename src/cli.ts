import { parseArgs } from 'node:util'
import { described } from '#kernel/process/log'
import { MigrationError } from '#kernel/storage/migrate'
import { storageFaultOf, type StorageFault } from '#kernel/storage/storage-errors'
import { version } from '../package.json'
import { boot } from './boot'
import { ConfigError, readConfig } from './config'
import { createAdminCommand } from './cli/create-admin'
import { demo } from './cli/demo'
import { doctor } from './cli/doctor'
import { untilStopped } from './cli/until-stopped'

const HELP = `balcao ${version}: customer service over WhatsApp

  balcao [serve]         serve the application (the default)
  balcao demo            serve it with simulated phones that write to you
  balcao create-admin --email E --password P [--name N] [--company C]
                         make an administrator, or give a known one a new password
  balcao doctor [--quick]
                         check this installation; exit code 1 when something is wrong
  balcao plugin new NAME write a plugin that runs, with its types and a test, into the folder NAME
  balcao plugin check FILE
                         say what is wrong with a plugin; exit code 1 when something is
  balcao version         print the version

It is configured by the environment: PORT, HOST, DATA_DIR, PUBLIC_URL, FRONTEND_URL, ADMIN_EMAIL, ADMIN_PASSWORD,
DATABASE_URL, DATABASE_TOKEN, WHATSAPP_URL, WHATSAPP_ROOT_KEY, WHATSAPP_VERSION, OUTBOUND_ALLOW, OUTBOUND_HOSTS,
TRUSTED_PROXY, LOG_LEVEL.
The table is in README.md.
`

const WHY: Record<StorageFault, string> = {
  disk_full: 'the disk is full',
  read_only: 'it is read-only for this user',
  locked: 'another process holds the database',
  damaged: 'the database is damaged',
  disk_error: 'the disk refuses',
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function serve() {
  const running = await untilStopped(boot(readConfig(process.env)))
  say(`Balcão ${version} is at ${running.url}`)
  if (running.setupUrl) say(`Set it up, once, at ${running.setupUrl}`)
}

/** Runs one command and ends with one line when the installation, not the program, is at fault. */
export async function run(argv: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        email: { type: 'string' },
        password: { type: 'string' },
        name: { type: 'string' },
        company: { type: 'string' },
        quick: { type: 'boolean' },
      },
    })
    const command = values.help ? 'help' : values.version ? 'version' : (positionals[0] ?? 'serve')
    if (command === 'help') return say(HELP)
    if (command === 'version') return say(version)
    if (command === 'serve') return await serve()
    if (command === 'demo') return await demo(say)
    if (command === 'create-admin') return await createAdminCommand(values, say)
    if (command === 'doctor') return process.exit((await doctor(say, values.quick ?? false)) ? 0 : 1)
    throw new ConfigError(`unknown command ${command}; see balcao --help`)
  } catch (error) {
    const expected =
      error instanceof ConfigError || error instanceof MigrationError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    const trouble = expected ? undefined : storageFaultOf(error)
    const { message, stack } = described(error)
    const said = trouble
      ? `the data folder can't be used: ${WHY[trouble]}`
      : expected
        ? (error as Error).message
        : [message, stack].join('\n')
    process.stderr.write(`balcao: ${said}\n`)
    process.exit(1)
  }
}
