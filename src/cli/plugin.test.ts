import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#kernel/process/embedded'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugin-cli-'))
  // What `bun install` would bring.
  await symlink(join(import.meta.dir, '../../node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true }))

async function runs(command: string[], cwd = folder) {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { out, err, code }
}
const balcao = (...args: string[]) => runs([...program, 'plugin', ...args])
const broken = async (name: string, source: string) => {
  await Bun.write(join(folder, name), source)
  return balcao('check', name)
}

test('a new plugin checks, passes its test and the compiler, and is not written over', async () => {
  expect(await balcao('new', 'saudacao')).toMatchObject({ code: 0, err: '' })
  const checked = await balcao('check', 'saudacao/saudacao.ts')
  expect([checked.code, checked.out]).toEqual([0, 'saudacao (saudacao) 1.0.0: 1 settings, calls nobody\n'])
  const tested = await runs([process.execPath, 'test'], join(folder, 'saudacao'))
  expect([tested.code, /(\d+) pass/.exec(tested.err)?.[1]]).toEqual([0, '1'])
  expect(await runs([process.execPath, 'x', 'tsc', '-p', '.'], join(folder, 'saudacao'))).toMatchObject({ code: 0, out: '' })
  expect(await balcao('new', 'saudacao')).toMatchObject({ code: 1, err: 'balcao: saudacao is there already\n' })
})

test('what is wrong with a plugin is said, with an exit code', async () => {
  expect(await balcao('new', '../fora')).toMatchObject({ code: 1 })
  expect(await balcao('check', 'nada.ts')).toMatchObject({ code: 1, err: expect.stringContaining('is not there') })
  expect(await broken('vazio.ts', 'export const a = 1')).toMatchObject({ code: 1, out: expect.stringContaining('not a plugin') })
  const plugin = (more: string, fields = '') => `import * as v from 'valibot'
    export default { name: 'p', version: '1', api: 1, settings: v.object({ ${fields} }), reply() {}, ${more} }`
  expect((await broken('novo.ts', plugin('api: 2'))).out).toContain('another version of the plugin API')
  expect((await broken('host.ts', plugin("hosts: ['https://x.com/']"))).out).toContain('neither a host name')
  expect((await broken('campo.ts', plugin("hosts: ['setting:loja']"))).out).toBe(
    '- not a plugin: hosts has a setting: that is no field of settings\n',
  )
  expect((await broken('nulo.ts', plugin('heard: undefined').replace('reply() {}, ', ''))).out).toBe('- not a plugin: reply is missing\n')
  expect((await broken('torto.ts', 'export default {\n  name: }')).out).toMatch(/^- line 2, column \d+: /)
  expect((await broken('alheio.ts', "import 'zod'")).out).toContain('only valibot and balcao/plugin are there')
  const choice =
    "v.picklist(['a', 'b']), v.title('T'), v.metadata({ options: { a: 'A', b: 'B' }, en: { title: 'T', options: { a: 'A' } }, es: { title: 'T' } })"
  expect((await broken('calado.ts', plugin('', `t: v.pipe(${choice})`))).out).toContain(
    'the choices of the field t have no words in English, Spanish',
  )
  const untold = await broken('mudo.ts', plugin('', "cor: v.pipe(v.string(), v.title('Cor'), v.metadata({ en: { title: 'Color' } }))"))
  expect([untold.code, untold.out]).toEqual([1, 'p (p) 1: 1 settings, calls *\n- the field cor has no title in Spanish\n'])
})
