import { findChromium } from './chromium.ts'

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

/** Shows the output while it is read, because bun test tells its counts only there. */
async function follow(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    process.stdout.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

needChromium()
if (!run(process.execPath, 'build.ts')) finish(0, 1, 'The build failed')

const command = [process.execPath, 'test', '--timeout', '30000', ...Bun.argv.slice(2)]
const tests = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
const output = (await Promise.all([follow(tests.stdout), follow(tests.stderr)])).join('\n')
const count = (word: string) =>
  Number(
    output
      .match(new RegExp(`^ *(\\d+) ${word}$`, 'gm'))
      ?.at(-1)
      ?.trim()
      .split(' ')[0] ?? 0,
  )
const broken = (await tests.exited) !== 0 || !/^Ran \d+ tests? across/m.test(output)
finish(count('pass'), Math.max(count('fail'), broken ? 1 : 0))
