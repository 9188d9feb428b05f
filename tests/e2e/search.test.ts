import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { accept, agent, bubble, conversation, goTo, lastBubble, press, pressButton, thread } from './agent'
import { type Browsing, look, openBrowser, type Person, type Size, sizes } from './browser'
import { NUMBER, openShop, type Shop, until } from './shop'

setDefaultTimeout(120_000)

let shop: Shop
let browser: Browsing
let ana: Person
const customers = { 'Helena Prado': '5511990002000', 'Caio Mendes': '5521987654320' }

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima'))
  for (const [name, phone] of Object.entries(customers)) {
    shop.control.addPhone({ phone, name })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `O modem de ${name} não liga` })
    await accept(ana, name)
  }
})
afterAll(async () => {
  await ana?.close()
  await browser?.close()
  await shop?.close()
})
afterEach(() => {
  expect(ana.problems).toEqual([])
})

const row = ({ page }: Person, name: string) => page.locator('.ticket').filter({ has: page.getByRole('link', { name }) })
const field = () => ana.page.getByLabel('Nome, número ou mensagem')
const openNow = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const finds = async (text: string, name: string) => {
  await field().fill('')
  await ana.page.getByText('O que você procura?').waitFor()
  await field().fill(text)
  await row(ana, name).waitFor()
}

test('says what can be looked for before a letter is typed', async () => {
  await ana.page.keyboard.press('Alt+s')
  await ana.page.getByText('O que você procura?').waitFor()
  expect(await look(ana, 'search-empty')).toEqual([])
  await field().fill('zzz')
  await ana.page.getByText('Nada encontrado').waitFor()
  await field().fill('')
  await ana.page.getByText('O que você procura?').waitFor()
})

test('has its filters where they were, after a visit to the internal chat', async () => {
  const filters = ana.page.getByRole('group', { name: 'Filtros da busca' })
  const before = (await filters.boundingBox())!
  await goTo(ana, 'Chat interno')
  await ana.page.getByRole('heading', { name: 'Chat interno' }).first().waitFor()
  await goTo(ana, 'Atendimentos')
  await ana.page.keyboard.press('Alt+s')
  await filters.waitFor()
  expect(await filters.boundingBox()).toEqual(before)
})

test('offers the names of what is typed as a filter, which arrows and Enter write', async () => {
  const { page } = ana
  const offered = page.getByRole('listbox', { name: 'Nomes que começam assim' })
  await field().fill('')
  await field().pressSequentially('modem fila:')
  for (const name of ['Suporte', 'Vendas']) await offered.getByRole('option', { name }).waitFor()
  expect(await look(ana, 'search-names')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await offered.getByRole('option', { name: 'Vendas', selected: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect(await field().inputValue()).toBe('modem fila:Suporte ')
  await offered.waitFor({ state: 'detached' })
  await row(ana, 'Helena Prado').waitFor()
  await page.keyboard.type('antes:')
  await offered.getByRole('option', { name: 'hoje', exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByText('Nada encontrado').waitFor()
  // Esc closes the names first.
  await page.keyboard.type('de:')
  await offered.getByRole('option', { name: 'cliente' }).waitFor()
  await page.keyboard.press('Escape')
  await offered.waitFor({ state: 'detached' })
  expect(await field().inputValue()).toBe('modem fila:Suporte antes:hoje de:')
  await field().fill('')
  await page.getByText('O que você procura?').waitFor()
})

test('offers names also for what was typed before there was a list of them', async () => {
  const { page } = ana
  await page.reload()
  await page.getByRole('tab', { name: 'Atendendo' }).waitFor()
  await page.keyboard.press('Alt+s')
  // All in one event, as fast as a paste.
  await field().fill('modem fila:')
  await page.getByRole('listbox', { name: 'Nomes que começam assim' }).getByRole('option', { name: 'Vendas' }).waitFor()
  await field().fill('')
  await page.getByText('O que você procura?').waitFor()
})

test('finds a number as it stands on the screen, and words that stand apart', async () => {
  for (const text of [
    '99000-2000',
    '+55 11 99000',
    '(11) 99000-2000',
    '11990002000',
    'liga helena modem',
    'Prado Helena',
    'mode liga helen',
  ])
    await finds(text, 'Helena Prado')
  expect(await row(ana, 'Caio Mendes').count()).toBe(0)
})

test('is narrowed to a colleague by who leads alone', async () => {
  const filters = ana.page.getByRole('group', { name: 'Filtros da busca' })
  await filters.getByRole('button', { name: 'Fila' }).waitFor()
  expect(await filters.getByRole('button', { name: 'Atendente' }).count()).toBe(0)
})

test('says of a ticket that nobody attends in which list it stands', async () => {
  const [name, phone] = ['Nair Brandão', '5511990002055']
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Quero um orçamento' })
  await finds('orçamento', name)
  await row(ana, name).getByText('aguardando', { exact: true }).waitFor()
  expect(await row(ana, name).getByText('resolvido').count()).toBe(0)
})

test('is used with arrows, Enter and Esc', async () => {
  const { keyboard } = ana.page
  await field().fill('modem não liga')
  await row(ana, 'Caio Mendes').waitFor()
  await row(ana, 'Helena Prado').waitFor()
  const [first, second] = await ana.page.locator('.ticket .name').allTextContents()
  // The row, the message found in it, and the next row.
  for (let i = 0; i < 3; i++) await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await openNow(second!)
  await keyboard.press('Alt+s')
  await keyboard.press('Enter')
  await openNow(first!)

  await keyboard.press('Alt+s')
  await keyboard.type('modem caio')
  await keyboard.press('Enter')
  await openNow('Caio Mendes')
  await bubble(ana, 'O modem de Caio Mendes').waitFor()
  await keyboard.press('Alt+s')
  await keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
  await ana.page.getByRole('tab', { name: 'Atendendo', selected: true }).waitFor()
})

describe.each(Object.keys(sizes) as Size[])('a message that was found, %s', size => {
  const name = size === 'wide' ? 'Otávio Reis' : 'Rosana Alves'
  const from = size === 'wide' ? '5531990003001' : '5531990003002'
  let bia: Person
  const say = (text: string) => shop.control.send({ from, to: NUMBER, type: 'text', text })
  const hits = () => bia.page.getByRole('list', { name: `Mensagens encontradas de ${name}` }).getByRole('link')
  const toEnd = (text: string) => bia.page.getByRole('button', { name: text, exact: true })
  const isMiddle = async () => {
    const [box, view] = await Promise.all([bubble(bia, 'jabuticaba').boundingBox(), thread(bia).boundingBox()])
    return Math.abs(box!.y + box!.height / 2 - view!.y - view!.height / 2) < view!.height / 4
  }
  beforeAll(async () => {
    shop.control.addPhone({ phone: from, name })
    bia = await agent(browser, shop.url, size, await shop.person(`Bia${size} Souza`))
    await say('Olá')
    await accept(bia, name)
    const { id: ticketId } = await shop.owner.get<{ id: number }>(`/tickets/u/${new URL(bia.page.url()).pathname.split('/').at(-1)}`)
    const note = { note: `Prefere falar às terças ${size}`, ticketId }
    const { createdAt } = await shop.owner.post<{ createdAt: string }>('/ticket-notes', note)
    // What WhatsApp tells of a message's time is the second.
    await until(() => Math.floor(Date.now() / 1000) > Math.floor(Date.parse(createdAt) / 1000))
    for (let i = 0; i < 60; i++)
      await say(i === 30 ? `A senhá do portão é jabuticaba <b>${size}</b>` : i % 12 === 7 ? `boleto ${size} ${i}` : `linha ${i}.`)
    await bubble(bia, 'linha 59.').waitFor()
    await bia.page.goto('/tickets')
    await pressButton(bia, 'Buscar')
  })
  afterAll(() => bia?.close())
  afterEach(() => {
    expect(bia.problems).toEqual([])
  })

  test('stands below its ticket with the words marked, three of them and how many more', async () => {
    const field = bia.page.getByLabel('Nome, número ou mensagem')
    await field.fill(`boleto ${size}`)
    await hits().nth(2).waitFor()
    expect(await hits().count()).toBe(3)
    await bia.page.getByText('mais 2 mensagens').waitFor()
    await bia.page.getByText('5 mensagens em 1 atendimento').waitFor()
    await field.fill(`jabut SENH ${size}`)
    await bia.page.getByText('1 mensagem em 1 atendimento').waitFor()
    expect(await hits().locator('mark').allTextContents()).toEqual(['senhá', 'jabuticaba', size])
    await field.fill(`boleto ${size}`)
    await bia.page.getByText('5 mensagens em 1 atendimento').waitFor()
    await field.fill(`JABUTICABA senha ${size}`)
    await bia.page.getByText('1 mensagem em 1 atendimento').waitFor()
    expect(await hits().locator('mark').allTextContents()).toEqual(['senhá', 'jabuticaba', size])
    expect(await hits().textContent()).toContain(`<b>${size}</b>`)
    expect(await look(bia, 'search-hits')).toEqual([])
  })

  test('is one of several, of which the rest is gone through in the conversation', async () => {
    await bia.page.getByLabel('Nome, número ou mensagem').fill(`boleto ${size}`)
    await pressButton(bia, 'mais 2 mensagens')
    const bar = conversation(bia).getByRole('search')
    await bar.getByText('1 de 5').waitFor()
    expect(await bar.getByLabel('Procurar nesta conversa').inputValue()).toBe(`boleto ${size}`)
    await bubble(bia, `boleto ${size} 55`).waitFor()
    expect(await look(bia, 'search-rest')).toEqual([])
    await bia.page.goto('/tickets')
    await pressButton(bia, 'Buscar')
    await bia.page.getByLabel('Nome, número ou mensagem').fill(`JABUTICABA senha ${size}`)
    await bia.page.getByText('1 mensagem em 1 atendimento').waitFor()
  })

  test('is gone to: in the middle, standing out, and what comes meanwhile is counted and not read', async () => {
    await press(bia, hits())
    await thread(bia).locator('[data-hit]').filter({ hasText: 'jabuticaba' }).waitFor()
    expect(await isMiddle()).toBe(true)
    expect(await bubble(bia, 'linha 59.').count()).toBe(0)
    await toEnd('Ir para o fim').waitFor()
    expect(await look(bia, 'search-landed')).toEqual([])
    await say('chegou agora')
    await toEnd('Ir para o fim · 1 nova').waitFor()
    expect(await bubble(bia, 'chegou agora').count()).toBe(0)
    expect(await isMiddle()).toBe(true)
    const unread = async () => {
      const { tickets } = await shop.owner.get<{ tickets: { unreadMessages: number }[] }>(`/tickets?showAll=true&searchParam=${from}`)
      return tickets[0]?.unreadMessages
    }
    expect(await unread()).toBe(1)
    await press(bia, toEnd('Ir para o fim · 1 nova'))
    await lastBubble(bia).filter({ hasText: 'chegou agora' }).waitFor()
    await toEnd('Ir para o fim').waitFor({ state: 'detached' })
    await until(async () => (await unread()) === 0)
  })

  test('has older and newer messages around it, to the live end', async () => {
    const uuid = new URL(bia.page.url()).pathname
    await bia.page.goto(uuid)
    await thread(bia).locator('[data-hit]').waitFor()
    await thread(bia).evaluate(box => box.scrollTo(0, 0))
    await bubble(bia, 'linha 0.').waitFor({ state: 'attached' })
    expect(await bubble(bia, 'linha 59.').count()).toBe(0)
    await thread(bia).evaluate(box => box.scrollTo(0, box.scrollHeight))
    await bubble(bia, 'chegou agora').waitFor({ state: 'attached' })
    // Those that are drawn while one scrolls, from the first to the last.
    const seen = await thread(bia).evaluate(async box => {
      const ids = new Set<string>()
      box.scrollTo(0, 0)
      for (;;) {
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        for (const message of box.querySelectorAll<HTMLElement>('[data-message]')) ids.add(message.dataset.message!)
        if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) return ids.size
        box.scrollBy(0, box.clientHeight / 2)
      }
    })
    expect(seen).toBe(62)
    await thread(bia).evaluate(box => box.scrollTo(0, box.scrollHeight))
    await toEnd('Ir para o fim').waitFor({ state: 'detached' })
    await say('e mais uma')
    await lastBubble(bia).filter({ hasText: 'e mais uma' }).waitFor()
  })

  if (size === 'wide')
    test('is found by the keyboard alone, which stays with what was found', async () => {
      const { keyboard } = bia.page
      await keyboard.press('Alt+s')
      await keyboard.type(`boleto ${size}`)
      await hits().nth(2).waitFor()
      const focused = () => bia.page.evaluate(() => document.activeElement?.textContent)
      for (let i = 0; i < 3; i++) await keyboard.press('ArrowDown')
      expect(await focused()).toContain(`boleto ${size} 43`)
      await keyboard.press('Enter')
      await thread(bia)
        .locator('[data-hit]')
        .filter({ hasText: `boleto ${size} 43` })
        .waitFor()
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      await thread(bia)
        .locator('[data-hit]')
        .filter({ hasText: `boleto ${size} 31` })
        .waitFor()
      await keyboard.press('Escape')
      expect(await bia.page.getByLabel('Nome, número ou mensagem').evaluate(input => input === document.activeElement)).toBe(true)
    })

  test('may be a note of the team, which stands out among the messages of its time', async () => {
    await bia.page.goto('/tickets')
    await pressButton(bia, 'Buscar')
    await bia.page.getByLabel('Nome, número ou mensagem').fill(`tercas ${size}`)
    await hits().filter({ hasText: 'Observação: Prefere falar às terças' }).waitFor()
    await bia.page.getByText('1 observação em 1 atendimento').waitFor()
    expect(await look(bia, 'search-note')).toEqual([])
    await press(bia, hits())
    const note = thread(bia).locator('[data-hit]').filter({ hasText: 'Prefere falar às terças' })
    await note.waitFor()
    await bubble(bia, 'linha 0.').waitFor()
    expect(await bubble(bia, 'linha 59.').count()).toBe(0)
    expect(await look(bia, 'search-note-landed')).toEqual([])
  })
})
