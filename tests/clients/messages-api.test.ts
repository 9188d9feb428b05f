import { beforeAll, expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connections } from '#modules/connections'
import type { Control } from '../../src/sandbox/network'
import { exampleOf, type Kind, type Language, LANGUAGES } from '../../web/pages/messages-api/examples'
import { newPhone, until } from '../factories'
import { testOffice } from '../office'

const SHOP = '5511940000078'
/** What ends a text in each of the languages, and what each would fill in. */
const NASTY = `Oi 'Ana' "\\n" $HOME \`date\` ação 👍 <?= 1 ?> #{x} @x`
const office = await testOffice()
const { norte, product } = office
const folder = await mkdtemp(join(tmpdir(), 'examples-'))
let control: Control
beforeAll(async () => {
  control = (await product.sandbox.start()).control
  product.channel.start(norte.connection)
  expect(await product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
  await Bun.write(join(folder, 'it’s.png'), new Uint8Array([137, 80, 78, 71]))
}, 30_000)

const succeeds = (...command: [string, ...string[]]) => Bun.which(command[0]) !== null && Bun.spawnSync(command).success
/** What pastes an example into its language, and what a machine lacks that cannot. */
const RUNS: Record<Language, { run: (example: string) => string[]; lacking?: string | false }> = {
  curl: { run: example => ['sh', '-c', example] },
  JavaScript: { run: example => [process.execPath, '-e', example] },
  Python: {
    run: example => ['python3', '-c', example],
    lacking: !succeeds('python3', '-c', 'import requests') && 'python3 with requests',
  },
  PHP: {
    run: example => ['php', '-r', example.replace('<?php', '')],
    lacking: !succeeds('php', '-r', `exit(extension_loaded('curl') ? 0 : 1);`) && 'php with its curl extension',
  },
}

for (const [language, { run, lacking }] of Object.entries(RUNS) as [Language, (typeof RUNS)[Language]][])
  for (const kind of ['text', 'media'] as Kind[])
    test.skipIf(Boolean(lacking))(
      `the example of a ${kind} in ${language} sends when it is pasted${lacking ? ` (${lacking} is not here)` : ''}`,
      async () => {
        const number = newPhone()
        control.addPhone({ phone: number, name: 'Helena' })
        const url = `http://127.0.0.1:${product.server.port}/api/messages/send`
        const asked = { url, token: norte.connectionToken, number, body: NASTY, file: 'it’s.png' }
        const child = Bun.spawn(run(exampleOf(language, kind, asked)), { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
        const [printed, wrong] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
        expect([await child.exited, printed.includes('Mensagem enviada') || wrong]).toEqual([0, true])
        await until(() => control.transcript({ phone: number, chat: SHOP }).some(({ text }) => text?.includes(NASTY)))
      },
      30_000,
    )

test('an example of every language has the address, the token and the words of whoever asks', () => {
  for (const language of LANGUAGES)
    for (const kind of ['text', 'media'] as Kind[]) {
      const asked = { url: 'https://loja.exemplo/api/messages/send', token: 'abc', number: '5511', body: 'Oi', file: 'foto.jpg' }
      const example = exampleOf(language, kind, asked)
      for (const part of [asked.url, 'Bearer abc', '5511', 'Oi', ...(kind === 'media' ? ['foto.jpg', 'medias'] : [])])
        expect(example).toContain(part)
    }
})
