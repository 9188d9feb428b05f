import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { asker } from '../../payments/ask'
import { efi } from '../../payments/efi'
import { testOffice } from '../../../tests/office'
import { startEfi } from '../../../tests/peers/efi'
import { notifyUrlAt } from './notify-url'
import { registrationFlow } from './registration'

const peer = await startEfi('cliente', 'segredo')
afterAll(() => peer.stop())
const office = await testOffice()
const { norte, sul, product, store } = office
const operator = norte.staff.admin.client
const PATH = '/payment-accounts/efi'

const guarded = guardedFetch(destination => destination === peer.destination)
const provider = efi(asker((url, init) => guarded(url, { ...init, tls: { ...init?.tls, ca: peer.ca } as never })))
const at = (host: string) => registrationFlow({ providers: { efi: provider }, notifyUrl: notifyUrlAt(`https://${host}`) })
/** The installation as the world reaches it. */
peer.reachedBy(async (address, body) => {
  const { pathname, search } = new URL(address)
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return (await product.app.request(pathname + search, init, { address: '203.0.113.7' })).status
})

const folder = await mkdtemp(join(tmpdir(), 'registration-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await Bun.write(join(folder, 'pair.pem'), `${peer.account.cert}\n${peer.account.key}\n`)
const p12 = (password: string) => {
  const { stdout, stderr, exitCode } = Bun.spawnSync([
    ...['openssl', 'pkcs12', '-export', '-in', join(folder, 'pair.pem')],
    ...['-passout', `pass:${password}`],
  ])
  if (exitCode) throw new Error(stderr.toString())
  return Buffer.from(stdout).toString('base64')
}
const settings = { pixKey: 'financeiro@exemplo.com', clientId: 'cliente', clientSecret: 'segredo', baseUrl: peer.baseUrl }

test('the file that the bank gives out is taken for the two texts, sealed, and told by field when it is wrong', async () => {
  const save = (more: object) => operator.put<{ kept: string[] }>(PATH, { isActive: false, settings: { ...settings, ...more } })
  expect((await save({ p12: p12('fita'), p12Password: 'outra' })).body).toMatchObject({
    details: { p12Password: ['A senha do certificado não confere'] },
  })
  expect((await save({ p12: Buffer.from('nada').toString('base64') })).body).toMatchObject({
    details: { p12: ['Este não é um certificado .p12'] },
  })
  const { body, text } = await save({ p12: p12('fita'), p12Password: 'fita' })
  expect(body.kept).toEqual(['clientSecret', 'certificate', 'privateKey'])
  expect(text).not.toContain('PRIVATE KEY')
  const { rows } = await store.client.execute('select settings from payment_accounts')
  expect(JSON.stringify(rows)).not.toMatch(/PRIVATE|CERTIFICATE|fita|p12/)
  // It stays where the form is sent without it.
  expect((await save({})).body.kept).toContain('privateKey')
})

test('the webhook is registered at the address of the installation, its secret made where there was none and told to nobody', async () => {
  const ctx = norte.ctx
  expect(await at('atende.exemplo.com').look(ctx, 'efi')).toEqual({ state: 'none' })
  const told = await at('atende.exemplo.com').register(ctx, 'efi')
  expect(told).toEqual({ state: 'ours', address: 'https://atende.exemplo.com/subscription/webhook/efi', since: expect.any(String) })
  expect(peer.webhooks.get('financeiro@exemplo.com')!.webhookUrl).toMatch(/\?hmac=[\w-]{20,}&ignorar=$/)
  // Seen from an installation that moved, the provider still calls the old one.
  expect(await at('novo.exemplo.com').look(ctx, 'efi')).toMatchObject({ state: 'other' })
  const again = await at('atende.exemplo.com').register(ctx, 'efi')
  expect(again.state).toBe('ours')
})

test('without an address that the world reaches nothing is registered, and only operators ask', async () => {
  expect(await operator.post(`${PATH}/webhook`)).toMatchObject({ status: 409, body: { code: 'ERR_NO_PUBLIC_URL' } })
  expect((await operator.get('/payment-accounts/asaas/webhook')).body).toEqual({ state: 'byHand' })
  expect(await operator.post('/payment-accounts/asaas/webhook')).toMatchObject({ status: 400, body: { code: 'ERR_PAYMENT_SETTINGS' } })
  for (const ask of [() => sul.staff.admin.client.get(`${PATH}/webhook`), () => sul.staff.admin.client.post(`${PATH}/webhook`)])
    expect((await ask()).status).toBe(403)
})
