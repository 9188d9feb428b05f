import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sendTo, tokenIn } from '../mail'
import { startSmtp, type SmtpPeer } from '../peers/smtp'
import { keepSecrets } from '../secrets'
import { agent, press, pressButton, signIn } from './agent'
import { type Browsing, look, openBrowser, type Person } from './browser'
import { type Client, client, type House, openHouse, OWNER, until } from './shop'

setDefaultTimeout(120_000)

const ACCOUNT = { user: 'balcao', password: 'senha-do-correio' }
const TERESA = { email: 'teresa@flordelis.com.br', password: 'uma frase de flores' }
const NEW = 'Florista-7x'

let house: House
let browser: Browsing
let smtp: SmtpPeer
let owner: Client
const people: Person[] = []
async function open(size: 'wide' | 'phone') {
  const person = await browser.open(size, house.url)
  people.push(person)
  return person
}

beforeAll(async () => {
  keepSecrets('password', [ACCOUNT.password, TERESA.password, NEW])
  smtp = await startSmtp({ account: ACCOUNT })
  ;[browser, house] = await Promise.all([
    openBrowser(),
    openHouse({ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'trace' }),
  ])
  owner = await client(house.url, OWNER)
  // The operator's browser and this program sign in as one person.
  await owner.put('/settings/singleSession', { value: 'disabled' })
  const plans = [
    { name: 'Balcão', value: 99.9, users: 3, connections: 1, queues: 3, useOpenAi: false, useIntegrations: false, isPublic: true },
    { name: 'Equipe', value: 249.9, users: 10, connections: 10, queues: 15, isPublic: true },
    { name: 'Interno', value: 0, users: 100, connections: 100, queues: 100 },
  ]
  for (const plan of plans) await owner.post('/plans', plan)
})
afterAll(async () => {
  await Promise.all(people.map(person => person.close()))
  await browser?.close()
  await smtp?.close()
  expect(await house?.close()).toBe(0)
})

/** The first mail to somebody that was not read yet. */
const mailTo = async (email: string) => {
  const mail = await until(() => smtp.mails.find(one => one.to[0] === email))
  smtp.mails.splice(smtp.mails.indexOf(mail), 1)
  return mail
}

test('while it is closed nobody is led to sign up, and who comes anyway reads why', async () => {
  const stranger = await open('phone')
  const { page } = stranger
  await page.goto('/signup')
  await page.getByText('O cadastro de novas contas está fechado').first().waitFor()
  await page.waitForURL('**/login')
  expect(await page.getByRole('link', { name: 'Criar conta da empresa' }).count()).toBe(0)
  expect(stranger.problems).toEqual([])
})

test('an operator opens the sign-up, sets the mail server, and reads what it says', async () => {
  const operator = await agent(browser, house.url, 'phone', OWNER)
  people.push(operator)
  const { page } = operator
  await page.goto('/settings')
  await press(operator, page.getByRole('tab', { name: 'Instalação' }))
  await press(operator, page.getByRole('switch', { name: 'Aceitar cadastros' }))
  await press(operator, page.getByRole('switch', { name: 'Mostrar na página de entrada' }))
  await page.getByText('Nenhum pedido esperando.').waitFor()
  const fields = {
    'Servidor SMTP': '127.0.0.1',
    'E-mail do remetente': 'contato@balcao.test',
    Usuário: ACCOUNT.user,
    Porta: String(smtp.port),
  }
  for (const [label, value] of Object.entries({ ...fields, Senha: 'errada' })) {
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.keyboard.press('Enter')
  }
  // What is still being saved counts for the test.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/settings/smtpSecurity', route => pressed.promise.then(() => route.continue()))
  await page.getByLabel('Criptografia').selectOption('none')
  const test = page.getByRole('button', { name: 'Enviar teste' })
  await press(operator, test)
  pressed.resolve()
  await page.getByText(/O servidor de e-mail respondeu: .*535 5\.7\.8/).waitFor()
  expect(await look(operator, 'settings-installation')).toEqual([])
  const password = page.getByLabel('Senha', { exact: true })
  await password.fill(ACCOUNT.password)
  const saved = page.waitForResponse(response => response.url().endsWith('/settings/smtpPassword'))
  await page.keyboard.press('Enter')
  await saved
  await press(operator, test)
  await page.getByText('O servidor respondeu: 250 2.0.0 Ok').waitFor()
  expect((await mailTo(OWNER.email)).headers.subject).toBe('E-mail de teste')
  expect(await password.inputValue()).toBe('')
  operator.forgive(/400 POST \/settings\/test-mail/)
  expect(operator.problems).toEqual([])
})

test('a stranger signs up, is welcomed, forgets the password, resets it and signs in', async () => {
  const teresa = await open('wide')
  const { page } = teresa
  await page.goto('/login')
  await page.getByRole('link', { name: 'Criar conta da empresa' }).waitFor()
  expect(await look(teresa, 'login')).toEqual([])
  await press(teresa, page.getByRole('link', { name: 'Criar conta da empresa' }))
  await page.getByRole('radio', { name: /Equipe/ }).check()
  expect(await page.getByRole('radio').count()).toBe(2)
  await page.getByLabel('Nome da empresa').fill('Minha empresa')
  await page.getByLabel('Seu nome').fill('Teresa Albuquerque')
  await page.getByLabel('E-mail').fill('teresa@flordelis')
  await page.getByLabel('WhatsApp').pressSequentially('92993164002')
  expect(await page.getByLabel('WhatsApp').inputValue()).toBe('(92) 99316-4002')
  await page.getByLabel('Senha', { exact: true }).fill(TERESA.password)
  await pressButton(teresa, 'Começar o teste')
  await page.getByText('E-mail inválido').waitFor()
  expect(await look(teresa, 'sign-up')).toEqual([])
  await page.getByLabel('E-mail').fill(TERESA.email)
  await pressButton(teresa, 'Começar o teste')
  await page.getByText('Já existe uma empresa com esse nome.').waitFor()
  teresa.forgive(/400 POST \/companies\/cadastro/)
  await page.getByLabel('Nome da empresa').fill('Ateliê Flor de Lis')
  await pressButton(teresa, 'Começar o teste')
  await page.getByRole('banner').first().waitFor()
  await page.waitForURL('**/tickets')
  await page.getByText('Seu teste grátis acaba em 3 dias.').waitFor()
  await page.getByText(/teste grátis até \d/).waitFor()
  expect(await page.getByRole('link', { name: 'Assinar', exact: true }).getAttribute('href')).toBe('/subscription')
  expect((await mailTo(TERESA.email)).text).toContain('Ateliê Flor de Lis')

  // Another browser, in which nobody has signed in.
  const later = await open('phone')
  const { page: phone } = later
  await phone.goto('/signup')
  await phone.getByRole('radio').first().waitFor()
  expect(await look(later, 'sign-up')).toEqual([])
  await phone.goto('/login')
  await press(later, phone.getByRole('link', { name: 'Esqueci a senha' }))
  await phone.getByLabel('E-mail').fill(TERESA.email)
  expect(await look(later, 'forgot')).toEqual([])
  await pressButton(later, 'Enviar e-mail')
  const token = tokenIn(await mailTo(TERESA.email))
  keepSecrets('token', [token])
  await phone.getByLabel('Código').fill('errado')
  await phone.getByLabel('Nova senha').fill(NEW)
  await phone.getByLabel('Repita a senha').fill('Florista')
  await pressButton(later, 'Redefinir senha')
  await phone.getByText('As duas senhas são diferentes').waitFor()
  expect(await look(later, 'forgot-code')).toEqual([])
  await phone.getByLabel('Repita a senha').fill(NEW)
  await pressButton(later, 'Redefinir senha')
  await phone.getByText('Código errado, usado ou vencido. Peça outro.').waitFor()
  later.forgive(/404 POST \/resetpasswords/)
  await phone.getByLabel('Código').fill(token)
  await pressButton(later, 'Redefinir senha')
  await phone.waitForURL('**/login')
  await signIn(later, { email: TERESA.email, password: NEW })
  expect(later.problems).toEqual([])

  // The sessions of before are over.
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  teresa.forgive(/40[13] /)
  expect(teresa.problems).toEqual([])
  for (const secret of [token, NEW, TERESA.password, ACCOUNT.password]) expect(house.output()).not.toContain(secret)
})

test('without a mail server the link of the operator leads to the same place, and leaves the address at once', async () => {
  await sendTo({ port: smtp.port }, (path, body) => owner.put(path, body), { smtpHost: '' })
  const email = TERESA.email
  await fetch(`${house.url}/forgetpassword/${encodeURIComponent(email)}`, { method: 'POST' })
  const [waiting] = await until(async () => {
    const rows = await owner.get<{ token: string }[]>('/password-resets')
    return rows.length > 0 && rows
  })
  const operator = people.find(({ page }) => new URL(page.url()).pathname === '/settings')!
  // What is read again opens where it was, and shows which tab that is.
  await operator.page.reload()
  const chosen = operator.page.getByRole('tab', { name: 'Instalação', selected: true })
  await chosen.waitFor()
  await until(async () => {
    const { x, width } = (await chosen.boundingBox())!
    return x + width <= 390
  })
  await pressButton(operator, 'Copiar link')
  const link = await operator.page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${house.url}/forgetpsw#${new URLSearchParams({ email, token: waiting!.token }).toString()}`)
  expect(await look(operator, 'settings-resets')).toEqual([])

  const teresa = await open('wide')
  await teresa.page.goto(link)
  await teresa.page.getByLabel('Nova senha').fill('Florista-8y')
  expect(new URL(teresa.page.url()).hash).toBe('')
  await teresa.page.getByLabel('Repita a senha').fill('Florista-8y')
  expect(await look(teresa, 'forgot-code')).toEqual([])
  await pressButton(teresa, 'Redefinir senha')
  await teresa.page.waitForURL('**/login')
  await signIn(teresa, { email, password: 'Florista-8y' })
  expect(teresa.problems).toEqual([])
  // As older clients ask: the server's log holds nothing of an address.
  const path = `/resetpasswords/${encodeURIComponent(email)}/um-token-velho/Senha-no-Caminho-1`
  expect((await fetch(house.url + path, { method: 'POST' })).status).toBe(404)
  for (const secret of [waiting!.token, 'Florista-8y', 'um-token-velho', 'Senha-no-Caminho-1']) expect(house.output()).not.toContain(secret)
  expect(house.output()).toContain('a password reset waits in the settings')
})

const ABROAD = {
  en: {
    title: 'Create your company’s account',
    fields: { 'Company name': 'Corner Flowers', 'Your name': 'Grace Hill', 'E-mail': 'grace@corner-flowers.com' },
    ...{ password: 'Password', submit: 'Start the trial', forgot: 'Forgot your password', email: 'E-mail', send: 'Send e-mail' },
    phone: '92993164003',
    ask: 'Say the e-mail of your account.',
  },
  es: {
    title: 'Cree la cuenta de su empresa',
    fields: { 'Nombre de la empresa': 'Flores Sur', 'Su nombre': 'Lucía Rey', Correo: 'lucia@flores-sur.com' },
    ...{ password: 'Contraseña', submit: 'Empezar la prueba', forgot: 'Olvidé mi contraseña', email: 'Correo', send: 'Enviar correo' },
    phone: '92993164004',
    ask: 'Diga el correo de su cuenta.',
  },
}
test.each(Object.entries(ABROAD))(
  'in the language %s a stranger finds the way to a new password, and signs up',
  async (language, words) => {
    const stranger = await open('phone')
    const { page } = stranger
    await stranger.context.addInitScript(language => localStorage.setItem('language', language), language)
    await page.goto('/forgetpsw')
    await page.getByRole('heading', { name: words.forgot }).first().waitFor()
    await page.getByText(words.ask).waitFor()
    await page.getByLabel(words.email, { exact: true }).waitFor()
    await page.getByRole('button', { name: words.send }).waitFor()
    expect(await look(stranger, `forgot-${language}`)).toEqual([])
    await page.goto('/signup')
    await page.getByRole('heading', { name: words.title }).first().waitFor()
    await page.getByRole('radio').first().waitFor()
    expect(await look(stranger, `sign-up-${language}`)).toEqual([])
    for (const [label, value] of Object.entries(words.fields)) await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByLabel('WhatsApp').pressSequentially(words.phone)
    await page.getByLabel(words.password, { exact: true }).fill(TERESA.password)
    await pressButton(stranger, words.submit)
    await page.waitForURL('**/tickets')
    await page.locator(`html[lang^=${language}]`).waitFor()
    expect(stranger.problems).toEqual([])
  },
)
