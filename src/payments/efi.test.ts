import { afterAll, expect, test } from 'bun:test'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { startEfi } from '../../tests/peers/efi'
import { asker } from './ask'
import { efi } from './efi'

const peer = await startEfi('cliente', 'segredo')
afterAll(() => peer.stop())

/** The product's own way out, which trusts the authority of this run besides. */
const guarded = guardedFetch(destination => destination === peer.destination)
const provider = efi(asker((url, init) => guarded(url, { ...init, tls: { ...init?.tls, ca: peer.ca } as never })))
const settings = {
  pixKey: 'financeiro@exemplo.com',
  clientId: 'cliente',
  clientSecret: 'segredo',
  certificate: peer.account.cert,
  privateKey: peer.account.key,
  webhookToken: 'um-segredo-bem-comprido',
  baseUrl: peer.baseUrl,
}
const payer = {
  firstName: 'Norte Fibra',
  lastName: '',
  taxId: '11222333000181',
  email: '',
  zipcode: '',
  address2: '',
  city: '',
  state: '',
  country: '',
}
const order = () => ({
  txid: crypto.randomUUID().replaceAll('-', ''),
  cents: 24_990,
  detail: 'Equipe',
  dueDate: '2026-11-30',
  payer,
  notifyUrl: undefined,
})

test('the certificate of the account opens the connection, and another one or a wrong secret is told', async () => {
  await provider.test(settings)
  const refusal = (more: object) => provider.test({ ...settings, ...more }).catch((error: Error) => error.message)
  expect(await refusal({ certificate: peer.stranger.cert, privateKey: peer.stranger.key })).toBe('ERR_PAYMENT_UNREACHABLE')
  expect(await refusal({ clientSecret: 'outro' })).toBe('ERR_PAYMENT_KEY')
})

test('a charge has our own name, its amount to the cent and an hour; what arrived less what was sent back is what was paid', async () => {
  const asked = order()
  const { reference, code, expiresAt } = await provider.charge(settings, asked)
  expect([reference, code]).toEqual([asked.txid, '000201loc1'])
  expect(Math.round((expiresAt!.getTime() - Date.now()) / 60_000)).toBe(60)
  expect(await provider.look!(settings, reference)).toMatchObject({ reference, state: 'open', cents: 0, currency: 'BRL' })
  const cob = peer.cobs.get(reference)!
  const paid = { endToEndId: 'E1', txid: reference, valor: '249.90', horario: new Date().toISOString() }
  Object.assign(cob, { status: 'CONCLUIDA', pix: [paid] })
  expect(await provider.look!(settings, reference)).toMatchObject({ state: 'paid', cents: 24_990 })
  Object.assign(cob, { pix: [{ ...paid, devolucoes: [{ valor: '49.90', status: 'DEVOLVIDO' }] }] })
  expect(await provider.look!(settings, reference)).toMatchObject({ state: 'paid', cents: 20_000 })
  Object.assign(cob, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', pix: [] })
  expect(await provider.look!(settings, reference)).toMatchObject({ state: 'gone' })
})

test('a call of the webhook is taken by the secret of its address alone, and names any number of charges', () => {
  const read = (hmac: string | undefined, body: unknown, given = settings) =>
    provider.readWebhook!(given, { body, headers: new Headers(), query: hmac ? { hmac } : {} })
  const told = { pix: [{ txid: 'a' }, { txid: 7 }, {}, { txid: 'b' }] }
  expect(read(settings.webhookToken, told)).toEqual(['a', 'b'])
  expect(read(settings.webhookToken, { evento: 'teste_webhook' })).toEqual([])
  expect([read('outro', told), read(undefined, told), read('', told, { ...settings, webhookToken: '' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('its webhook is asked for and registered at our address, which it tries first, and its calls are taken by it', async () => {
  const { find, register, addressOf } = provider.webhook!
  expect(await find(settings)).toBeUndefined()
  const address = addressOf(settings, 'https://atende.exemplo.com/subscription/webhook/efi')
  const refused = await register(settings, address).catch((error: Error) => error.message)
  expect([refused, await find(settings)]).toEqual(['ERR_PAYMENT_REFUSED', undefined])
  peer.reachedBy(async (called, body) => {
    const { pathname, searchParams } = new URL(called)
    const told = provider.readWebhook!(settings, { body, headers: new Headers(), query: Object.fromEntries(searchParams) })
    return pathname === '/subscription/webhook/efi' && told ? 200 : 403
  })
  await register(settings, address)
  expect(await find(settings)).toMatchObject({ address, since: expect.any(String) })
  expect(await register({ ...settings, clientSecret: 'outro' }, address).catch((error: Error) => error.message)).toBe('ERR_PAYMENT_KEY')
})
