import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { isDeepStrictEqual } from 'node:util'
import { transaction } from '#kernel/context'
import { settings } from '#modules/settings'
import { until } from '../../../tests/factories'
import { sendTo } from '../../../tests/mail'
import { testOffice } from '../../../tests/office'
import { startSmtp } from '../../../tests/peers/smtp'
import { reseller } from '../../../tests/resellers'
import { keepSecrets } from '../../../tests/secrets'
import { sendMail } from '.'

const silent = await startSmtp()
afterAll(() => silent.close())
const office = await testOffice({ OUTBOUND_ALLOW: `127.0.0.1:${silent.port}` })
const ACCOUNT = { user: 'balcao', password: 'senha-do-correio' }
keepSecrets('password', [ACCOUNT.password])
const smtp = await startSmtp({ account: ACCOUNT })
afterAll(() => smtp.close())
beforeEach(() => smtp.reset())
const { norte, sul, product } = office
const operator = norte.staff.admin.client
await sendTo(smtp, operator.put, { smtpUser: ACCOUNT.user, smtpPassword: ACCOUNT.password, mailFromName: 'Loja da Ana' })

const TO = 'teresa@flordelis.com.br'
const LETTER = {
  to: { name: 'Teresa', address: TO },
  language: 'pt',
  subject: 'Um código',
  paragraphs: ['Olá!'],
  code: 'codigo-secreto',
} as const
const send = (more?: Parameters<typeof sendMail>[2]) =>
  transaction(sul.ctx, ctx => sendMail(ctx, { ...LETTER, paragraphs: [...LETTER.paragraphs] }, more))
const rows = async () => (await office.store.client.execute("select * from jobs where kind = 'mail'")).rows
/** What one test leaves is no other's. */
afterEach(() => office.store.client.execute("delete from jobs where kind = 'mail'"))
/** Makes a pause of a job end. */
async function hurry() {
  await office.store.client.execute("update jobs set due_at = 1, state = 'waiting' where state = 'scheduled'")
  product.jobs.runner.wake()
}

test('a letter arrives under the name of the installation, and its job is gone', async () => {
  expect(await send()).toBe(true)
  const [mail] = await until(() => smtp.mails.length > 0 && smtp.mails)
  expect(mail!.headers).toMatchObject({ from: 'Loja da Ana <nao-responda@loja.com.br>', to: `Teresa <${TO}>`, subject: 'Um código' })
  expect([mail!.user, mail!.text.includes('codigo-secreto'), mail!.html.includes('codigo-secreto')]).toEqual(['balcao', true, true])
  expect(mail!.html).not.toMatch(/<img|src=|url\(/)
  await until(async () => !(await rows()).length)
})

test('an answer to a letter goes where the operator wants it', async () => {
  await operator.put('/settings/mailReplyTo', { value: 'ajuda@loja.com.br' })
  await send()
  const [mail] = await until(() => smtp.mails.length > 0 && smtp.mails)
  expect(mail!.headers['reply-to']).toBe('ajuda@loja.com.br')
  await operator.put('/settings/mailReplyTo', { value: '' })
  await until(async () => !(await rows()).length)
})

test('a letter leaves in the clear only where the operator chose that', async () => {
  const ask = () => operator.post<{ details?: { reason: string } }>('/settings/test-mail')
  for (const value of ['starttls', 'tls']) {
    await operator.put('/settings/smtpSecurity', { value })
    expect([value, (await ask()).status, smtp.mails]).toEqual([value, 400, []])
  }
  await operator.put('/settings/smtpSecurity', { value: 'none' })
  expect([(await ask()).status, smtp.mails.map(({ isEncrypted }) => isEncrypted)]).toEqual([200, [false]])
})

test('a server that hangs keeps nobody waiting but those who mail by it', async () => {
  silent.greet = () => new Promise<string>(() => {})
  const oeste = await reseller(office, 'Oeste', 'oeste.example')
  await sendTo(silent, oeste.boss.client.put)
  for (let n = 0; n < 40; n++) await transaction(office.ctxFor(oeste.company.id), ctx => sendMail(ctx, { ...LETTER, paragraphs: ['Olá!'] }))
  const running = async () => (await rows()).filter(({ state }) => state === 'running').map(row => row.company_id)
  const theirs = Array.from({ length: 4 }, () => oeste.own)
  await until(async () => isDeepStrictEqual(await running(), theirs))
  await send()
  await until(() => smtp.mails.length)
  expect((await running()).filter(id => id === oeste.own)).toEqual(theirs)
})

test('what fails for now is tried again, under the same Message-ID; what the letter says lies sealed meanwhile', async () => {
  const ids: (string | undefined)[] = []
  smtp.accept = ({ headers }) => (ids.push(headers['message-id']), ids.length > 1 ? '250 2.0.0 Ok' : '451 4.7.1 Greylisted, come back')
  await send()
  const [waiting] = await until(async () => {
    const found = await rows()
    return found[0]?.state === 'scheduled' && found
  })
  expect(waiting!.last_error).toContain('451 4.7.1 Greylisted')
  expect(JSON.stringify(waiting)).not.toMatch(/codigo-secreto|flordelis/)
  await hurry()
  await until(() => smtp.mails.length)
  expect(new Set(ids).size).toBe(1)
  await until(async () => !(await rows()).length)
})

test('a recipient that does not exist is given up at once, with the reason and without the address', async () => {
  smtp.recipient = () => `550 5.1.1 <${TO}>: no such user`
  await send()
  const [failed] = await until(async () => {
    const found = await rows()
    return found[0]?.state === 'failed' && found
  })
  expect(failed).toMatchObject({ attempts: 1, last_error: expect.stringContaining('550 5.1.1') })
  expect(JSON.stringify(failed)).not.toContain('teresa')
})

test('a letter that has lost its meaning is not sent', async () => {
  await send({ until: new Date(Date.now() - 1) })
  await until(async () => (await rows())[0]?.state === 'failed')
  expect(smtp.mails).toEqual([])
})

test('a test mail tells what the server answered, good or bad, to operators alone', async () => {
  const ask = () => operator.post<{ answer?: string; error?: string }>('/settings/test-mail')
  expect(await ask()).toMatchObject({ status: 200, body: { answer: '250 2.0.0 Ok: queued as ABC123' } })
  expect(smtp.mails[0]!.to).toEqual([norte.staff.admin.email])
  await operator.put('/settings/smtpPassword', { value: 'errada-de-todo' })
  expect(await ask()).toMatchObject({
    status: 400,
    body: { code: 'ERR_MAIL_REFUSED', details: { reason: expect.stringContaining('535 5.7.8') } },
  })
  expect(await sul.staff.admin.client.post('/settings/test-mail')).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } })
  await operator.put('/settings/smtpPassword', { value: ACCOUNT.password })
})

test('how mails leave is read and written by operators alone, and the password by nobody', async () => {
  const keys = ['smtpHost', 'smtpPort', 'smtpSecurity', 'smtpUser', 'smtpPassword', 'mailFrom', 'mailFromName', 'mailReplyTo']
  const listed = async (of: typeof operator) =>
    (await of.get<{ key: string; value: string }[]>('/settings')).body.filter(({ key }) => keys.includes(key))
  expect((await listed(operator)).find(({ key }) => key === 'smtpPassword')).toMatchObject({ value: '' })
  for (const who of [sul.staff.admin, norte.staff.ana]) {
    expect(await listed(who.client)).toEqual([])
    for (const key of keys) {
      expect([key, (await who.client.get(`/settings/${key}`)).status]).toEqual([key, 404])
      expect([key, (await who.client.put(`/settings/${key}`, { value: 'x' })).status]).toEqual([key, 403])
    }
  }
  for (const key of keys) expect([key, (await product.app.request(`/settings/${key}`)).status]).toEqual([key, 401])
  const others = await Promise.all([sul.staff.admin, norte.staff.ana].map(({ client }) => client.socket()))
  const own = await operator.socket()
  await operator.put('/settings/mailReplyTo', { value: 'ajuda@loja.com.br' })
  await own.next(`company-${norte.id}-settings`)
  for (const socket of others) {
    expect(JSON.stringify(await socket.settled())).not.toContain('ajuda@loja.com.br')
    socket.close()
  }
  own.close()
})

test('a password is told to no other server than the one it was given for', async () => {
  await operator.put('/settings/smtpHost', { value: '127.0.0.1' })
  expect(await settings.value(norte.ctx, 'smtpPassword')).toBe(ACCOUNT.password)
  await operator.put('/settings/smtpHost', { value: 'correio.de-outros.example' })
  expect(await settings.value(norte.ctx, 'smtpPassword')).toBe('')
})

test.each([
  ['smtpHost', 'smtp exemplo'],
  ['smtpPort', 70_000],
  ['smtpSecurity', 'talvez'],
  ['mailFrom', 'sem-arroba'],
  ['mailFromName', 'Loja\r\nBcc: evil@example.com'],
  ['trial', 8],
])('%s refuses %p', async (key, value) => {
  expect(await operator.put(`/settings/${key}`, { value })).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
})

test('without a server nothing is sent, and whoever tries hears it', async () => {
  await operator.put('/settings/smtpHost', { value: '' })
  expect(await send()).toBe(false)
  expect(await rows()).toEqual([])
  expect(await operator.post('/settings/test-mail')).toMatchObject({ status: 400, body: { code: 'ERR_MAIL_NOT_SET' } })
})
