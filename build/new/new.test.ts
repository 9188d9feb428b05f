import { expect, test } from 'bun:test'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { here } from '../sources'
import { lines, namesOf, skeleton } from './skeleton'

const PARTS = ['src', 'web', 'plugins', 'tests', 'build', 'migrations', 'package.json', 'tsconfig.json', 'drizzle.config.ts']
const env = { ...process.env, PATH: [dirname(process.execPath), here('node_modules/.bin'), process.env.PATH].join(':') }

test('a noun is called after its address', () => {
  expect(namesOf('help-videos')).toEqual({
    many: 'helpVideos',
    one: 'helpVideo',
    One: 'HelpVideo',
    path: 'help-videos',
    table: 'help_videos',
  })
  expect(['queues', 'categories', 'boxes', 'branches'].map(path => namesOf(path).one)).toEqual(['queue', 'category', 'box', 'branch'])
})

test('every line that a noun needs elsewhere has its place', async () => {
  for (const { file, at } of [{}, { installation: true }, { admins: true }].flatMap(kind => lines(namesOf('helps'), kind)))
    expect([file, at.test(await Bun.file(here(file)).text())]).toEqual([file, true])
})

test('the skeleton is no longer than is promised, and works as it is written', async () => {
  const files = Object.values(skeleton(namesOf('help-videos')))
  expect(files.map(content => content.split('\n').length - 1).reduce((sum, n) => sum + n)).toBeLessThan(170)
  const copy = await mkdtemp(join(tmpdir(), 'noun-'))
  for (const part of PARTS) await cp(here(part), join(copy, part), { recursive: true })
  await symlink(here('node_modules'), join(copy, 'node_modules'))
  const steps = [
    'bun build/new/index.ts noun help-videos',
    'bun build/new/index.ts noun notices --installation --media',
    'bun build/new/index.ts noun suppliers --admins',
    'bun build/generate.ts --name nouns --sorted help_videos.name',
    'tsc --checkers 1',
    'bun test --timeout 60000 src/modules/help-videos src/modules/notices src/modules/suppliers src/nouns.test.ts tests/architecture/refusals.test.ts',
  ]
  for (const step of steps) {
    const { exited, stdout, stderr } = Bun.spawn(step.split(' '), { cwd: copy, env, stdout: 'pipe', stderr: 'pipe' })
    const output = (await Promise.all([stdout, stderr].map(stream => new Response(stream).text()))).join('')
    expect({ step, code: await exited, output }).toMatchObject({ step, code: 0 })
  }
  await rm(copy, { recursive: true })
}, 300_000)
