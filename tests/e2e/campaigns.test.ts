import { expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look } from './browser'
import { pageOf, testShop } from './test-shop'
import { NUMBER } from './shop'
import { until } from '../until'

const { shop, sit } = await testShop()
const ana = await sit('wide', 'Ana Lima')
const { line, sheet, create } = pageOf(ana)
const PHONES = ['5511955550101', '5511955550102']
/** More than a page of the report has, and far more than a screen shows. */
const MANY = 1_500
const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))
await shop.owner.post('/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, days: ALWAYS } })

test('campaigns > people of a spreadsheet are checked and written to, and the report follows what became of them', async () => {
  const { page } = ana
  for (const [i, phone] of PHONES.entries()) shop.control.addPhone({ phone, name: `Cliente ${i}` })

  await goTo(ana, 'Listas de contatos')
  await create(/^Nova lista/)
  const form = sheet('Nova lista')
  expect(await look(ana, 'contact-list-new')).toEqual([])
  await form.getByLabel('Nome').fill('Parque Dez')
  await pressButton(ana, /^Criar lista/, form)
  await page.getByText('Ninguém nesta lista ainda').waitFor()
  await pressButton(ana, 'Mais ações', page.locator('.page-head'))
  await press(ana, page.getByRole('menuitem', { name: 'Importar contatos' }))
  const importing = sheet('Importar contatos')
  const csv = ['Nome;Telefone', `Helena Prado;${PHONES[0]}`, `Edson Carvalho;${PHONES[1]}`, 'Sem Zap;5511955550999', 'Curto;12'].join('\n')
  await importing.locator('input[type=file]').setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await pressButton(ana, 'Importar 3 linhas', importing)
  await importing.getByText('3 linhas importadas').waitFor()
  await importing.getByText('1 linha ficou de fora').waitFor()
  await pressButton(ana, 'Concluir', importing)
  await line('Helena Prado').getByText('Válido').waitFor()
  await line('Sem Zap').getByText('Sem WhatsApp').waitFor()
  expect(await look(ana, 'contact-list-items')).toEqual([])

  await goTo(ana, 'Campanhas')
  await create(/^Nova campanha/)
  await page.getByRole('textbox', { name: 'Nome' }).fill('Troca para 900 mega')
  await press(ana, page.getByRole('button', { name: /^Conexão/ }))
  await press(ana, page.getByRole('option', { name: 'Loja' }))
  await page.getByLabel('Texto da mensagem 1').fill('Oi, ')
  await pressButton(ana, 'Inserir primeiro nome')
  await press(ana, page.getByRole('button', { name: /^Lista de contatos/ }))
  await press(ana, page.getByRole('option', { name: 'Parque Dez' }))
  await shop.owner.post('/files', { name: 'Tabela de planos', message: 'Segue a tabela', options: [] })
  await press(ana, page.getByRole('button', { name: /^Arquivos que seguem/ }))
  await press(ana, page.getByRole('option', { name: 'Tabela de planos' }))
  const phone = page.getByRole('region', { name: 'Prévia para Edson' })
  await phone.getByText('Oi, Edson').waitFor()
  await page.getByText('2 de 3').waitFor()
  await press(ana, page.getByLabel('Pedir confirmação antes'))
  await page.getByLabel('Pergunta de confirmação 1').fill('Posso contar uma novidade? Responda SIM ou SAIR.')
  expect(await look(ana, 'campaign')).toEqual([])
  await pressButton(ana, 'Começar agora')
  const question = sheet(/^Começar a campanha Troca para 900 mega/)
  await pressButton(ana, 'Começar agora', question)

  await page.getByRole('heading', { name: 'Troca para 900 mega' }).waitFor()
  for (const one of PHONES) await shop.shows(one, said => said.some(({ text }) => text?.startsWith('Posso contar')))
  await line('Helena Prado').getByText('Esperando confirmação').waitFor()
  await shop.control.send({ from: PHONES[0]!, to: NUMBER, type: 'text', text: 'Sim' })
  await shop.shows(PHONES[0]!, said => said.some(({ text }) => text === 'Oi, Helena'))
  await line('Helena Prado')
    .getByText(/Entregue|Lida/)
    .waitFor()
  await shop.control.send({ from: PHONES[1]!, to: NUMBER, type: 'text', text: 'sair' })
  await line('Edson Carvalho').getByText('Não recebe: pediu para sair').waitFor()
  await page.getByRole('heading', { name: 'Finalizada' }).or(page.getByText('Finalizada').first()).waitFor()
  await page.getByText('1 de 2 contatos válidos').waitFor()
  expect(await look(ana, 'campaign-report')).toEqual([])

  await press(ana, page.getByRole('link', { name: 'Voltar para Campanhas' }))
  await line('Troca para 900 mega').getByText('Finalizada').waitFor()
  expect(await look(ana, 'campaigns')).toEqual([])

  await goTo(ana, 'Intervalos e variáveis')
  await page.getByLabel('Entre mensagens').selectOption('10')
  await pressButton(ana, 'Adicionar variável')
  await page.getByLabel('Chave').fill('cupom')
  await page.getByLabel('Valor').fill('FIBRA900')
  expect(await look(ana, 'campaigns-config')).toEqual([])
  await pressButton(ana, /^Salvar intervalos/)
  await page.getByRole('status').getByText('Configurações salvas').waitFor({ state: 'attached' })
  await press(ana, page.getByRole('link', { name: 'Ver quem pediu para sair' }))
  await line('Edson Carvalho').getByText('“sair”').waitFor()
})

test('campaigns > a spreadsheet goes into a list from the page of lists, and its row that is refused comes back as a file', async () => {
  const { page } = ana
  const { id } = await shop.owner.post<{ id: number }>('/contact-lists', { name: 'Da planilha' })
  await goTo(ana, 'Listas de contatos')
  await pressButton(ana, 'Mais ações de Da planilha')
  await press(ana, page.getByRole('menuitem', { name: 'Importar planilha' }))
  const importing = sheet('Importar contatos')
  const csv = ['Nome;Telefone', `Helena Prado;${PHONES[0]}`, '=1+1;12'].join('\n')
  await importing.locator('input[type=file]').setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await pressButton(ana, 'Importar 1 linha', importing)
  await importing.getByText('1 linha ficou de fora').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), pressButton(ana, 'Baixar estas linhas', importing)])
  expect((await Bun.file((await file.path())!).text()).split('\r\n')[1]).toStartWith("'=1+1;12;")
  await pressButton(ana, 'Concluir', importing)
  await line('Da planilha').getByRole('cell', { name: '1', exact: true }).waitFor()
  expect((await shop.owner.get<{ contactsCount: string }>(`/contact-lists/${id}`)).contactsCount).toBe('1')
})

/** A tag with a customer who wrote. */
async function tagOf(name: string, phone: string) {
  shop.control.addPhone({ phone, name: 'Rosa Lima' })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'oi' })
  const ticket = await until(async () => {
    const { tickets } = await shop.owner.get<{ tickets: { id: number }[] }>(`/tickets?showAll=true&searchParam=${phone}`)
    return tickets[0]
  })
  const tag = await shop.owner.post<{ id: number }>('/tags', { name, color: '#0f766e', kanban: 0 })
  await shop.owner.post('/tags/sync', { ticketId: ticket.id, tags: [{ id: tag.id }] })
}
/** Writes a campaign for the contacts of a tag, in the form that is open. */
async function writeForTag(name: string, tag: string) {
  const { page } = ana
  await page.getByRole('textbox', { name: 'Nome' }).fill(name)
  await press(ana, page.getByRole('button', { name: /^Conexão/ }))
  await press(ana, page.getByRole('option', { name: 'Loja' }))
  await page.getByLabel('Texto da mensagem 1').fill('Oi')
  await press(ana, page.getByRole('button', { name: /^Ou os contatos de uma tag/ }))
  await press(ana, page.getByRole('option', { name: tag }))
}

test('campaigns > one for the contacts of a tag says to how many it goes before it begins', async () => {
  const { page } = ana
  await tagOf('Fibra antiga', '5511955550131')
  await goTo(ana, 'Campanhas')
  await create(/^Nova campanha/)
  await pressButton(ana, 'Começar agora')
  await page.getByText('Preencha este campo').waitFor()
  await writeForTag('Para a tag', 'Fibra antiga')
  await pressButton(ana, 'Começar agora')
  await sheet(/^Começar a campanha Para a tag/)
    .getByText(/^1 contato\./)
    .waitFor()
  await pressButton(ana, 'Cancelar', sheet(/^Começar a campanha Para a tag/))
})

test('campaigns > one for the contacts of a tag keeps them when it is saved again, and goes to them', async () => {
  const { page } = ana
  const PHONE = '5511955550132'
  await tagOf('Fibra nova', PHONE)
  await goTo(ana, 'Campanhas')
  await create(/^Nova campanha/)
  await writeForTag('Duas vezes', 'Fibra nova')
  await pressButton(ana, /^Salvar/)
  await page.waitForURL(/campaigns\/\d+$/)
  // The list that was made of the tag is the one that is chosen, and what its pace is reckoned by.
  await page.getByText('1 de 1').waitFor()
  expect(await page.getByText('Não salvo').count()).toBe(0)
  await page.getByLabel('Texto da mensagem 1').fill('Oi, de novo')
  await pressButton(ana, /^Salvar/)
  await page.getByText('Não salvo').waitFor({ state: 'detached' })
  await pressButton(ana, 'Começar agora')
  const question = sheet(/^Começar a campanha Duas vezes/)
  await question.getByText(/^1 contato\./).waitFor()
  await pressButton(ana, 'Começar agora', question)
  await shop.shows(PHONE, said => said.some(({ text }) => text === 'Oi, de novo'))
})

test('campaigns > one that is planned for the contacts of a tag says first to how many it goes, and waits where that is not meant', async () => {
  const { page } = ana
  await tagOf('Fibra programada', '5511955550133')
  await goTo(ana, 'Campanhas')
  await create(/^Nova campanha/)
  await writeForTag('Na hora marcada', 'Fibra programada')
  await page.getByLabel('Começa em').fill('2031-03-03T10:00')
  const question = sheet(/^Programar a campanha Na hora marcada/)
  await pressButton(ana, /^Programar campanha/)
  await question.getByText(/^1 contato\./).waitFor()
  await pressButton(ana, 'Cancelar', question)
  await page.waitForURL(/campaigns\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  const status = async () => (await shop.owner.get<{ status: string }>(`/campaigns/${id}/report`)).status
  expect(await status()).toBe('INATIVA')
  await page.getByText('Não salvo').waitFor()
  await pressButton(ana, /^Programar campanha/)
  await page.getByText('Não salvo').waitFor({ state: 'detached' })
  expect(await status()).toBe('PROGRAMADA')
})

test('campaigns > what one lacks is said at its fields before it begins, and saving leaves the hand where it writes', async () => {
  const { page } = ana
  const message = page.getByRole('textbox', { name: /^Texto da mensagem/ })
  const isFocused = async (label: string) =>
    (await page.evaluate(() => document.activeElement!.id)) === (await page.getByLabel(label).getAttribute('id'))
  await goTo(ana, 'Campanhas')
  await create(/^Nova campanha/)
  await page.getByRole('textbox', { name: 'Nome' }).fill('Duas versões')
  await press(ana, page.getByRole('tab', { name: 'Mensagem 4' }))
  await pressButton(ana, 'Começar agora')
  // Connection, list, and the first message, which is shown for that.
  await page.getByText('Obrigatório').nth(2).waitFor()
  await message.fill('Oi {nome}, use {cupon}')
  await page.getByText('{cupon} não é uma variável').waitFor()
  await message.fill('Oi {nome}')
  await page.getByText('{cupon} não é uma variável').waitFor({ state: 'detached' })
  await press(ana, page.getByRole('button', { name: /^Lista de contatos/ }))
  await press(ana, page.getByRole('option', { name: 'Parque Dez' }))
  await press(ana, page.getByRole('button', { name: /^Conexão/ }))
  await press(ana, page.getByRole('option', { name: 'Loja' }))
  await press(ana, page.getByLabel('Pedir confirmação antes'))
  await page.getByLabel('Pergunta de confirmação 1').fill('Posso contar? SIM ou SAIR')
  await press(ana, page.getByRole('tab', { name: 'Mensagem 2' }))
  await message.fill('Olá {nome}')
  // A message without a question of its own goes with that of another.
  await page
    .getByRole('region', { name: /^Prévia/ })
    .getByText('Posso contar? SIM ou SAIR')
    .waitFor()
  for (const text of ['Olá {nome}', 'Olá de novo, {nome}']) {
    await message.fill(text)
    await message.press('Control+Enter')
    await page.getByText('Não salvo').waitFor({ state: 'detached' })
    expect([await isFocused('Texto da mensagem 2'), await message.inputValue()]).toEqual([true, text])
  }
  await page.waitForURL(/campaigns\/\d+$/)
  const id = Number(page.url().split('/').at(-1))

  await goTo(ana, 'Campanhas')
  await pressButton(ana, 'Mais ações de Duas versões')
  await press(ana, page.getByRole('menuitem', { name: 'Começar agora' }))
  const question = sheet(/^Começar a campanha Duas versões/)
  await question.getByText(/contatos?\. Deve terminar/).waitFor()
  await pressButton(ana, 'Começar agora', question)
  await until(async () => (await shop.owner.get<{ status: string }>(`/campaigns/${id}/report`)).status !== 'INATIVA')
  await page.goto(`/campaigns/${id}`)
  await page
    .getByRole('note')
    .getByText(/está sendo enviada|já terminou/)
    .waitFor()
  await press(ana, page.getByRole('tab', { name: 'Mensagem 2' }))
  expect([await message.inputValue(), await message.isDisabled()]).toEqual(['Olá de novo, {nome}', true])
  expect(await look(ana, 'campaign-locked')).toEqual([])
})

test('campaigns > a campaign and a list that are not there say so', async () => {
  const { page } = ana
  for (const path of ['/campaign/99999/report', '/campaigns/99999', '/contact-lists/99999/contacts']) {
    await page.goto(path)
    await page.getByText(/^(Campanha|Lista de contatos) não encontrada/).waitFor()
  }
  expect(await look(ana, 'list-gone')).toEqual([])
  ana.forgive(/^404 GET/)
})

test('campaigns > a report of many people draws those in sight alone, and reads on where somebody scrolls to', async () => {
  const { page } = ana
  const list = await shop.owner.post<{ id: number }>('/contact-lists', { name: 'Muitos' })
  for (let at = 0; at < MANY; at += 500)
    await shop.owner.post(`/contact-lists/${list.id}/upload`, {
      rows: Array.from({ length: 500 }, (_, i) => ({ name: `Pessoa ${at + i}`, number: `5511${920_000_000 + at + i}` })),
    })
  const [connection] = await shop.owner.get<{ id: number }[]>('/whatsapp?session=0')
  // Nothing goes out today: it is about the report alone.
  const days = ALWAYS.map((day, i) => ({ ...day, isOn: i === (new Date().getUTCDay() + 2) % 7 }))
  await shop.owner.post('/campaign-settings', { settings: { days } })
  const given = { name: 'Para muitos', message1: 'Oi', contactListId: list.id, whatsappId: connection!.id }
  const { id } = await shop.owner.post<{ id: number }>('/campaigns', { ...given, scheduledAt: new Date().toISOString() })
  // Those of whom the check said meanwhile that they have no account are not in it.
  await until(async () => (await shop.owner.get<{ isFilled: boolean }>(`/campaigns/${id}/report`)).isFilled)

  await page.goto(`/campaign/${id}/report`)
  const table = page.getByRole('table', { name: 'Envios' })
  await line('Pessoa').first().waitFor()
  await table.evaluate(at => at.parentElement!.scrollTo(0, at.scrollHeight))
  await line(`Pessoa ${MANY - 1}`).waitFor()
  expect(await table.getByRole('row').count()).toBeLessThan(150)
})
