import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { version } from '../../package.json'
import { command, emptyFolder, serve } from './binary'
import { client, OWNER } from './shop'

setDefaultTimeout(120_000)

let folder: Awaited<ReturnType<typeof emptyFolder>>
beforeAll(async () => {
  folder = await emptyFolder()
})
afterAll(() => folder.remove())

test('version and help leave no trace', async () => {
  expect(await command(folder.path, ['version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  const { stdout, code } = await command(folder.path, ['--help'])
  expect(code).toBe(0)
  for (const word of ['serve', 'demo', 'create-admin', 'doctor', 'version', 'PORT', 'DATA_DIR', 'WHATSAPP_URL'])
    expect(stdout).toContain(word)
  expect(await readdir(folder.path)).toEqual([])
})

test('what it does not know ends with one line', async () => {
  const unknown = await command(folder.path, ['server'])
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'balcao: unknown command server; see balcao --help\n' })
  const option = await command(folder.path, ['--prot', '80'])
  expect([option.code, option.stderr.trim().split('\n').length]).toEqual([1, 1])
  const wrong = await command(folder.path, [], { PORT: 'eighty' })
  expect(wrong).toEqual({ code: 1, stdout: '', stderr: 'balcao: PORT must be a port number\n' })
})

test('an administrator made at the command line signs in, and has a new password from then on', async () => {
  const missing = await command(folder.path, ['create-admin', '--email', OWNER.email])
  expect(missing.code).toBe(1)
  expect(missing.stderr).toStartWith('balcao: --password')
  const made = await command(folder.path, [
    'create-admin',
    '--email',
    OWNER.email,
    '--password',
    OWNER.password,
    '--company',
    'Norte Fibra',
  ])
  expect(made).toEqual({ code: 0, stdout: `${OWNER.email} is an administrator\n`, stderr: '' })

  const product = await serve(folder.path)
  expect(product.output()).not.toContain('/setup')
  const before = await client(product.url, OWNER)
  await before.get('/tags')
  const renewed = { email: OWNER.email, password: 'uma frase nova' }
  const again = await command(folder.path, ['create-admin', '--email', renewed.email, '--password', renewed.password])
  expect(again).toEqual({ code: 0, stdout: `${OWNER.email} has a new password\n`, stderr: '' })
  expect(before.get('/tags')).rejects.toThrow('403')
  await client(product.url, renewed)
  expect(client(product.url, OWNER)).rejects.toThrow('401')
  expect(await product.stop()).toBe(0)
})

test('the doctor tells a stopped installation from one that runs', async () => {
  const stopped = await command(folder.path, ['doctor'], { PORT: '9' })
  expect(stopped.code).toBe(1)
  expect(stopped.stdout).toContain('ok    database: whole')
  expect(stopped.stdout).toContain('FAIL  server: ')
  const product = await serve(folder.path)
  const { port } = new URL(product.url)
  for (let i = 0; i < 2; i++) await fetch(`${product.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(product.output().match(/TRUSTED_PROXY/g)).toHaveLength(1)
  const running = await command(folder.path, ['doctor'], { PORT: port })
  expect([running.code, running.stdout.includes('FAIL')]).toEqual([0, false])
  const quick = await command(folder.path, ['doctor', '--quick'], { PORT: port })
  expect(quick).toEqual({ code: 0, stdout: `ok    server: answers at port ${port}\n`, stderr: '' })

  expect(await product.stop('SIGTERM')).toBe(0)
})

test('the demonstration has customers that write', async () => {
  const { url, said, stop } = await serve(folder.path, { DATA_DIR: './demo' }, ['demo'])
  const [email, password] = await Promise.all([said(/Sign in as (\S+)/), said(/password (\S+)\n/)])
  const demo = await client(url, { email, password })
  const { tickets } = await demo.get<{ tickets: { contact: { name: string } }[] }>('/tickets?status=pending&pageNumber=1&showAll=true')
  expect(tickets.length).toBeGreaterThan(0)
  expect(await stop()).toBe(0)
})
