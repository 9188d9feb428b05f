import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { until } from '../until'
import { agent, bubble, composer, conversation, lastBubble, openTicket, press, pressButton, row, say, showList, thread } from './agent'
import { writeBeside } from './beside'
import { look, type Person } from './browser'
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
    await ana.page.keyboard.press('Escape')
    await ana.page.unrouteAll({ behavior: 'wait' })
  })
})

describe('the open conversation', () => {
  test('is never marked as unread while somebody reads it', async () => {
    await ana.page.goto('/tickets')
    await openTicket(ana, nameOf(2))
    await composer(ana).waitFor()
    const answer = Promise.withResolvers<void>()
    await ana.page.route('**/read', async route => (await answer.promise, route.continue()))
    const title = await ana.page.title()
    await write(2, 'Ainda estou aqui')
    await bubble(ana, 'Ainda estou aqui').waitFor()
    await row(ana, nameOf(2)).getByText('Ainda estou aqui').waitFor()
    expect(
      await row(ana, nameOf(2))
        .getByRole('img', { name: /não lida/ })
        .count(),
    ).toBe(0)
    expect(await ana.page.title()).toBe(title)
    answer.resolve()
    await ana.page.unrouteAll({ behavior: 'wait' })
  })

  test('writes from right to left what is written so, in rows, bubbles and the field', async () => {
    await write(2, 'مرحبا، أريد معرفة سعر الباقة الجديدة للإنترنت في المنزل من فضلكم اليوم أو غدا')
    await bubble(ana, 'مرحبا').waitFor()
    await composer(ana).fill('شكرا جزيلا')
    for (const where of [row(ana, nameOf(2)).locator('.last'), bubble(ana, 'مرحبا').locator('.words'), composer(ana)])
      expect(await where.evaluate(one => getComputedStyle(one).direction)).toBe('rtl')
    await composer(ana).fill('')
    await ana.page
      .getByRole('article', { name: nameOf(2) })
      .filter({ hasText: 'مرحبا' })
      .waitFor()
    expect(await look(ana, 'rtl')).toEqual([])
  })

  test('says between the messages what was done with it, by whom, and the day of each under the pointer', async () => {
    const { id, contact } = await ticketOf(2)
    const { user } = shop.owner
    const users = await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')
    const { name } = users.users.find(one => one.id === user.id)!
    const queues = await shop.owner.get<{ id: number; name: string }[]>('/queue')
    const tag = await shop.owner.post<{ id: number }>('/tags', { name: 'Urgente', color: '#aa2222' })
    const line = (text: string) => thread(ana).locator('.event').filter({ hasText: text }).last()
    const change = (values: object) => shop.owner.put(`/tickets/${id}`, values)
    await openTicket(ana, contact.name)
    await shop.owner.post('/tags/sync', { ticketId: id, tags: [{ id: tag.id }] })
    await line(`${name} adicionou a tag Urgente`).waitFor()
    await shop.owner.post('/tags/sync', { ticketId: id, tags: [] })
    await line(`${name} removeu a tag Urgente`).waitFor()
    await change({ status: 'pending', userId: null })
    await line(`${name} devolveu o atendimento à fila`).waitFor()
    await change({ status: 'open', userId: user.id })
    await line(`${name} aceitou o atendimento`).waitFor()
    await change({ queueId: queues.find(queue => queue.name === 'Vendas')!.id, status: 'open', userId: anaId })
    await line(`${name} transferiu para Ana Lima · Vendas`).waitFor()
    await change({ status: 'closed', userId: user.id })
    await line(`${name} resolveu o atendimento`).waitFor()
    await change({ status: 'open', userId: anaId })
    await line(`${name} reabriu o atendimento`).waitFor()
    const tip = ana.page.locator('.tip').filter({ hasText: /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/ })
    await line('reabriu').locator('time').hover()
    await tip.waitFor()
    await ana.page.mouse.move(0, 0)
    await tip.waitFor({ state: 'detached' })
    await lastBubble(ana).locator('.stamp').hover()
    await tip.waitFor()
    expect(await lastBubble(ana).getAttribute('aria-description')).toBe(await tip.textContent().then(text => text!.trim()))
  })

  test('is told of to who hears the page once in a while, however much comes: the last of it', async () => {
    await ana.page.clock.install()
    await showList(ana, 'Atendendo')
    await openTicket(ana, nameOf(4))
    await bubble(ana, `Bom dia, sou ${nameOf(4)}`).waitFor()
    await composer(ana).waitFor()
    await ana.page.clock.pauseAt(new Date((await ana.page.evaluate(() => Date.now())) + 60_000))
    const spoken = () => ana.page.locator('.thread-box > [aria-live="polite"]').textContent()
    let since = 0
    const pass = (ms: number) => ((since += ms), ana.page.clock.runFor(ms))
    // What comes is drawn a moment later, which does not pass by itself.
    const come = async (...texts: string[]) => {
      for (const text of texts) await write(4, text)
      await until(async () => (await pass(20), await row(ana, nameOf(4)).getByText(texts.at(-1)!).count()) > 0)
    }
    await come('Primeiro')
    await until(async () => (await pass(20), await spoken()) === `${nameOf(4)}: Primeiro`)
    since = 0
    await come('Segundo', 'Terceiro', 'Quarto')
    await pass(3_000 - since)
    expect(await spoken()).toBe(`${nameOf(4)}: Primeiro`)
    await pass(1_100)
    await until(async () => (await spoken()) === `${nameOf(4)}: Quarto`)
    await ana.page.goto('about:blank')
    await ana.page.clock.resume()
    await ana.page.goto('/tickets')
    await openTicket(ana, nameOf(2))
    await composer(ana).waitFor()
  })

  test('takes what is pasted beside the field, words and files', async () => {
    await composer(ana).press('Escape')
    const paste = (fill: (given: DataTransfer) => void) =>
      ana.page.evaluate(`{
        const clipboardData = new DataTransfer()
        ;(${fill})(clipboardData)
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }`)
    await paste(given => given.setData('text/plain', 'Rua das Flores, 10'))
    await until(async () => (await composer(ana).inputValue()) === 'Rua das Flores, 10')
    await composer(ana).fill('')
    await composer(ana).press('Escape')
    await paste(given => void given.items.add(new File(['%PDF-1.4'], 'orçamento.pdf', { type: 'application/pdf' })))
    await ana.page.getByText('orçamento.pdf').waitFor()
    await pressButton(ana, /^Remover/, conversation(ana))
  })

  test('has no ring around it after Esc and a press, and its pill leads to the very end', async () => {
    await shop.control.burst({ to: NUMBER, phones: [phones[2]!], count: 30, text: 'linha' })
    await bubble(ana, /linha/).first().waitFor()
    await until(async () => (await thread(ana).getByRole('article').count()) > 25)
    await composer(ana).press('Escape')
    await thread(ana).click({ position: { x: 20, y: 20 } })
    await ana.page.keyboard.press('Shift')
    expect(await thread(ana).evaluate(box => getComputedStyle(box).outlineStyle)).toBe('none')
    await thread(ana).hover()
    await ana.page.mouse.wheel(0, -900)
    await write(2, 'A última de todas')
    const pill = ana.page.getByRole('button', { name: /1 nova/ })
    await pill.click()
    await lastBubble(ana).getByText('A última de todas').waitFor()
    await until(() => thread(ana).evaluate(box => box.scrollHeight - box.scrollTop - box.clientHeight < 2))
    await ana.page.locator('.composer .field:focus').waitFor()
  })

  test('is a column that can be read on a large screen', async () => {
    await ana.page.setViewportSize({ width: 1920, height: 1080 })
    const width = async (what: string) => (await ana.page.locator(what).boundingBox())!.width
    expect(await width('.thread-rows')).toBeLessThanOrEqual(960)
    expect(await width('.composer')).toBeLessThanOrEqual(960)
    await ana.page.setViewportSize({ width: 1366, height: 768 })
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
    await bubble(bia, 'Acabei de escrever').last().waitFor()
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
