import { expect, test } from 'bun:test'
import { accept, agent, bubble, composer, conversation, openTicket, press, pressButton, row, say, showList, thread, toast } from './agent'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
const CUSTOMER = '5511987654321'
const OTHER = '5521998765432'
const write = (from: string, text: string) => shop.control.send({ from, to: NUMBER, type: 'text', text })
shop.control.addPhone({ phone: CUSTOMER, name: 'Helena Prado' })
shop.control.addPhone({ phone: OTHER, name: 'Rui Castro' })
await write(CUSTOMER, 'O modem não liga')
await write(OTHER, 'Quero a segunda via')
const ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima'))
const beto = await sit('wide', 'Beto Rocha')

const note = ({ page }: Person) => page.getByRole('textbox', { name: 'Observação', exact: true })
const said = (person: Person, text: string | RegExp) => thread(person).getByText(text)

test('a conversation that was open is drawn from memory while the server has not answered', async () => {
  await accept(ana, 'Helena Prado')
  await accept(ana, 'Rui Castro')
  await showList(ana, 'Atendendo')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await ana.page.route(/\/(messages|tickets)\/(u\/)?[\w-]+(\?|$)/, async route => {
    if (route.request().method() === 'GET') await answered
    await route.continue()
  })
  await openTicket(ana, 'Helena Prado')
  await bubble(ana, 'O modem não liga').waitFor()
  await composer(ana).waitFor()
  expect(await thread(ana).locator('.loading').count()).toBe(0)
  // What comes while it is looked at, and while it is not, is there all the same.
  await openTicket(ana, 'Rui Castro')
  await write(CUSTOMER, 'Já tentei reiniciar')
  await row(ana, 'Helena Prado').getByText('Já tentei reiniciar').waitFor()
  await openTicket(ana, 'Helena Prado')
  await bubble(ana, 'Já tentei reiniciar').waitFor()
  answer()
  await ana.page.unrouteAll({ behavior: 'wait' })
})

test('of two who accept at once, the second reads who was first', async () => {
  const THIRD = '5531977665544'
  shop.control.addPhone({ phone: THIRD, name: 'Caio Mendes' })
  await write(THIRD, 'Alguém aí?')
  for (const person of [ana, beto]) {
    await person.page.goto('/tickets')
    await showList(person, 'Aguardando')
    await openTicket(person, 'Caio Mendes')
    await conversation(person)
      .getByRole('button', { name: /^Aceitar/ })
      .waitFor()
  }
  // Beto's press is on its way while Ana's arrives.
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await beto.page.route(/\/tickets\/\d+$/, async route => {
    if (route.request().method() === 'PUT') await arrived
    await route.continue()
  })
  await pressButton(beto, /^Aceitar/, conversation(beto))
  await pressButton(ana, /^Aceitar/, conversation(ana))
  await composer(ana).waitFor()
  arrive()
  await beto.page.getByText('Ana Lima já assumiu este atendimento.').first().waitFor()
  beto.forgive(/^409 PUT \/tickets\/\d+$/)
  await beto.page.unrouteAll({ behavior: 'wait' })
  await composer(ana).press('Alt+e')
  for (const person of [ana, beto]) await person.page.goto('/tickets')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
})

test('who is handed a conversation that stood open before them reads all that was said while a colleague had it', async () => {
  const FOURTH = '5531977665545'
  shop.control.addPhone({ phone: FOURTH, name: 'Nadir Lemos' })
  await write(FOURTH, 'Tem alguém?')
  const cida = await agent(browser, shop.url, 'wide', await shop.person('Cida Neves'))
  await showList(cida, 'Aguardando')
  await openTicket(cida, 'Nadir Lemos')
  await bubble(cida, 'Tem alguém?').waitFor()
  const { tickets } = await shop.owner.get<{ tickets: { id: number; contact: { name: string } }[] }>('/tickets?status=pending&showAll=true')
  const { id } = tickets.find(({ contact }) => contact.name === 'Nadir Lemos')!
  const { users } = await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')
  const idOf = (name: string) => users.find(user => user.name === name)!.id
  await shop.owner.put(`/tickets/${id}`, { status: 'open', userId: idOf('Ana Lima') })
  await conversation(cida)
    .getByText(/Ana Lima/)
    .first()
    .waitFor()
  await shop.owner.post(`/messages/${id}`, { body: 'Dou 20% de desconto' })
  await write(FOURTH, 'Combinado')
  await shop.owner.put(`/tickets/${id}`, { userId: idOf('Cida Neves') })
  await composer(cida).waitFor()
  for (const text of ['Dou 20% de desconto', 'Combinado']) await bubble(cida, text).waitFor()
  await cida.close()
})

test('colleagues in one conversation see each other, and what was done with it, by whom', async () => {
  await beto.page.goto(new URL(ana.page.url()).pathname)
  await said(beto, /^Ana Lima aceitou o atendimento/).waitFor()
  await conversation(ana).getByRole('img', { name: 'Beto Rocha está vendo' }).waitFor()
  await composer(ana).pressSequentially('Vou')
  await conversation(beto).getByText('Ana Lima está digitando nesta conversa').waitFor()
  expect(await look(beto, 'together')).toEqual([])
  await say(ana, 'Vou verificar.')
  await bubble(beto, 'Vou verificar.').waitFor()
  await conversation(beto).getByText('Ana Lima está digitando nesta conversa').waitFor({ state: 'detached' })
})

test('a note is written beside the answer, names a colleague, and never goes to the customer', async () => {
  await beto.page
    .getByRole('link', { name: /^Dashboard|^Painel/ })
    .first()
    .click()
  await conversation(ana).getByRole('img', { name: 'Beto Rocha está vendo' }).waitFor({ state: 'detached' })
  await composer(ana).fill('Um momento')
  await composer(ana).press('Tab')
  await note(ana).pressSequentially('Sem sinal na rua, @bet')
  await ana.page.getByRole('option', { name: 'Beto Rocha' }).waitFor()
  await note(ana).press('Enter')
  await note(ana).pressSequentially('pode ver?')
  await note(ana).press('Enter')
  await said(ana, 'Sem sinal na rua, @Beto Rocha pode ver?').waitFor()
  expect(await composer(ana).inputValue()).toBe('Um momento')
  await pressButton(beto, /^Notificações, \d+ por ler/)
  await beto.page.getByRole('button', { name: /Ana Lima citou você/ }).click()
  await said(beto, 'Sem sinal na rua, @Beto Rocha pode ver?').waitFor()
  await composer(ana).press('Enter')
  await bubble(ana, 'Um momento').waitFor()
  const texts = await shop.shows(
    CUSTOMER,
    entries => entries.some(({ text }) => text.includes('Um momento')) && entries.map(({ text }) => text),
  )
  expect(texts && texts.filter(text => text.includes('Sem sinal'))).toEqual([])
})

test('the notice of a note that names somebody leads to its conversation, wherever they are', async () => {
  await beto.page
    .getByRole('link', { name: /^Dashboard|^Painel/ })
    .first()
    .click()
  await conversation(beto).waitFor({ state: 'detached' })
  await composer(ana).press('Tab')
  await note(ana).fill('@bet')
  await ana.page.getByRole('option', { name: 'Beto Rocha' }).waitFor()
  await note(ana).press('Enter')
  await note(ana).pressSequentially('olha de novo')
  await note(ana).press('Enter')
  const notice = beto.page.locator('.toast-b').filter({ hasText: 'Ana Lima citou você' })
  await notice.getByRole('button', { name: 'Abrir', exact: true }).waitFor()
  expect(await look(beto, 'named')).toEqual([])
  await pressButton(beto, 'Abrir', notice)
  await said(beto, '@Beto Rocha olha de novo').waitFor()
  await notice.waitFor({ state: 'detached' })
})

test('words are found inside the conversation, and the draft is kept where somebody takes it over', async () => {
  await composer(ana).press('Control+f')
  const field = ana.page.getByRole('searchbox', { name: 'Procurar nesta conversa' })
  await field.fill('nao')
  await ana.page.getByText('1 de 1', { exact: true }).waitFor()
  await thread(ana).locator('[data-hit]', { hasText: 'O modem não liga' }).waitFor()
  await field.press('Escape')
  await composer(ana).fill('Pela metade')
  const takeOver = conversation(beto).getByRole('button', { name: 'Assumir' })
  await press(beto, takeOver)
  await toast(beto, /assumido de Ana Lima/)
  await beto.page.keyboard.press('Alt+z')
  await takeOver.waitFor()
  await said(ana, /^Beto Rocha transferiu para Ana Lima/).waitFor()
  await press(beto, takeOver)
  await said(beto, /^Beto Rocha assumiu o atendimento/)
    .last()
    .waitFor()
  expect(await ana.page.getByRole('textbox', { name: /rascunho/i }).inputValue()).toBe('Pela metade')
  // A colleague's ticket is not hers to see: what would be refused is not offered.
  await conversation(ana).getByText('Você não vê mais o que chega aqui.').waitFor()
  await pressButton(ana, 'Mais ações', conversation(ana).locator('.convo-head'))
  await ana.page.getByRole('menuitem', { name: 'Dados do contato' }).waitFor()
  expect(await ana.page.getByRole('menuitem').count()).toBe(1)
  await ana.page.keyboard.press('Escape')
  expect(ana.problems).toEqual([])
  await beto.page.setViewportSize({ width: 390, height: 844 })
  await pressButton(beto, 'Mais ações', conversation(beto))
  await beto.page.getByRole('menuitem', { name: 'Escrever observação' }).click()
  await note(beto).pressSequentially('Veja @')
  expect(await look({ ...beto, size: 'phone' }, 'together')).toEqual([])
  await ana.close()
})
