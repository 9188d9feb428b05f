import { expect, test } from 'bun:test'
import { agent, goTo, pressButton, signIn } from './agent'
import { look, sizes, type Person } from './browser'
import { client, OWNER } from './shop'
import { pageOf, testShop } from './test-shop'

const { shop, browser } = await testShop()
/** Chromium finds names under localhost on this machine. */
const DOMAIN = 'conversaja.localhost'
const ADDRESS = shop.url.replace(/\/\/[^:/]+/, `//${DOMAIN}`)
const PASSWORD = 'fita-verde'
const house = await client(shop.url, OWNER)
const born = { name: 'Conversa Já', domains: DOMAIN, email: `dono@${DOMAIN}.com`, password: PASSWORD }
await house.post('/resellers', born)

async function at(name: string) {
  const person = await browser.open('wide', ADDRESS)
  await person.page.goto('/login')
  await signIn(person, { email: `${name}@${DOMAIN}.com`, password: PASSWORD })
  return person
}
/** In both widths and themes. */
async function seen(person: Person, name: string) {
  expect(await look(person, name)).toEqual([])
  await person.page.setViewportSize(sizes.phone.viewport)
  expect(await look({ ...person, size: 'phone' }, name)).toEqual([])
  await person.page.setViewportSize(sizes.wide.viewport)
}
const boss = await at('dono')
const steps = boss.page.getByRole('region', { name: 'Sua revenda' })

test('a new reseller sees what comes first, and each step leads to where it is done', async () => {
  const { page } = boss
  await steps.getByText('1 de 6').waitFor()
  await steps.getByText(`Seu endereço: ${DOMAIN}`).waitFor()
  await seen(boss, 'begin-inbox')
  await goTo(boss, 'Empresas')
  await steps.waitFor()
  await seen(boss, 'begin-companies')
  await steps.getByRole('link', { name: 'Abrir a marca' }).click()
  await page.getByLabel('Frase da entrada').waitFor()
  await seen(boss, 'begin-brand')
  for (const [link, place, picture] of [
    ['Configurar', page.getByRole('heading', { name: 'E-mail' }), 'begin-mail'],
    ['Criar plano', page.getByRole('heading', { name: 'Planos' }), 'begin-plans'],
    ['Conectar', page.getByText('Asaas').first(), 'begin-accounts'],
  ] as const) {
    await page.goto('/tickets')
    await steps.getByRole('link', { name: link }).click()
    await place.waitFor()
    await seen(boss, picture)
  }
})

test('the first company is a demonstration: made, seen by who operates it and by its people', async () => {
  const { page } = boss
  await page.goto('/tickets')
  await steps.getByRole('link', { name: 'Nova empresa' }).click()
  const sheet = page.getByRole('dialog', { name: /nova empresa/i })
  await sheet.getByLabel('Nome', { exact: true }).fill('Padaria Sol')
  await sheet.getByLabel('E-mail').fill(`sol@${DOMAIN}.com`)
  await sheet.getByLabel('Senha da administração').fill(PASSWORD)
  await sheet.getByLabel('Demonstração').check()
  await sheet.getByText('Tudo funciona e nada é cobrado').scrollIntoViewIfNeeded()
  await seen(boss, 'begin-demonstration')
  await pressButton(boss, /^Criar empresa/, sheet)
  await pageOf(boss).line('Padaria Sol').getByText('Demonstração: mais 14 dias').waitFor()
  await page.goto('/companies')
  await steps.getByText('2 de 6').waitFor()
  await seen(boss, 'begin-company-made')

  const sol = await at('sol')
  await sol.page.goto('/subscription')
  await sol.page.getByRole('heading', { name: 'Os seus dados' }).waitFor()
  await seen(sol, 'begin-demonstration-subscription')
  const archive = sol.page.waitForEvent('download')
  await pressButton(sol, 'Exportar tudo')
  expect((await archive).suggestedFilename()).toMatch(/^Padaria-Sol-.*\.tar\.gz$/)
  await goTo(sol, 'Configurações')
  const word = sol.page.getByLabel('Como chamar os atendimentos')
  await word.scrollIntoViewIfNeeded()
  expect(await word.locator('option').first().textContent()).toContain('Como definido para todos')
  await seen(sol, 'begin-inherited')
  await boss.page.goto('/settings')
  await boss.page.getByLabel('Como chamar os atendimentos').selectOption('Chamado')
  await sol.page.getByText('Como definido para todos: Chamado').waitFor({ state: 'attached' })
  await sol.page.getByText('Como chamar os chamados').waitFor()
  await sol.close()
  expect(sol.problems).toEqual([])
})

test('the house adds an operator to a reseller, and gives a company away, whose windows go where it is served', async () => {
  const { id } = await house.post<{ id: number }>('/companies', { name: 'Farmácia Lua', email: 'lua@lua.com', password: PASSWORD })
  const lua = await agent(browser, shop.url, 'wide', { email: 'lua@lua.com', password: PASSWORD })
  const person = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = person
  const { line } = pageOf(person)
  await goTo(person, 'Revendas')
  await line('Conversa Já').getByRole('button', { name: 'Mais um operador para Conversa Já' }).click()
  const adding = page.getByRole('dialog', { name: 'Mais um operador para Conversa Já' })
  await adding.waitFor()
  await seen(person, 'reseller-add-operator')
  await adding.getByLabel('Nome').fill('Bia Souza')
  await adding.getByLabel('E-mail').fill(`bia@${DOMAIN}.com`)
  await adding.getByLabel('Senha', { exact: false }).first().fill(PASSWORD)
  await pressButton(person, /Adicionar operador/, adding)
  await adding.waitFor({ state: 'detached' })

  await goTo(person, 'Empresas')
  await line('Farmácia Lua')
    .getByRole('button', { name: /Mais|Opções|Ações/ })
    .click()
  await page.getByRole('menuitem', { name: 'Passar para revenda' }).click()
  const moving = page.getByRole('dialog', { name: /Farmácia Lua/ })
  await moving.getByLabel('Revenda').selectOption('Conversa Já')
  await seen(person, 'company-move')
  const gone = lua.page.waitForRequest(request => request.isNavigationRequest() && request.url() === `https://${DOMAIN}/login`)
  await lua.context.route(`https://${DOMAIN}/**`, route => route.fulfill({ body: 'Conversa Já' }))
  await moving.getByRole('button', { name: 'Passar para revenda' }).click()
  await gone
  expect(id).toBeGreaterThan(0)
  for (const one of [person, lua, boss]) {
    await one.close()
    expect(one.problems).toEqual([])
  }
})
