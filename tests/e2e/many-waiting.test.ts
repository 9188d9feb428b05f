import { expect, test } from 'bun:test'
import { composer, conversation, row, showList } from './agent'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const COUNT = 45
const nameOf = (i: number) => `Cliente ${String(i).padStart(2, '0')}`
const phoneOf = (i: number) => `55119877550${String(i).padStart(2, '0')}`
const waiting = async () => (await shop.owner.get<{ count: number }>('/tickets?status=pending&showAll=true')).count

test('who waits longest is accepted by a key although the list, newest first, has not loaded that far', async () => {
  for (let i = 0; i < COUNT; i++) {
    shop.control.addPhone({ phone: phoneOf(i), name: nameOf(i) })
    await shop.control.send({ from: phoneOf(i), to: NUMBER, type: 'text', text: `Sou ${nameOf(i)}` })
    await until(async () => (await waiting()) === i + 1, undefined, `${i + 1} waiting`)
  }
  const ana = await sit('wide', 'Ana Lima')
  const { page } = ana
  await showList(ana, 'Aguardando')
  await row(ana, nameOf(0)).waitFor()
  await page.getByRole('button', { name: 'Filas e opções' }).click()
  await page.getByRole('radio', { name: 'Mais recentes' }).click()
  await page.keyboard.press('Escape')
  await until(async () => (await page.locator('.ticket .name').first().textContent()) === nameOf(COUNT - 1), undefined, 'the newest first')
  await page.getByRole('tab', { name: `Aguardando ${COUNT}` }).waitFor()
  expect(await row(ana, nameOf(0)).count()).toBe(0)
  await page.keyboard.press('a')
  await conversation(ana)
    .getByRole('heading', { name: nameOf(0) })
    .waitFor()
  await composer(ana).waitFor()
  await page.getByRole('tab', { name: `Aguardando ${COUNT - 1}` }).waitFor()
  await page
    .getByText(`Atendimento de ${nameOf(0)} agora é seu`)
    .first()
    .waitFor()
})

test('a page of the list that did not come is asked for once, and again by its button', async () => {
  const eva = await sit('wide', 'Eva Nunes')
  const { page } = eva
  let asked = 0
  let isBroken = true
  await page.route(/\/tickets\?.*pageNumber=2/, route => {
    asked++
    return isBroken ? route.fulfill({ status: 503, json: { error: 'ERR_UNAVAILABLE' } }) : route.continue()
  })
  await showList(eva, 'Aguardando')
  await row(eva, nameOf(1)).waitFor()
  await page.locator('.ticket').last().scrollIntoViewIfNeeded()
  const retry = page.locator('.more-line').getByRole('button', { name: 'Tentar de novo' })
  await retry.waitFor()
  // A message is drawn in the list, as everything is that comes meanwhile.
  await shop.control.send({ from: phoneOf(1), to: NUMBER, type: 'text', text: 'Ainda espero' })
  await row(eva, nameOf(1)).getByText('Ainda espero').waitFor()
  expect(asked).toBe(1)
  isBroken = false
  await retry.click()
  await until(async () => (await page.locator('.ticket').count()) === COUNT - 1, undefined, 'all of them')
  eva.forgive(/503/)
})

test('an accepted ticket that takes its time says that it is on its way, until it has come', async () => {
  const lia = await sit('wide', 'Lia Rocha')
  const { page } = lia
  const slow = page.getByRole('progressbar', { name: 'Carregando' })
  await page.route(/\/tickets\/\d+$/, async route => {
    if (route.request().method() === 'PUT') await slow.waitFor()
    await route.continue()
  })
  await showList(lia, 'Aguardando')
  await row(lia, nameOf(1)).waitFor()
  await page.keyboard.press('a')
  await composer(lia).waitFor()
  await slow.waitFor({ state: 'detached' })
})
