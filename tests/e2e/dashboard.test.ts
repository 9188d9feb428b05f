import { expect, test } from 'bun:test'
import { agent, goTo, press, pressButton } from './agent'
import { look, type Person, type Size, sizes } from './browser'
import { pageOf, testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
const ana = await sit('wide', 'Ana Lima')
const card = ({ page }: Person, name: string) => page.locator('dl').filter({ hasText: name }).locator('dd')
const chart = ({ page }: Person, name: string | RegExp) => page.getByRole('region', { name }).first()
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

test('a company without a conversation yet is told so', async () => {
  await goTo(ana, 'Painel')
  await ana.page.waitForURL('**/')
  await card(ana, 'Atendendo').getByText('0', { exact: true }).waitFor()
  await card(ana, 'Atendimento, média').getByText('–').waitFor()
  expect(await ana.page.getByText('Nenhum atendimento nestes dias').count()).toBe(2)
  expect(await card(ana, 'Empresas').count()).toBe(0)
  expect(await look(ana, 'dashboard-empty')).toEqual([])
  await goTo(ana, 'Relatórios')
  await ana.page.getByRole('heading', { name: 'Nenhum atendimento ainda' }).waitFor()
  expect(await look(ana, 'reports-empty')).toEqual([])
})

test('customers write, and one of them is answered and done', async () => {
  const made: { id: number; name: string }[] = []
  for (const name of ['Bruno Sá', 'Carla Nunes', '=Dora("x")']) {
    const number = `551195555${String(1000 + made.length)}`
    shop.control.addPhone({ phone: number, name })
    made.push(await shop.owner.post('/contacts', { name, number }))
  }
  for (const { id } of made) await shop.owner.post('/tickets', { contactId: id, userId: shop.owner.user.id })
  const { tickets } = await shop.owner.get<{ tickets: { id: number; contactId: number }[] }>('/tickets?showAll=true&status=open')
  expect(tickets).toHaveLength(3)
  const done = tickets.find(ticket => ticket.contactId === made[1]!.id)!
  await shop.owner.post(`/messages/${done.id}`, { body: '*Hugo Leal:*\nAté *logo*' })
  await shop.owner.put(`/tickets/${done.id}`, { status: 'closed', justClose: true })
})

for (const size of Object.keys(sizes) as Size[]) {
  test(`dashboard, ${size} > the figures, the charts and who answers, by a filter that must say something`, async () => {
    const rui = await sit(size, `Rui${size} Reis`)
    const { page } = rui
    await goTo(rui, 'Painel')
    await card(rui, 'Atendendo').getByText('2', { exact: true }).waitFor()
    expect(await card(rui, 'Resolvidos').textContent()).toBe('1')
    expect(await card(rui, 'Novos contatos').textContent()).toBe('3')

    const byDay = chart(rui, 'Atendimentos por dia')
    await byDay.getByRole('img', { name: /^Atendimentos por dia: 3 atendimentos no total, pico de 3 atendimentos em / }).waitFor()
    expect(await byDay.getByRole('table').getByRole('row').count()).toBe(8)
    await byDay.getByLabel('Data inicial').fill(today)
    const byHour = chart(rui, 'Atendimentos por hora')
    await byHour.getByRole('img', { name: /3 atendimentos no total/ }).waitFor()
    expect(await byHour.getByRole('table').getByRole('row').count()).toBe(25)
    await byHour.getByLabel('Data inicial').fill('2090-01-01')
    await byHour.getByText('A data final vem antes da inicial').waitFor()
    await byHour.getByLabel('Data inicial').fill(today)
    await byHour.getByText('A data final vem antes da inicial').waitFor({ state: 'detached' })

    const people = chart(rui, 'Conversas por atendente').getByRole('row').filter({ hasText: 'Administrador' })
    expect(await people.getByRole('cell').last().textContent()).toBe('3')
    const attendants = page.getByRole('region', { name: 'Atendentes' })
    await attendants
      .getByRole('row')
      .filter({ hasText: `Rui${size} Reis` })
      .getByText('Disponível')
      .waitFor()
    expect(await look(rui, 'dashboard')).toEqual([])

    await page.getByLabel('Período', { exact: true }).selectOption('')
    await pressButton(rui, 'Filtrar')
    await page.getByText('Parametrize o filtro').waitFor()
    await page.getByLabel('Tipo de filtro').selectOption('date')
    const filter = page.locator('form')
    await filter.getByLabel('Data inicial').fill('2026-01-01')
    await filter.getByLabel('Data final').fill('2026-01-31')
    await pressButton(rui, 'Filtrar')
    await card(rui, 'Resolvidos').getByText('0', { exact: true }).waitFor()
    expect(await card(rui, 'Atendendo').textContent()).toBe('2')
    expect(await look(rui, 'dashboard-dates')).toEqual([])
  })

  test(`dashboard, ${size} > what did not come is asked for again`, async () => {
    const eva = await sit(size, `Eva${size} Dias`)
    await eva.context.route('**/dashboard?*', route => route.fulfill({ status: 500, body: '{"error":"ERR_INTERNAL"}' }), { times: 1 })
    await goTo(eva, 'Painel')
    await eva.page.getByText('Não deu para carregar os números').waitFor()
    expect(await look(eva, 'dashboard-failed')).toEqual([])
    eva.forgive(/^500 GET \/dashboard/)
    await pressButton(eva, 'Tentar de novo')
    await card(eva, 'Atendendo').getByText('2', { exact: true }).waitFor()

    for (const chart of ['ticketsDay', 'ticketsUsers'])
      await eva.context.route(`**/dashboard/${chart}?*`, route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await eva.page.reload()
    await eva.page.getByText('Erro ao buscar informações dos tickets').waitFor()
    await eva.page.getByText('Erro ao obter informações da conversa').waitFor()
    eva.forgive(/^500 GET \/dashboard/)
  })

  test(`reports, ${size} > every ticket by filters, as a spreadsheet that runs nothing`, async () => {
    const lia = await sit(size, `Lia${size} Melo`)
    const { page } = lia
    const { line } = pageOf(lia)
    await goTo(lia, 'Relatórios')
    await page.getByText('3 de 3 atendimentos').waitFor()
    // As in the lists: without its signature and its signs.
    await line('Carla Nunes').getByText('Até logo', { exact: true }).waitFor()
    if (size === 'phone') {
      await page.getByRole('banner').getByText('Relatórios').waitFor()
      expect(await line('Carla Nunes').textContent()).toContain('Aberto em ')
    }
    expect(await look(lia, 'reports')).toEqual([])
    if (size === 'phone') {
      await pressButton(lia, 'Filtros')
      expect(await look(lia, 'reports-filters')).toEqual([])
    }
    await page.getByLabel('Situação').selectOption('open')
    await page.getByText('2 de 2 atendimentos').waitFor()
    await line('Carla Nunes').waitFor({ state: 'detached' })
    await page.getByLabel('Abertos até').fill('2026-01-01')
    await page.getByRole('heading', { name: 'Nada com esses filtros.' }).waitFor()
    await pressButton(lia, 'Limpar filtros')
    await page.getByText('3 de 3 atendimentos').waitFor()
    await page.getByLabel('Nome, número ou mensagem').fill('Dora')
    await page.getByText('1 de 1 atendimentos').waitFor()

    for (const [name, ending] of [
      ['Exportar como CSV', 'csv'],
      ['Exportar como Excel', 'xlsx'],
    ] as const) {
      const download = page.waitForEvent('download')
      await pressButton(lia, 'Mais ações', page.locator('.page-head'))
      await press(lia, page.getByRole('menuitem', { name }))
      const file = await download
      expect(file.suggestedFilename()).toBe(
        `atendimentos-${new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })}.${ending}`,
      )
      if (ending !== 'csv') continue
      const [head, ...lines] = (await Bun.file(await file.path()).text()).trim().split('\r\n')
      expect(head).toContain('Nº;Contato;Situação;Atendente;Fila;Conexão;Aberto em;Resolvido em;Última mensagem')
      expect(lines).toEqual([expect.stringMatching(/^\d+;"'=Dora\(""x""\)";Atendendo;Administrador;/)])
    }
    await press(lia, line('=Dora'))
    await page.waitForURL('**/tickets/*-*')
  })
}

test('an agent has neither page: the root is the tickets', async () => {
  const bia = await agent(browser, shop.url, 'wide', await shop.person('Bia Souza'))
  await bia.page.goto('/')
  await bia.page.waitForURL('**/tickets')
  expect(await bia.page.getByRole('link', { name: /Painel|Relatórios/ }).count()).toBe(0)
  await bia.page.goto('/reports')
  await bia.page.waitForURL('**/tickets')
  bia.forgive(/^403 GET \/ticket\/reports/)
  expect(bia.problems).toEqual([])
  await bia.close()
})
