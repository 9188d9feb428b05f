import { beforeAll, expect, test } from 'bun:test'
import { accept, bubble, composer, dialog, openTicket, pressButton, row, say, showList, takeIt } from './agent'
import { among } from './among'
import type { Person } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { comes, ticketOf } = among(shop)
const names = ['Helena Prado', 'Caio Mendes', 'Dona Lúcia', 'Seu Jorge', 'Rosa Dias', 'Davi Luz', 'Edson Melo', 'Bia Reis']
const phoneOf = (name: string) => `551198765460${names.indexOf(name)}`
let ana: Person

beforeAll(async () => {
  for (const name of names) await comes(phoneOf(name), name)
  ana = await sit('wide', 'Ana Lima')
  for (const name of names.slice(0, 4)) await accept(ana, name)
})

const openNow = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const bar = () => ana.page.getByRole('toolbar', { name: 'Atendimentos selecionados' })
const pick = (name: string) =>
  row(ana, name)
    .getByRole('link')
    .click({ modifiers: ['Control'] })

test('after one that was accepted and answered in Aguardando was transferred, whoever stood below comes', async () => {
  await showList(ana, 'Aguardando')
  await openTicket(ana, 'Rosa Dias')
  await takeIt(ana)
  await say(ana, 'Vou passar para as vendas')
  await bubble(ana, 'para as vendas').waitFor()
  await row(ana, 'Rosa Dias').waitFor({ state: 'detached' })
  // What everybody is told, that the ticket waits again, arrives before the answer.
  const changes = /\/tickets\/\d+$/
  await ana.page.route(changes, async route => {
    if (route.request().method() !== 'PUT') return route.continue()
    const response = await route.fetch()
    await row(ana, 'Rosa Dias').waitFor()
    await route.fulfill({ response })
  })
  await composer(ana).press('Alt+t')
  const transfer = dialog(ana, 'Transferir Rosa Dias')
  await transfer.getByLabel('Fila', { exact: true }).selectOption('Vendas')
  await pressButton(ana, /^Transferir/, transfer)
  await transfer.waitFor({ state: 'detached' })
  await openNow('Davi Luz')
  await ana.page.getByRole('tab', { name: 'Aguardando', selected: true }).waitFor()
  await ana.page.unroute(changes)
})

test('after the one in whose answer one stood was put off or transferred, the keyboard is in the answer to the next', async () => {
  const writesTo = async (name: string) => {
    await openNow(name)
    await until(() => composer(ana).evaluate(field => field === document.activeElement), undefined, `the focus in the answer to ${name}`)
  }
  await showList(ana, 'Atendendo')
  await openTicket(ana, 'Dona Lúcia')
  await composer(ana).press('Alt+h')
  await pressButton(ana, /^Adiar/, dialog(ana, 'Adiar Dona Lúcia'))
  await writesTo('Caio Mendes')
  await composer(ana).press('Alt+z')
  await openNow('Dona Lúcia')
  await composer(ana).press('Alt+t')
  const transfer = dialog(ana, 'Transferir Dona Lúcia')
  await transfer.getByLabel('Fila', { exact: true }).selectOption('Vendas')
  await pressButton(ana, /^Transferir/, transfer)
  await writesTo('Caio Mendes')
  await composer(ana).press('Alt+z')
  await openNow('Dona Lúcia')
})

test('those that are chosen stay so until it is done, and letters are their verbs', async () => {
  const { keyboard } = ana.page
  const two = ['Helena Prado', 'Dona Lúcia']
  await ana.page.goto('/tickets')
  await row(ana, 'Seu Jorge').waitFor()
  await openTicket(ana, 'Seu Jorge')
  await composer(ana).waitFor()
  for (const name of two) await pick(name)
  for (const [key, verb] of [
    ['t', 'Transferir'],
    ['h', 'Adiar'],
  ] as const) {
    await bar().getByText('2 selecionados').waitFor()
    await keyboard.press(key)
    const box = dialog(ana, `${verb} 2 atendimentos`)
    await box.waitFor()
    if (verb === 'Adiar') await pressButton(ana, 'Cancelar', box)
    else await keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
  }
  await bar().getByText('2 selecionados').waitFor()
  // Also after a press elsewhere, from which on letters are written.
  await ana.page.getByRole('heading', { name: 'Seu Jorge' }).click()
  await keyboard.press('e')
  await ana.page.locator('.toast-b').filter({ hasText: '2 atendimentos resolvidos' }).waitFor()
  await bar().waitFor({ state: 'detached' })
  expect(await composer(ana).inputValue()).toBe('')
  await openNow('Seu Jorge')
  await keyboard.press('Alt+z')
  for (const name of two) await row(ana, name).waitFor()
  // One alone is chosen no more once it is done, too.
  await pick('Dona Lúcia')
  await keyboard.press('h')
  await pressButton(ana, /^Adiar/, dialog(ana, 'Adiar Dona Lúcia'))
  await bar().waitFor({ state: 'detached' })
})

test('after Enter took a tag the field is empty for the next, and Enter in it takes none', async () => {
  const { keyboard } = ana.page
  for (const name of ['Garantia', 'Urgente']) await shop.owner.post('/tags', { name, color: '#dd5652' })
  await openTicket(ana, 'Seu Jorge')
  await openNow('Seu Jorge')
  await composer(ana).press('Alt+g')
  const field = ana.page.getByRole('combobox', { name: 'Buscar ou criar tag' })
  await ana.page.getByRole('option', { name: 'Urgente' }).waitFor()
  await keyboard.type('gara')
  await keyboard.press('Enter')
  await keyboard.type('urge')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  for (const name of ['Garantia', 'Urgente']) await ana.page.getByRole('option', { name, checked: true }).waitFor()
  expect(await field.inputValue()).toBe('')
  await keyboard.type('urg')
  await ana.page.getByRole('option', { name: 'Urgente', checked: true }).click()
  await ana.page.getByRole('option', { name: 'Urgente', checked: false }).waitFor()
  expect(await field.inputValue()).toBe('')
  const { tags } = await shop.owner.get<{ tags: { name: string }[] }>(`/tickets/${(await ticketOf(phoneOf('Seu Jorge'))).id}`)
  expect(tags.map(({ name }) => name)).toEqual(['Garantia'])
})

test('a tag that a colleague puts on in the moment of the press stays, on one conversation and on several', async () => {
  const { keyboard } = ana.page
  type Tag = { id: number; name: string }
  const tagsOf = async (name: string) =>
    (await shop.owner.get<{ tags: Tag[] }>(`/tickets/${(await ticketOf(phoneOf(name))).id}`)).tags.map(({ name }) => name).join()
  const are = (expected: string, ...names: string[]) =>
    until(async () => (await Promise.all(names.map(tagsOf))).every(tags => tags === expected), undefined, `${names} with ${expected}`)
  const theirs = await shop.owner.post<Tag>('/tags', { name: 'Do colega', color: '#33a340' })
  await shop.owner.post('/tags/sync', { ticketId: (await ticketOf(phoneOf('Seu Jorge'))).id, tags: [] })
  await openTicket(ana, 'Caio Mendes')
  await openNow('Caio Mendes')
  await ana.page.route('**/tags/sync', async route => {
    const { ticketId } = route.request().postDataJSON() as { ticketId: number }
    const { tags } = await shop.owner.get<{ tags: Tag[] }>(`/tickets/${ticketId}`)
    await shop.owner.post('/tags/sync', { ticketId, tags: [...tags, theirs] })
    await route.continue()
  })
  const add = async (letters: string) => {
    await ana.page.getByPlaceholder('Buscar ou criar tag').waitFor()
    await keyboard.type(letters)
    await keyboard.press('Enter')
  }
  await composer(ana).press('Alt+g')
  await add('urge')
  await are('Do colega,Urgente', 'Caio Mendes')
  await keyboard.press('Escape')
  const two = ['Helena Prado', 'Seu Jorge']
  for (const name of two) await pick(name)
  await keyboard.press('g')
  await add('urge')
  await are('Do colega,Urgente', ...two)
  await pressButton(ana, /^Desfazer/, ana.page.locator('.toast-b').filter({ hasText: '2 atendimentos com a tag Urgente' }))
  await are('Do colega', ...two)
  await ana.page.unroute('**/tags/sync')
})

test('what a colleague took since one began to give it away stays with them: by the dialog, several, and into a queue', async () => {
  const two = ['Helena Prado', 'Caio Mendes']
  const userId = shop.owner.user.id
  const put = async (name: string, body: object) => shop.owner.put(`/tickets/${(await ticketOf(phoneOf(name))).id}`, body)
  const taken = () => Promise.all(two.map(name => put(name, { userId })))
  const ownerOf = async (name: string) =>
    (await shop.owner.get<{ userId: number }>(`/tickets/${(await ticketOf(phoneOf(name))).id}`)).userId
  const areTheirs = async () => expect(await Promise.all(two.map(ownerOf))).toEqual([userId, userId])
  const anaId = await ownerOf('Seu Jorge')
  const areAnas = async () => {
    for (const name of two) await put(name, { userId: anaId })
    for (const name of two) await row(ana, name).waitFor()
  }
  const refused = bar()
    .getByRole('alert')
    .getByText(/já assumiu este atendimento/)

  await openTicket(ana, 'Caio Mendes')
  await openNow('Caio Mendes')
  await composer(ana).press('Alt+t')
  const one = dialog(ana, 'Transferir Caio Mendes')
  await one.getByLabel('Fila', { exact: true }).selectOption({ label: 'Vendas' })
  await taken()
  await pressButton(ana, /^Transferir/, one)
  await ana.page.locator('.toast-b').filter({ hasText: 'já assumiu este atendimento' }).waitFor()
  await areTheirs()
  await ana.page.keyboard.press('Escape')

  await areAnas()
  for (const name of two) await pick(name)
  await ana.page.keyboard.press('t')
  const both = dialog(ana, 'Transferir 2 atendimentos')
  await both.getByLabel('Fila', { exact: true }).selectOption({ label: 'Vendas' })
  await taken()
  await pressButton(ana, /^Transferir/, both)
  await until(async () => (await refused.count()) === 2)
  await areTheirs()

  await areAnas()
  for (const name of two) await pick(name)
  await ana.page.route(/\/tickets\/\d+$/, async route => (await taken(), route.continue()))
  await pressButton(ana, 'Enviar para uma fila', bar())
  await ana.page.getByRole('menuitem', { name: 'Vendas' }).click()
  await until(async () => (await refused.count()) === 2)
  await areTheirs()
  ana.forgive(/^409 PUT/)
  await ana.page.unroute(/\/tickets\/\d+$/)
})
