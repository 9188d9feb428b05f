import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { leaks } from './secrets.ts'

// Everything that `npm test` does after the packages are there. Arguments go to `bun test`.

const run = (...command: string[]) => Bun.spawnSync(command, { stdio: ['ignore', 'inherit', 'inherit'] }).exitCode === 0

function needChromium() {
  if (findChromium()) return
  const asRoot = process.getuid?.() === 0 && Bun.which('apt-get')
  if (
    asRoot &&
    run('apt-get', 'update', '-qq') &&
    run('apt-get', 'install', '-qq', '--no-install-recommends', 'chromium') &&
    findChromium()
  )
    return
  finish(0, 1, 'The tests need Chromium: as root run "apt-get install chromium", or name one in the variable CHROMIUM')
}

function finish(passed: number, failed: number, reason?: string): never {
  if (reason) console.error(reason)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed ? 1 : 0)
}

/** Shows the output while it is read, because bun test tells its counts only there. Lines of logs are kept, not shown. */
async function follow(stream: ReadableStream<Uint8Array>, log: string) {
  const decoder = new TextDecoder()
  let text = ''
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    const shown = joined(lines.filter(line => !line.startsWith('{"level":')))
    process.stdout.write(shown)
    text += shown
    // The name of a test may be what it is about.
    await appendFile(log, joined(lines.filter(line => !/^\((pass|fail|skip|todo)\) /.test(line))))
  }
  process.stdout.write(rest)
  await appendFile(log, rest)
  return text + rest
}
const joined = (lines: string[]) => lines.map(line => `${line}\n`).join('')

needChromium()
if (!run(process.execPath, 'build.ts')) finish(0, 1, 'The build failed')

const folder = await mkdtemp(join(tmpdir(), 'balcao-run-'))
const command = [process.execPath, 'test', '--timeout', '30000', ...Bun.argv.slice(2)]
const env = { ...process.env, NO_COLOR: '1', TEST_RUN: folder, TEST_LOG: 'trace' }
const tests = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], env })
const read = [follow(tests.stdout, join(folder, 'stdout.log')), follow(tests.stderr, join(folder, 'stderr.log'))]
const output = (await Promise.all(read)).join('\n')
const count = (word: string) =>
  Number(
    output
      .match(new RegExp(`^ *(\\d+) ${word}$`, 'gm'))
      ?.at(-1)
      ?.trim()
      .split(' ')[0] ?? 0,
  )
const broken = (await tests.exited) !== 0 || !/^Ran \d+ tests? across/m.test(output)

const told = leaks(folder)
const verdict = `${told.length ? '(fail)' : '(pass)'} nothing that is secret stands in a log of this run`
process.stdout.write(joined([verdict, ...told.map(leak => `  ${leak}`), ...(told.length ? [`  The logs are in ${folder}`] : [])]))
if (!told.length) await rm(folder, { recursive: true })
finish(count('pass') + (told.length ? 0 : 1), Math.max(count('fail'), broken ? 1 : 0) + (told.length ? 1 : 0))
