import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import {
  accept,
  actions,
  agent,
  bubble,
  choose,
  composer,
  conversation,
  inHead,
  openTicket,
  press,
  pressButton,
  row,
  say,
  showList,
  takeIt,
  toList,
} from './agent'
import type { Locator } from 'playwright-core'
import { look, type Person, type Size, sizes } from './browser'
import { NUMBER, type Shop, until } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

type Ticket = {
  id: number
  uuid: string
  status: string
  unreadMessages: number
  user: { name: string } | null
  queue: { name: string } | null
}
const tickets = (query: string) => shop.owner.get<{ tickets: Ticket[]; count: number }>(`/tickets?showAll=true&${query}`)
const ticketOf = (phone: string) => until(async () => (await tickets(`searchParam=${phone}`)).tickets[0])
const idOf = async (name: string) =>
  (await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')).users.find(user => user.name === name)!.id
const write = (from: string, content: object) =>
  shop.control.send({ from, to: NUMBER, ...content } as Parameters<Shop['control']['send']>[0])
const toast = ({ page }: Person, text: string | RegExp) => page.locator('.toast-b').getByText(text).waitFor()
const dialog = ({ page }: Person, name: string | RegExp) => page.getByRole('dialog', { name })
const pane = ({ page }: Person) => page.getByRole('complementary', { name: 'Dados do contato' })
/** The contact’s pane beside the conversation, or the sheet with it. */
async function openPane(person: Person) {
  if (!(await pane(person).isVisible())) await inHead(person, 'Dados do contato')
  await pane(person).waitFor()
}

describe.each(Object.keys(sizes) as Size[])('a ticket in the hands of several, %s', size => {
  const at = size === 'wide' ? 0 : 1
  const customers = { Helena: `551198880010${at}`, Caio: `551198880020${at}`, Lúcia: `551198880030${at}`, Rosana: `551198880040${at}` }
  const [anaName, biaName] = [`Ana${size} Lima`, `Bia${size} Rocha`]
  let ana: Person
  let bia: Person
  let lead: Person
  const begin = (name: keyof typeof customers, text: string) => write(customers[name], { type: 'text', text })

  beforeAll(async () => {
    for (const [name, phone] of Object.entries(customers)) shop.control.addPhone({ phone, name: `${name} ${size}`, picture: 'sample' })
    for (const name of Object.keys(customers) as (keyof typeof customers)[]) await begin(name, `Sou ${name}`)
    for (const phone of Object.values(customers)) await ticketOf(phone)
    ana = await agent(browser, shop.url, size, await shop.person(anaName))
    bia = await agent(browser, shop.url, size, await shop.person(biaName))
    lead = await agent(browser, shop.url, size, await shop.person(`Lia${size} Reis`, 'admin'))
  })
  afterAll(async () => {
    for (const person of [ana, bia, lead]) await person?.close()
  })
  afterEach(() => {
    for (const person of [ana, bia, lead]) expect(person.problems).toEqual([])
  })

  test('is transferred to a colleague found by three letters, with a note, and marked until it is opened', async () => {
    await accept(ana, `Helena ${size}`)
    await inHead(ana, size === 'wide' ? 'Transferir' : 'Transferir…')
    const transfer = dialog(ana, `Transferir Helena ${size}`)
    await transfer.getByLabel('Pessoa').first().fill('bi')
    await transfer.getByLabel('Pessoa').first().fill(biaName.slice(0, 5))
    await press(ana, transfer.getByRole('radio', { name: new RegExp(biaName) }))
    await transfer.getByLabel(/^Recado/).fill('x')
    await pressButton(ana, /^Transferir para Bia/, transfer)
    await transfer.getByText('Use 2 caracteres ou mais').waitFor()
    await transfer.getByLabel(/^Recado/).fill('Quer *desconto* pelos dois dias, ver https://norte.test/tabela')
    expect(await look(ana, 'hands-transfer')).toEqual([])
    await pressButton(ana, /^Transferir para Bia/, transfer)
    await toast(ana, `Atendimento de Helena ${size} transferido para ${biaName}. Daqui não dá para desfazer`)
    await row(ana, `Helena ${size}`).waitFor({ state: 'detached' })
    expect(new URL(ana.page.url()).pathname).toBe('/tickets')

    const mine = bia.page.getByRole('link', { name: new RegExp(`^Helena ${size}, Transferido para você`) })
    await mine.waitFor()
    await toast(bia, `Helena ${size}: Transferido para você`)
    expect(await look(bia, 'hands-transferred')).toEqual([])
    await press(bia, mine)
    await composer(bia).waitFor()
    await openPane(bia)
    const note = pane(bia).getByRole('article').filter({ hasText: 'Quer desconto pelos dois dias' })
    await note.getByRole('link', { name: 'https://norte.test/tabela' }).waitFor()
    expect(await look(bia, 'hands-notes')).toEqual([])
    if (size === 'phone') await pressButton(bia, 'Fechar', pane(bia))
    await toList(bia)
    await row(bia, `Helena ${size}`).waitFor()
    await until(async () => !(await mine.isVisible()))
  })

  test('goes to nobody while a name is written: arrows and Enter choose who gets it', async () => {
    await showList(bia, 'Atendendo')
    await openTicket(bia, `Helena ${size}`)
    await composer(bia).waitFor()
    await inHead(bia, size === 'wide' ? 'Transferir' : 'Transferir…')
    const transfer = dialog(bia, `Transferir Helena ${size}`)
    const name = transfer.getByLabel('Pessoa').first()
    const isChosen = (name: string | RegExp) => transfer.getByRole('radio', { name, checked: true }).waitFor()
    // Enter before anybody was found takes the first who is.
    await name.fill(anaName)
    await name.press('Enter')
    await isChosen(anaName)
    await name.fill('')
    await name.fill(anaName)
    await transfer.getByRole('radio', { name: anaName }).waitFor()
    await name.press('ArrowUp')
    await isChosen(/^Ninguém/)
    await name.fill(anaName)
    await transfer.getByRole('radio', { name: anaName }).waitFor()
    await name.press('Control+Enter')
    await transfer.getByText('Escolha a pessoa na lista, ou apague o nome').waitFor()
    await name.press('Enter')
    await isChosen(anaName)
    await name.press('ArrowUp')
    await isChosen(/^Ninguém/)
    await name.press('ArrowDown')
    await isChosen(anaName)
    await name.press('Escape')
    await transfer.waitFor({ state: 'detached' })
    await toList(bia)
  })

  test('waits in the queue that was chosen when nobody was, and asks for a queue and a connection', async () => {
    await showList(bia, 'Atendendo')
    await openTicket(bia, `Helena ${size}`)
    await composer(bia).waitFor()
    await inHead(bia, size === 'wide' ? 'Transferir' : 'Transferir…')
    const transfer = dialog(bia, `Transferir Helena ${size}`)
    await transfer.getByLabel('Fila', { exact: true }).selectOption({ label: 'Vendas' })
    await transfer.getByRole('radio', { name: /^Ninguém/, checked: true }).waitFor()
    await pressButton(bia, /^Transferir/, transfer)
    await toast(bia, `Atendimento de Helena ${size} transferido para Vendas`)
    expect(await ticketOf(customers.Helena)).toMatchObject({ status: 'pending', user: null, queue: { name: 'Vendas' } })

    const { id } = await ticketOf(customers.Helena)
    await shop.owner.put(`/tickets/${id}`, { queueId: null })
    await lead.page.reload()
    await showList(lead, 'Aguardando')
    await openTicket(lead, `Helena ${size}`)
    await conversation(lead).waitFor()
    await pressButton(lead, 'Mais ações', conversation(lead).locator('.convo-head'))
    await press(lead, lead.page.getByRole('menuitem', { name: 'Transferir…' }))
    await pressButton(lead, /^Transferir/, dialog(lead, `Transferir Helena ${size}`))
    await dialog(lead, `Transferir Helena ${size}`).locator('.err').getByText('Selecione uma fila').waitFor()
    await lead.page.keyboard.press('Escape')
    await dialog(lead, `Transferir Helena ${size}`).waitFor({ state: 'detached' })
  })

  test('without a queue asks whoever accepts it for one of the own', async () => {
    await press(lead, conversation(lead).getByRole('button', { name: /^Aceitar/ }))
    const asks = dialog(lead, 'Em qual fila?')
    await asks.waitFor()
    expect(await look(lead, 'hands-queue')).toEqual([])
    await lead.page.keyboard.press('Escape')
    await asks.waitFor({ state: 'detached' })
    expect((await ticketOf(customers.Helena)).status).toBe('pending')
    await press(lead, conversation(lead).getByRole('button', { name: /^Aceitar/ }))
    await press(lead, asks.getByRole('radio', { name: 'Vendas' }))
    await pressButton(lead, /^Aceitar/, asks)
    await composer(lead).waitFor()
    if (size === 'wide') await lead.page.locator('.composer .field:focus').waitFor()
    expect(await ticketOf(customers.Helena)).toMatchObject({ status: 'open', queue: { name: 'Vendas' } })
    await toList(lead)
  })

  test('is noted on by the team, live, by who may delete what', async () => {
    await accept(ana, `Caio ${size}`)
    const { uuid } = await ticketOf(customers.Caio)
    await lead.page.goto(`/tickets/${uuid}`)
    for (const person of [ana, lead]) await openPane(person)
    await pressButton(lead, 'Nova observação', pane(lead))
    await pane(lead).getByRole('textbox', { name: 'Nova observação' }).fill('a')
    await pressButton(lead, 'Salvar', pane(lead))
    await pane(lead).getByText('Use 2 caracteres ou mais').waitFor()
    await pane(lead).getByRole('textbox', { name: 'Nova observação' }).fill('Prefere áudio e visita à tarde.')
    await pressButton(lead, 'Salvar', pane(lead))
    await toast(lead, 'Observação adicionada com sucesso!')
    const note = pane(ana).getByRole('article').filter({ hasText: 'Prefere áudio' })
    await note.getByText(`Lia${size} Reis`).waitFor()
    expect(await note.getByRole('button', { name: 'Excluir observação' }).count()).toBe(0)
    await pressButton(lead, 'Excluir observação', pane(lead))
    const asks = dialog(lead, 'Deseja realmente excluir este registro?')
    await pressButton(lead, 'Excluir', asks)
    await toast(lead, 'Observação excluída com sucesso!')
    await note.waitFor({ state: 'detached' })
    for (const person of [ana, lead]) if (size === 'phone') await pressButton(person, 'Fechar', pane(person))
    await toList(lead)
  })

  test('a note offers the colleagues who see the ticket, and says of the others that they do not', async () => {
    const { uuid } = await ticketOf(customers.Caio)
    await ana.page.goto(`/tickets/${uuid}`)
    await composer(ana).waitFor()
    if (size === 'wide') await composer(ana).press('Tab')
    else await inHead(ana, 'Escrever observação')
    const note = ana.page.getByRole('textbox', { name: 'Observação', exact: true })
    await note.pressSequentially(`@Bia${size}`)
    const bia = ana.page.getByRole('option', { name: biaName })
    await bia.getByText('não vê esta conversa').waitFor()
    expect(await bia.isDisabled()).toBe(true)
    expect(await look(ana, 'mention')).toEqual([])
    await note.fill('')
    await note.pressSequentially(`@Lia${size}`)
    await press(ana, ana.page.getByRole('option', { name: `Lia${size} Reis` }))
    await until(async () => (await note.inputValue()) === `@Lia${size} Reis `)
    await note.fill('')
    await pressButton(ana, 'Voltar à mensagem')
  })

  test('gives its messages on to others, one after the other, and says how far they came', async () => {
    await say(ana, 'A visita fica para amanhã')
    await bubble(ana, 'A visita fica').waitFor()
    await until(async () => (await bubble(ana, 'A visita fica').getAttribute('data-message'))?.startsWith('3EB0'))
    await choose(ana, bubble(ana, 'Sou Caio'), 'Encaminhar')
    const bar = ana.page.getByRole('toolbar', { name: 'Encaminhar' })
    await bar.getByText('1 selecionada').waitFor()
    await ana.page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await composer(ana).isVisible()).toBe(true)

    await choose(ana, bubble(ana, 'Sou Caio'), 'Encaminhar')
    const check = (text: string) => bubble(ana, text).getByRole('checkbox', { name: 'Selecionar mensagem' })
    await check('Sou Caio').uncheck()
    await pressButton(ana, 'Encaminhar', bar)
    await toast(ana, 'Selecione ao menos uma mensagem')
    await check('Sou Caio').check()
    await check('A visita fica').check()
    await bar.getByText('2 selecionadas').waitFor()
    expect(await look(ana, 'hands-select')).toEqual([])
    await pressButton(ana, 'Encaminhar', bar)
    const forward = dialog(ana, 'Encaminhar 2 mensagens')
    await pressButton(ana, /^Encaminhar/, forward)
    await forward.getByText('Escolha ao menos um contato').waitFor()
    for (const name of ['Lúcia', 'Rosana']) {
      await forward.getByRole('combobox', { name: 'Para' }).fill(`${name} ${size}`)
      await press(ana, forward.getByRole('option', { name: new RegExp(`^${name} ${size}`) }))
    }
    await forward.getByRole('switch').uncheck()
    expect(await look(ana, 'hands-forward')).toEqual([])
    await pressButton(ana, /^Encaminhar/, forward)
    await forward.getByText(/Enviando 2 de 4/).waitFor()
    expect(await look(ana, 'hands-forwarding')).toEqual([])
    await toast(ana, '4 mensagens encaminhadas')
    await bar.waitFor({ state: 'detached' })
    for (const phone of [customers.Lúcia, customers.Rosana]) {
      const got = await shop.shows(phone, entries => entries.filter(entry => !entry.fromMe && entry.forwarded).length === 2 && entries)
      expect(got.filter(entry => !entry.fromMe).map(entry => entry.text)).toEqual(['Sou Caio', 'A visita fica para amanhã'])
    }
    await toList(ana)
    await openTicket(ana, `Lúcia ${size}`)
    await bubble(ana, 'Sou Caio').getByText('Encaminhada').waitFor()
    await toList(ana)
  })

  test('forwarding ends where it is told to, and what went stays', async () => {
    await openTicket(ana, `Caio ${size}`)
    await choose(ana, bubble(ana, 'Sou Caio'), 'Encaminhar')
    await press(ana, bubble(ana, 'A visita fica').getByRole('checkbox', { name: 'Selecionar mensagem' }))
    await pressButton(ana, 'Encaminhar', ana.page.getByRole('toolbar', { name: 'Encaminhar' }))
    const forward = dialog(ana, 'Encaminhar 2 mensagens')
    await forward.getByRole('combobox', { name: 'Para' }).fill(`Rosana ${size}`)
    await press(ana, forward.getByRole('option', { name: new RegExp(`^Rosana ${size}`) }))
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await ana.page.route('**/message/forward', async route => {
      asked.resolve()
      await answer.promise
      await route.continue()
    })
    await pressButton(ana, /^Encaminhar/, forward)
    await asked.promise
    await pressButton(ana, 'Parar', forward)
    answer.resolve()
    await toast(ana, '1 de 2 mensagens encaminhadas')
    await ana.page.unroute('**/message/forward')
    await pressButton(ana, /^Tentar de novo/, forward)
    await toast(ana, '2 mensagens encaminhadas')
    const got = await shop.shows(customers.Rosana, entries => entries.filter(entry => entry.forwarded).length === 4 && entries)
    expect(got.filter(entry => entry.forwarded)).toHaveLength(4)
    await toList(ana)
  })
})

describe('from the list', () => {
  /** Who never wrote. */
  const NOEMI = '5511988801009'
  const phones = { Otávio: '5511988801000', Priscila: '5511988801001', Edson: '5511988801002' }
  let ana: Person
  let lead: Person
  const menu = async (person: Person, name: string, item: string) => {
    await row(person, name).hover()
    await pressButton(person, 'Mais ações', row(person, name))
    await press(person, person.page.getByRole('menuitem', { name: item }))
  }

  beforeAll(async () => {
    for (const [name, phone] of Object.entries(phones)) {
      shop.control.addPhone({ phone, name })
      await write(phone, { type: 'text', text: `Sou ${name}` })
    }
    for (const phone of Object.values(phones)) await ticketOf(phone)
    shop.control.addPhone({ phone: NOEMI, name: 'Noemi' })
    await shop.owner.post('/contacts', { name: 'Noemi', number: NOEMI })
    ana = await agent(browser, shop.url, 'wide', await shop.person('Nina Lopes'))
    lead = await agent(browser, shop.url, 'wide', await shop.person('Rui Melo', 'admin'))
  })
  afterAll(async () => {
    for (const person of [ana, lead]) await person?.close()
  })
  afterEach(() => {
    for (const person of [ana, lead]) expect(person.problems).toEqual([])
  })

  test('a conversation is looked at without being taken or read, while it waits and after its end', async () => {
    await showList(ana, 'Aguardando')
    await menu(ana, 'Otávio', 'Ver conversa')
    const view = dialog(ana, /^Otávio/)
    await view.getByText('Sou Otávio').waitFor()
    expect(await look(ana, 'hands-view')).toEqual([])
    await ana.page.setViewportSize(sizes.phone.viewport)
    expect(await look({ ...ana, size: 'phone' }, 'hands-view')).toEqual([])
    await ana.page.setViewportSize(sizes.wide.viewport)
    expect(await view.getByRole('button', { name: 'Responder' }).count()).toBe(0)
    await ana.page.keyboard.press('Escape')
    await view.waitFor({ state: 'detached' })
    expect(await ticketOf(phones.Otávio)).toMatchObject({ status: 'pending', user: null, unreadMessages: 1 })
    const { id } = await ticketOf(phones.Edson)
    await shop.owner.put(`/tickets/${id}`, { status: 'closed', justClose: true })
    await showList(lead, 'Resolvidos')
    await menu(lead, 'Edson', 'Ver conversa')
    await dialog(lead, /^Edson/)
      .getByText('Sou Edson')
      .waitFor()
    await pressButton(lead, 'Abrir conversa', dialog(lead, /^Edson/))
    await conversation(lead)
      .getByRole('button', { name: /^Reabrir/ })
      .waitFor()
    expect(await ticketOf(phones.Edson)).toMatchObject({ status: 'closed' })
  })

  test('a new ticket with a customer who is in other hands says whose, or in which queue they wait', async () => {
    const [vendas] = (await shop.owner.get<{ id: number; name: string }[]>('/queue')).filter(({ name }) => name === 'Vendas')
    const signIn = { email: 'davi@nortefibra.test', password: 'uma frase curta' }
    await shop.owner.post('/users', { name: 'Davi Nunes', ...signIn, profile: 'user', queueIds: [vendas!.id] })
    const davi = await agent(browser, shop.url, 'wide', signIn)
    await pressButton(davi, 'Novo atendimento')
    const asks = dialog(davi, 'Novo atendimento')
    const begin = async (name: string) => {
      await asks.getByRole('combobox', { name: 'Contato' }).fill(name)
      await press(davi, asks.getByRole('option', { name: new RegExp(`^${name}`) }))
      await pressButton(davi, /^Abrir conversa/, asks)
    }
    const { id } = await ticketOf(phones.Priscila)
    await begin('Priscila')
    await toast(davi, 'O cliente já aguarda na fila Suporte, que você não atende.')
    await shop.owner.put(`/tickets/${id}`, { status: 'open', userId: await idOf('Nina Lopes') })
    await pressButton(davi, /^Abrir conversa/, asks)
    await toast(davi, 'Já existe um atendimento em aberto com Nina Lopes, na fila Suporte.')
    await shop.owner.put(`/tickets/${id}`, { status: 'pending', userId: null })
    davi.forgive(/^400 POST \/tickets$/)
    expect(davi.problems).toEqual([])
    await davi.close()
  })

  test('what was said is copied and goes on also from a conversation that waits, or has ended', async () => {
    await openTicket(ana, 'Otávio')
    const names = async (of: Locator) =>
      of.getByRole('button').evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label')))
    expect(await names(await actions(ana, bubble(ana, 'Sou Otávio')))).toEqual(['Mais ações'])
    await choose(ana, bubble(ana, 'Sou Otávio'), 'Copiar')
    expect(await ana.page.evaluate(() => navigator.clipboard.readText())).toBe('Sou Otávio')

    expect(await names(await actions(lead, bubble(lead, 'Sou Edson')))).toEqual(['Mais ações'])
    await choose(lead, bubble(lead, 'Sou Edson'), 'Encaminhar')
    const bar = lead.page.getByRole('toolbar', { name: 'Encaminhar' })
    const reopens = conversation(lead).getByRole('button', { name: /^Reabrir/ })
    await reopens.waitFor({ state: 'detached' })
    expect(await look(lead, 'hands-closed-select')).toEqual([])
    await pressButton(lead, 'Encaminhar', bar)
    const forward = dialog(lead, /^Encaminhar/)
    await forward.getByRole('combobox', { name: 'Para' }).fill('Noemi')
    await press(lead, forward.getByRole('option', { name: /^Noemi/ }))
    await pressButton(lead, /^Encaminhar/, forward)
    await shop.shows(NOEMI, entries => entries.some(entry => entry.forwarded && entry.text.endsWith('Sou Edson')))
    await bar.waitFor({ state: 'detached' })
    await reopens.waitFor()
    expect(await ticketOf(phones.Edson)).toMatchObject({ status: 'closed' })
  })

  test('a ticket is closed without a word, which can be undone', async () => {
    const [loja] = await shop.owner.get<{ id: number }[]>('/whatsapp')
    await shop.owner.put(`/whatsapp/${loja!.id}`, { complationMessage: 'Até logo!' })
    await menu(ana, 'Priscila', 'Fechar sem mensagem')
    await toast(ana, 'Atendimento de Priscila fechado sem mensagem')
    expect(await ticketOf(phones.Priscila)).toMatchObject({ status: 'closed' })
    await ana.page.keyboard.press('Alt+z')
    await row(ana, 'Priscila').waitFor()
    expect(await ticketOf(phones.Priscila)).toMatchObject({ status: 'pending', user: null })
    expect(shop.control.transcript({ phone: phones.Priscila }).filter(entry => !entry.fromMe)).toEqual([])
  })

  test('who may not delete tickets is not offered it', async () => {
    await row(ana, 'Priscila').hover()
    await pressButton(ana, 'Mais ações', row(ana, 'Priscila'))
    await ana.page.getByRole('menuitem', { name: 'Transferir…' }).waitFor()
    expect(await ana.page.getByRole('menuitem').allTextContents()).toEqual([
      expect.stringContaining('Ver conversa'),
      expect.stringContaining('Adiar…'),
      expect.stringContaining('Fixar no topo'),
      expect.stringContaining('Selecionar'),
      expect.stringContaining('Agendamento'),
      expect.stringContaining('Transcrição…'),
      expect.stringContaining('Transferir…'),
      expect.stringContaining('Fechar sem mensagem'),
    ])
    await ana.page.keyboard.press('Escape')
    await lead.page.goto('/tickets')
    await showList(lead, 'Aguardando')
    await menu(lead, 'Priscila', 'Excluir atendimento')
    await pressButton(lead, 'Excluir atendimento', dialog(lead, 'Excluir o atendimento de Priscila?'))
    await row(ana, 'Priscila').waitFor({ state: 'detached' })
  })

  test('of all that wait, none of a hidden queue is closed, though every queue is hidden', async () => {
    const queues = await shop.owner.get<{ id: number; name: string }[]>('/queue')
    for (const { id } of (await tickets('status=pending')).tickets) await shop.owner.put(`/tickets/${id}`, { queueId: queues[0]!.id })
    const { count } = await tickets('status=pending')
    expect(count).toBeGreaterThan(0)
    await lead.page.reload()
    await showList(lead, 'Aguardando')
    const hide = async (isHidden: boolean) => {
      await pressButton(lead, /^Filas e opções/)
      for (const { name } of queues) await lead.page.getByRole('checkbox', { name }).setChecked(!isHidden)
    }
    await hide(true)
    await pressButton(lead, 'Resolver todos…')
    await toast(lead, 'Não há nenhum para resolver')
    expect((await tickets('status=pending')).count).toBe(count)
    await hide(false)
    await lead.page.keyboard.press('Escape')
  })

  test('all are closed after their number was told, which is that of the whole team', async () => {
    await openTicket(ana, 'Otávio')
    await takeIt(ana)
    const { count } = await tickets('status=open')
    expect(count).toBeGreaterThan(1)
    await showList(lead, 'Atendendo')
    await pressButton(lead, 'Filas e opções')
    await pressButton(lead, 'Resolver todos…')
    const asks = dialog(lead, `Resolver os ${count} atendimentos abertos?`)
    await pressButton(lead, 'Resolver todos', asks)
    await until(async () => (await tickets('status=open')).count === 0)
  })

  test('a ticket of another queue is not shown, and the page goes back to the lists', async () => {
    const [vendas] = (await shop.owner.get<{ id: number; name: string }[]>('/queue')).filter(({ name }) => name === 'Vendas')
    const signIn = { email: 'teo@nortefibra.test', password: 'uma frase curta' }
    await shop.owner.post('/users', { name: 'Téo Alves', ...signIn, profile: 'user', queueIds: [vendas!.id] })
    const teo = await agent(browser, shop.url, 'wide', signIn)
    const { uuid } = await ticketOf(phones.Otávio)
    await teo.page.goto(`/tickets/${uuid}`)
    await toast(teo, 'Acesso não permitido')
    expect(new URL(teo.page.url()).pathname).toBe('/tickets')
    teo.forgive(/^403 GET \/tickets\/u\//)
    expect(teo.problems).toEqual([])
    await teo.close()
  })
})
