import { expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look } from './browser'
import { pageOf, testShop } from './test-shop'

const { shop, sit } = await testShop()
const ana = await sit('wide', 'Ana Lima')
const bia = await sit('phone', 'Bia Reis')
const { line, sheet } = pageOf(ana)
const focused = () => ana.page.evaluate(() => document.activeElement?.textContent ?? '')
const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))
await shop.owner.post('/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, days: ALWAYS } })
const PHONE = '5511955550301'
shop.control.addPhone({ phone: PHONE, name: 'Ângela Prado' })

test('lists > people stand by the alphabet and are narrowed by the state of their numbers; a row that is repeated is told as such', async () => {
  const { page } = ana
  const { id } = await shop.owner.post<{ id: number }>('/contact-lists', { name: 'Bairro' })
  await page.goto(`/contact-lists/${id}/contacts`)
  await pressButton(ana, 'Mais ações', page.locator('.page-head'))
  await press(ana, page.getByRole('menuitem', { name: 'Importar contatos' }))
  const importing = sheet('Importar contatos')
  const rows = [
    'Nome;Telefone',
    'Zuleika;5511955550999',
    `Ângela Prado;${PHONE}`,
    'Ângela de novo;11 95555-0301',
    `${'N'.repeat(60)};11955550888`,
  ]
  const chooses = (name: string, text: string) =>
    importing.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await chooses('sem-nomes.csv', rows.slice(1).join('\n'))
  await importing.getByText('Escolha a coluna de: Nome, Número').waitFor()
  await pressButton(ana, 'Trocar arquivo', importing)
  await chooses('clientes.csv', rows.join('\n'))
  const out = importing.getByRole('table', { name: '1 linha vai ficar de fora' }).getByRole('row').filter({ hasText: 'NNN' })
  await out.filter({ hasText: 'Nome: Até 50 caracteres' }).getByRole('cell', { name: '5', exact: true }).waitFor()
  expect(await look(ana, 'import-columns')).toEqual([])
  await pressButton(ana, 'Importar 3 linhas', importing)
  await importing.getByText('2 linhas importadas').waitFor()
  await importing.getByText('1 linha repetida na planilha').waitFor()
  await importing.getByText('Nome: Até 50 caracteres').waitFor()
  expect(await look(ana, 'import-repeated')).toEqual([])
  await pressButton(ana, 'Concluir', importing)
  await line('Ângela Prado').getByText('Válido').waitFor()
  await line('Zuleika').getByText('Sem WhatsApp').waitFor()
  expect(await page.getByRole('table').getByRole('row').allTextContents()).toEqual([
    expect.stringContaining('Nome'),
    expect.stringContaining('Ângela'),
    expect.stringContaining('Zuleika'),
  ])
  await page.getByLabel('Situação do número').selectOption('Sem WhatsApp')
  await line('Ângela Prado').waitFor({ state: 'detached' })
  expect(await line('Zuleika').count()).toBe(1)
  expect(await look(ana, 'list-narrowed')).toEqual([])
  await bia.page.goto(`/contact-lists/${id}/contacts`)
  await bia.page.getByLabel('Situação do número').selectOption('Válido')
  await pageOf(bia).line('Zuleika').waitFor({ state: 'detached' })
  expect(await look(bia, 'list-narrowed')).toEqual([])
})

test('campaigns > a test saves what is written by itself, the arrows walk the messages, and times are those of the company', async () => {
  const { page } = ana
  await page.goto('/campaigns/new')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Novidade')
  await press(ana, page.getByRole('button', { name: /^Conexão/ }))
  await press(ana, page.getByRole('option', { name: 'Loja' }))
  await page.getByText(/Fuso: Horário (Padrão )?de Brasília/).waitFor()
  await page.getByLabel('Texto da mensagem 1').fill('Oi, chegou a novidade')
  await page.getByRole('tab', { name: 'Mensagem 1' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByLabel('Texto da mensagem 2').waitFor()
  expect(await focused()).toContain('Mensagem 2')
  await page.keyboard.press('ArrowLeft')
  await pressButton(ana, 'Enviar teste para mim')
  const trying = sheet('Enviar teste para mim')
  await trying.getByLabel(/WhatsApp|número/i).fill(PHONE)
  await pressButton(ana, /^Enviar/, trying)
  await shop.shows(PHONE, said => said.some(({ text }) => text === 'Oi, chegou a novidade'))
  expect(await look(ana, 'campaign-tried-out')).toEqual([])
})

test('schedules > the arrows walk the views, and what was opened by a key gives the focus back', async () => {
  const { page } = ana
  await goTo(ana, 'Agendamentos')
  await page.getByRole('tab', { name: 'Mês' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Semana', selected: true }).waitFor()
  expect(await focused()).toBe('Semana')
  await page.keyboard.press('c')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused()).toBe('Semana')
  expect(await look(ana, 'schedules-week')).toEqual([])
})

test('what is long is cut with dots or stays in its line', async () => {
  shop.control.addPhone({ phone: '5511955550777', name: 'Cliente de etiquetas' })
  const contact = await shop.owner.post<{ id: number }>('/contacts', { name: 'Cliente de etiquetas', number: '5511955550777' })
  const names = ['Interessado no plano de fibra empresarial', 'Cliente desde antes da fusão das lojas']
  const tagIds = await Promise.all(names.map(async name => (await shop.owner.post<{ id: number }>('/tags', { name, color: '#2f6fed' })).id))
  await shop.owner.put(`/contacts/${contact.id}`, { tagIds })
  await goTo(ana, 'Contatos')
  const chip = line('Cliente de etiquetas').locator('.chip').first()
  expect(await chip.evaluate(one => [getComputedStyle(one).textOverflow, one.scrollWidth > one.clientWidth])).toEqual(['ellipsis', true])
  expect(await look(ana, 'contacts-tags')).toEqual([])
  await goTo(bia, 'Campanhas')
  await bia.page.locator('.toolbar > .btn[aria-pressed]').first().waitFor()
  const tops = await bia.page.locator('.toolbar > .btn[aria-pressed]').evaluateAll(all => all.map(one => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  expect(await look(bia, 'campaigns-filters')).toEqual([])
  await goTo(ana, 'Intervalos e variáveis')
  const [head, first] = [ana.page.locator('.page-head'), ana.page.locator('.campaign-form h2').first()]
  const gap = (await first.boundingBox())!.y - (await head.boundingBox().then(box => box!.y + box!.height))
  expect(gap).toBeLessThan(16)
})

/** A campaign for one who is on WhatsApp. */
async function campaignFor(phone: string, more: object) {
  shop.control.addPhone({ phone, name: 'Cliente de perto' })
  const list = await shop.owner.post<{ id: number }>('/contact-lists', { name: `Lista de ${phone}` })
  await shop.owner.post(`/contact-lists/${list.id}/upload`, { rows: [{ name: 'Cliente de perto', number: phone }] })
  const [connection] = await shop.owner.get<{ id: number }[]>('/whatsapp')
  const given = { whatsappId: connection!.id, contactListId: list.id, ...more }
  return { listId: list.id, id: (await shop.owner.post<{ id: number }>('/campaigns', given)).id }
}

test('campaigns > a variable that there is not is told before one begins, whichever of its messages names it', async () => {
  await campaignFor('5511955550611', { name: 'Com cupom', message1: 'Oi', message2: 'Use {cupon}' })
  await goTo(ana, 'Campanhas')
  await pressButton(ana, 'Mais ações de Com cupom')
  await press(ana, ana.page.getByRole('menuitem', { name: 'Começar agora' }))
  const question = sheet(/^Começar a campanha Com cupom/)
  await question.getByText('{cupon} não é uma variável').waitFor()
  await pressButton(ana, 'Cancelar', question)
})

test('campaigns > in half a window a report says whom it asked from which number, how long it waits, and lists keep number and date', async () => {
  const { page } = ana
  const asking = { name: 'Meia janela', message1: 'A oferta', confirmation: true, confirmationMessage1: 'Posso contar?' }
  const { id, listId } = await campaignFor('5511955550612', asking)
  shop.control.addPhone({ phone: '5511955550613', name: 'Cliente da agenda' })
  await shop.owner.post('/schedules', {
    ...{ body: 'Lembrete da parcela', sendAt: '2031-03-04T09:00:00-03:00' },
    contactId: (await shop.owner.post<{ id: number }>('/contacts', { name: 'Cliente da agenda', number: '5511955550613' })).id,
  })
  await page.setViewportSize({ width: 683, height: 768 })
  await page.goto(`/campaigns/${id}`)
  await pressButton(ana, 'Começar agora')
  await press(ana, page.getByRole('dialog').getByRole('button', { name: /^Começar/ }))
  await page.getByText(/^De Loja .+ para Lista de/).waitFor()
  await page.getByText('quem não responder em 48 horas').waitFor()
  const inSight = async (row: ReturnType<typeof line>, ...texts: (string | RegExp)[]) => {
    for (const text of texts) {
      const box = await row.getByText(text).filter({ visible: true }).first().boundingBox()
      expect([text, box!.x + box!.width <= 683]).toEqual([text, true])
    }
  }
  await line('Cliente de perto').getByText('Esperando confirmação').waitFor()
  await inSight(line('Cliente de perto'), '+55 11 95555-0612', 'Esperando confirmação', /^\d\d:\d\d$/)
  await page.goto(`/contact-lists/${listId}/contacts`)
  await inSight(line('Cliente de perto'), '+55 11 95555-0612')
  await page.goto('/schedules')
  const who = page.getByRole('button', { name: /^Todos da equipe/ }).getByText('Todos da equipe')
  expect(await who.evaluate(one => one.scrollWidth <= one.clientWidth)).toBe(true)
  await press(ana, page.getByRole('tab', { name: 'Lista' }))
  await inSight(line('Cliente da agenda'), /4 de mar/)
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('lists > one of a filter says to how many it comes before it is made, by tags as well', async () => {
  const rows = [1, 2, 3].map(n => ({ name: `Com selo ${n}`, number: `551195555062${n}`, tags: n < 3 ? 'Selo' : '' }))
  await shop.owner.post('/contacts/upload', { rows })
  await goTo(ana, 'Listas de contatos')
  await pageOf(ana).create(/^Nova lista/)
  const form = sheet('Nova lista')
  await form.getByLabel('Nome').fill('Com selo')
  await press(ana, form.locator('.source-cards label').filter({ hasText: 'Filtro' }))
  await form.getByText(/^\d+ contatos agora\.$/).waitFor()
  await press(ana, form.getByRole('button', { name: /^Tags/ }))
  await press(ana, ana.page.getByRole('option', { name: 'Selo' }))
  await ana.page.keyboard.press('Escape')
  await form.getByText('2 contatos agora.').waitFor()
  expect(await look(ana, 'contact-list-of-filter')).toEqual([])
  await pressButton(ana, /^Criar lista/, form)
  await line('Com selo 2').waitFor()
  expect(await line('Com selo').count()).toBe(2)
})

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)
test('campaigns > the copy of one has its file', async () => {
  const { page } = ana
  const { id } = await campaignFor('5511955550614', { name: 'Com foto', message1: 'Veja' })
  await page.goto(`/campaigns/${id}`)
  await page.locator('input[type=file]').setInputFiles({ name: 'oferta.png', mimeType: 'image/png', buffer: PICTURE })
  await pressButton(ana, /^Salvar inativa/)
  await page.getByText('Não salvo').waitFor({ state: 'detached' })
  await goTo(ana, 'Campanhas')
  await pressButton(ana, 'Mais ações de Com foto')
  await press(ana, page.getByRole('menuitem', { name: 'Duplicar' }))
  await page.getByRole('heading', { name: 'Com foto (cópia)' }).waitFor()
  await page.getByText('oferta.png').waitFor()
  const copy = await shop.owner.get<{ mediaPath: string }>(`/campaigns/${page.url().split('/').at(-1)}/report`)
  expect(Buffer.from(await (await fetch(new URL(copy.mediaPath, shop.url))).arrayBuffer()).equals(PICTURE)).toBe(true)
})
