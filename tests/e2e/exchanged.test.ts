import { beforeAll, expect, test } from 'bun:test'
import { bubble, choose, composer, conversation, inHead, openTicket, press, pressButton, send, showList, takeIt, thread } from './agent'
import { look, type Person } from './browser'
import { NUMBER, type Shop, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const helena = '5511988801001'
const write = (content: object) => shop.control.send({ from: helena, to: NUMBER, ...content } as Parameters<Shop['control']['send']>[0])
const text = (words: string) => write({ type: 'text', text: words })

type Ticket = { id: number; uuid: string; status: string; contactId: number; lastMessage: string }
const ticketsOf = async () => (await shop.owner.get<{ tickets: Ticket[] }>(`/tickets?showAll=true&searchParam=${helena}`)).tickets
const said = (words: string) => until(async () => (await ticketsOf()).find(one => one.lastMessage.includes(words)), undefined, words)

let nina: Person
let phone: Person
beforeAll(async () => {
  shop.control.addPhone({ phone: helena, name: 'Helena Prado', picture: 'sample' })
  await shop.owner.put('/settings/reopenHours', { value: '0' })
  nina = await sit('wide', 'Nina Alves')
  phone = await sit('phone', 'Davi Melo')
  await text('Minha internet caiu ontem')
  await write({ type: 'document', fileName: 'contrato.pdf', mimetype: 'application/pdf' })
  const { id } = await said('contrato')
  await shop.owner.put(`/tickets/${id}`, { status: 'closed' })
  await text('Caiu de novo, veja https://nortefibra.test/status')
  await said('Caiu de novo')
}, 120_000)

const pane = ({ page }: Person) => page.getByRole('complementary', { name: 'Dados do contato' })
const tab = (person: Person, name: string) => press(person, pane(person).getByRole('tab', { name }))
const menu = (person: Person, name: string) => press(person, person.page.getByRole('menuitem', { name: new RegExp(`^${name}`) }))

test('an edited message says what it said before, and the conversation of which ticket earlier words are', async () => {
  await showList(nina, 'Aguardando')
  await openTicket(nina, 'Helena Prado')
  await takeIt(nina)
  await thread(nina)
    .getByText(/^Resolvido em/)
    .waitFor()
  await thread(nina)
    .getByText(/^Este atendimento, nº/)
    .waitFor()
  const { id } = await text('Preciso de uma vizita')
  await bubble(nina, 'vizita').waitFor()
  await write({ type: 'edit', message: id, text: 'Preciso de uma *visita*' })
  await bubble(nina, 'Preciso de uma visita').waitFor()
  await pressButton(nina, /^editada/, bubble(nina, 'uma visita'))
  const before = nina.page.getByRole('dialog', { name: 'Antes da edição' })
  await before.getByText('Preciso de uma vizita').waitFor()
  expect(await look(nina, 'exchanged-edited')).toEqual([])
  await nina.page.keyboard.press('Escape')
  await before.waitFor({ state: 'detached' })
})

test('words are marked by keys and shown as they will be, and what is sent is plain text that can be undone', async () => {
  const field = composer(nina)
  await field.fill('Boa tarde Helena')
  await field.press('Control+Shift+ArrowLeft')
  await field.press('Control+b')
  expect(await field.inputValue()).toBe('Boa tarde *Helena*')
  await nina.page.locator('.mirror strong', { hasText: 'Helena' }).waitFor()
  const places = await nina.page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
    return [box('.mirror'), box('.composer textarea')].map(({ left, top, height }) => [left, top, height].map(Math.round))
  })
  expect(places[0]).toEqual(places[1])
  expect(await look(nina, 'exchanged-format')).toEqual([])
  await field.press('Control+b')
  expect(await field.inputValue()).toBe('Boa tarde Helena')
  await field.press('Control+z')
  expect(await field.inputValue()).toBe('Boa tarde *Helena*')
  await pressButton(nina, 'Formatar o texto')
  await menu(nina, 'Itálico')
  expect(await field.inputValue()).toBe('Boa tarde _*Helena*_')
  await send(nina)
  await shop.shows(helena, entries => entries.find(one => one.text.endsWith('Boa tarde _*Helena*_')))
})

test('people and a place are sent from the menu of the clip, and arrive as such', async () => {
  await shop.owner.post('/contacts', { name: 'Rui Técnico', number: await registered('5511988801002', 'Rui Técnico') })
  await pressButton(nina, 'Anexar')
  expect(await look(nina, 'exchanged-menu')).toEqual([])
  await menu(nina, 'Contatos')
  const people = nina.page.getByRole('dialog', { name: 'Enviar contatos' })
  await pressButton(nina, /^Enviar/, people)
  await people.getByText('Escolha ao menos um contato').waitFor()
  await people.getByRole('combobox').fill('Rui')
  await press(nina, people.getByRole('option', { name: /Rui Técnico/ }))
  expect(await look(nina, 'exchanged-people')).toEqual([])
  await pressButton(nina, /^Enviar/, people)
  await bubble(nina, 'Rui Técnico').waitFor()
  await shop.shows(helena, entries => entries.find(one => one.type === 'contact' && one.contacts?.[0]?.phone === '5511988801002'))

  await pressButton(nina, 'Anexar')
  await menu(nina, 'Localização')
  const place = nina.page.getByRole('dialog', { name: 'Enviar localização' })
  await place.getByLabel('Link do mapa').fill('perto da praça')
  await pressButton(nina, /^Enviar/, place)
  await place.getByText('Não há coordenadas').waitFor()
  await nina.context.grantPermissions(['geolocation'])
  await nina.context.setGeolocation({ latitude: -22.9068, longitude: -43.1729 })
  await pressButton(nina, 'Usar onde estou', place)
  await until(async () => (await place.getByLabel('Link do mapa').inputValue()) === '-22.906800, -43.172900')
  await place.getByLabel('Nome do lugar').fill('Nossa loja')
  expect(await look(nina, 'exchanged-place')).toEqual([])
  await pressButton(nina, /^Enviar/, place)
  await bubble(nina, 'Nossa loja').waitFor()
  await shop.shows(helena, entries => entries.find(one => one.location?.latitude === -22.9068 && one.location.name === 'Nossa loja'))
})

test('an album acts picture by picture', async () => {
  for (let i = 0; i < 6; i++) await write({ type: 'image' })
  const album = thread(nina).getByRole('article').filter({ hasText: '+2' })
  await album.waitFor()
  await album.locator('.album-one').nth(1).hover()
  await pressButton(nina, 'Reagir', album)
  await pressButton(nina, '👍')
  await album.locator('.album-one').nth(1).getByText('👍').waitFor()
  expect(await look(nina, 'exchanged-album')).toEqual([])
  await pressButton(nina, 'Mostrar as 6', album)
  await until(async () => (await thread(nina).locator('.album-one').count()) === 6)
})

test('an album is chosen to go on as a whole', async () => {
  const album = thread(nina)
    .getByRole('article')
    .filter({ has: nina.page.locator('.media-grid') })
  await choose(nina, album, 'Encaminhar')
  await nina.page.getByText('6 selecionadas').waitFor()
  expect(await album.getByRole('checkbox').isChecked()).toBe(true)
  await nina.page.keyboard.press('Escape')
  await album.getByRole('checkbox').waitFor({ state: 'detached' })
})

test('the drawer has media, files, links and other tickets of the contact, and a press goes to the message', async () => {
  if (!(await pane(nina).isVisible())) await inHead(nina, 'Dados do contato')
  await until(async () => (await pane(nina).locator('.shared-pic').count()) === 6)
  expect(await look(nina, 'exchanged-media')).toEqual([])
  await tab(nina, 'Links')
  await pane(nina).getByText('nortefibra.test/status').waitFor()
  await tab(nina, 'Arquivos')
  await press(nina, pane(nina).getByRole('button', { name: /^contrato\.pdf/ }))
  await thread(nina).locator('[data-hit]').getByText('contrato.pdf').waitFor()
  await write({ type: 'document', fileName: 'boleto.pdf', mimetype: 'application/pdf' })
  await pane(nina)
    .getByRole('button', { name: /^boleto\.pdf/ })
    .waitFor()
  expect(await look(nina, 'exchanged-files')).toEqual([])
  await press(nina, pane(nina).getByRole('list', { name: 'Outros atendimentos' }).getByRole('link'))
  await thread(nina).locator('[data-hit]').getByText('contrato.pdf').waitFor()
  await conversation(nina).getByText('Este atendimento foi resolvido').waitFor()
  expect(await look(nina, 'exchanged-earlier')).toEqual([])
})

test('what is known of a contact is edited in its place, and that can be undone', async () => {
  await press(nina, pane(nina).getByRole('list', { name: 'Outros atendimentos' }).getByRole('link'))
  await composer(nina).waitFor()
  await pressButton(nina, 'Editar dados', pane(nina))
  await pane(nina).getByRole('textbox', { name: 'Campo' }).fill('Plano')
  await pane(nina).getByRole('textbox', { name: 'Valor' }).fill('Fibra 600')
  expect(await look(nina, 'exchanged-data')).toEqual([])
  await pressButton(nina, 'Salvar', pane(nina))
  await pane(nina).getByText('Fibra 600').waitFor()
  await pressButton(nina, /^Desfazer/)
  await pane(nina).getByText('Fibra 600').waitFor({ state: 'detached' })
})

test('of a message that is a long list of links the first twenty are in the drawer', async () => {
  await tab(nina, 'Links')
  await text(Array.from({ length: 60 }, (_, i) => `https://nortefibra.test/conta/${i + 1}`).join(' '))
  const links = pane(nina).getByText(/^nortefibra\.test\/conta\//)
  await links.first().waitFor()
  expect((await links.allTextContents()).map(shown => shown.split('/').at(-1))).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 1)))
})

test('a very long text is shown by its beginning, until the rest is asked for', async () => {
  await text(`Começo ${'\u0e33'.repeat(64_000)} fim da história`)
  const long = bubble(nina, 'Começo')
  await long.waitFor()
  expect(await long.getByText('fim da história').count()).toBe(0)
  await text(`Relato ${'blá '.repeat(2_000)} fim do relato`)
  await bubble(nina, 'Relato').waitFor()
  expect(await bubble(nina, 'Relato').getByText('fim do relato').count()).toBe(0)
  expect(await look(nina, 'exchanged-long')).toEqual([])
  const top = () => nina.page.locator('.thread').evaluate(box => Math.round(box.scrollTop))
  const before = await top()
  await pressButton(nina, 'Mostrar tudo', bubble(nina, 'Relato'))
  await bubble(nina, 'fim do relato').waitFor()
  expect(await top()).toBe(before)
  expect(await bubble(nina, 'Relato').getByRole('button', { name: 'Mostrar tudo' }).count()).toBe(0)
})

test('on a phone the drawer is a sheet, which closes over the message that is landed on', async () => {
  const { uuid } = (await ticketsOf()).find(one => one.status === 'open')!
  await phone.page.goto(`/tickets/${uuid}`)
  await inHead(phone, 'Dados do contato')
  await pane(phone).getByRole('tab', { name: 'Arquivos' }).scrollIntoViewIfNeeded()
  expect(await look(phone, 'exchanged-sheet')).toEqual([])
  await tab(phone, 'Arquivos')
  await press(phone, pane(phone).getByRole('button', { name: /^contrato\.pdf/ }))
  await pane(phone).waitFor({ state: 'detached' })
  await thread(phone).locator('[data-hit]').getByText('contrato.pdf').waitFor()
  expect(await look(phone, 'exchanged-landed')).toEqual([])
})

/** A number that has WhatsApp. */
async function registered(number: string, name: string) {
  shop.control.addPhone({ phone: number, name })
  return number
}
