import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
/** What reads the code without running it; each tool comes from node_modules and is configured at the top. */
const CHECKS = {
  types: ['tsc', '--checkers', '1'],
  lint: ['oxlint', '--type-aware'],
  format: ['oxfmt', '--check'],
  duplicates: ['jscpd', '--no-colors'],
}

/** Type checkers that run side by side work out the same types again: on two cores that costs more than it brings. */
const ONE_THREAD = { GOMAXPROCS: '1' }

/** Whether one thing that is no test is as it should be; `reason` is what to read when it is not. */
export type Verdict = { name: string; passed: boolean; reason: string }

async function verdictOf([name, command]: [string, string[]]): Promise<Verdict> {
  const child = Bun.spawn([process.execPath, 'x', '--no-install', '--bun', ...command], {
    cwd: ROOT,
    env: { ...process.env, ...ONE_THREAD, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { name: `${name}: ${command.join(' ')}`, passed: code === 0, reason: (stdout + stderr).trim() }
}

/** Runs all of them side by side. */
export const check = () => Promise.all(Object.entries(CHECKS).map(verdictOf))

/** A line as a test has one, and below it what is wrong. */
export const lineOf = ({ name, passed, reason }: Verdict) => `(${passed ? 'pass' : 'fail'}) ${name}\n${passed ? '' : `${reason}\n`}`

if (import.meta.main) {
  const verdicts = await check()
  for (const verdict of verdicts) process.stdout.write(lineOf(verdict))
  process.exit(verdicts.every(({ passed }) => passed) ? 0 : 1)
}
