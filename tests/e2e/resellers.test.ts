import { expect, test } from 'bun:test'
import { agent, goTo, press, pressButton } from './agent'
import { look, sizes } from './browser'
import { OWNER } from './shop'
import { pageOf, testShop } from './test-shop'

const { shop, browser } = await testShop()
/** Chromium finds names under localhost on this machine. */
const DOMAIN = 'conversaja.localhost'

test('the house makes a reseller and gives it a brand and a company; at its domain nobody meets another name', async () => {
  const house = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = house
  const { line, sheet, create } = pageOf(house)
  await goTo(house, 'Revendas')
  await create(/nova revenda/i)
  await page.getByLabel('Nome', { exact: true }).fill('Conversa Já')
  await page.getByLabel('Domínios').fill('nada')
  await page.getByLabel('E-mail de quem opera').fill(`dono@${DOMAIN}.com`)
  await page.getByLabel(/^Senha de quem opera/).fill('fita-verde')
  await page.getByText('Informe um domínio por linha').waitFor()
  await page.getByLabel('Domínios').fill(`https://${DOMAIN}/`)
  expect(await look(house, 'reseller-sheet')).toEqual([])
  await pressButton(house, /^Criar revenda/, sheet(/nova revenda/i))
  await line('Conversa Já').waitFor()
  await page.setViewportSize(sizes.phone.viewport)
  expect(await look({ ...house, size: 'phone' }, 'resellers')).toEqual([])
  await page.setViewportSize(sizes.wide.viewport)
  expect(await look(house, 'resellers')).toEqual([])

  await goTo(house, 'Empresas')
  await line('Conversa Já').waitFor()

  await goTo(house, 'Configurações')
  await press(house, page.getByRole('tab', { name: 'Logo' }))
  await page.getByLabel('Marca de').selectOption('Conversa Já')
  await page.getByLabel('Frase da entrada').fill('Responda já')
  const saved = page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.url().includes('/brand?resellerId='))
  await page.keyboard.press('Control+Enter')
  expect((await saved).status()).toBe(200)
  expect(await look(house, 'reseller-brand')).toEqual([])

  const address = shop.url.replace(/\/\/[^:/]+/, `//${DOMAIN}`)
  const boss = await browser.open('wide', address)
  await boss.page.goto('/login')
  await boss.page.getByText('Responda já').waitFor()
  expect(await boss.page.title()).toBe('Conversa Já')
  await boss.page.getByLabel('E-mail').fill(`dono@${DOMAIN}.com`)
  await boss.page.getByLabel('Senha', { exact: true }).fill('fita-verde')
  await boss.page.getByRole('button', { name: 'Entrar' }).click()
  await boss.page.getByRole('link', { name: 'Empresas' }).waitFor()
  await goTo(boss, 'Empresas')
  await pageOf(boss).line('Conversa Já').waitFor()
  expect(await boss.page.getByRole('table').getByRole('row').count()).toBe(2)
  for (const name of ['Revendas', 'Plugins']) expect(await boss.page.getByRole('link', { name, exact: true }).count()).toBe(0)
  expect(await boss.page.content()).not.toMatch(/balc[aã]o/i)
  expect(await look(boss, 'reseller-companies')).toEqual([])
  for (const { problems } of [house, boss]) expect(problems).toEqual([])
  await Promise.all([house.close(), boss.close()])
})
