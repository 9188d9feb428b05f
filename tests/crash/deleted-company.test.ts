import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { utimesSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepInstallations, keepSecrets, logLevel } from '../secrets'
import { until } from '../until'
import { ADMIN, signIn } from './client'
import { installation, type Installation } from './product'

const PATIENCE_MS = 60_000
const HERS = { email: 'dona@deletada.example', password: 'outra-senha-boa' }
const FILES = 40

let folder = ''
let product: Installation
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-crash-'))
  const env = { DATA_DIR: folder, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: logLevel('warn') }
  product = installation(env)
  await product.start()
}, 120_000)
afterAll(async () => {
  await product.end('SIGTERM')
  keepSecrets('of a person', [ADMIN.password, HERS.password])
  keepInstallations(folder)
  await rm(folder, { recursive: true })
})

const stored = () => [...new Glob('??/*').scanSync({ cwd: join(folder, 'media') })]

test('a company whose deletion is killed again and again is gone with its files, and one that shares a file keeps it', async () => {
  const operator = await signIn(product.url)
  const company = await operator.post<{ id: number }>('/companies', { name: 'Deletada', ...HERS })
  const hers = await signIn(product.url, HERS)
  const keep = async ({ post, ask }: typeof hers, shortcode: string, content: string) => {
    const { id } = await post<{ id: number }>('/quick-messages', { shortcode, message: 'Bom dia' })
    const body = new FormData()
    body.set('file', new File([content], 'tabela.pdf', { type: 'application/pdf' }))
    await ask(`/quick-messages/${id}/media-upload`, { method: 'POST', body })
  }
  await keep(operator, 'nossa', 'tabela 0')
  for (let n = 0; n < FILES; n++) await keep(hers, `tabela-${n}`, `tabela ${n}`)
  expect(stored()).toHaveLength(FILES)
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const path of stored()) utimesSync(join(folder, 'media', path), yesterday, yesterday)

  await operator.ask(`/companies/${company.id}`, { method: 'DELETE' })
  for (let kill = 0; kill < 3; kill++) {
    await product.end('SIGKILL')
    await product.start()
  }
  await until(
    () => stored().length === 1,
    PATIENCE_MS,
    () => `${stored().length} files are left`,
  )
  const [ours] = await operator.ask<{ shortcode: string; mediaPath: string }[]>('/quick-messages/list')
  const address = new URL(ours!.mediaPath, product.url())
  expect(await (await fetch(address)).text()).toBe('tabela 0')
}, 180_000)
