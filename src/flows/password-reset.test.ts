import { afterAll, beforeEach, expect, test } from 'bun:test'
import { PASSWORD, until } from '../../tests/factories'
import { sendTo, tokenIn } from '../../tests/mail'
import { testOffice } from '../../tests/office'
import { startSmtp } from '../../tests/peers/smtp'
import { keepSecrets } from '../../tests/secrets'

const office = await testOffice({ PUBLIC_URL: 'https://atende.exemplo.com.br' })
const smtp = await startSmtp()
afterAll(() => smtp.close())
beforeEach(() => smtp.reset())
const { product, norte, sul } = office
const operator = norte.staff.admin.client
await sendTo(smtp, operator.put)

const NEW = 'Fita-Azul-77'
keepSecrets('password', [NEW, 'Fita/Azul 77%', encodeURIComponent('Fita/Azul 77%')])
let networks = 0
async function ask(path: string, body?: object, { address = `198.51.100.${++networks}`, ...headers }: Record<string, string> = {}) {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  const response = await product.app.request(path, { method: 'POST', headers, ...sent }, { address })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const execute = (sql: string, ...args: (string | number)[]) => office.store.client.execute({ sql, args })
const idle = () =>
  until(async () => !(await execute("select 1 from jobs where kind in ('mail', 'password-reset') and state <> 'failed'")).rows.length)
/** Asks for a reset, and gives the token of the mail. */
async function tokenFor(email: string) {
  expect((await ask('/forgetpassword', { email })).status).toBe(200)
  const mail = await until(() => smtp.mails.find(one => one.to[0] === email))
  const token = tokenIn(mail)
  keepSecrets('token', [token])
  return { token, mail }
}
const signIn = async (email: string, password: string) => (await ask('/auth/login', { email, password })).status
const WRONG = { status: 404, body: { error: 'Verifique o Token informado', code: 'ERR_RESET_TOKEN' } }

test('the mail lets in once; the old password and the sessions of before are over', async () => {
  const { ana } = norte.staff
  const { email } = ana
  const { token, mail } = await tokenFor(email)
  expect(mail).toMatchObject({ headers: { subject: 'Redefinir a sua senha' }, to: [email] })
  const [, link] = /href="(https:\/\/atende\.exemplo\.com\.br\/forgetpsw#[^"]+)"/.exec(mail.html)!
  expect(Object.fromEntries(new URLSearchParams(new URL(link!.replaceAll('&amp;', '&')).hash.slice(1)))).toEqual({ email, token })
  const { rows } = await execute('select * from password_resets')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)

  const socket = await ana.client.socket()
  expect(await ask('/resetpasswords', { email, token, password: NEW })).toEqual({
    status: 200,
    body: { message: 'Senha redefinida com sucesso' },
  })
  await socket.closed()
  expect((await ana.client.get('/users')).status).toBe(403)
  expect([await signIn(email, PASSWORD), await signIn(email, NEW)]).toEqual([401, 200])
  expect(await ask('/resetpasswords', { email, token, password: 'Fita-Roxa-88' })).toMatchObject(WRONG)
  expect((await execute('select 1 from password_resets')).rows).toEqual([])
})

test('clients of the family, which put all of it into the path, are answered the same', async () => {
  const { email } = sul.staff.bia
  expect(await ask(`/forgetpassword/${encodeURIComponent(email)}`)).toEqual({
    status: 200,
    body: { message: 'E-mail enviado com sucesso' },
  })
  const token = tokenIn(await until(() => smtp.mails.find(one => one.to[0] === email)))
  const path = (token: string) => `/resetpasswords/${encodeURIComponent(email)}/${token}/${encodeURIComponent('Fita/Azul 77%')}`
  expect(await ask(path('nenhum'))).toMatchObject(WRONG)
  expect(await ask(path(token))).toEqual({ status: 200, body: { message: 'Senha redefinida com sucesso' } })
  expect(await signIn(email, 'Fita/Azul 77%')).toBe(200)
})

test('an address that nobody has is answered alike, and costs alike: one job', async () => {
  const answers = []
  for (const email of [norte.staff.leo.email, 'ninguem@exemplo.com']) {
    answers.push(await ask('/forgetpassword', { email }))
    await idle()
  }
  expect(answers[0]).toEqual(answers[1]!)
  expect(smtp.mails.map(mail => mail.to)).toEqual([[norte.staff.leo.email]])
})

test('a token is its person’s: not for another address, nor after half an hour, nor after a newer one', async () => {
  const { email } = norte.staff.bia
  const { token } = await tokenFor(email)
  expect(await ask('/resetpasswords', { email: sul.staff.ana.email, token, password: NEW })).toMatchObject(WRONG)
  await execute('update password_resets set expires_at = ?', Date.now() - 1)
  expect(await ask('/resetpasswords', { email, token, password: NEW })).toMatchObject(WRONG)
  smtp.reset()
  const newer = await tokenFor(email)
  expect(newer.token).not.toBe(token)
  expect(await ask('/resetpasswords', { email, token, password: NEW })).toMatchObject(WRONG)
  expect((await ask('/resetpasswords', { email, token: newer.token, password: NEW })).status).toBe(200)
})

test('of two who use a token at once, one changes the password', async () => {
  const { email } = sul.staff.leo
  const { token } = await tokenFor(email)
  const answers = await Promise.all(['Fita-Um-111', 'Fita-Dois-222'].map(password => ask('/resetpasswords', { email, token, password })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test.each(['curta1A', 'semmaiuscula1', 'SEMMINUSCULA1', 'SemNumero'])('%s is no new password', async password => {
  expect(await ask('/resetpasswords', { email: norte.staff.rui.email, token: 'x', password })).toMatchObject({
    status: 400,
    body: { details: { password: ['Use 8 caracteres ou mais, com maiúscula, minúscula e número'] } },
  })
})

test('tokens are guessed at ten times from one network, and mails asked for three times', async () => {
  const { email } = sul.staff.supervisor
  const guesses = []
  for (let i = 0; i < 11; i++)
    guesses.push((await ask('/resetpasswords', { email, token: `palpite-${i}`, password: NEW }, { address: '192.0.2.1' })).status)
  expect(guesses).toEqual([...Array<number>(10).fill(404), 429])
  const asked = []
  for (let i = 0; i < 4; i++) asked.push((await ask('/forgetpassword', { email })).status)
  expect(asked).toEqual([200, 200, 200, 429])
})

test('the address in the mail is the configured one, whatever the Host header says', async () => {
  const { email } = sul.staff.admin
  await ask('/forgetpassword', { email }, { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' })
  const mail = await until(() => smtp.mails.find(one => one.to[0] === email))
  expect(mail.html).toContain('https://atende.exemplo.com.br/forgetpsw#')
  expect(mail.raw).not.toContain('evil.example')
})

test('without a mail server the link waits for an operator, and for nobody else', async () => {
  await operator.put('/settings/smtpHost', { value: '' })
  const { email } = sul.staff.rui
  await ask('/forgetpassword', { email })
  const [waiting] = await until(async () => {
    const { body } = await operator.get<{ email: string; token: string; company: string }[]>('/password-resets')
    return body.length ? body : undefined
  })
  expect(waiting).toMatchObject({ email, company: 'Sul', name: sul.staff.rui.name })
  expect(await sul.staff.admin.client.get('/password-resets')).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } })
  const stored = await execute('select token_hash, sealed_token from password_resets')
  expect(JSON.stringify(stored.rows)).not.toContain(waiting!.token)
  expect((await ask('/resetpasswords', { email, token: waiting!.token, password: NEW })).status).toBe(200)
  expect((await operator.get('/password-resets')).body).toEqual([])

  // Who was taken out of a company meanwhile is let in nowhere.
  const gone = norte.staff.supervisor
  await ask('/forgetpassword', { email: gone.email })
  const [left] = await until(async () => {
    const { body } = await operator.get<{ token: string }[]>('/password-resets')
    return body.length ? body : undefined
  })
  await operator.delete(`/users/${gone.id}`)
  expect((await operator.get('/password-resets')).body).toEqual([])
  expect(await ask('/resetpasswords', { email: gone.email, token: left!.token, password: NEW })).toMatchObject(WRONG)
  await sendTo(smtp, operator.put)
})
