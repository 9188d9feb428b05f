import { beforeAll, expect, test } from 'bun:test'
import type { WebSocketRoute } from 'playwright-core'
import { agent, goTo, showList } from './agent'
import type { Person } from './browser'
import { type Client, client, NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
const ANA = { email: 'ana@nortefibra.test', password: 'uma frase curta' }
const names = ['Dona Lúcia', 'Helena Prado', 'Caio Mendes', 'Seu Jorge', 'Bia Nova'] as const
type Name = (typeof names)[number]
const phoneOf = (name: Name) => `551198765450${names.indexOf(name)}`
const write = (from: Name, text: string) => shop.control.send({ from: phoneOf(from), to: NUMBER, type: 'text', text })

type Ticket = { id: number; uuid: string; contactId: number; lastMessage: string; status: string; contact: { number: string } }
const ticketOf = (name: Name, lastMessage?: string) =>
  until(
    async () => {
      const { tickets } = await shop.owner.get<{ tickets: Ticket[] }>(`/tickets?showAll=true&searchParam=${phoneOf(name)}`)
      return tickets.find(ticket => ticket.contact.number === phoneOf(name) && (!lastMessage || ticket.lastMessage === lastMessage))
    },
    undefined,
    () => `the ticket of ${name}`,
  )

const lines: WebSocketRoute[] = []
let isAway = false
let ana: Person
let fresh: Person
let hers: Client
beforeAll(async () => {
  // She has a second browser, in which she comes to the same screen anew.
  await shop.owner.put('/settings/singleSession', { value: 'disabled' })
  for (const name of names.slice(0, 4)) {
    shop.control.addPhone({ phone: phoneOf(name), name })
    await write(name, `Sou ${name}`)
  }
  shop.control.addPhone({ phone: phoneOf('Bia Nova'), name: 'Bia Nova' })
  ana = await sit('wide', 'Ana Lima')
  hers = await client(shop.url, ANA)
  fresh = await agent(browser, shop.url, 'wide', ANA)
  for (const { context, page } of [ana, fresh]) {
    await context.clock.install()
    await page.reload()
  }
  await ana.context.routeWebSocket(/socket\.io/, line => {
    if (isAway) return void line.close()
    line.connectToServer()
    lines.push(line)
  })
  for (const name of ['Dona Lúcia', 'Helena Prado', 'Caio Mendes'] as const)
    await hers.put(`/tickets/${(await ticketOf(name)).id}`, { status: 'open', userId: hers.user.id })
})

/** What others do while her line is down, for half an hour of hers: her token is over when she is back. */
async function away(work: () => Promise<void>) {
  isAway = true
  await ana.context.setOffline(true)
  for (const line of lines.splice(0)) await line.close()
  await ana.page
    .getByText('Sem contato com o servidor.')
    .or(ana.page.getByText(/Sem internet/))
    .first()
    .waitFor()
  await work()
  for (const { context } of [ana, fresh]) await context.clock.fastForward('30:00')
  isAway = false
  await ana.context.setOffline(false)
}

const stateOf = async ({ page }: Person) => ({
  tabs: await page.getByRole('tab').allInnerTexts(),
  rows: await page.locator('.ticket-list .ticket').allInnerTexts(),
  messages: (await page.getByRole('log', { name: 'Mensagens' }).getByRole('article').allInnerTexts()).slice(-10),
  lanes: await page.locator('.board').allInnerTexts(),
  drawer: await page.getByRole('navigation', { name: 'Menu principal' }).innerText(),
})
/** Her screen says what it says to who comes to it now. */
async function isUpToDate(what: string, shown: string) {
  await fresh.page.goto(new URL(ana.page.url()).pathname)
  await fresh.page.getByText(shown).first().waitFor()
  let told = ''
  await until(
    async () => {
      const [now, anew] = await Promise.all([stateOf(ana), stateOf(fresh)])
      told = `${what}\n${JSON.stringify(now, null, 1)}\n${JSON.stringify(anew, null, 1)}`
      return JSON.stringify(now) === JSON.stringify(anew)
    },
    45_000,
    () => told,
  )
  ana.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket|ERR_FAILED/)
}

test('who was away sees the lists, counts and the open conversation as they are for who comes now', async () => {
  const lucia = await ticketOf('Dona Lúcia')
  await ana.page.goto(`/tickets/${lucia.uuid}`)
  await ana.page.getByText('Sou Dona Lúcia').first().waitFor()
  await away(async () => {
    for (let n = 1; n <= 12; n++) await write('Dona Lúcia', `Recado ${n}`)
    await write('Helena Prado', 'Alguém aí?')
    await write('Bia Nova', 'Primeira vez aqui')
    const [caio, jorge] = [await ticketOf('Caio Mendes'), await ticketOf('Seu Jorge')]
    await shop.owner.put(`/tickets/${caio.id}`, { status: 'closed', justClose: true })
    await shop.owner.put(`/tickets/${jorge.id}`, { status: 'open', userId: shop.owner.user.id })
    await shop.owner.put(`/contacts/${(await ticketOf('Helena Prado')).contactId}`, {
      name: 'Helena do Prado',
      number: phoneOf('Helena Prado'),
    })
    await ticketOf('Dona Lúcia', 'Recado 12')
    await ticketOf('Bia Nova')
    await ticketOf('Helena Prado', 'Alguém aí?')
  })
  await isUpToDate('Atendendo', 'Recado 12')
  expect((await stateOf(ana)).rows.join()).toContain('Helena do Prado')
  await Promise.all([ana, fresh].map(person => showList(person, 'Aguardando')))
  await Promise.all([ana, fresh].map(({ page }) => page.getByText('Bia Nova').first().waitFor()))
  expect(await stateOf(ana)).toEqual(await stateOf(fresh))
})

test('so it is on the board, and among colleagues', async () => {
  const stage = await shop.owner.post<{ id: number }>('/tags', { name: 'Proposta', color: '#33a340', kanban: 1 })
  await goTo(ana, 'Kanban')
  await ana.page.getByText('Dona Lúcia').first().waitFor()
  await away(async () => {
    await shop.owner.put(`/ticket-tags/${(await ticketOf('Dona Lúcia')).id}/${stage.id}`, {})
    await shop.owner.put(`/tickets/${(await ticketOf('Seu Jorge')).id}`, { status: 'closed', justClose: true })
    await shop.owner.post('/tags', { name: 'Fechamento', color: '#0094ce', kanban: 1 })
  })
  await isUpToDate('Kanban', 'Fechamento')

  const room = (title: string) => shop.owner.post<{ id: number; uuid: string }>('/chats', { title, users: [{ id: hers.user.id }] })
  const [open, doomed] = [await room('Plantão'), await room('Festa')]
  await shop.owner.post(`/chats/${open.id}/messages`, { message: 'Bom dia' })
  await ana.page.goto(`/chats/${open.uuid}`)
  await ana.page.getByRole('article').filter({ hasText: 'Bom dia' }).waitFor()
  await away(async () => {
    for (let n = 1; n <= 8; n++) await shop.owner.post(`/chats/${open.id}/messages`, { message: `Aviso ${n}` })
    await shop.owner.post(`/chats/${(await room('Escala')).id}/messages`, { message: 'Quem cobre sábado?' })
    await shop.owner.put(`/chats/${doomed.id}`, { title: 'Festa adiada' })
  })
  await isUpToDate('Chat', 'Aviso 8')
  expect((await stateOf(ana)).rows.join()).toContain('Festa adiada')
})
