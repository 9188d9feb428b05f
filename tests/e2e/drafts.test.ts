import { beforeAll, expect, test } from 'bun:test'
import { accept, agent, bubble, composer, dialog, openTicket, pressButton, row, say, showList } from './agent'
import { among } from './among'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'
import { until } from '../until'

const { shop, browser } = await testShop()
const names = ['Helena Prado', 'Caio Mendes']
const { ticketOf } = among(shop)
const phoneOf = (name: string) => `551198765460${names.indexOf(name)}`
const write = (from: string, text: string) => shop.control.send({ from: phoneOf(from), to: NUMBER, type: 'text', text })
let login: { email: string; password: string }
let [desk, beside] = [] as unknown as [Person, Person]

beforeAll(async () => {
  for (const name of names) shop.control.addPhone({ phone: phoneOf(name), name })
  for (const name of names) await write(name, `Bom dia, aqui é ${name}`)
  login = await shop.person('Ana Lima')
  desk = await agent(browser, shop.url, 'wide', login)
  await showList(desk, 'Aguardando')
  for (const name of names) await row(desk, name).waitFor()
  for (const name of names) await accept(desk, name)
  beside = { ...desk, page: await desk.context.newPage() }
  await beside.page.goto('/tickets')
  await row(beside, 'Caio Mendes').waitFor()
})

const holds = async (person: Person, text: string) => {
  const field = composer(person)
  await field.waitFor()
  await person.page.waitForFunction(([element, value]) => (element as HTMLTextAreaElement).value === value, [
    await field.elementHandle(),
    text,
  ] as const)
}

test('what is begun in one window stands in the row of another, is gone on with there, and is gone from both once it is sent', async () => {
  await composer(desk).pressSequentially('O técnico chega')
  await row(beside, 'Caio Mendes').getByText('O técnico chega').waitFor()
  await row(beside, 'Caio Mendes').getByText('Rascunho').waitFor()
  expect(await look(beside, 'draft-beside')).toEqual([])
  await openTicket(beside, 'Caio Mendes')
  await holds(beside, 'O técnico chega')
  await composer(beside).fill('O técnico chega às 15h')
  await holds(desk, 'O técnico chega às 15h')
  await say(beside, 'O técnico chega às 15h30')
  await bubble(desk, 'às 15h30').waitFor()
  await holds(desk, '')
})

test('what was sent is gone from the other window at once, which could send it again', async () => {
  await composer(desk).fill('A fatura segue por e-mail')
  await holds(beside, 'A fatura segue por e-mail')
  // Time stands still but for moments from here on: a draft that waits for its two seconds stays.
  await desk.page.clock.install()
  await desk.page.clock.pauseAt(Date.now() + 60_000)
  await composer(desk).press('Enter')
  let passed = 0
  await until(async () => {
    passed += 10
    await desk.page.clock.runFor(10)
    return (await composer(beside).inputValue()) === ''
  })
  expect(passed).toBeLessThan(2_000)
  await desk.page.clock.resume()
})

test('what was begun without a line goes out when it is back, and is there on another device', async () => {
  await openTicket(desk, 'Helena Prado')
  await desk.context.setOffline(true)
  await composer(desk).fill('Vou verificar o sinal')
  await desk.context.setOffline(false)
  await row(beside, 'Helena Prado').getByText('Vou verificar o sinal').waitFor()
  const phone = await agent(browser, shop.url, 'phone', login)
  await row(phone, 'Helena Prado').getByText('Vou verificar o sinal').waitFor()
  expect(await look(phone, 'draft-elsewhere')).toEqual([])
  await openTicket(phone, 'Helena Prado')
  await holds(phone, 'Vou verificar o sinal')
  await phone.close()
})

test('a draft that was sent while the answer to its saving was lost does not come back, and is joined with nothing', async () => {
  const device = await agent(browser, shop.url, 'wide', login)
  await openTicket(device, 'Caio Mendes')
  const isSaving = /\/drafts\/\d+$/
  const { promise: saved, resolve } = Promise.withResolvers<void>()
  await device.context.route(
    isSaving,
    async route => {
      await route.fetch()
      resolve()
      await route.abort()
    },
    { times: 1 },
  )
  await composer(device).fill('A visita é amanhã')
  await saved
  await composer(device).press('Enter')
  await bubble(device, 'A visita é amanhã').waitFor()
  const kept = device.page.waitForResponse(
    async answer => isSaving.test(answer.url()) && (await answer.text()).includes('"Segue o endereço"'),
  )
  await composer(device).fill('Segue o endereço')
  await kept
  await holds(device, 'Segue o endereço')
  device.forgive(/ERR_FAILED/)
  await say(device, 'Segue o endereço')
  await device.page.reload()
  await bubble(device, 'Segue o endereço').waitFor()
  await holds(device, '')
  expect(device.problems).toEqual([])
  await device.close()
})

test('a text that was begun is gone on with where it ends', async () => {
  const device = await agent(browser, shop.url, 'wide', login)
  await openTicket(device, 'Caio Mendes')
  await composer(device).fill('Segue')
  await openTicket(device, 'Helena Prado')
  await device.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
  await openTicket(device, 'Caio Mendes')
  await holds(device, 'Segue')
  await device.page.keyboard.type(' o boleto')
  await holds(device, 'Segue o boleto')
  await composer(device).fill('')
  expect(device.problems).toEqual([])
  await device.close()
})

test('who gives a ticket away is asked first about what they wrote and did not send', async () => {
  const device = await agent(browser, shop.url, 'wide', login)
  const { page } = device
  await openTicket(device, 'Caio Mendes')
  await composer(device).fill('Antes que eu esqueça')
  await page.keyboard.press('Alt+t')
  const transfer = dialog(device, 'Transferir Caio Mendes')
  await transfer.getByLabel('Fila', { exact: true }).selectOption('Vendas')
  await pressButton(device, /^Transferir/, transfer)
  const question = dialog(device, 'Transferir sem enviar?')
  expect(await look(device, 'transfer-unsent')).toEqual([])
  await pressButton(device, 'Continuar escrevendo', question)
  await transfer.waitFor({ state: 'detached' })
  await holds(device, 'Antes que eu esqueça')
  expect(await ticketOf(phoneOf('Caio Mendes'))).toMatchObject({ status: 'open', queue: { name: 'Suporte' } })
  await composer(device).fill('')
  expect(device.problems).toEqual([])
  await device.close()
})

test('an answer that can still be taken back when a colleague takes the ticket is sent to nobody, and can be copied', async () => {
  const device = await agent(browser, shop.url, 'wide', login)
  const { page } = device
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
    await fetch('/users/me/preferences', { method: 'PUT', headers, body: JSON.stringify({ undoSeconds: 10 }) })
  })
  await page.reload()
  await openTicket(device, 'Helena Prado')
  await composer(device).fill('A visita fica para segunda')
  await composer(device).press('Enter')
  await bubble(device, 'A visita fica para segunda').waitFor()
  await shop.owner.put(`/tickets/${(await ticketOf(phoneOf('Helena Prado'))).id}`, { userId: shop.owner.user.id })
  const kept = page.getByRole('textbox', { name: 'Seu rascunho, guardado neste navegador' })
  await until(async () => (await kept.inputValue()) === 'A visita fica para segunda', undefined, 'the words')
  expect(await bubble(device, 'A visita fica para segunda').count()).toBe(0)
  expect(await look(device, 'kept-draft')).toEqual([])
  await openTicket(device, 'Caio Mendes')
  await page
    .locator('.toast-b')
    .filter({ hasText: 'Helena Prado saiu das suas listas. Seu rascunho ficou aqui.' })
    .getByRole('button', { name: 'Copiar' })
    .click()
  await until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === 'A visita fica para segunda', undefined, 'a copy')
  const said = shop.control.transcript({ phone: phoneOf('Helena Prado') }).map(({ text }) => text ?? '')
  expect(said.filter(text => text.includes('A visita fica para segunda'))).toEqual([])
  device.forgive(/403/)
  await device.close()
})

test('what was being written in a ticket that goes to a queue of others is told to its writer, and to nobody who comes after them', async () => {
  const device = await agent(browser, shop.url, 'wide', login)
  const { page } = device
  await openTicket(device, 'Caio Mendes')
  await composer(device).fill('O boleto vence na sexta')
  const { id: queueId } = await shop.owner.post<{ id: number }>('/queue', { name: 'Financeiro', color: '#aa5500' })
  await shop.owner.put(`/tickets/${(await ticketOf(phoneOf('Caio Mendes'))).id}`, { status: 'pending', userId: null, queueId })
  const notice = page.locator('.toast-b').filter({ hasText: 'Caio Mendes saiu das suas listas. Seu rascunho ficou aqui.' })
  await notice.getByRole('button', { name: 'Copiar' }).waitFor()
  expect(await look(device, 'gone-with-draft')).toEqual([])
  await page.getByRole('button', { name: 'Sair', exact: true }).press('Enter')
  await page.getByLabel('E-mail').waitFor()
  expect(await notice.count()).toBe(0)
  // The draft is kept in this browser alone.
  device.forgive(/403/)
  expect(device.problems).toEqual([])
  await device.close()
})
