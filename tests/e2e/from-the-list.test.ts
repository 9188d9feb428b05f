import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { actions, agent, bubble, choose, conversation, dialog, openTicket, press, pressButton, row, showList, takeIt, toast } from './agent'
import { among } from './among'
import { look, type Person, sizes } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()
const { tickets, ticketOf, write } = among(shop)
const idOf = async (name: string) =>
  (await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')).users.find(user => user.name === name)!.id

describe('from the list', () => {
  /** Who never wrote. */
  const NOEMI = '5511988801009'
  const phones = { Otávio: '5511988801000', Priscila: '5511988801001', Edson: '5511988801002', Sílvia: '5511988801003' }
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
    await shop.owner.put(`/tickets/${(await ticketOf(phones.Sílvia)).id}`, { status: 'open', userId: await idOf('Rui Melo') })
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
      expect.stringContaining('Agendar mensagem'),
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
