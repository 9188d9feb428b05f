import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { until } from '../until'
import { agent, bubble, composer, conversation, openTicket, press, pressButton, row, say, showList, thread } from './agent'
import { writeBeside } from './beside'
import type { Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'
import { setAhead } from './wrong-clock'

const { shop, browser, sit } = await testShop()
const COUNT = 14
const phones = Array.from({ length: COUNT }, (_, i) => `55119877660${String(i).padStart(2, '0')}`)
const nameOf = (i: number) => `Cliente ${String(i).padStart(2, '0')}`
const write = (i: number, text: string) => shop.control.send({ from: phones[i]!, to: NUMBER, type: 'text', text })
type Ticket = { id: number; uuid: string; unreadMessages: number; contact: { name: string } }
const ticketsOf = (status: string) => shop.owner.get<{ tickets: Ticket[] }>(`/tickets?status=${status}&showAll=true`)
const ticketOf = async (i: number) =>
  until(async () => {
    const all = await Promise.all(['open', 'pending', 'closed'].map(ticketsOf))
    return all.flatMap(({ tickets }) => tickets).find(({ contact }) => contact.name === nameOf(i))
  })
let [ana, bia] = [] as unknown as [Person, Person]
let anaId: number
const give = async (i: number) => shop.owner.put(`/tickets/${(await ticketOf(i)).id}`, { status: 'open', userId: anaId })
const bell = ({ page }: Person) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })
const tab = ({ page }: Person, name: string) => page.getByRole('tab', { name })

beforeAll(async () => {
  for (const [i, phone] of phones.entries()) {
    shop.control.addPhone({ phone, name: nameOf(i) })
    await write(i, `Bom dia, sou ${nameOf(i)}`)
  }
  for (let i = 0; i < COUNT; i++) await ticketOf(i)
  ana = await sit('wide', 'Ana Lima')
  bia = await sit('phone', 'Bia Reis')
  const users = await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')
  anaId = users.users.find(({ name }) => name === 'Ana Lima')!.id
  for (let i = 0; i < 11; i++) await give(i)
})

describe('the list', () => {
  test('says no number before it is known, and keeps its place in the address', async () => {
    const answer = Promise.withResolvers<void>()
    await ana.page.route(/\/tickets\?/, async route => (await answer.promise, route.continue()))
    await ana.page.goto('/tickets')
    await tab(ana, 'Aguardando').waitFor()
    expect([await tab(ana, 'Atendendo').textContent(), await tab(ana, 'Aguardando').textContent()].map(text => text?.trim())).toEqual([
      'Atendendo',
      'Aguardando',
    ])
    answer.resolve()
    await tab(ana, 'Atendendo 11').waitFor()
    await ana.page.unrouteAll({ behavior: 'wait' })
    await showList(ana, 'Aguardando')
    await row(ana, nameOf(12)).waitFor()
    await ana.page.reload()
    await row(ana, nameOf(12)).waitFor()
    expect(await tab(ana, 'Aguardando').getAttribute('aria-selected')).toBe('true')
    expect(new URL(ana.page.url()).search).toBe('?list=pending')
  })

  test('is counted in the drawer too where another page is opened first, from what the server says on', async () => {
    const answer = Promise.withResolvers<void>()
    await ana.page.route(/\/tickets\?/, async route => (await answer.promise, route.continue()))
    await ana.page.goto('/contacts')
    await ana.page.getByRole('heading', { name: 'Contatos' }).first().waitFor()
    const entry = ana.page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: /^Atendimentos/ })
    expect((await entry.textContent())?.trim()).toBe('Atendimentos')
    answer.resolve()
    await entry.getByText('11', { exact: true }).waitFor()
    const { id } = await ticketOf(0)
    await shop.owner.put(`/tickets/${id}`, { status: 'pending', userId: null })
    await entry.getByText('10', { exact: true }).waitFor()
    await give(0)
    await entry.getByText('11', { exact: true }).waitFor()
    await ana.page.unrouteAll({ behavior: 'wait' })
    await ana.page.goto('/tickets?list=pending')
    await row(ana, nameOf(12)).waitFor()
  })

  test('is one stop of Tab with a name for each row, and its tabs are walked by arrows', async () => {
    await tab(ana, 'Aguardando').focus()
    await ana.page.keyboard.press('ArrowLeft')
    await row(ana, nameOf(3)).waitFor()
    expect(await tab(ana, 'Atendendo').getAttribute('aria-selected')).toBe('true')
    const stops = ana.page.getByRole('list', { name: 'Atendendo' }).locator(':is(a,button):not([tabindex="-1"])')
    expect(await stops.count()).toBe(3)
    const first = ana.page.locator('.ticket-hit').first()
    await first.focus()
    await ana.page.keyboard.press('ArrowDown')
    expect(await ana.page.evaluate(() => document.activeElement?.closest('.ticket') === document.querySelectorAll('.ticket')[1])).toBe(true)
    expect(await stops.count()).toBe(3)
  })

  test('keeps the ticket that is answered in sight when it goes to the top', async () => {
    const list = ana.page.getByRole('list', { name: 'Atendendo' })
    await list.evaluate(box => box.scrollTo(0, box.scrollHeight))
    const last = list.getByRole('listitem').last()
    const name = (await last.locator('.name').textContent())!
    await press(ana, last.getByRole('link'))
    await composer(ana).waitFor()
    await ana.page.mouse.move(900, 500)
    await say(ana, 'Já vejo isso')
    await until(async () => (await list.getByRole('listitem').first().locator('.name').textContent()) === name)
    const inSight = () =>
      row(ana, name).evaluate(one => one.getBoundingClientRect().top >= one.parentElement!.getBoundingClientRect().top - 1)
    await until(inSight)
    expect(await row(ana, name).getByRole('link').getAttribute('aria-current')).toBe('true')
  })

  test('stands still under a pointer that rests, until it leaves or something is typed', async () => {
    const list = ana.page.getByRole('list', { name: 'Atendendo' })
    await list.evaluate(box => box.scrollTo(0, 0))
    await ana.page.clock.install()
    const names = () => list.locator('.name').allTextContents()
    const before = await names()
    await list.getByRole('listitem').nth(2).hover()
    await ana.page.mouse.move(400, 300)
    const last = before.at(-1)!
    await write(Number(last.slice(-2)), 'Olá?')
    await row(ana, last).getByText('Olá?').waitFor()
    await ana.page.clock.fastForward(5_000)
    expect(await names()).toEqual(before)
    await ana.page.keyboard.press('Escape')
    await until(async () => (await names())[0] === last)
    await ana.page.goto('about:blank')
    await ana.page.clock.resume()
    await ana.page.goto('/tickets')
    await row(ana, nameOf(3)).waitFor()
  })

  test('counts nothing of what is done, and what was marked as read by mistake comes back', async () => {
    const [done, other] = [0, 1]
    await openTicket(ana, nameOf(5))
    // What is told later comes after this is told.
    await until(async () => (await ticketOf(5)).unreadMessages === 0)
    await write(done, 'Alô')
    await write(other, 'Alguém?')
    for (const i of [done, other])
      await row(ana, nameOf(i))
        .getByRole('img', { name: /não lida/ })
        .waitFor()
    const count = async () => Number(/\d+/.exec((await bell(ana).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
    const before = await count()
    await row(ana, nameOf(done)).hover()
    await pressButton(ana, 'Resolver', row(ana, nameOf(done)))
    await until(async () => (await count()) === before - 1)
    await showList(ana, 'Resolvidos')
    await row(ana, nameOf(done)).waitFor()
    expect(
      await row(ana, nameOf(done))
        .getByRole('img', { name: /não lida/ })
        .count(),
    ).toBe(0)
    await ana.page.reload()
    await until(async () => (await count()) === before - 1)
    const unread = async () => (await ticketsOf('open')).tickets.map(({ id, unreadMessages }) => [id, unreadMessages].join(' ')).toSorted()
    const known = await unread()
    const markAll = async () => {
      await bell(ana).click()
      await pressButton(ana, 'Marcar como lidas')
      // Those that wait are nobody's to read yet.
      await until(async () => (await count()) === 3)
      await ana.page
        .getByText(/marcados? como lidos?/)
        .last()
        .waitFor()
    }
    await markAll()
    expect(await unread()).toEqual(known)
    await ana.page.keyboard.press('Alt+z')
    await until(async () => (await count()) === before - 1)
    // Who leaves the page takes nothing back.
    await markAll()
    await ana.page.reload()
    await until(async () => (await unread()).every(row => row.endsWith(' 0')))
    await until(async () => (await count()) === 3)
  })

  test('is behind a bell that stays open when the conversation comes after it', async () => {
    const answer = Promise.withResolvers<void>()
    await ana.page.route(/\/messages\/\d+\?/, async route => (await answer.promise, route.continue()))
    await ana.page.route(/\/tickets\/u\//, async route => (await answer.promise, route.continue()))
    await ana.page.goto(`/tickets/${(await ticketOf(5)).uuid}`)
    await bell(ana).click()
    const box = ana.page.getByRole('dialog', { name: 'Notificações' })
    await box.waitFor()
    answer.resolve()
    await composer(ana).waitFor()
    await bubble(ana, `Bom dia, sou ${nameOf(5)}`).waitFor()
    expect(await box.count()).toBe(1)
    // The sign of a file stands apart from its name.
    await write(6, 'boleto.pdf')
    const sign = box.getByRole('option').or(box.getByRole('button')).filter({ hasText: 'boleto.pdf' }).locator('svg')
    await until(() => sign.evaluate(one => getComputedStyle(one).marginRight !== '0px'))
    await ana.page.keyboard.press('Escape')
    await ana.page.unrouteAll({ behavior: 'wait' })
  })
})

test.each([
  ['fast', 45, 'Caio Melo'],
  ['slow', -45, 'Dora Nunes'],
])('a computer whose clock is %s waits as long as the server says', async (_, minutes, name) => {
  const login = await shop.person(name, 'admin')
  const caio = await agent(browser, shop.url, 'wide', login)
  await setAhead(caio, minutes * 60_000)
  const { id } = await ticketOf(11)
  await writeBeside(shop.folder, db => db.run(sql`update tickets set waiting_since = waiting_since - 120000 where id = ${id}`))
  await caio.page.goto('/tickets?list=pending')
  await write(13, 'Acabei de escrever')
  await write(12, 'Eu também')
  await row(caio, nameOf(12)).waitFor()
  const age = (i: number) => row(caio, nameOf(i)).locator('.time').textContent()
  await until(async () => /agora|^[0-9] min/.test((await age(12)) ?? ''))
  await until(async () => /^[2-9] min/.test((await age(11)) ?? ''))
  await caio.close()
})

describe('on a phone', () => {
  test('“Ticket” leads back to the conversation that was open, and a page of the menu lights the menu', async () => {
    const bar = bia.page.getByRole('navigation', { name: 'Navegação' })
    await showList(bia, 'Aguardando')
    await openTicket(bia, nameOf(12))
    await conversation(bia).waitFor()
    const { pathname } = new URL(bia.page.url())
    await press(bia, bar.getByRole('link', { name: 'Contatos' }))
    await until(() => bia.page.url().endsWith('/contacts'))
    await press(bia, bar.getByRole('link', { name: 'Ticket', exact: true }))
    await conversation(bia).waitFor()
    expect(new URL(bia.page.url()).pathname).toBe(pathname)
    await bia.page.goto('/tags')
    expect(await bar.getByRole('button', { name: 'Menu' }).getAttribute('aria-current')).toBe('page')
  })

  test('a list and a conversation are where one left them', async () => {
    await shop.control.burst({ to: NUMBER, phones: [phones[12]!], count: 40, text: 'passo' })
    await bia.page.goto('/tickets')
    await pressButton(bia, 'Filas e opções')
    await bia.page.getByRole('switch', { name: 'Ver todos os atendimentos' }).check()
    await bia.page.keyboard.press('Escape')
    const list = bia.page.locator('.ticket-list')
    await row(bia, nameOf(3)).waitFor()
    await list.evaluate(box => box.scrollTo(0, 200))
    const top = await list.evaluate(box => box.scrollTop)
    expect(top).toBeGreaterThan(50)
    await press(bia, bia.page.locator('.ticket-hit').nth(5))
    await conversation(bia).waitFor()
    await press(bia, bia.page.getByRole('link', { name: 'Voltar aos atendimentos' }))
    await list.waitFor()
    expect(await list.evaluate(box => box.scrollTop)).toBe(top)

    await showList(bia, 'Aguardando')
    await openTicket(bia, nameOf(12))
    await bubble(bia, 'passo').last().waitFor()
    await thread(bia).evaluate(box => box.scrollTo(0, 300))
    const seen = () =>
      thread(bia).evaluate(box => {
        const edge = box.getBoundingClientRect().top
        const first = [...box.querySelectorAll('[data-message]')].find(one => one.getBoundingClientRect().top > edge)!
        return [first.getAttribute('data-message'), Math.round(first.getBoundingClientRect().top - edge)]
      })
    await until(async () => (await thread(bia).evaluate(box => box.scrollTop)) > 0)
    const place = await seen()
    await press(bia, bia.page.getByRole('link', { name: 'Voltar aos atendimentos' }))
    await openTicket(bia, nameOf(13))
    await bubble(bia, `sou ${nameOf(13)}`).waitFor()
    await press(bia, bia.page.getByRole('link', { name: 'Voltar aos atendimentos' }))
    await openTicket(bia, nameOf(12))
    await bubble(bia, 'passo').first().waitFor()
    await until(async () => (await seen())[0] === place[0])
    expect(Math.abs(((await seen())[1] as number) - (place[1] as number))).toBeLessThanOrEqual(2)
  })
})

test('lists, counts, bell and title are those of a page that is read anew, after hundreds of events', async () => {
  const ids = await Promise.all(phones.map(async (_, i) => (await ticketOf(i)).id))
  const put = (i: number, status: 'open' | 'pending' | 'closed') =>
    shop.owner.put(`/tickets/${ids[i]}`, { status, userId: status === 'open' ? anaId : null, justClose: true })
  // One in each list stays, whatever happens to the others: no list is empty at the end.
  await put(11, 'open')
  await put(12, 'pending')
  await put(13, 'closed')
  await ana.page.goto('/tickets')
  await row(ana, nameOf(11)).waitFor()
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let step = 0; step < 200; step++) {
    const i = random(COUNT - 3)
    const status = (['open', 'pending', 'closed'] as const)[random(3)]!
    if (random(2)) await write(i, `Recado ${step}`)
    // What is refused, as for a ticket that the customer opened anew, changes nothing.
    else await put(i, status).catch(() => {})
  }
  const fresh = await ana.context.newPage()
  const shown = async (page: typeof fresh) => {
    const told = []
    for (const name of ['Atendendo', 'Aguardando', 'Resolvidos']) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('list', { name }).getByRole('listitem').first().waitFor()
      const rows = await page.getByRole('list', { name }).getByRole('listitem').all()
      told.push(await Promise.all(rows.map(one => one.locator('.l1 .name, .l2').allTextContents())))
      await page.getByRole('tab', { name: 'Abertos' }).click()
    }
    const bellOf = await page.getByRole('button', { name: /^Notificações/ }).getAttribute('aria-label')
    return JSON.stringify([await page.title(), bellOf, await page.getByRole('tab').allTextContents(), told])
  }
  await until(async () => {
    await fresh.goto('/tickets')
    return (await shown(fresh)) === (await shown(ana.page))
  })
  await fresh.close()
})
