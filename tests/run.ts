import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { check, lineOf, type Verdict } from './checks.ts'
import { findChromium } from './chromium.ts'
import { type Failure, failuresIn, isLogged, withoutReports } from './failures.ts'
import { leaks } from './secrets.ts'

// Everything that `npm test` does after the packages are there. Arguments go to `bun test`.

/** One with a browser and a program takes more than a core for itself: three leave none of two idle, and a fourth only makes the others wait. */
const MOST_WORKERS = 4
const WORKERS_PER_CORE = 1.5
/** How long each file took; `bun run test --update-timings` writes it anew. The slowest begin first. */
const TIMINGS = join(import.meta.dir, 'timings.json')

/** How soon a program is back that is killed again and again is not told beside browsers, which need all there is. */
const ALONE = 'tests/crash/crash.test.ts'

/** The program that was built for this run: no test builds it again. */
const BINARY = join(import.meta.dir, '../dist/balcao')

const run = (...command: string[]) => Bun.spawnSync(command, { stdio: ['ignore', 'inherit', 'inherit'] }).exitCode === 0

function needChromium(): Verdict {
  const isRoot = process.getuid?.() === 0 && Bun.which('apt-get')
  if (!findChromium() && isRoot && run('apt-get', 'update', '-qq'))
    run('apt-get', 'install', '-qq', '--no-install-recommends', 'chromium-headless-shell')
  const reason = 'The tests need Chromium: as root run "apt-get install chromium-headless-shell", or name one in the variable CHROMIUM'
  return { name: 'a browser for the tests', passed: Boolean(findChromium()), reason }
}

async function build(): Promise<Verdict> {
  const { exited } = Bun.spawn([process.execPath, 'build.ts'], { stdio: ['ignore', 'inherit', 'inherit'] })
  return { name: 'the build', passed: (await exited) === 0, reason: 'What the build said stands above' }
}

/** Shows the output while it is read, because bun test tells its counts only there. Lines of logs are kept, not shown. */
async function follow(stream: ReadableStream<Uint8Array>, log: string) {
  const decoder = new TextDecoder()
  const isOfProduct = withoutReports()
  let text = ''
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    const shown = joined(lines.filter(line => !isLogged(line)))
    process.stdout.write(shown)
    text += shown
    await appendFile(log, joined(lines.filter(isOfProduct)))
  }
  process.stdout.write(rest)
  await appendFile(log, rest)
  return text + rest
}
const joined = (lines: string[]) => lines.map(line => `${line}\n`).join('')

type Counts = { passed: number; failed: number }
type Ran = { counts: Counts; failures: Failure[] }
const together = (one: Ran, other: Ran): Ran => ({
  counts: { passed: one.counts.passed + other.counts.passed, failed: one.counts.failed + other.counts.failed },
  failures: [...one.failures, ...other.failures],
})

/** A worker that gives no memory back before it ends spends a fifth less, and holds nearly twice as much: unmapping pages interrupts all cores. */
const allocator = totalmem() > 12e9 ? { MIMALLOC_PURGE_DELAY: '-1' } : {}

/** As root, Chromium raises the priority of its threads over all that runs beside it, and a program that starts then starves. */
const fairly = process.getuid?.() === 0 && Bun.which('setpriv') ? ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice'] : []

/** Runs `bun test` with some arguments; what it prints and logs is kept in `folder` too. */
async function bunTest(folder: string, ...options: string[]): Promise<Ran> {
  const env = { ...process.env, ...allocator, NO_COLOR: '1', TEST_RUN: folder, TEST_LOG: 'trace', BALCAO: BINARY }
  const command = [...fairly, process.execPath, 'test', '--timeout', '120000', ...options]
  const tests = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const read = [follow(tests.stdout, join(folder, 'stdout.log')), follow(tests.stderr, join(folder, 'stderr.log'))]
  const output = (await Promise.all(read)).join('\n')
  const count = (word: string) => Number([...output.matchAll(new RegExp(`^ *(\\d+) ${word}$`, 'gm'))].at(-1)?.[1] ?? 0)
  const broken = (await tests.exited) !== 0 || !/^Ran \d+ tests? across/m.test(output)
  return { counts: { passed: count('pass'), failed: Math.max(count('fail'), broken ? 1 : 0) }, failures: failuresIn(output) }
}

/**
 * A browser that shares two cores with two others may be late for what a person would never be late for. A file or two of such tests are run
 * once more, alone, and what passes then is told as flaky, with its reason: a race to look for, in the test or in the product.
 * More files are no accident, and a test that needs no browser has no such excuse.
 */
const MOST_RETRIED = 2
const mayRetry = (files: string[]) => files.length <= MOST_RETRIED && files.every(file => file.startsWith('tests/e2e/'))

async function retry(folder: string, { counts, failures }: Ran): Promise<Ran & { flaky: Failure[] }> {
  const files = [...new Set(failures.map(({ file }) => file))]
  if (!files.length || counts.failed !== failures.length || !mayRetry(files)) return { counts, failures, flaky: [] }
  process.stdout.write(`\nOnce more, alone: ${files.join(', ')}\n`)
  const again = await bunTest(folder, ...files)
  const failed = again.counts.failed
  const flaky = failures.filter(({ file }) => !again.failures.some(one => one.file === file))
  return { counts: { passed: counts.passed + counts.failed - failed, failed }, failures: again.failures, flaky: failed ? [] : flaky }
}

/** Runs the tests, several files at a time; all processes write what they log, and what no log may hold, into one folder. */
async function test() {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-run-'))
  const workers = Math.min(MOST_WORKERS, Math.ceil(WORKERS_PER_CORE * availableParallelism()))
  // Two products in one process share nothing, so the files of a worker may share its modules: loading them anew for each costs a fifth.
  const parallel = [`--parallel=${workers}`, '--no-isolate', `--timings=${TIMINGS}`]
  const asked = Bun.argv.slice(2)
  const alone = asked.length ? undefined : await bunTest(folder, ALONE)
  const beside = await bunTest(folder, ...parallel, ...(asked.length ? asked : [`--path-ignore-patterns=${ALONE}`]))
  const ran = await retry(folder, alone ? together(alone, beside) : beside)

  const told = leaks(folder)
  if (!told.length) await rm(folder, { recursive: true })
  const secrets: Verdict = {
    name: 'nothing that is secret stands in a log of this run',
    passed: !told.length,
    reason: [...told, `The logs are in ${folder}`].join('\n'),
  }
  return { ...ran, secrets }
}

const show = (title: string, failures: Failure[]) => {
  if (failures.length) process.stdout.write(`\n${title}\n`)
  for (const { file, line, told } of failures) process.stdout.write(`\n${file}\n${told}\n${line}\n`)
}

// Without a browser and a program there is nothing to test. The checks read beside the first tests, which wait more than they work.
const browser = needChromium()
const built = await build()
const checking = check()
const tested = browser.passed && built.passed ? await test() : undefined
const verdicts = [...(browser.passed ? [] : [browser]), built, ...(await checking), ...(tested ? [tested.secrets] : [])]
// At the end, where a long run is read first.
show('Flaky: failed beside others, passed alone.', tested?.flaky ?? [])
show('What failed:', tested?.failures ?? [])
for (const verdict of verdicts) process.stdout.write(lineOf(verdict))

const wrong = verdicts.filter(({ passed }) => !passed)
const passed = (tested?.counts.passed ?? 0) + verdicts.length - wrong.length
const failed = (tested?.counts.failed ?? 0) + wrong.length
if (wrong.length) process.stdout.write(`\nNo test, but wrong: ${wrong.map(({ name }) => name).join('; ')}\n`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
