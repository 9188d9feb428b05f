import { rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBinary, currentTarget, TARGETS } from './build/binary'
import { BuildError, here } from './build/sources'
import { buildWeb, replaceWeb } from './build/web'

const USAGE = `bun build.ts                        the web and dist/balcao for this machine
bun build.ts --target linux-arm64   the same for another machine, as dist/balcao-linux-arm64
bun build.ts --outfile PATH         under another name
bun build.ts --entry src/main.ts    from another program
bun build.ts web                    the web alone, into dist/web
bun build.ts dev                    the demonstration, where a changed file is seen at once

Targets: ${Object.keys(TARGETS).join(', ')}
`

/** A command line that is not understood. */
class UsageError extends BuildError {}

function readArguments(args: string[]) {
  const options = {
    target: { type: 'string' },
    outfile: { type: 'string' },
    entry: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [command = 'all', more] = positionals
    if (!['all', 'web', 'dev'].includes(command) || more) throw new UsageError(`unknown: ${more ?? command}`)
    return { ...values, command }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message.split('. ')[0]!)
  }
}

async function build(args: string[]) {
  const { command, help, target: wanted, entry = here('src/main.ts'), ...given } = readArguments(args)
  if (help) return process.stdout.write(USAGE)
  if (command === 'dev') return (await import('./build/dev')).develop()
  const target = wanted ?? currentTarget()
  if (!TARGETS[target]) throw new BuildError(`no build for ${target}: choose one of ${Object.keys(TARGETS).join(', ')}`)
  const outfile = given.outfile ?? here(wanted ? `dist/balcao-${target}` : 'dist/balcao')
  const web = here(`dist/web-${process.pid}`)
  const began = performance.now()
  try {
    console.log(await buildWeb(web))
    if (command === 'all') await buildBinary({ target, outfile, entry, web })
    await replaceWeb(web)
  } finally {
    await rm(web, { recursive: true, force: true })
  }
  const made = command === 'all' ? `${relative(process.cwd(), outfile)} for ${target}` : 'dist/web'
  console.log(`${made}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

function report(error: unknown) {
  process.exitCode = 1
  if (error instanceof UsageError) return process.stderr.write(`${error.message}\n\n${USAGE}`)
  if (error instanceof BuildError) return console.error(error.message)
  if (error instanceof AggregateError) return error.errors.forEach(each => console.error(each))
  console.error(error)
}

await build(Bun.argv.slice(2)).catch(report)
