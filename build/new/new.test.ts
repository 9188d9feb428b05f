import { expect, test } from 'bun:test'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { here } from '../sources'
import { calledBy } from './called'
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

test('a noun is called by its words, with a gender where the language has them', () => {
  expect(calledBy('pt', 'resposta rápida, respostas rápidas, f')).toEqual({
    one: 'resposta rápida',
    many: 'respostas rápidas',
    gender: 'f',
  })
  expect(calledBy('en', 'quick reply,quick replies')).toEqual({ one: 'quick reply', many: 'quick replies', gender: 'n' })
  for (const wrong of ['serviço', 'serviço,serviços', 'serviço,serviços,n', 'serviço,serviços,m,f', "it's,its,m"])
    expect([wrong, calledBy('pt', wrong)]).toEqual([wrong, undefined])
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
  const words = '--pt aviso,avisos,m --en notice,notices --es aviso,avisos,m'
  const steps = [
    `bun build/new/index.ts noun help-videos ${words} --sorted`,
    'bun build/new/index.ts noun notices --installation --media',
    'bun build/new/index.ts noun suppliers --admins',
    'bun build/generate.ts --name nouns --sorted help_videos.name',
    'tsc --checkers 1',
    'bun test --timeout 60000 src/nouns.test.ts tests/architecture/refusals.test.ts tests/architecture/noun-pages.test.ts',
  ]
  const run = async (step: string) => {
    const { exited, stdout, stderr } = Bun.spawn(step.split(' '), { cwd: copy, env, stdout: 'pipe', stderr: 'pipe' })
    const output = (await Promise.all([stdout, stderr].map(stream => new Response(stream).text()))).join('')
    return { step, code: await exited, output }
  }
  for (const step of steps) {
    if (step.includes('--sorted help_videos.name')) {
      expect((await run('bun test src/nouns.test.ts')).output).toContain(
        `makes the table help_videos: bun run generate --name help_videos --sorted`,
      )
      const unsorted = await run('bun build/generate.ts --name nouns')
      expect([unsorted.code, unsorted.output]).toEqual([1, expect.stringContaining('--name nouns --sorted help_videos.name')])
    }
    expect(await run(step)).toMatchObject({ step, code: 0 })
  }
  const said = await Bun.file(join(copy, 'web/pages/help-videos/texts.ts')).text()
  for (const text of ['Nenhum aviso ainda', 'Only administrators change notices.', 'Solo los administradores cambian los avisos.'])
    expect(said).toContain(text)
  for (const file of ['src/error-codes.ts', 'web/i18n/pt/errors.ts'])
    expect(await Bun.file(join(copy, file)).text()).toMatch(/ERR_NO_HELPVIDEO_FOUND'?: 'Aviso não encontrado\.'/)
  await rm(copy, { recursive: true })
}, 300_000)
