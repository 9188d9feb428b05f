import { beforeAll, expect, test } from 'bun:test'
import { accept, agent, bubble, composer, conversation, openTicket, pressButton, row, say } from './agent'
import { look, type Person } from './browser'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
let ana: Person

beforeAll(async () => {
  ana = await sit('wide', 'Ana Lima')
  for (const [name, phone] of Object.entries({ 'Helena Prado': '5511990002000', 'Caio Mendes': '5521987654320' })) {
    shop.control.addPhone({ phone, name })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `O modem de ${name} não liga` })
  }
  await accept(ana, 'Helena Prado')
})

const palette = () => ana.page.getByRole('dialog', { name: 'Buscar ou executar' })
const options = () => palette().getByRole('option')
const toast = (text: string | RegExp) => ana.page.locator('.toast-b').filter({ hasText: text })
const run = (label: string | RegExp) => options().filter({ hasText: label }).first().click()
async function type(text: string) {
  await ana.page.keyboard.press('Control+k')
  await palette().getByRole('combobox').fill(text)
}

test('a verb of the open conversation runs by its name, and its key is shown', async () => {
  await type('transf')
  const verb = options().filter({ hasText: 'Transferir' }).first()
  expect(await verb.locator('.kbd').allTextContents()).toEqual(['Alt', 'T'])
  expect(await look(ana, 'palette')).toEqual([])
  await ana.page.keyboard.press('Enter')
  await ana.page.getByRole('dialog', { name: /^Transferir/ }).waitFor()
  await ana.page.keyboard.press('Escape')
  await conversation(ana).waitFor()
})

test('the keys that are shown are those that work from where one is', async () => {
  const keysOf = async (label: string) => {
    await type(label)
    const verb = options().filter({ hasText: label }).first()
    await verb.waitFor()
    const keys = await verb.locator('.kbd').allTextContents()
    await ana.page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
    return keys
  }
  await composer(ana).focus()
  expect(await keysOf('Tags do')).toEqual(['Alt', 'G'])
  expect(await keysOf('Escrever a resposta')).toEqual([])
  await composer(ana).press('Escape')
  expect(await keysOf('Tags do')).toEqual(['G'])
  expect(await keysOf('Escrever a resposta')).toEqual(['R'])
  await composer(ana).focus()
})

test('Enter at once runs no verb, though one was used before; an arrow chooses it', async () => {
  await ana.page.keyboard.press('Control+k')
  await palette().getByRole('group').first().getByRole('option').filter({ hasText: 'Transferir' }).waitFor()
  expect(await palette().locator('[aria-selected=true]').count()).toBe(0)
  await ana.page.keyboard.press('Enter')
  await palette().waitFor()
  await ana.page.keyboard.press('ArrowDown')
  await palette().locator('[aria-selected=true]').filter({ hasText: 'Transferir' }).waitFor()
  await ana.page.keyboard.press('Escape')
  await conversation(ana).waitFor()
})

test('a conversation is found by what was said in it, and opens at the message', async () => {
  await type('modem caio')
  const found = options().filter({ hasText: 'O modem de Caio Mendes não liga' })
  await found.waitFor()
  await found.click()
  await bubble(ana, 'O modem de Caio Mendes não liga').waitFor()
})

test('whoever has the name stands before who only said it, and a signature was not said', async () => {
  await openTicket(ana, 'Helena Prado')
  await say(ana, 'Já fecho')
  await bubble(ana, 'Já fecho').waitFor()
  for (const [name, phone, text] of [
    ['Yara Dias', '5511990002010', 'Bom dia'],
    ['Cíntia Gomes', '5511990002011', 'A Yara me indicou'],
    ['Anabela Lima', '5511990002012', 'Olá'],
  ] as const) {
    shop.control.addPhone({ phone, name })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text })
  }
  await until(async () => (await shop.owner.get<{ count: number }>('/tickets?searchParam=Anabela&showAll=true')).count === 1)
  await type('yara')
  await options().filter({ hasText: 'A Yara me indicou' }).waitFor()
  const labels = await options().locator('.clip:not(.palette-hint)').allTextContents()
  expect(labels.indexOf('Yara Dias')).toBeLessThan(labels.indexOf('Cíntia Gomes'))
  await ana.page.keyboard.press('Enter')
  await ana.page.getByRole('region', { name: 'Conversa com Yara Dias' }).waitFor()
  await type('ana lima')
  await palette().getByText('em todas as conversas').waitFor()
  await until(async () => (await options().count()) === 1, undefined, 'nothing but the search for all')
  await ana.page.keyboard.press('Escape')
})

test('after @ contacts alone are found; one opens where they were talked with last', async () => {
  await type('@helena')
  await options().filter({ hasText: 'Helena Prado' }).waitFor()
  expect(await palette().getByRole('group').count()).toBe(1)
  await palette().getByRole('group', { name: 'Contatos' }).waitFor()
  await ana.page.keyboard.press('Enter')
  await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
})

test('Enter before the answer is there runs what it brings, and nothing where the words changed meanwhile', async () => {
  const found = /\/contacts\?.*searchParam=/
  let { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await ana.context.route(found, async route => {
    await mayAnswer
    await route.continue()
  })
  await ana.page.goto('/contacts')
  await ana.page.getByRole('heading', { name: 'Contatos' }).first().waitFor()
  await type('@helena')
  const [asked] = await Promise.all([ana.page.waitForRequest(found), ana.page.keyboard.press('Enter')])
  answer()
  await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
  expect(asked.url()).toContain('helena')
  ;({ promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>())
  await type('@caio')
  const [answered] = await Promise.all([ana.page.waitForRequest(found), ana.page.keyboard.press('Enter')])
  await ana.page.keyboard.type('x')
  const next = ana.page.waitForRequest(/searchParam=caiox/)
  answer()
  await answered.response()
  await (await next).response()
  await palette().getByText('Nada com esse nome').waitFor()
  await ana.page.keyboard.press('Escape')
  await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
  await ana.context.unroute(found)
})

test('a colleague is written to, or given the conversation on screen, by their name', async () => {
  await shop.person('Rita Campos', 'user')
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
  await type('transferir rita')
  await options().filter({ hasText: 'Transferir para Rita Campos' }).waitFor()
  expect(await look(ana, 'palette-colleague')).toEqual([])
  await ana.page.keyboard.press('Enter')
  const transfer = ana.page.getByRole('dialog', { name: 'Transferir Helena Prado' })
  await transfer.getByRole('radio', { name: /^Rita Campos/, checked: true }).waitFor()
  await ana.page.keyboard.press('Escape')
  await transfer.waitFor({ state: 'detached' })
  await type('@rita')
  await run('Conversar com Rita Campos')
  await ana.page.waitForURL(/\/chats\/.+/)
  await ana.page.getByRole('heading', { name: 'Rita Campos' }).waitFor()
  const made = ana.page.url()
  // The second time it is the same room.
  await ana.page.goto('/tickets')
  await conversation(ana)
    .or(ana.page.getByRole('tab', { name: /^Atendendo/ }))
    .first()
    .waitFor()
  await type('conversar rita')
  await run('Conversar com Rita Campos')
  await ana.page.waitForURL(made)
})

test('the conversation on screen goes to a queue by its name', async () => {
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
  await type('transferir vendas')
  await palette().locator('[aria-selected=true]').filter({ hasText: 'Transferir para Vendas' }).waitFor()
  await ana.page.keyboard.press('Enter')
  const transfer = ana.page.getByRole('dialog', { name: 'Transferir Helena Prado' })
  await transfer.getByRole('radio', { name: /^Vendas/, checked: true }).waitFor()
  await ana.page.keyboard.press('Escape')
  await transfer.waitFor({ state: 'detached' })
  await type('encerrar')
  await palette().locator('[aria-selected=true]').filter({ hasText: 'Resolver' }).waitFor()
  await ana.page.keyboard.press('Escape')
  await ana.page.goto('/contacts')
})

test('resolving all stands below all else, and an Enter too many resolves nothing', async () => {
  const boss = await agent(browser, shop.url, 'wide', await shop.person('Bia Chefe', 'admin'))
  await boss.page.getByRole('tab', { name: /^Aguardando/ }).click()
  await boss.page.keyboard.press('Control+k')
  const box = boss.page.getByRole('dialog', { name: 'Buscar ou executar' })
  await box.getByRole('combobox').fill('resolver')
  await box.getByRole('option', { name: 'Resolver todos…' }).waitFor()
  await box.getByRole('option', { name: 'Resolver todos…' }).click()
  await boss.page.getByRole('dialog', { name: /^Resolver .* aguarda/ }).waitFor()
  await boss.page.keyboard.press('Enter')
  await boss.page.getByRole('dialog', { name: /^Resolver/ }).waitFor({ state: 'detached' })
  await row(boss, 'Caio Mendes').waitFor()
  await boss.close()
})

test('a setting that only mentions the words stands below what was found of customers', async () => {
  await type('cliente')
  await palette().getByRole('group', { name: 'Configurações que falam disso' }).waitFor()
  const groups = await palette()
    .getByRole('group')
    .evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  expect(groups.slice(-2)).toEqual(['Configurações que falam disso', 'Em todo lugar'])
  await ana.page.keyboard.press('Escape')
})

test('a contact whom a colleague attends says who does, and begins nothing', async () => {
  const beto = await agent(browser, shop.url, 'wide', await shop.person('Beto Rocha', 'user'))
  await beto.page.getByText('Nenhum atendimento com você').waitFor()
  await beto.page.keyboard.press('Control+k')
  await beto.page.getByRole('combobox').fill('@helena')
  await beto.page.getByRole('option').filter({ hasText: 'Helena Prado' }).waitFor()
  await beto.page.keyboard.press('Enter')
  await beto.page.locator('.toast-b').filter({ hasText: 'Já existe um atendimento em aberto com Ana Lima, na fila Suporte.' }).waitFor()
  expect(await beto.page.getByRole('dialog').count()).toBe(0)
  expect(beto.problems).toEqual([])
  await beto.close()
})

test('a page goes by its name in any of the languages, and is offered first once it was used', async () => {
  await type('quick rep')
  await ana.page.keyboard.press('Enter')
  await ana.page.waitForURL('**/quick-messages')
  await ana.page.keyboard.press('Control+k')
  await palette().getByRole('group', { name: 'Você usa bastante' }).waitFor()
  await options().filter({ hasText: 'Respostas rápidas' }).first().waitFor()
  await ana.page.keyboard.press('Escape')
})

test('what the menu of the conversation has is run by its name too, with the rights of the menu', async () => {
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
  await type('observ')
  await run('Escrever observação')
  await ana.page.getByRole('textbox', { name: 'Observação', exact: true }).waitFor()
  await ana.page.keyboard.press('Escape')
  await composer(ana).waitFor()
  await type('ir para uma')
  await run('Ir para uma data')
  await ana.page.getByRole('dialog', { name: 'Ir para uma data' }).waitFor()
  await ana.page.keyboard.press('Escape')
  for (const [typed, label] of [
    ['excluir', 'Excluir atendimento'],
    ['agendar', /^Agendar mensagem$/],
  ] as const) {
    await type(typed)
    await palette().getByRole('group', { name: 'Nesta conversa' }).getByRole('option').filter({ hasText: label }).waitFor()
    await ana.page.keyboard.press('Escape')
  }
  await type('sem mensagem')
  await run('Fechar sem mensagem')
  await toast('fechado sem mensagem').waitFor()
  await pressButton(ana, /^Desfazer/, toast('fechado sem mensagem'))
  await composer(ana).waitFor()
  await composer(ana).press('Alt+h')
  await pressButton(ana, /^Adiar/, ana.page.getByRole('dialog', { name: 'Adiar Helena Prado' }))
  await ana.page.getByRole('tab', { name: 'Adiados 1' }).click()
  await openTicket(ana, 'Helena Prado')
  await conversation(ana)
    .getByText(/^Adiado até/)
    .waitFor()
  await type('trazer')
  await run('Trazer de volta')
  await ana.page.getByText('Nada adiado').waitFor()

  // Who may delete no tickets is offered no deleting.
  const rui = await agent(browser, shop.url, 'wide', await shop.person('Rui Castro', 'user'))
  await rui.page.getByText('Nenhum atendimento com você').waitFor()
  await rui.page.keyboard.press('Control+k')
  await rui.page.getByRole('combobox').fill('compactas')
  await rui.page.getByRole('option').filter({ hasText: 'Linhas compactas' }).waitFor()
  await rui.page.getByRole('combobox').fill('resolver todos')
  await rui.page.getByRole('option').filter({ hasText: 'Buscar' }).waitFor()
  expect(await rui.page.getByRole('group', { name: 'Ações' }).count()).toBe(0)
  expect(rui.problems).toEqual([])
  await rui.close()
})

test('the options of the lists are turned by their names, from another page too', async () => {
  await ana.page.goto('/contacts')
  await ana.page.getByRole('heading', { name: 'Contatos' }).first().waitFor()
  await type('linhas comp')
  await run('Linhas compactas')
  await type('continuar em ag')
  await run('Ao aceitar, continuar em Aguardando')
  expect(await ana.page.evaluate(() => [localStorage.getItem('compact'), localStorage.getItem('staysWaiting')])).toEqual(['true', 'false'])
  await type('linhas comp')
  await options().filter({ hasText: 'ligado' }).waitFor()
  await run('Linhas compactas')
  await type('ordem aguardando sem')
  await run('Ordem em Aguardando: Sem resposta primeiro')
  expect(await ana.page.evaluate(() => JSON.parse(localStorage.getItem('orders')!).pending)).toBe('unanswered')
  await type('nova visao')
  await run('Nova visão')
  await ana.page.waitForURL('**/tickets')
  await ana.page.getByRole('dialog').getByLabel('Situação').waitFor()
  await ana.page.keyboard.press('Escape')
  await type('resolver todos')
  await run('Resolver todos…')
  await pressButton(ana, 'Cancelar', ana.page.getByRole('dialog'))
})

test('what is unread is marked as read by its name while something is', async () => {
  await shop.control.send({ from: '5521987654320', to: NUMBER, type: 'text', text: 'Ainda aí?' })
  await ana.page.goto('/contacts')
  await shop.control.send({ from: '5511990002000', to: NUMBER, type: 'text', text: 'Ainda aí?' })
  const bell = ana.page.getByRole('button', { name: /^Notificações, \d+ por ler/ })
  await bell.waitFor()
  await type('marcar como lidas')
  await run('Marcar como lidas')
  await toast(/marcad.* como lid/).waitFor()
})

test('a preference of one’s own is opened where it stands, with the focus in it', async () => {
  const account = ana.page.getByRole('dialog', { name: 'Minha conta' })
  for (const [typed, role, name] of [
    ['volume dos', 'slider', 'Volume dos avisos'],
    ['volume por', 'slider', 'Volume da fila Suporte'],
    ['desfazer env', 'combobox', 'Desfazer envio'],
    ['horas de sil', 'switch', 'Horas de silêncio'],
  ] as const) {
    await type(typed)
    await ana.page.keyboard.press('Enter')
    const field = account.getByRole(role, { name })
    await field.waitFor()
    await until(() => field.evaluate(one => one === document.activeElement), undefined, `the focus in ${name}`)
    await ana.page.keyboard.press('Escape')
    await account.waitFor({ state: 'detached' })
  }
  await type('avisos neste')
  await ana.page.keyboard.press('Enter')
  await account.getByText('Avisos neste aparelho').waitFor()
  await ana.page.keyboard.press('Escape')
})

test('a command is found by its label as it is read, and by what people call it every day', async () => {
  const found = {
    'Tema: Escuro': 'Tema: Escuro',
    'modo escuro': 'Tema: Escuro',
    som: 'Volume dos avisos',
    'não perturbe': 'Horas de silêncio',
    inglês: 'Idioma: English',
    senha: 'Perfil',
    whatsapp: 'Conexões',
    convidar: 'Usuários',
  }
  await ana.page.keyboard.press('Control+k')
  for (const [typed, label] of Object.entries(found)) {
    await palette().getByRole('combobox').fill(typed)
    await palette().locator('[aria-selected=true]').filter({ hasText: label }).waitFor()
  }
  await palette().getByRole('combobox').fill('?')
  await palette().getByText('Nada com esse nome').waitFor()
  await ana.page.keyboard.press('Escape')
})

test('it speaks the three languages', async () => {
  const speak = async (title: string, language: string) => {
    await ana.page.keyboard.press('Control+k')
    const dialog = ana.page.getByRole('dialog', { name: title })
    await dialog.getByRole('combobox').fill(language)
    await dialog.getByRole('option').filter({ hasText: language }).first().click()
  }
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
  let before = 'Buscar ou executar'
  for (const [language, title, note, compact, volume] of [
    ['English', 'Search or run', 'Write a note', 'Compact rows', 'Volume of notices'],
    ['Español', 'Buscar o ejecutar', 'Escribir observación', 'Filas compactas', 'Volumen de los avisos'],
  ] as const) {
    await speak(before, language)
    before = title
    await ana.page.locator(`html[lang^="${language.slice(0, 2).toLowerCase()}"]`).waitFor()
    await ana.page.keyboard.press('Control+k')
    const dialog = ana.page.getByRole('dialog', { name: title })
    await dialog.getByRole('option').filter({ hasText: note }).first().waitFor()
    expect(await look(ana, `palette-${language}`)).toEqual([])
    for (const label of [compact, volume]) {
      await dialog.getByRole('combobox').fill(label)
      await dialog.getByRole('option').filter({ hasText: label }).first().waitFor()
    }
    await ana.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await speak(before, 'Português')
  await ana.page.locator('html[lang^=pt]').waitFor()
})

test('a setting is opened where it stands', async () => {
  await type('avaliacao')
  await options().filter({ hasText: 'Pedir avaliação' }).click()
  await ana.page.getByRole('switch', { name: 'Pedir avaliação' }).waitFor()
  expect(await ana.page.getByRole('switch').count()).toBe(1)
})

test('what was typed is searched for in all conversations', async () => {
  await type('modem')
  await options().filter({ hasText: 'em todas as conversas' }).click()
  for (const name of ['Caio Mendes', 'Helena Prado']) await ana.page.locator('.ticket').filter({ hasText: name }).waitFor()
})

test('a tag goes on the conversation on screen by its name, and off again', async () => {
  await shop.owner.post('/tags', { name: 'Retorno', color: '#33a340', kanban: 0 })
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Helena Prado')
  await composer(ana).waitFor()
  const tag = row(ana, 'Helena Prado').getByText('Retorno')
  await type('retorno')
  await run('Pôr a tag Retorno')
  await tag.waitFor()
  await type('retorno')
  await run('Tirar a tag Retorno')
  await tag.waitFor({ state: 'detached' })
  // Where there is no conversation nothing is tagged.
  await ana.page.goto('/tickets')
  await row(ana, 'Helena Prado').waitFor()
  await type('retorno')
  await palette().getByText('em todas as conversas').waitFor()
  expect(await options().filter({ hasText: 'Pôr a tag' }).count()).toBe(0)
  await ana.page.keyboard.press('Escape')
})

test('a list is gone to by its name, from another page too', async () => {
  const shown = (name: RegExp) => ana.page.getByRole('tab', { name, selected: true })
  await type('adiados')
  await run('Ver Adiados')
  await shown(/^Adiados/).waitFor()
  await ana.page.goto('/todolist')
  await ana.page.getByRole('main').waitFor()
  await type('aguardando')
  await run('Ver Aguardando')
  await shown(/^Aguardando/).waitFor()
  await type('atendendo')
  await run('Ver Atendendo')
  await shown(/^Atendendo/).waitFor()
})
