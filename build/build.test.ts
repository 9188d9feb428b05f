import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUDGET, weigh } from './budget'
import { here } from './sources'

function build(...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, here('build.ts'), ...args])
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

test('--help prints what there is and builds nothing', () => {
  const { exitCode, stdout, stderr } = build('--help')
  expect([exitCode, stderr]).toEqual([0, ''])
  for (const word of ['--target', '--outfile', '--entry', 'web', 'dev', 'linux-arm64', 'windows-x64']) expect(stdout).toContain(word)
})

test.each([[['--frob']], [['wbe']], [['web', 'dev']], [['--target']]])('%p, which it does not know, ends with the usage', args => {
  const { exitCode, stdout, stderr } = build(...args)
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr.split('\n')[0]).toMatch(/unknown|argument missing/i)
  expect(stderr).toContain('bun build.ts --target')
  expect(stderr).not.toContain('    at ')
})

test('a machine that it cannot build for is named, with those it can', () => {
  const { exitCode, stderr } = build('--target', 'amiga')
  expect(exitCode).toBe(1)
  expect(stderr).toStartWith('no build for amiga: choose one of linux-x64, ')
})

test('a first load beyond its budget ends the build, and says what each weighs', async () => {
  const web = await mkdtemp(join(tmpdir(), 'balcao-weigh-'))
  const file = (name: string, kilobytes: number) => Bun.write(join(web, `${name}.br`), new Uint8Array(kilobytes * 1000))
  const { login, inbox } = BUDGET
  await Promise.all([
    file('/main.js', login.script - 10),
    file('/login.js', 10),
    file('/inside.js', inbox.script - login.script + 10),
    file('/late.js', 50),
    file('/app.css', login.style),
  ])
  const own = {
    login: { script: ['/main.js', '/login.js'], style: ['/app.css'] },
    inbox: { script: ['/main.js', '/inside.js'], style: ['/app.css'] },
  }
  expect(weigh(web, own)).toBe(
    `first load, brotli: login script ${login.script}.0 of ${login.script} kB, login style ${login.style}.0 of ${login.style} kB, ` +
      `inbox script ${inbox.script}.0 of ${inbox.script} kB, inbox style ${login.style}.0 of ${inbox.style} kB`,
  )
  const heavy = { ...own, inbox: { ...own.inbox, script: [...own.inbox.script, '/late.js'] } }
  expect(() => weigh(web, heavy)).toThrow(`inbox script ${inbox.script + 50}.0 of`)
  await file('/app.css', login.style + 1)
  expect(() => weigh(web, own)).toThrow(`login style ${login.style + 1}.0 of`)
  await rm(web, { recursive: true })
})
