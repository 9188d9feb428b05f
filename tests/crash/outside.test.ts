import { afterAll, expect, test } from 'bun:test'
import { sendTo, tokenIn } from '../mail'
import { startSmtp, type Mail } from '../peers/smtp'
import { until } from '../until'
import { ADMIN, type Shown } from './client'
import { installed, PATIENCE_MS } from './installation'

// What others were asked for when the process was killed: the media host, a mail server, a webhook.

/** What a webhook of the company is told, and what it waits for before it answers the first call. */
const told: { id: string | null; text: string }[] = []
const held = Promise.withResolvers<void>()
const listener = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const { data } = (await request.json()) as { data: { message: { text: string } } }
    told.push({ id: request.headers.get('webhook-id'), text: data.message.text })
    if (told.length === 1) await held.promise
    return new Response('ok')
  },
})
afterAll(() => listener.stop(true))

const SHOP = '5511940000002'
const house = await installed(SHOP, { OUTBOUND_ALLOW: `127.0.0.1:${listener.port}` })
const { customer, restart } = house

test('late-file: a file whose download was cut off by a kill is fetched by the next start', async () => {
  house.control.holdMedia({ hold: true })
  const { phone, ticket } = customer()
  await house.control.send({ from: phone, to: SHOP, type: 'image', caption: 'o poste' })
  const { id } = await ticket()
  const picture = async () => (await house.client.messages(id)).find((message: Shown) => message.mediaType === 'image')
  expect((await until(picture, PATIENCE_MS, 'the message')).mediaUrl).toBeNull()
  await house.product.end('SIGKILL')
  house.control.holdMedia({ hold: false })
  await house.product.start()
  const { mediaUrl } = await until(
    async () => {
      const message = await picture()
      return message?.mediaUrl ? message : undefined
    },
    PATIENCE_MS,
    'the file',
  )
  expect(await house.client.hash(mediaUrl!)).toMatch(/^[0-9a-f]{12}$/)
}, 120_000)

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'mail: %s while the mail server has a mail and has not answered: it is sent again as the same mail, with the same token',
  async signal => {
    const smtp = await startSmtp()
    const seen: Mail[] = []
    const never = new Promise<string>(() => {})
    smtp.accept = mail => (seen.push(mail) > 1 ? '250 2.0.0 Ok' : never)
    await sendTo(smtp, (path, body) => house.client.put(path, body))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: ADMIN.email }) }
    expect((await fetch(`${house.product.url()}/forgetpassword`, init)).status).toBe(200)
    await until(() => seen.length, PATIENCE_MS, 'the mail')
    await restart(signal)
    await until(() => smtp.mails.length, PATIENCE_MS, 'the mail again')
    const [first, second] = seen.map(mail => ({ id: mail.headers['message-id'], token: tokenIn(mail) }))
    expect(second).toEqual(first!)
    await smtp.close()
    await house.client.put('/settings/smtpHost', { value: '' })
  },
  150_000,
)

test('event-delivery: what happened is told to a webhook although the process is killed while it listens, under one id, in its order', async () => {
  const url = `http://127.0.0.1:${listener.port}/`
  const switches = { tickets: false, contacts: false, ratings: false, messages: true }
  const { id } = await house.client.post<{ id: number }>('/event-webhooks', {
    name: 'ERP',
    url,
    secret: 'canario-de-avisos-do-erp',
    ...switches,
  })
  const { write, ticket } = customer()
  await write('aviso um')
  await ticket()
  await until(() => told.length === 1, PATIENCE_MS, 'the first call')
  await write('aviso dois')
  const texts = () => told.map(({ text }) => text).filter(text => text === 'aviso um' || text === 'aviso dois')
  await restart('SIGKILL')
  held.resolve()
  await until(() => texts().includes('aviso dois'), PATIENCE_MS, 'the second event')
  expect(texts()).toEqual(['aviso um', 'aviso um', 'aviso dois'])
  expect(told[1]).toEqual(told[0]!)
  await house.client.ask(`/event-webhooks/${id}`, { method: 'DELETE' })
}, 120_000)
