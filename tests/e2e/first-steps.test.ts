import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { agent, bubble, press, pressButton, say, takeIt } from './agent'
import { emptyFolder, serve, type Running } from './binary'
import { type Browsing, look, openBrowser, type Person, type Size, sizes } from './browser'
import { keepSecrets } from '../secrets'
import { client, OWNER } from './shop'

setDefaultTimeout(120_000)

let browser: Browsing
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('a new installation says where it begins, at its address and at that of the set-up', async () => {
  const folder = await emptyFolder()
  const product = await serve(folder.path, { LOG_LEVEL: 'warn' })
  const stranger = await browser.open('wide', product.url)
  const { page } = stranger
  await page.goto('/')
  await page.getByText('Esta instalação ainda é nova').waitFor()
  expect(await look(stranger, 'login-new')).toEqual([])
  await page.goto('/setup')
  await page.getByText('/setup?token=').waitFor()
  expect(await page.getByLabel('Nome da empresa').count()).toBe(0)
  await page.goto('/setup?token=de-ontem')
  await page.getByLabel('Nome da empresa').fill('Norte Fibra')
  await page.getByLabel('Seu nome').fill('Marina Costa')
  await page.getByLabel('E-mail').fill('marina@nortefibra.test')
  // What the server would refuse is said at the field, and asked of nobody.
  await page.getByLabel('Senha', { exact: true }).fill('12345')
  await pressButton(stranger, 'Continuar')
  await page.getByText('fácil de adivinhar', { exact: false }).waitFor()
  await page.getByLabel('Senha', { exact: true }).fill('uma frase curta')
  await pressButton(stranger, 'Continuar')
  await page.getByText('Este endereço não vale mais', { exact: false }).waitFor()
  stranger.forgive(/^403 POST \/session\/setup$/)
  expect(stranger.problems).toEqual([])
  await stranger.close()
  expect(await product.stop()).toBe(0)
  await folder.remove()
})

describe.each(Object.keys(sizes) as Size[])('a new company, %s', size => {
  let folder: Awaited<ReturnType<typeof emptyFolder>>
  let product: Running
  let dona: Person
  beforeAll(async () => {
    folder = await emptyFolder()
    product = await serve(folder.path, { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'warn' })
    dona = await agent(browser, product.url, size, OWNER)
  })
  afterAll(async () => {
    await dona?.close()
    expect(await product?.stop()).toBe(0)
    await folder?.remove()
  })
  afterEach(() => {
    expect(dona.problems).toEqual([])
  })

  test('is led from an empty list to the first customer who is answered', async () => {
    const { page } = dona
    const steps = page.getByRole('region', { name: 'Primeiros passos' })
    const tour = page.getByRole('region', { name: 'Visita guiada' })
    if (size === 'phone') await page.goto('/tickets/atual')
    await steps.getByText('0 de 4').waitFor()
    expect(await look(dona, 'first-steps')).toEqual([])
    await pressButton(dona, 'Simular um cliente', steps)
    await tour.getByText('Cleide escreveu').waitFor()
    expect(await look(dona, 'tour-open')).toEqual([])
    await pressButton(dona, 'Abrir a conversa', tour)
    await tour.getByText('Aceite o atendimento').waitFor()
    expect(await look(dona, 'tour-accept')).toEqual([])
    await takeIt(dona)
    await tour.getByText('Agora responda').waitFor()
    expect(await look(dona, 'tour-answer')).toEqual([])
    await say(dona, 'Atendemos sim!')
    await bubble(dona, 'Atendemos sim!').waitFor()
    await tour.getByText('Primeiro cliente atendido').waitFor()
    expect(await look(dona, 'tour-done')).toEqual([])
    await pressButton(dona, 'Ver no celular de Cleide', tour)
    await page.waitForURL('**/sandbox')
    if (size === 'wide') await page.getByRole('log', { name: 'Conversa no celular' }).getByText('Atendemos sim!').waitFor()
    expect(await tour.count()).toBe(0)
  })

  test('sees what is left of its first steps, and may dismiss them', async () => {
    const { page } = dona
    const steps = page.getByRole('region', { name: 'Primeiros passos' })
    await page.goto(size === 'phone' ? '/tickets/atual' : '/tickets')
    await steps.getByText('2 de 4').waitFor()
    expect(await look(dona, 'first-steps-half')).toEqual([])
    await press(dona, steps.getByRole('link', { name: 'Criar fila' }))
    await page.waitForURL('**/queues')
    await page.goto(size === 'phone' ? '/tickets/atual' : '/tickets')
    await pressButton(dona, 'Dispensar', steps)
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Escolha um atendimento').waitFor()
    expect(await steps.count()).toBe(0)
  })
})

test('a stranger who signs up reaches the first answered customer in a handful of presses, and nothing asks twice', async () => {
  const folder = await emptyFolder()
  const product = await serve(folder.path, { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'warn' })
  const owner = await client(product.url, OWNER)
  for (const key of ['allowregister', 'viewregister']) await owner.put(`/settings/${key}`, { value: 'enabled' })
  await owner.post('/plans', { name: 'Balcão', value: 99.9, users: 3, connections: 1, queues: 3, isPublic: true })
  const teresa = await browser.open('wide', product.url)
  const { page } = teresa
  await page.addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => isTrusted && sessionStorage.setItem('presses', `${Number(sessionStorage.getItem('presses')) + 1}`),
      true,
    )
  })
  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  const tour = page.getByRole('region', { name: 'Visita guiada' })
  const password = 'uma frase de flores'
  keepSecrets('password', [password])
  await page.goto('/signup')
  const fields = {
    'Nome da empresa': 'Ateliê Flor de Lis',
    'Seu nome': 'Teresa Albuquerque',
    'E-mail': 'teresa@flordelis.test',
    WhatsApp: '92993164002',
    Senha: password,
  }
  // With the keyboard alone, in the order of the form.
  await page.getByLabel('Nome da empresa').focus()
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: label === 'Senha' })
    expect([label, await field.evaluate(element => element === document.activeElement)]).toEqual([label, true])
    await field.pressSequentially(value)
    await page.keyboard.press('Tab')
  }
  await pressButton(teresa, 'Começar o teste')
  await page.waitForURL('**/tickets')
  await pressButton(teresa, 'Simular um cliente', steps)
  await tour.getByText('Cleide escreveu').waitFor()
  await pressButton(teresa, 'Abrir a conversa', tour)
  await takeIt(teresa)
  await say(teresa, 'Atendemos sim!')
  await tour.getByText('Primeiro cliente atendido').waitFor()
  expect(Number(await page.evaluate(() => sessionStorage.getItem('presses')))).toBeLessThanOrEqual(5)
  expect(teresa.problems).toEqual([])
  await teresa.close()
  expect(await product.stop()).toBe(0)
  await folder.remove()
})
