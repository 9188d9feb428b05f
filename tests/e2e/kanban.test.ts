import { expect, test } from 'bun:test'
import { drag, drop, goTo, middleOf, press, pressButton } from './agent'
import { look, type Person, type Size, sizes } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()

type Tag = { id: number; name: string }
type Ticket = { id: number; uuid: string; contact: { name: string } }
const stages = ['Orçamento', 'Proposta enviada', 'Visita marcada']
const lanes = new Map<string, Tag>()
for (const [i, name] of stages.entries())
  lanes.set(name, await shop.owner.post<Tag>('/tags', { name, color: ['#4463c7', '#a169da', '#009e92'][i], kanban: 1 }))
const customers = ['Cleide Nogueira', 'Luan Figueiredo', 'Sônia Maciel', 'Edson Carvalho']
for (const [i, name] of customers.entries()) {
  const phone = `551199000000${i}`
  shop.control.addPhone({ phone, name })
  await shop.control.send({
    from: phone,
    to: NUMBER,
    type: 'text',
    text: `Oi, aqui é ${name}. Qual o prazo para instalar no bairro Flores?`,
  })
}

const board = ({ page }: Person) => page.locator('.board')
const lane = (person: Person, name: string) => board(person).getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (within: ReturnType<typeof lane>, name: string) => within.getByRole('article', { name: new RegExp(`^${name}, `) })
const target = (person: Person) => board(person).locator('.lane.is-target')
/** Where the server has a ticket, as whoever opens the board next sees it. */
async function storedIn(name: string) {
  const { tickets } = await shop.owner.get<{ tickets: Ticket[] }>(`/ticket/kanban?lane=${lanes.get(name)?.id ?? 0}`)
  return tickets.map(({ contact }) => contact.name).toSorted()
}
for (const size of Object.keys(sizes) as Size[]) {
  const ana = await sit(size, `Lia${size} Souza`)

  test(`the board, ${size} > every lane has its cards and their count, and a card leads to its ticket`, async () => {
    const { page } = ana
    await goTo(ana, 'Kanban')
    await lane(ana, 'Em aberto').waitFor()
    if (size === 'wide') for (const name of customers) await card(lane(ana, 'Em aberto'), name).waitFor()
    expect(await board(ana).getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Em aberto', ...stages])
    expect(await look(ana, 'kanban')).toEqual([])
    const first = board(ana).getByRole('article').first()
    if (size === 'wide') await first.hover()
    await press(ana, first.getByRole('link', { name: /^Ver Ticket de / }))
    await page.getByRole('region', { name: /^Conversa com/ }).waitFor()
    await page.goBack()
    await lane(ana, 'Em aberto').waitFor()
  })
}

const ana = await sit('wide', 'Ana Lima')
const rui = await sit('wide', 'Rui Prado')
const bia = await sit('phone', 'Bia Reis')
const said = ({ page }: Person, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()

test('how long a customer waits is counted by the clock of the server, whatever that of the computer says', async () => {
  const late = await sit('wide', 'Saulo Reis')
  await late.page.addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + 5 * 3600_000
  })
  await late.page.goto('/kanban')
  const shown = card(lane(late, 'Em aberto'), 'Edson Carvalho')
  await shown.getByText(/^(agora|\d min)$/).waitFor()
})

test('a card has the tags of its ticket, but for the lane that it stands in', async () => {
  const { page } = ana
  const tags = await Promise.all(
    ['VIP', 'Cliente desde o primeiro mês'].map(name => shop.owner.post<Tag>('/tags', { name, color: '#dd5652', kanban: 0 })),
  )
  const { tickets } = await shop.owner.get<{ tickets: Ticket[] }>('/ticket/kanban?lane=0')
  const { id: ticketId } = tickets.find(({ contact }) => contact.name === 'Sônia Maciel')!
  await shop.owner.post('/tags/sync', { ticketId, tags: [...tags, lanes.get('Visita marcada')!].map(({ id }) => ({ id })) })
  await page.goto('/kanban')
  const shown = card(lane(ana, 'Visita marcada'), 'Sônia Maciel')
  await shown.getByText('VIP').waitFor()
  expect((await shown.locator('.chip').allTextContents()).toSorted()).toEqual(['Cliente desde o primeiro mês', 'VIP'])
  expect(await look(ana, 'kanban-tags')).toEqual([])
  await shop.owner.post('/tags/sync', { ticketId, tags: [] })
  await card(lane(ana, 'Em aberto'), 'Sônia Maciel').waitFor()
})

test('a card is dragged by the mouse, and whoever else has the board open sees it move', async () => {
  for (const person of [ana, rui]) await goTo(person, 'Kanban')
  await card(lane(rui, 'Em aberto'), 'Luan Figueiredo').waitFor()
  await drag(ana, card(lane(ana, 'Em aberto'), 'Luan Figueiredo'), lane(ana, 'Proposta enviada'), target(ana))
  await board(ana).locator('.drop-slot').waitFor()
  expect(await look(ana, 'kanban-drag')).toEqual([])
  await drop(ana)
  for (const person of [ana, rui]) {
    await board(person).getByRole('region', { name: 'Proposta enviada, 1 atendimento' }).waitFor()
    await card(lane(person, 'Proposta enviada'), 'Luan Figueiredo').waitFor()
    await board(person).getByRole('region', { name: 'Em aberto, 3 atendimentos' }).waitFor()
  }
  expect(await storedIn('Proposta enviada')).toEqual(['Luan Figueiredo'])
})

test('a card is lifted, moved and dropped by the keys, which say where it is, and keeps the focus', async () => {
  const { page } = ana
  await card(lane(ana, 'Em aberto'), 'Cleide Nogueira').focus()
  await page.keyboard.press('Space')
  await said(ana, 'Cleide Nogueira sobre a etapa Em aberto.')
  await page.keyboard.press('ArrowRight')
  await said(ana, 'Cleide Nogueira sobre a etapa Orçamento.')
  await page.keyboard.press('ArrowRight')
  await said(ana, 'Cleide Nogueira sobre a etapa Proposta enviada.')
  await page.keyboard.press('Escape')
  await said(ana, 'Cleide Nogueira voltou para a etapa Em aberto.')
  await card(lane(ana, 'Em aberto'), 'Cleide Nogueira').waitFor()
  await page.keyboard.press('Space')
  await said(ana, 'Cleide Nogueira sobre a etapa Em aberto.')
  await page.keyboard.press('ArrowRight')
  await said(ana, 'Cleide Nogueira sobre a etapa Orçamento.')
  await page.keyboard.press('Space')
  await card(lane(ana, 'Orçamento'), 'Cleide Nogueira').waitFor()
  await card(lane(rui, 'Orçamento'), 'Cleide Nogueira').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Cleide Nogueira'))
  expect(await storedIn('Orçamento')).toEqual(['Cleide Nogueira'])
})

test('a refused move is taken back, and says why', async () => {
  const { page } = ana
  await page.route(/\/ticket-tags\//, route =>
    route.fulfill({ status: 403, json: { error: 'ERR_NO_PERMISSION', code: 'ERR_NO_PERMISSION' } }),
  )
  await drag(ana, card(lane(ana, 'Orçamento'), 'Cleide Nogueira'), lane(ana, 'Visita marcada'), target(ana))
  await drop(ana)
  await page.getByRole('alert').waitFor()
  await card(lane(ana, 'Orçamento'), 'Cleide Nogueira').waitFor()
  await board(ana)
    .getByRole('region', { name: /^Visita marcada, 0 / })
    .waitFor()
  await page.unroute(/\/ticket-tags\//)
  ana.forgive(/^403 PUT \/ticket-tags/)
  expect(await storedIn('Orçamento')).toEqual(['Cleide Nogueira'])
})

test('leaders order the stages by a menu and by dragging the head, for everyone', async () => {
  const { page } = ana
  const order = (person: Person) => board(person).getByRole('heading', { level: 2 }).allTextContents()
  const becomes = (person: Person, names: string[]) =>
    person.page.waitForFunction(
      wanted => [...document.querySelectorAll('.board h2')].map(head => head.textContent).join() === wanted,
      ['Em aberto', ...names].join(),
    )
  await pressButton(ana, 'Opções da etapa Visita marcada')
  await press(ana, page.getByRole('menuitem', { name: 'Mover para a esquerda' }))
  const [quote, offer, visit] = stages as [string, string, string]
  for (const person of [ana, rui]) await becomes(person, [quote, visit, offer])
  await drag(ana, lane(ana, offer).getByRole('heading'), lane(ana, quote), target(ana))
  await drop(ana)
  for (const person of [ana, rui]) await becomes(person, [offer, quote, visit])
  await page.reload()
  await lane(ana, 'Em aberto').waitFor()
  expect(await order(ana)).toEqual(['Em aberto', offer, quote, visit])
})

test('queue, person and search narrow the board', async () => {
  const { page } = ana
  await pressButton(ana, /^Filas/)
  await press(ana, page.getByRole('dialog', { name: 'Filas' }).getByLabel('Suporte'))
  await board(ana)
    .getByRole('region', { name: /^Em aberto, 0 / })
    .waitFor()
  expect(await look(ana, 'kanban-filter')).toEqual([])
  await press(ana, page.getByRole('dialog', { name: 'Filas' }).getByLabel('Suporte'))
  await page.keyboard.press('Escape')
  await page.getByLabel('Buscar contato').fill('Edson')
  await board(ana).getByRole('region', { name: 'Em aberto, 1 atendimento' }).waitFor()
  await board(ana).getByText('Nada encontrado com estes filtros').first().waitFor()
  await page.getByLabel('Buscar contato').fill('')
  await board(ana).getByRole('region', { name: 'Em aberto, 2 atendimentos' }).waitFor()
  await pressButton(ana, /^Pessoas/)
  await press(ana, page.getByRole('dialog', { name: 'Pessoas' }).getByLabel('Rui Prado'))
  await board(ana)
    .getByRole('region', { name: /^Em aberto, 0 / })
    .waitFor()
  await press(ana, page.getByRole('dialog', { name: 'Pessoas' }).getByLabel('Rui Prado'))
  await page.keyboard.press('Escape')
})

test('on a phone the lanes are swiped one by one, and a card goes to another by its menu', async () => {
  const { page } = bia
  await goTo(bia, 'Kanban')
  await card(lane(bia, 'Em aberto'), 'Sônia Maciel').waitFor()
  const middle = (name: string) =>
    page.waitForFunction(wanted => {
      const under = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.lane')
      const { left = -1, right = 1e9 } = under?.getBoundingClientRect() ?? {}
      return under?.getAttribute('aria-label')?.startsWith(wanted) && left >= 0 && right <= innerWidth
    }, name)
  await middle('Em aberto')
  await board(bia).evaluate(lanes => lanes.scrollBy({ left: 240 }))
  await middle('Proposta enviada')
  expect(await look(bia, 'kanban-lane')).toEqual([])
  await board(bia).evaluate(lanes => lanes.scrollTo({ left: 0 }))
  await middle('Em aberto')
  await press(bia, lane(bia, 'Em aberto').getByRole('button', { name: 'Mover Sônia Maciel para outra etapa' }))
  expect(await look(bia, 'kanban-move')).toEqual([])
  await press(bia, page.getByRole('menuitemradio', { name: 'Visita marcada' }))
  await said(bia, 'Sônia Maciel foi para Visita marcada')
  await card(lane(rui, 'Visita marcada'), 'Sônia Maciel').waitFor()
})

test('on a phone a long press lifts a card, and the edge brings the next lanes', async () => {
  const { page, context } = bia
  await board(bia).evaluate(lanes => lanes.scrollTo({ left: 0 }))
  const device = await context.newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints })
  const from = await middleOf(card(lane(bia, 'Em aberto'), 'Edson Carvalho'))
  await finger('touchStart', from)
  await said(bia, 'Edson Carvalho sobre a etapa Em aberto.')
  await finger('touchMove', { x: 370, y: from.y })
  await said(bia, 'Edson Carvalho sobre a etapa Visita marcada.')
  expect(await look(bia, 'kanban-drag')).toEqual([])
  await finger('touchEnd')
  await card(lane(rui, 'Visita marcada'), 'Edson Carvalho').waitFor()
  expect(await storedIn('Visita marcada')).toEqual(['Edson Carvalho', 'Sônia Maciel'])
})

test('without a stage the board says how to begin, and a tag becomes one', async () => {
  const { page } = ana
  await goTo(ana, 'Tags')
  await press(ana, page.getByRole('table').getByRole('row').filter({ hasText: 'Visita marcada' }).getByText('Visita marcada'))
  const form = page.getByRole('dialog', { name: 'Editar tag' })
  await press(ana, form.getByLabel('Etapa do Kanban'))
  await pressButton(ana, /^Salvar tag/, form)
  await board(rui).getByRole('heading', { name: 'Visita marcada' }).waitFor({ state: 'detached' })
  for (const name of ['Orçamento', 'Proposta enviada']) await shop.owner.put(`/tags/${lanes.get(name)!.id}`, { kanban: 0 })
  await rui.page.getByText('Acompanhe cada etapa do atendimento').waitFor()
  await board(rui).getByRole('region', { name: 'Em aberto, 4 atendimentos' }).waitFor()
  expect(await look(rui, 'kanban-no-lanes')).toEqual([])
  await shop.owner.put(`/tags/${lanes.get('Orçamento')!.id}`, { kanban: 1 })
  await card(lane(rui, 'Orçamento'), 'Cleide Nogueira').waitFor()
})
