import { expect, test } from 'bun:test'
import { accept, agent, bubble, conversation, goTo, press, pressButton, say, tick } from './agent'
import { look, type Person } from './browser'
import { OWNER, until } from './shop'
import { pageOf, testShop } from './test-shop'

const { shop, browser } = await testShop()
const COMPANY = 'Clínica Bem Viver'
const ADMIN = { email: 'larissa@bemviver.test', password: 'uma frase curta' }
const AGENT = { email: 'bia@bemviver.test', password: 'outra frase curta' }
const PHONE = '5511940000077'
const CUSTOMER = '5511987650077'
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(name) })

const people: Person[] = []
async function sit(login: typeof ADMIN) {
  const person = await agent(browser, shop.url, 'wide', login)
  people.push(person)
  return { person, ...pageOf(person), page: person.page }
}

test('an operator makes a plan, and a company that has it', async () => {
  const { person, page, line, sheet, create } = await sit(OWNER)
  await goTo(person, 'Planos')
  await create(/^Novo plano/)
  const plan = sheet('Novo plano')
  await plan.getByLabel('Nome').fill('Equipe')
  await plan.getByLabel('Valor por mês').fill('249,90')
  for (const name of ['Usuários', 'Conexões', 'Filas']) await plan.getByLabel(name).fill('5')
  await press(person, plan.getByRole('tab', { name: 'Recursos' }))
  await press(person, plan.getByText('Assistentes de IA'))
  await pressButton(person, /^Criar plano/, plan)
  await line('Equipe').waitFor()

  await goTo(person, 'Empresas')
  await create(/^Nova empresa/)
  const company = sheet('Nova empresa')
  await company.getByLabel('Nome').fill(COMPANY)
  await company.getByLabel('E-mail').fill(ADMIN.email)
  await company.getByLabel(/^Senha da administração/).fill(ADMIN.password)
  await press(person, company.getByLabel('Plano'))
  await press(person, page.getByRole('option', { name: 'Equipe' }))
  await pressButton(person, /^Criar empresa/, company)
  await line(COMPANY).waitFor()
})

test('its administrator connects a number, and sets hours, a queue with a menu, a user, a tag, a quick reply, files and an assistant', async () => {
  const { person, page, line, sheet, create } = await sit(ADMIN)
  // What the plan does not have is not offered.
  expect(await page.getByRole('link', { name: 'Campanhas' }).count()).toBe(0)

  await goTo(person, 'Configurações')
  await page.getByLabel('Horário de atendimento').selectOption('company')
  await press(person, page.getByRole('tab', { name: 'Horários' }))
  await page.getByLabel('segunda-feira: como atende').selectOption('open')
  await pressButton(person, 'Copiar segunda-feira para todos os dias')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Horários atualizados com sucesso.').first().waitFor()

  await goTo(person, 'Filas')
  await create(/^Nova fila/)
  const queue = sheet('Nova fila')
  await queue.getByLabel('Nome').fill('Agenda')
  await queue.getByLabel('Saudação').fill('Agenda da clínica.')
  await pressButton(person, /^Criar fila/, queue)
  await press(person, line('Agenda').getByRole('cell').first())
  const menu = sheet('Editar fila')
  await press(person, menu.getByRole('tab', { name: 'Menu de opções' }))
  await pressButton(person, 'Adicionar opção', menu)
  await menu.getByLabel('Título').fill('Preparo do exame')
  await menu.getByLabel('Resposta').fill('Venha em jejum de 8 horas.')
  await pressButton(person, 'Pronto', menu)
  await pressButton(person, /^Salvar fila/, menu)
  await menu.waitFor({ state: 'detached' })

  await goTo(person, 'Conexões')
  await press(person, page.getByRole('button', { name: /^Nova conexão/ }).first())
  const connection = page.getByRole('dialog')
  await connection.getByLabel('Nome').fill('Recepção')
  await pressButton(person, /^Filas/, connection)
  await press(person, page.getByRole('option', { name: 'Agenda' }))
  await page.keyboard.press('Escape')
  await pressButton(person, /^Criar e conectar/, connection)
  const dialog = sheet('Conectar Recepção')
  await dialog.getByRole('img', { name: 'QR code para conectar' }).waitFor()
  shop.control.addPhone({ phone: PHONE, name: COMPANY })
  const qr = await page.evaluate(async () => {
    const headers = { accept: 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
    const [first] = (await (await fetch('/whatsapp', { headers })).json()) as { qrcode: string }[]
    return first!.qrcode
  })
  await shop.control.scan({ qr, phone: PHONE })
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('table').getByText('Conectada', { exact: true }).waitFor()

  await goTo(person, 'Usuários')
  await create(/^Novo usuário/)
  const user = sheet('Novo usuário')
  await user.getByLabel('Nome').fill('Bia Reis')
  await user.getByLabel('E-mail').fill(AGENT.email)
  await user.getByLabel('Senha', { exact: true }).fill(AGENT.password)
  await pressButton(person, /^Filas/, user)
  await press(person, page.getByRole('option', { name: 'Agenda' }))
  await page.keyboard.press('Escape')
  await pressButton(person, /^Criar usuário/, user)
  await line('Bia Reis').waitFor()

  await goTo(person, 'Tags')
  await create(/^Nova tag/)
  await sheet('Nova tag').getByLabel('Nome').fill('Convênio')
  await pressButton(person, /^Criar tag/, sheet('Nova tag'))
  await line('Convênio').waitFor()

  await goTo(person, 'Respostas rápidas')
  await create(/^Nova resposta rápida/)
  const quick = sheet('Nova resposta rápida')
  await quick.getByLabel('Atalho').fill('jejum')
  await quick.getByLabel('Mensagem').fill('{{firstName}}, o jejum é de 8 horas.')
  await press(person, quick.getByLabel('Toda a equipe usa'))
  await pressButton(person, /^Criar resposta rápida/, quick)
  await line('/jejum').waitFor()

  await goTo(person, 'Arquivos')
  await create(/^Nova lista/)
  const list = sheet('Nova lista')
  await list.getByLabel('Nome', { exact: true }).fill('Preparos')
  await list.getByLabel('Mensagem').fill('Seguem os preparos')
  await list.locator('input[type=file]').setInputFiles([pdf('sangue.pdf'), pdf('imagem.pdf')])
  await pressButton(person, /^Criar lista/, list)
  await line('Preparos').getByText('2 arquivos').waitFor()

  await goTo(person, 'Assistentes de IA')
  await create(/^Novo assistente/)
  const prompt = sheet('Novo assistente')
  await prompt.getByLabel('Nome').fill('Recepcionista')
  await prompt.getByLabel('Instruções').fill('Você recebe quem escreve para a clínica. Fale com frases curtas e simpáticas.')
  await prompt.getByLabel('Chave da API', { exact: true }).fill('sk-da-clinica')
  await pressButton(person, /^Fila/, prompt)
  await press(person, page.getByRole('option', { name: 'Agenda' }))
  await pressButton(person, /^Criar assistente/, prompt)
  await line('Recepcionista').waitFor()
  expect(await look(person, 'story-admin')).toEqual([])
})

test('its agent serves a customer whom the menu led to the queue, with the quick reply of the company', async () => {
  const { person, page } = await sit(AGENT)
  shop.control.addPhone({ phone: CUSTOMER, name: 'Helena Prado' })
  const write = (text: string) => shop.control.send({ from: CUSTOMER, to: PHONE, type: 'text', text })
  const heard = (text: string) =>
    until(() => shop.control.transcript({ phone: CUSTOMER, chat: PHONE }).some(entry => !entry.fromMe && entry.text.includes(text)))
  await write('Bom dia')
  await heard('Preparo do exame')
  await write('1')
  await heard('Venha em jejum de 8 horas.')

  // What its administrator looks after is not in an agent's drawer.
  for (const name of ['Arquivos', 'Assistentes de IA', 'Filas']) expect(await page.getByRole('link', { name }).count()).toBe(0)
  await goTo(person, 'Atendimentos')
  await accept(person, 'Helena Prado')
  await page.keyboard.type('/jejum')
  await page.locator('.quick-preview').getByText('Helena, o jejum é de 8 horas.').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tick(bubble(person, 'Helena, o jejum é de 8 horas.'), 'entregue').waitFor()
  await heard('Helena, o jejum é de 8 horas.')
  await say(person, 'Até amanhã!')
  await heard('Até amanhã!')
  expect(await look(person, 'story-agent')).toEqual([])
  await pressButton(person, 'Resolver', conversation(person))
})

test('nobody of them met an error', async () => {
  for (const person of people) await person.close()
  expect(people.flatMap(({ problems }) => problems)).toEqual([])
})
