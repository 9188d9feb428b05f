import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, bubble, composer, conversation, openTicket, pressButton, row, say, showList, toast } from './agent'
import { among } from './among'
import { look, type Person } from './browser'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { ticketOf } = among(shop)
const names = ['Helena Prado', 'Caio Mendes', 'Dona Lúcia']
const phoneOf = (name: string) => `551198765470${names.indexOf(name)}`
const write = (from: string, text: string) => shop.control.send({ from: phoneOf(from), to: NUMBER, type: 'text', text })
let [ana, beto] = [] as unknown as [Person, Person]

beforeAll(async () => {
  for (const name of names) shop.control.addPhone({ phone: phoneOf(name), name })
  for (const name of names) await write(name, `Bom dia, aqui é ${name}`)
  ana = await sit('wide', 'Ana Lima')
  beto = await sit('wide', 'Beto Rocha')
  await showList(ana, 'Aguardando')
  for (const name of names) await row(ana, name).waitFor()
})

describe('a view of one’s own', () => {
  const tabs = () => ana.page.getByRole('tablist', { name: 'Minhas visões' })
  const dialog = () => ana.page.getByRole('dialog')
  const make = async (name: string, situation: string) => {
    await dialog().getByLabel('Nome').fill(name)
    await dialog().getByLabel('Situação').selectOption(situation)
    await pressButton(ana, /^Salvar visão/, dialog())
  }

  test('is made, lives along, is reached by a key, renamed, moved, and deleted with an undo', async () => {
    await pressButton(ana, 'Filas e opções')
    await pressButton(ana, 'Nova visão')
    expect(await look(ana, 'view-form')).toEqual([])
    await make('Da equipe', 'Atendendo')
    await tabs().getByRole('tab', { name: 'Da equipe', selected: true }).waitFor()
    await pressButton(ana, 'Filas e opções')
    await pressButton(ana, 'Organizar visões…')
    expect(await look(ana, 'views-dialog')).toEqual([])
    await pressButton(ana, 'Nova visão', dialog())
    await make('Quem espera', 'Aguardando')
    await pressButton(ana, 'Filas e opções')
    await pressButton(ana, 'Organizar visões…')
    await pressButton(ana, 'Subir Quem espera', dialog())
    await ana.page.keyboard.press('Escape')
    await row(ana, 'Caio Mendes').waitFor()
    await tabs().getByRole('tab', { name: 'Quem espera 3' }).waitFor()
    expect(await look(ana, 'view')).toEqual([])
    await accept(beto, 'Dona Lúcia')
    await row(ana, 'Dona Lúcia').waitFor({ state: 'detached' })
    await ana.page.keyboard.press('v')
    await tabs().getByRole('tab', { name: 'Da equipe', selected: true }).waitFor()
    await ana.page.getByText('Nenhum atendimento nesta visão').waitFor()

    await pressButton(ana, 'Filas e opções')
    await pressButton(ana, 'Organizar visões…')
    await pressButton(ana, 'Mudar Da equipe', dialog())
    await dialog().getByLabel('De toda a equipe').check()
    await make('Toda a equipe', 'Atendendo')
    await pressButton(ana, 'Subir Toda a equipe', dialog())
    await pressButton(ana, 'Excluir Quem espera', dialog())
    await ana.page.keyboard.press('Escape')
    await row(ana, 'Dona Lúcia').waitFor()
    await until(async () => (await tabs().getByRole('tab').count()) === 1)
    await ana.page.keyboard.press('Alt+z')
    await tabs().getByRole('tab', { name: 'Quem espera' }).waitFor()
    await until(
      async () => (await tabs().getByRole('tab').first().textContent())?.startsWith('Toda a equipe'),
      undefined,
      'its place below',
    )
    await ana.page.reload()
    await tabs().getByRole('tab', { name: 'Toda a equipe' }).waitFor()
  })
})

test('a view is made with the queues and the order of the list on screen, and is shown once it is saved', async () => {
  const { page } = ana
  const option = (role: 'radio' | 'checkbox', name: string) => page.getByRole('dialog').getByRole(role, { name })
  await showList(ana, 'Aguardando')
  await pressButton(ana, 'Filas e opções')
  await option('radio', 'Mais antigos').check()
  await option('checkbox', 'Suporte').uncheck()
  await pressButton(ana, 'Organizar visões…')
  await pressButton(ana, 'Nova visão', page.getByRole('dialog'))
  const form = page.getByRole('dialog', { name: 'Nova visão' })
  expect(await form.getByLabel('Situação').inputValue()).toBe('pending')
  expect(await form.getByLabel('Ordem').inputValue()).toBe('oldest')
  await form.getByText('Vendas', { exact: true }).waitFor()
  expect(await form.getByText('Suporte', { exact: true }).count()).toBe(0)
  await form.getByLabel('Nome').fill('De agora')
  await pressButton(ana, /^Salvar visão/, form)
  await page.getByRole('tab', { name: /^De agora/, selected: true }).waitFor()

  // What is left out of an empty list is said, and shown by a press.
  await showList(ana, 'Aguardando')
  await page.getByText('Ninguém nas filas mostradas').waitFor()
  expect(await look(ana, 'filtered-none')).toEqual([])
  await pressButton(ana, 'Mostrar todas as filas')
  await row(ana, 'Caio Mendes').waitFor()
  await pressButton(ana, 'Filas e opções')
  await option('radio', 'Quem espera mais').check()
  await page.keyboard.press('Escape')
})

test('what was written and not sent is asked about before the conversation is resolved', async () => {
  await accept(beto, 'Helena Prado')
  await composer(beto).fill('Ainda não mandei')
  await composer(beto).press('Alt+e')
  const question = beto.page.getByRole('dialog', { name: 'Resolver sem enviar?' })
  await question.waitFor()
  expect(await look(beto, 'resolve-unsent')).toEqual([])
  // Enter, which may be on its way already, goes on writing.
  await beto.page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await beto.page.locator('textarea:focus').waitFor()
  expect(await composer(beto).inputValue()).toBe('Ainda não mandei')
  // Who agrees resolves, and finds the words again where it is undone.
  await composer(beto).press('Alt+e')
  await pressButton(beto, 'Resolver', question)
  await beto.page.getByText('Atendimento de Helena Prado resolvido').last().waitFor()
  await beto.page.keyboard.press('Alt+z')
  await conversation(beto).getByRole('heading', { name: 'Helena Prado' }).waitFor()
  expect(await composer(beto).inputValue()).toBe('Ainda não mandei')
  await composer(beto).fill('')
  await pressButton(beto, 'Devolver à fila', conversation(beto))
})

test('several are handed to a colleague at once, with a note', async () => {
  await showList(ana, 'Aguardando')
  for (const name of ['Helena Prado', 'Caio Mendes'])
    await row(ana, name)
      .getByRole('link')
      .click({ modifiers: ['Control'] })
  await pressButton(ana, 'Transferir', ana.page.getByRole('toolbar', { name: 'Atendimentos selecionados' }))
  const dialog = ana.page.getByRole('dialog', { name: 'Transferir 2 atendimentos' })
  await dialog.getByLabel('Fila', { exact: true }).selectOption({ label: 'Suporte' })
  await dialog.getByPlaceholder('Buscar pelo nome').fill('Beto')
  await dialog.getByText('Beto Rocha').click()
  expect(await look(ana, 'transfer-several')).toEqual([])
  await pressButton(ana, /^Transferir para Beto/, dialog)
  await ana.page.getByText('2 atendimentos com Beto Rocha').last().waitFor()
  await showList(beto, 'Atendendo')
  for (const name of ['Helena Prado', 'Caio Mendes']) await row(beto, name).waitFor()
})

test('the Enter after the one that chose a colleague transfers, and from the note Tab leads to the verb', async () => {
  const { page } = beto
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).press('Alt+t')
  const transfer = page.getByRole('dialog', { name: 'Transferir Caio Mendes' })
  await transfer.getByText('Ana Lima').waitFor()
  await page.keyboard.type('ana')
  await page.keyboard.press('Enter')
  const verb = transfer.getByRole('button', { name: /^Transferir para Ana/ })
  await verb.waitFor()
  const note = transfer.getByLabel(/^Recado/)
  const has = (what: typeof verb) => until(() => what.evaluate(one => one === document.activeElement), undefined, 'the focus')
  await page.keyboard.press('Tab')
  await has(note)
  await page.keyboard.press('Tab')
  await has(verb)
  await page.keyboard.press('Tab')
  await has(transfer.getByRole('button', { name: 'Cancelar' }))
  // What is typed on a button is meant for the note: its first space presses nothing.
  await page.keyboard.type('é da Ana')
  expect(await note.inputValue()).toBe('é da Ana')
  await note.fill('')
  await transfer.getByLabel('Pessoa').first().press('Enter')
  await transfer.waitFor({ state: 'detached' })
  await row(beto, 'Caio Mendes').waitFor({ state: 'detached' })
  await pressButton(beto, /^Desfazer/)
  await row(beto, 'Caio Mendes').waitFor()
})

test('Ctrl Enter gives a ticket to the only colleague of the name that was typed', async () => {
  const { page } = beto
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).press('Alt+t')
  await page.keyboard.type('ana')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Atendimento de Caio Mendes transferido para Ana Lima').last().waitFor()
  await pressButton(beto, /^Desfazer/)
  await row(beto, 'Caio Mendes').waitFor()
})

test('Escape closes the open list of queues, and the next one the box that it stands in', async () => {
  const { page } = beto
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).press('Alt+t')
  const transfer = page.getByRole('dialog', { name: 'Transferir Caio Mendes' })
  const queue = transfer.getByLabel('Fila', { exact: true })
  await queue.click()
  await until(() => queue.evaluate(list => list.matches(':open')), undefined, 'the open list')
  await page.keyboard.press('Escape')
  await until(() => queue.evaluate(list => !list.matches(':open')), undefined, 'the closed list')
  await transfer.waitFor()
  await page.keyboard.press('Escape')
  await transfer.waitFor({ state: 'detached' })
})

test('a transcript is read whole, saved as a text, and is what Ctrl P prints', async () => {
  await openTicket(beto, 'Dona Lúcia')
  await say(beto, 'O técnico vai às 15h')
  await bubble(beto, 'às 15h').waitFor()
  await beto.page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await conversation(beto).getByRole('heading').click()
  await beto.page.keyboard.press('Control+p')
  const dialog = beto.page.getByRole('dialog', { name: 'Transcrição de Dona Lúcia' })
  await dialog.getByText(/Dona Lúcia: Bom dia, aqui é Dona Lúcia/).waitFor()
  expect(await look(beto, 'transcript')).toEqual([])
  const saved = beto.page.waitForEvent('download')
  await pressButton(beto, 'Baixar texto', dialog)
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^conversa-Dona-Lúcia-\d{4}-\d\d-\d\d\.txt$/)
  const text = await Bun.file((await file.path())!).text()
  expect(text).toMatch(/\[\d\d:\d\d\] Dona Lúcia: Bom dia, aqui é Dona Lúcia\r\n/)
  expect(text).toMatch(/\[\d\d:\d\d\] Beto Rocha: O técnico vai às 15h/)
  await pressButton(beto, 'Imprimir ou salvar em PDF', dialog)
  await beto.page.waitForFunction(() => 'printed' in window)
  await beto.page.emulateMedia({ media: 'print' })
  expect(await beto.page.locator('#root').isVisible()).toBe(false)
  expect(await dialog.getByRole('button').first().isVisible()).toBe(false)
  expect(await dialog.getByText(/O técnico vai às 15h/).isVisible()).toBe(true)
  const pdf = await beto.page.pdf()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  if (process.env.SHOTS) await Bun.write(`${process.env.SHOTS}/transcript.pdf`, pdf)
  await beto.page.emulateMedia({ media: 'screen' })
  await beto.page.keyboard.press('Escape')
})

test('what is typed right after a key that opens a box is meant for it', async () => {
  await openTicket(beto, 'Helena Prado')
  await composer(beto).focus()
  await beto.page.keyboard.press('Alt+t')
  await beto.page.keyboard.type('Ana')
  const transfer = beto.page.getByRole('dialog', { name: 'Transferir Helena Prado' })
  await until(async () => (await transfer.getByLabel('Pessoa').first().inputValue()) === 'Ana', undefined, 'the name in the field')
  await transfer.getByRole('radio', { name: /^Ana Lima/ }).waitFor()
  await beto.page.keyboard.press('Enter')
  await transfer.getByRole('radio', { name: /^Ana Lima/, checked: true }).waitFor()
  await beto.page.keyboard.press('Tab')
  await beto.page.keyboard.type('Quer desconto')
  expect(await transfer.getByLabel(/^Recado/).inputValue()).toBe('Quer desconto')
  await beto.page.keyboard.press('Escape')
  await pressButton(beto, 'Descartar', beto.page.getByRole('dialog').last())
  await transfer.waitFor({ state: 'detached' })
  expect(await composer(beto).inputValue()).toBe('')
  await composer(beto).press('Alt+h')
  await beto.page.keyboard.press('Control+Enter')
  await pressButton(beto, /^Desfazer/, beto.page.locator('.toast-b').filter({ hasText: 'Atendimento de Helena Prado adiado até' }))
  await row(beto, 'Helena Prado').waitFor()
})

test('after tagging by a key the keyboard is where it was: in the answer, or in the list', async () => {
  const { page } = beto
  await shop.owner.post('/tags', { name: 'Urgente', color: '#dd5652' })
  const field = page.getByRole('combobox', { name: 'Buscar ou criar tag' })
  const tag = async () => {
    await field.fill('Urg')
    await page.getByRole('option', { name: 'Urgente' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  }
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).press('Alt+g')
  await tag()
  await page.keyboard.type('Oi')
  await until(async () => (await composer(beto).inputValue()) === 'Oi', undefined, 'letters in the answer')
  await composer(beto).fill('')
  const link = row(beto, 'Caio Mendes').getByRole('link')
  await link.focus()
  // The buttons of the row stand there by then.
  await row(beto, 'Caio Mendes').locator('.row-actions').waitFor()
  await page.keyboard.press('Alt+g')
  await tag()
  await until(() => link.evaluate(one => one === document.activeElement), undefined, 'the focus in the list')
})

test('the list of tags stands at the first one as it opens: arrows lead on from there, and Enter takes the one that stands out', async () => {
  const { page } = beto
  await shop.owner.post('/tags', { name: 'Aguarda peça', color: '#3366cc' })
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).press('Alt+g')
  const rows = page.locator('.tag-list .opt')
  const isAt = (n: number) => until(() => rows.nth(n).evaluate(row => row.matches('.is-hover')), undefined, `the row ${n}`)
  await page.getByRole('option', { name: 'Aguarda peça' }).waitFor()
  await isAt(0)
  expect(await look(beto, 'tags-open')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await isAt(1)
  await page.keyboard.press('ArrowUp')
  await isAt(0)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Aguarda peça', checked: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Aguarda peça', checked: false }).waitFor()
  // What was found by a word is taken once, however often Enter is pressed.
  await page.keyboard.type('peça')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Aguarda peça', checked: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Aguarda peça', checked: false }).waitFor()
  await page.keyboard.press('Escape')
})

test('the arrow up in an empty answer changes what one said last oneself, whatever a colleague said since', async () => {
  const { id } = await ticketOf(phoneOf('Caio Mendes'))
  await openTicket(beto, 'Caio Mendes')
  await say(beto, 'Chego às dez')
  await bubble(beto, 'Chego às dez').waitFor()
  await shop.owner.post(`/messages/${id}`, { body: 'Aqui é a gerente' })
  await bubble(beto, 'Aqui é a gerente').waitFor()
  await composer(beto).press('ArrowUp')
  await until(async () => (await composer(beto).inputValue()) === 'Chego às dez', undefined, 'own words in the field')
  await composer(beto).press('Escape')
  await until(async () => (await composer(beto).inputValue()) === '', undefined, 'an empty field')
})

test('sending and resolving with nothing written says that there is nothing to send', async () => {
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).press('Alt+Enter')
  await beto.page.getByText('Nada para enviar. Para só resolver: Alt E.').last().waitFor()
  await row(beto, 'Caio Mendes').waitFor()
})

test('where the button for tags has no room their key opens a box of its own, in which one is chosen as it is typed', async () => {
  const { page } = beto
  await openTicket(beto, 'Caio Mendes')
  const wide = page.viewportSize()!
  const tags = page.getByRole('dialog', { name: 'Tags' })
  for (const size of [
    { width: 800, height: 768 },
    { width: 683, height: 384 },
  ]) {
    await page.setViewportSize(size)
    await composer(beto).press('Alt+g')
    await tags.getByRole('option', { name: 'Urgente' }).waitFor()
    const isOn = await tags.getByRole('option', { name: 'Urgente', checked: true }).isVisible()
    await page.keyboard.type('urg')
    await page.keyboard.press('Enter')
    await tags.getByRole('option', { name: 'Urgente', checked: !isOn }).waitFor()
    await page.keyboard.press('Escape')
    await tags.waitFor({ state: 'detached' })
  }
  await page.setViewportSize(wide)
})

test('an answer is sent and its conversation resolved by one press, after it has left, and the next one comes', async () => {
  const { page } = beto
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).fill('Às ordens!')
  await pressButton(beto, 'Mais formas de enviar')
  expect(await look(beto, 'send-menu')).toEqual([])
  await page.getByRole('menuitem', { name: 'Enviar mais tarde' }).waitFor()
  await page.keyboard.press('Escape')
  await composer(beto).press('Alt+Enter')
  await toast(beto, 'Atendimento de Caio Mendes resolvido')
  await row(beto, 'Caio Mendes').waitFor({ state: 'detached' })
  await conversation(beto).getByRole('heading').waitFor()
  expect(await conversation(beto).getByRole('heading').textContent()).not.toBe('Caio Mendes')
  const said = () => shop.control.transcript({ phone: phoneOf('Caio Mendes') }).findLast(({ fromMe }) => !fromMe)
  await until(async () => said()?.text?.endsWith('Às ordens!'), undefined, 'the answer')
  await page.keyboard.press('Alt+z')
  await conversation(beto).getByRole('heading', { name: 'Caio Mendes' }).waitFor()
})

test('what was sent a moment ago is taken back from elsewhere too, and then its conversation is not resolved either; a reload resolves it', async () => {
  const { page } = beto
  const keep = (undoSeconds: number) =>
    page.evaluate(async undoSeconds => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      await fetch('/users/me/preferences', { method: 'PUT', headers, body: JSON.stringify({ undoSeconds }) })
    }, undoSeconds)
  const said = () => shop.control.transcript({ phone: phoneOf('Caio Mendes') }).flatMap(({ fromMe, text }) => (fromMe ? [] : [text ?? '']))
  await keep(5)
  await page.reload()
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).fill('Um engano')
  await composer(beto).press('Alt+Enter')
  await toast(beto, 'A mensagem a Caio Mendes sai em instantes')
  expect(await conversation(beto).getByRole('heading').textContent()).not.toBe('Caio Mendes')
  await page.keyboard.press('Alt+z')
  await conversation(beto).getByRole('heading', { name: 'Caio Mendes' }).waitFor()
  expect(await composer(beto).inputValue()).toBe('Um engano')
  await composer(beto).fill('Agora sim')
  await composer(beto).press('Alt+Enter')
  await toast(beto, 'Atendimento de Caio Mendes resolvido')
  await until(async () => said().some(text => text.endsWith('Agora sim')), undefined, 'the answer')
  expect(said().some(text => text.includes('Um engano'))).toBe(false)
  await page.keyboard.press('Alt+z')
  await conversation(beto).getByRole('heading', { name: 'Caio Mendes' }).waitFor()
  // A page that ends sends, and what it asks for after that overtakes no answer: a ticket that has ended takes none.
  const order: string[] = []
  page.on('requestfinished', request => request.method() !== 'GET' && order.push(`${request.method()} answered`))
  page.on('request', request => request.method() === 'PUT' && order.push('PUT asked'))
  await page.route('**/messages/*', async route => {
    await page.evaluate(() => fetch('/version'))
    await route.continue()
  })
  await composer(beto).fill('Antes de sair')
  await composer(beto).press('Alt+Enter')
  await row(beto, 'Caio Mendes').getByRole('img', { name: 'Resolve assim que a mensagem sair' }).waitFor()
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide')))
  await until(async () => (await shop.owner.get<{ count: number }>('/tickets?status=closed&showAll=true&searchParam=Caio')).count === 1)
  expect(said().filter(text => text.endsWith('Antes de sair'))).toHaveLength(1)
  expect(order.slice(0, 2)).toEqual(['POST answered', 'PUT asked'])
  await page.unroute('**/messages/*')
  const { tickets: ended } = await shop.owner.get<{ tickets: { id: number; userId: number; uuid: string }[] }>(
    '/tickets?status=closed&showAll=true&searchParam=Caio',
  )
  await shop.owner.put(`/tickets/${ended[0]!.id}`, { status: 'open', userId: ended[0]!.userId, justClose: true })
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).fill('Antes de recarregar')
  await composer(beto).press('Alt+Enter')
  await row(beto, 'Caio Mendes').getByRole('img', { name: 'Resolve assim que a mensagem sair' }).waitFor()
  await page.reload()
  await toast(beto, 'Atendimento de Caio Mendes resolvido')
  await until(async () => said().some(text => text.endsWith('Antes de recarregar')), undefined, 'the answer')
  const { tickets } = await shop.owner.get<{ tickets: { id: number; userId: number }[] }>(
    '/tickets?status=closed&showAll=true&searchParam=Caio',
  )
  await shop.owner.put(`/tickets/${tickets[0]!.id}`, { status: 'open', userId: tickets[0]!.userId, justClose: true })
  await row(beto, 'Caio Mendes').waitFor()
  await keep(0)
  await page.reload()
})

test('what is to be said later to the customer of a row is planned beside the conversation on screen', async () => {
  const { page } = beto
  await openTicket(beto, 'Helena Prado')
  await row(beto, 'Caio Mendes').hover()
  await pressButton(beto, 'Mais ações', row(beto, 'Caio Mendes'))
  await page.getByRole('menuitem', { name: 'Agendar mensagem' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo agendamento' })
  expect(await sheet.getByLabel('Contato').inputValue()).toBe('Caio Mendes')
  await pressButton(beto, 'Cancelar', sheet)
  await conversation(beto).getByRole('heading', { name: 'Helena Prado' }).waitFor()
})

test('what is planned for a customer stands above the conversation, and is read and taken back there', async () => {
  const { page } = beto
  await openTicket(beto, 'Helena Prado')
  const planned = conversation(beto)
    .getByRole('status')
    .filter({ hasText: /^Agendada para/ })
  await composer(beto).fill('O técnico confirma amanhã')
  await pressButton(beto, 'Mais formas de enviar')
  await page.getByRole('menuitem', { name: 'Enviar mais tarde' }).click()
  await pressButton(beto, /^Agendar/, page.getByRole('dialog', { name: 'Novo agendamento' }))
  await planned.getByText('O técnico confirma amanhã').waitFor()
  expect(await look(beto, 'planned-bar')).toEqual([])
  await pressButton(beto, 'Ver', planned)
  await pressButton(beto, 'Excluir', page.getByRole('dialog', { name: /Helena Prado$/ }))
  await pressButton(beto, 'Excluir', page.getByRole('dialog', { name: /^Excluir o agendamento/ }))
  await planned.waitFor({ state: 'detached' })
})

test('braces that nothing fills are asked about before a customer reads them', async () => {
  const { page } = beto
  await openTicket(beto, 'Helena Prado')
  await composer(beto).fill('Olá {{nome_cliente}}, {{ms}}')
  await composer(beto).press('Enter')
  const question = page.getByRole('dialog', { name: 'O cliente leria as chaves' })
  await question.getByText('{{nome_cliente}}').waitFor()
  expect(await question.textContent()).not.toContain('{{ms}}')
  expect(await look(beto, 'unknown-slot')).toEqual([])
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(await composer(beto).inputValue()).toBe('Olá {{nome_cliente}}, {{ms}}')
  await composer(beto).press('Enter')
  await pressButton(beto, 'Enviar assim', question)
  await bubble(beto, 'Olá {{nome_cliente}}').waitFor()
  expect(await composer(beto).inputValue()).toBe('')
})

test('after several are resolved at once, the one on screen among them, the next that is left comes', async () => {
  const { page } = beto
  await openTicket(beto, 'Caio Mendes')
  await composer(beto).waitFor()
  for (const name of ['Helena Prado', 'Caio Mendes'])
    await row(beto, name)
      .getByRole('link')
      .click({ modifiers: ['Control'] })
  await pressButton(beto, 'Resolver', page.getByRole('toolbar', { name: 'Atendimentos selecionados' }))
  await toast(beto, '2 atendimentos resolvidos')
  await conversation(beto).getByRole('heading', { name: 'Dona Lúcia' }).waitFor()
  await page.keyboard.press('Alt+z')
  for (const name of ['Helena Prado', 'Caio Mendes']) await row(beto, name).waitFor()
})

test('compact rows keep the colour of the queue and the first tag', async () => {
  const { page } = beto
  await openTicket(beto, 'Caio Mendes')
  await pressButton(beto, 'Tag', conversation(beto).locator('.convo-head'))
  const tag = page.getByRole('option', { name: 'Urgente' })
  await tag.waitFor()
  if ((await tag.getAttribute('aria-checked')) !== 'true') await tag.click()
  await page.keyboard.press('Escape')
  await row(beto, 'Caio Mendes').getByText('Urgente').waitFor()
  await page.evaluate(() => localStorage.setItem('compact', 'true'))
  await page.reload()
  await row(beto, 'Caio Mendes').locator('.qdot').waitFor()
  await row(beto, 'Caio Mendes').getByText('Urgente').waitFor()
  expect(await row(beto, 'Caio Mendes').getByText('Suporte').isVisible()).toBe(false)
  expect(await look(beto, 'compact')).toEqual([])
})

test('a compact row says how many more tags there are, and its verbs cover none of them', async () => {
  const { page } = beto
  const { contacts } = await shop.owner.get<{ contacts: { id: number }[] }>('/contacts?searchParam=Caio')
  const { tickets } = await shop.owner.get<{ tickets: { id: number; contactId: number }[] }>('/tickets?showAll=true')
  const { id: ticketId } = tickets.find(one => one.contactId === contacts[0]!.id)!
  const made = await Promise.all(['Atacado', 'Retorno'].map(name => shop.owner.post<{ id: number }>('/tags', { name, color: '#3366cc' })))
  await shop.owner.post('/tags/sync', { ticketId, tags: made.map(({ id }) => ({ id })) })
  const more = row(beto, 'Caio Mendes').getByText('+1', { exact: true })
  await more.waitFor()
  await row(beto, 'Caio Mendes').hover()
  expect(await look(beto, 'compact-more')).toEqual([])
  const verbs = (await row(beto, 'Caio Mendes').locator('.row-actions').boundingBox())!
  expect(verbs.y + verbs.height).toBeLessThanOrEqual((await more.boundingBox())!.y)
  await page.mouse.move(900, 400)
})

test('keys are searched for, changed, taken from another and reset, and hold where they are changed', async () => {
  const { page } = ana
  await page.goto('/tickets')
  await row(ana, 'Helena Prado')
    .or(page.getByText('Ninguém aguardando'))
    .or(page.getByText('Nenhum atendimento com você'))
    .first()
    .waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await sheet.getByLabel('Buscar atalho').fill('novo atend')
  const change = sheet.getByRole('button', { name: /^Novo atendimento: / })
  await change.click()
  await page.keyboard.press('Control+w')
  await sheet.getByText('Essa combinação não pode ser usada.').waitFor()
  await page.keyboard.press('j')
  await sheet.getByText('J é de “Próximo atendimento”.').waitFor()
  expect(await look(ana, 'keys-taken')).toEqual([])
  await page.keyboard.press('Alt+y')
  await sheet.getByRole('button', { name: 'Novo atendimento: Alt Y. Trocar' }).waitFor()
  await sheet.getByLabel('Buscar atalho').fill('')
  expect(await look(ana, 'keys-own')).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('tab', { name: 'Aguardando' }).waitFor()
  await page.keyboard.press('Alt+y')
  const opened = page.getByRole('dialog', { name: 'Novo atendimento' })
  await opened.waitFor()
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await pressButton(ana, 'Restaurar todos', sheet)
  await sheet.getByRole('button', { name: 'Novo atendimento: N. Trocar' }).waitFor()
})

test('Enter in the search opens what its own words found, asked for once: no row of the search before, and nothing once one left it', async () => {
  const { page } = ana
  const { keyboard } = page
  const isOpen = (name: string) => conversation(ana).getByRole('heading', { name }).waitFor()
  const isSearch = ({ pathname, searchParams }: URL) => pathname === '/tickets' && searchParams.has('searchParam')
  const search = async (text: string) => {
    await keyboard.press('Alt+s')
    // All at once: a busy machine makes a pause of every letter, after which is searched.
    await keyboard.insertText(text)
    await keyboard.press('Enter')
  }
  await page.goto('/tickets')
  await page.getByRole('tab', { name: 'Aguardando' }).waitFor()
  await search('aqui é Helena')
  await isOpen('Helena Prado')
  const asked: string[] = []
  let answer = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(isSearch, async route => {
    asked.push(new URL(route.request().url()).searchParams.get('searchParam')!)
    await route[await answer.promise]()
  })
  await page.clock.install()
  await search('aqui é Caio')
  await until(() => asked.length === 1)
  await page.clock.fastForward(5_000)
  answer.resolve('continue')
  await isOpen('Caio Mendes')
  expect(asked).toEqual(['aqui é Caio'])

  answer = Promise.withResolvers()
  await search('aqui é Helena')
  await until(() => asked.length === 2)
  await keyboard.press('Escape')
  const answered = page.waitForResponse(response => isSearch(new URL(response.url())))
  answer.resolve('continue')
  await (await answered).finished()
  await page.evaluate(async () => void (await fetch('/version')))
  await isOpen('Caio Mendes')

  answer = Promise.withResolvers()
  answer.resolve('abort')
  await search('aqui é Dona')
  await page.getByRole('button', { name: 'Tentar de novo' }).waitFor()
  await isOpen('Caio Mendes')
  expect(await conversation(ana).getByRole('heading', { name: 'Helena Prado' }).count()).toBe(0)
  ana.forgive(/ERR_FAILED/)
  await page.unroute(isSearch)
})
