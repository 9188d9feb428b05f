import { expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look, sizes } from './browser'
import { NUMBER, until } from './shop'
import { pageOf, testShop } from './test-shop'

const { shop, sit } = await testShop()
const ana = await sit('wide', 'Ana Lima')
const { page } = ana
const { line, sheet } = pageOf(ana)

/** Somebody whom WhatsApp knows becomes a contact, by the hand of a colleague. */
function add(contact: { name: string; number: string; [more: string]: unknown }) {
  shop.control.addPhone({ phone: contact.number, name: contact.name })
  return shop.owner.post<{ id: number }>('/contacts', contact)
}
/** An entry of the menu beside the title. */
async function choose(entry: string) {
  await pressButton(ana, 'Mais ações', page.getByRole('main').locator('.page-head'))
  await press(ana, page.getByRole('menuitem', { name: entry }))
}
const downloaded = async (start: () => Promise<unknown>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return Bun.file((await file.path())!).text()
}

/** The same screen as narrow as a phone. */
async function onPhone(name: string) {
  await page.setViewportSize(sizes.phone.viewport)
  const found = await look({ ...ana, size: 'phone' }, name)
  await page.setViewportSize(sizes.wide.viewport)
  return found
}

test('a spreadsheet is imported; its bad row comes back as a file that can be mended', async () => {
  await goTo(ana, 'Contatos')
  await choose('Importar contatos')
  const dialog = sheet('Importar contatos')
  const csv =
    'Cliente;Celular;E-mail;Etiquetas;Plano\nTereza Nunes;(92) 99120-4471;tereza@exemplo.com;Bairro novo;600 mega\n=1+1;5592991204472;\nCurto;123;\nDe novo;92 9120-4471;\n'
  await dialog.locator('input[type=file]').setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByText('clientes.csv, 4 linhas').waitFor()
  await dialog.getByLabel('Vai para: Plano').selectOption({ label: 'Dado extra, com o nome da coluna' })
  expect(await look(ana, 'contacts-import')).toEqual([])
  await pressButton(ana, 'Importar 3 linhas')
  await dialog.getByText('2 linhas importadas').waitFor()
  await dialog.getByText('1 linha repetida na planilha').waitFor()
  expect(await look(ana, 'contacts-import-done')).toEqual([])
  const refused = await downloaded(() => pressButton(ana, 'Baixar estas linhas'))
  expect(refused).toMatch(/^Cliente;Celular;E-mail;Etiquetas;Plano;Motivo\r\nCurto;123;;;;Número: Pelo menos \d+ caracteres\r\n$/)
  await press(ana, dialog.getByRole('button', { name: /^Conferir \d+ números? no WhatsApp$/ }))
  await pressButton(ana, 'Concluir')
  await line('Tereza Nunes').getByRole('cell', { name: '+55 92 99120-4471 Sem WhatsApp' }).waitFor()
  await line('Tereza Nunes').getByText('Bairro novo').waitFor()
  await page.getByRole('button', { name: 'Tereza Nunes', exact: true }).click()
  const form = sheet('Tereza Nunes')
  await form.getByText('Plano').or(form.locator('input[value="Plano"]')).first().waitFor()
  expect(await look(ana, 'contacts-tags')).toEqual([])
  await page.keyboard.press('Escape')
})

test('what the filters leave is exported, and runs nothing in a spreadsheet', async () => {
  await page.getByLabel('Filtros').click()
  await page.getByLabel('E-mail', { exact: true }).selectOption({ label: 'Sem e-mail' })
  await line('Tereza Nunes').waitFor({ state: 'detached' })
  await line('=1+1').waitFor()
  expect(await look(ana, 'contacts-filters')).toEqual([])
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).search).toBe('?email=without')
  const file = await downloaded(() => choose('Exportar como CSV'))
  expect(file.split('\r\n').slice(0, 2)).toEqual(['Nome;Número;E-mail;Tags;Última conversa', "'=1+1;5592991204472;;;"])
  expect(file).not.toContain('Tereza')
  await page.reload()
  await line('=1+1').waitFor()
  expect(await line('Tereza Nunes').count()).toBe(0)
  await pressButton(ana, 'Limpar filtros')
  await line('Tereza Nunes').waitFor()
})

test('a contact made by a colleague is left out as long as the filter leaves it out', async () => {
  await page.goto('/contacts?disableBot=true')
  await page.getByText('Nada com esses filtros.').waitFor()
  await add({ name: 'Com robô', number: '5592991200001' })
  await add({ name: 'Sem robô', number: '5592991200002', disableBot: true })
  await line('Sem robô').waitFor()
  expect(await line('Com robô').count()).toBe(0)
  await pressButton(ana, 'Limpar filtros')
  await line('Com robô').waitFor()
})

test('two rows of one person are shown, merged after a look at the result, and taken back', async () => {
  await add({ name: 'Tereza N.', number: '5592988880000', email: 'Tereza@exemplo.com' })
  await choose('Contatos duplicados')
  const dialog = sheet('Contatos duplicados')
  await dialog.getByText('Mesmo e-mail').waitFor()
  expect(await look(ana, 'contacts-duplicates')).toEqual([])
  expect(await onPhone('contacts-duplicates')).toEqual([])
  await pressButton(ana, 'Unir Tereza N. a Tereza Nunes', dialog)
  const merge = sheet('Unir Tereza Nunes')
  await merge.getByText('O número +55 92 98888-0000 não fica no contato').waitFor()
  expect(await look(ana, 'contacts-merge')).toEqual([])
  expect(await onPhone('contacts-merge')).toEqual([])
  await pressButton(ana, /^Unir/, merge.locator('footer'))
  await dialog.getByText('Tereza N. foi unido a Tereza Nunes').waitFor()
  await dialog.getByText('Nenhum contato parece repetido.').waitFor()
  expect(await look(ana, 'contacts-merged')).toEqual([])
  await pressButton(ana, 'Desfazer', dialog)
  await dialog.getByText('Mesmo e-mail').waitFor()
  await pressButton(ana, 'Fechar', dialog.locator('footer'))
  await line('Tereza N.').waitFor()
})

test('any two are merged by hand, and the toast takes it back', async () => {
  await line('Com robô').hover()
  await pressButton(ana, 'Unir Com robô a outro contato')
  const merge = sheet('Unir Com robô')
  await merge.getByLabel('Com qual contato').fill('Sem robô')
  await press(ana, merge.getByRole('option', { name: /Sem robô/ }))
  await pressButton(ana, 'Trocar', merge)
  await merge.getByText('O número +55 92 99120-0001 não fica no contato').waitFor()
  await pressButton(ana, /^Unir/, merge.locator('footer'))
  await line('Com robô').waitFor({ state: 'detached' })
  await pressButton(ana, /^Desfazer/)
  await line('Com robô').waitFor()
})

test('the address book of the linked phone becomes contacts', async () => {
  await choose('Importar da agenda')
  await page.getByText('O celular ainda não enviou a agenda.').first().waitFor()
  shop.control.addPhone({ phone: '5592991300001', name: 'dudinha' })
  await shop.control.saveContact({ phone: NUMBER, contact: '5592991300001', name: 'Eduarda Reis' })
  await until(async () => {
    await choose('Importar da agenda')
    return (await line('Eduarda Reis').count()) === 1
  })
})

test('a row shows the tags of its tickets and leads to the last conversation', async () => {
  shop.control.addPhone({ phone: '5592991204471', name: 'tê' })
  await shop.control.send({ type: 'text', text: 'oi', from: '5592991204471', to: NUMBER })
  type Tickets = { tickets: { id: number; uuid: string; contact: { name: string } }[] }
  const ticket = await until(async () => {
    const { tickets } = await shop.owner.get<Tickets>('/tickets?status=pending&showAll=true')
    return tickets.find(({ contact }) => contact.name === 'Tereza Nunes')
  })
  const tag = await shop.owner.post<{ id: number }>('/tags', { name: 'Orçamento', color: '#a169da' })
  await shop.owner.post('/tags/sync', { ticketId: ticket.id, tags: [{ id: tag.id }] })
  await page.goto(`/contacts?tags=[${tag.id}]`)
  await line('Tereza Nunes').getByText('Orçamento').waitFor()
  expect(await line('Com robô').count()).toBe(0)
  expect(await look(ana, 'contacts-list')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await look(ana, 'contacts-list-narrow')).toEqual([])
  await page.setViewportSize({ width: 1366, height: 768 })
  await press(ana, page.getByRole('link', { name: 'Abrir a última conversa com Tereza Nunes' }))
  await page.waitForURL(`**/tickets/${ticket.uuid}`)
})

test('what a field that was left says of itself takes no press away from the next', async () => {
  await page.goto('/contacts')
  await pressButton(ana, /^Novo contato/)
  const form = sheet('Novo contato')
  await form.getByLabel('Nome').fill('Vera Torta')
  await form.getByLabel('E-mail').fill('vera@')
  const tags = form.getByRole('button', { name: /^Tags/ })
  const { x, y, width, height } = (await tags.boundingBox())!
  await page.mouse.move(x + width / 2, y + height - 2)
  await page.mouse.down()
  expect(await form.getByText('E-mail inválido').count()).toBe(0)
  await page.mouse.up()
  await form.getByText('E-mail inválido').waitFor()
  await page.getByRole('listbox', { name: 'Tags' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await pressButton(ana, 'Descartar')
})

test('a contact is saved whose tag was deleted while its list stood open', async () => {
  const { id } = await shop.owner.post<{ id: number }>('/tags', { name: 'Passageira', color: '#33a340' })
  await add({ name: 'Olga Rocha', number: '5592991200077', tagIds: [id] })
  await page.goto('/contacts?searchParam=Olga')
  await line('Olga Rocha').waitFor()
  await shop.owner.del(`/tags/${id}`)
  await press(ana, line('Olga Rocha'))
  const form = sheet('Olga Rocha')
  await form.getByLabel('E-mail').fill('olga@exemplo.com')
  await pressButton(ana, /^Salvar/, form)
  await form.waitFor({ state: 'hidden' })
  expect((await shop.owner.get<{ contacts: { email: string }[] }>('/contacts?searchParam=Olga')).contacts[0]!.email).toBe(
    'olga@exemplo.com',
  )
})
