import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { drag, drop, goTo, press, pressButton } from './agent'
import { look } from './browser'
import { pageOf, testShop } from './test-shop'

const { shop, sit } = await testShop()
const ana = await sit('wide', 'Ana Lima')
const phone = await sit('phone', 'Bia Reis')
type Queue = { id: number; name: string; schedules: object[] }
type Option = { option: number; title: string; mediaName: string | null }

const setting = (key: string, value: string) => shop.owner.put(`/settings/${key}`, { value })
const queue = async (called = 'Suporte') => (await shop.owner.get<Queue[]>('/queue')).find(({ name }) => name === called)!
const options = async (parentId = -1) => shop.owner.get<Option[]>(`/queue-options?queueId=${(await queue()).id}&parentId=${parentId}`)
/** The numbers and titles of the first level, as the tree shows them. */
const level = (form: Locator) =>
  form.locator('.tree > li > .node:not(.is-edit) .ord, .tree > li > .node .what > .font-medium').allInnerTexts()

async function openQueue(person: typeof ana, name = 'Suporte') {
  await person.page.reload()
  await goTo(person, 'Filas')
  const { line, sheet } = pageOf(person)
  await press(person, line(name))
  return sheet('Editar fila')
}

test('a menu is built as a tree, reordered by the keys and by dragging, and read as the customer reads it', async () => {
  const { page } = ana
  const form = await openQueue(ana)
  await form.getByLabel('Saudação').fill('Olá! Aqui é o *Suporte*.')
  await press(ana, form.getByRole('tab', { name: 'Menu de opções' }))
  const write = async (title: string, message = '') => {
    await form.getByLabel('Título').fill(title)
    await form.getByLabel('Resposta').fill(message)
  }
  await pressButton(ana, 'Adicionar opção', form)
  await pressButton(ana, 'Pronto', form)
  await form.getByText('Obrigatório').waitFor()
  await write('Sem internet', 'As luzes do modem estão acesas?')
  await form.getByLabel('Título').press('Enter')
  for (const title of ['Segunda via', 'Falar com alguém']) {
    // Where an option was written the next one is an Enter away.
    await form.getByRole('button', { name: 'Adicionar opção' }).and(page.locator(':focus')).press('Enter')
    await write(title)
    await form.getByLabel('Resposta').press('Control+Enter')
    await form.getByRole('button', { name: `Mover ${title}` }).waitFor()
  }
  await pressButton(ana, 'Criar opção dentro de Sem internet', form)
  await write('Luz vermelha', 'Vou abrir um chamado.')
  await form.getByLabel('Arquivo').setInputFiles({ name: 'modem.pdf', mimeType: 'application/pdf', buffer: Buffer.from('luzes') })
  expect(await look(ana, 'queue-menu-edit')).toEqual([])
  await pressButton(ana, 'Pronto', form)
  const preview = form.getByRole('region', { name: 'O menu como o cliente lê' })
  await preview.getByText('Vou abrir um chamado.').waitFor()
  await preview.getByText('modem.pdf').waitFor()
  const said = await preview.locator('.bubble').allInnerTexts()
  expect(said.slice(0, 3)).toEqual([
    'Olá! Aqui é o Suporte.\n\n[ 1 ] - Sem internet\n[ 2 ] - Segunda via\n[ 3 ] - Falar com alguém\n[ 0 ] - Menu anterior\n[ # ] - Menu inicial',
    '1',
    'As luzes do modem estão acesas?\n\n[ 1 ] - Luz vermelha\n[ 0 ] - Menu anterior\n[ # ] - Menu inicial',
  ])
  expect(await look(ana, 'queue-menu')).toEqual([])

  await form.getByRole('button', { name: 'Mover Falar com alguém' }).focus()
  await page.keyboard.press('ArrowUp')
  await form.getByText('Falar com alguém agora é a opção 2').waitFor()
  expect(await level(form)).toEqual(['1', 'Sem internet', '2', 'Falar com alguém', '3', 'Segunda via'])
  const grip = (title: string) => form.getByRole('button', { name: `Mover ${title}` })
  await drag(ana, grip('Segunda via'), grip('Sem internet'), form.locator('.is-before'))
  await drop(ana)
  await form.getByText('Segunda via agora é a opção 1').waitFor()
  await shop.owner.get('/queue')
  expect((await options()).map(({ title }) => title)).toEqual(['Segunda via', 'Sem internet', 'Falar com alguém'])

  await pressButton(ana, 'Mais ações de Sem internet', form)
  await press(ana, page.getByRole('menuitem', { name: 'Excluir opção' }))
  await page.getByText('1 opção dentro dela vai junto').waitFor()
  await pressButton(ana, 'Excluir opção')
  await form.getByRole('button', { name: 'Mover Sem internet' }).waitFor({ state: 'detached' })
  await form.locator('.ord').nth(1).getByText('2').waitFor()
  expect(await level(form)).toEqual(['1', 'Segunda via', '2', 'Falar com alguém'])
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
})

test('a queue has hours of its own: a day is copied to all, closed, and what is half is told at its tab', async () => {
  await setting('scheduleType', 'queue')
  const form = await openQueue(ana)
  await press(ana, form.getByRole('tab', { name: 'Horários' }))
  await form.getByLabel('segunda-feira: como atende').selectOption('times')
  await form.getByLabel('segunda-feira, fecha às').fill('')
  await press(ana, form.getByRole('tab', { name: 'Dados' }))
  await pressButton(ana, /^Salvar fila/, form)
  await form.getByText('Informe o início e o fim').waitFor()
  await form.getByLabel('segunda-feira, fecha às').fill('17:30')
  await pressButton(ana, 'Copiar segunda-feira para todos os dias', form)
  await form.getByLabel('domingo: como atende').selectOption('closed')
  await form.getByLabel('sexta-feira, fecha às').fill('02:00')
  await form.getByText('do dia seguinte').waitFor()
  await pressButton(ana, 'Adicionar data', form)
  await form.getByLabel('Data', { exact: true }).fill('2026-12-25')
  await form.getByLabel('Nome da data').fill('Natal')
  expect(await look(ana, 'queue-hours')).toEqual([])
  await pressButton(ana, /^Salvar fila/, form)
  await form.waitFor({ state: 'detached' })
  const { schedules } = await queue()
  expect(schedules).toHaveLength(8)
  expect(schedules[0]).toMatchObject({ weekdayEn: 'monday', startTime: '08:00', endTime: '17:30' })
  expect(schedules[4]).toMatchObject({ weekdayEn: 'friday', endTime: '02:00' })
  expect(schedules[6]).toMatchObject({ weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' })
  expect(schedules[7]).toMatchObject({ weekday: 'Natal', date: '2026-12-25', startTime: '' })
})

test('on a phone a menu is built and the queue keeps its hours', async () => {
  const { id: queueId } = await queue('Vendas')
  const sunday = { weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' }
  await shop.owner.put(`/queue/${queueId}`, { schedules: [sunday] })
  for (const title of ['Segunda via', 'Falar com alguém']) await shop.owner.post('/queue-options', { queueId, title })
  await setting('scheduleType', 'queue')
  const form = await openQueue(phone, 'Vendas')
  await press(phone, form.getByRole('tab', { name: 'Menu de opções' }))
  await pressButton(phone, 'Criar opção dentro de Segunda via', form)
  await form.getByLabel('Título').fill('Por e-mail')
  await form.getByLabel('Resposta').fill('Já enviamos ao seu e-mail.')
  expect(await look(phone, 'queue-menu-edit')).toEqual([])
  await pressButton(phone, 'Pronto', form)
  await form.getByRole('button', { name: 'Mover Por e-mail' }).waitFor()
  await pressButton(phone, 'Mais ações de Falar com alguém', form)
  await press(phone, phone.page.getByRole('menuitem', { name: 'Mover para cima' }))
  await form.getByText('Falar com alguém agora é a opção 1').waitFor()
  expect(await look(phone, 'queue-menu')).toEqual([])
  await press(phone, form.getByRole('tab', { name: 'Horários' }))
  expect(await look(phone, 'queue-hours')).toEqual([])
  await pressButton(phone, /^Salvar fila/, form)
  await form.waitFor({ state: 'detached' })
  expect((await queue('Vendas')).schedules).toEqual([sunday])
})

test('the company’s hours stand in the settings, on the clock that its administrator chose', async () => {
  await setting('scheduleType', 'company')
  for (const person of [ana, phone]) {
    await person.page.goto('/settings')
    await pressButton(person, 'Definir horários')
    await person.page.getByLabel('segunda-feira: como atende').waitFor()
    expect(await look(person, 'settings-hours')).toEqual([])
  }
  const { page } = ana
  await page.getByLabel('Fuso horário').selectOption('America/Manaus')
  await page.getByLabel('segunda-feira: como atende').selectOption('times')
  await pressButton(ana, 'Outro período em segunda-feira')
  await page.getByLabel('sábado: como atende').selectOption('times')
  await page.getByLabel('sábado, fecha às').fill('12:00')
  expect(await look(ana, 'settings-hours-changed')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Horários atualizados com sucesso.').first().waitFor()
  await page.getByRole('button', { name: /^Salvar horários/ }).waitFor({ state: 'detached' })
  const { companyId } = shop.owner.user
  expect(await shop.owner.get<object>(`/companies/${companyId}`)).toMatchObject({
    timeZone: 'America/Manaus',
    schedules: [
      { weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' },
      { weekdayEn: 'monday', startTime: '13:00', endTime: '18:00' },
      { weekdayEn: 'saturday', startTime: '08:00', endTime: '12:00' },
    ],
  })
})
