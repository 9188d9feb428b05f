import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { accept, agent, attach, composer, conversation, lastBubble, openTicket, pressButton, row, say, showList } from './agent'
import { type Browsing, look, openBrowser, type Person } from './browser'
import { client, NUMBER, openShop, type Shop, until } from './shop'

setDefaultTimeout(120_000)

let opened: { shop: Shop; browser: Browsing; ana: Person }
const customers = { 'Dona Lúcia': '5511987654300', 'Helena Prado': '5511987654301', 'Caio Mendes': '5511987654302' }
type Customer = keyof typeof customers
const write = (from: Customer, content: object = { type: 'text', text: `Sou ${from}` }) =>
  opened.shop.control.send({ from: customers[from], to: NUMBER, ...content } as Parameters<Shop['control']['send']>[0])

/** The answer that a request got is on screen. */
const drawn = () => opened.ana.page.evaluate(() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen))))

beforeAll(async () => {
  const [shop, browser] = await Promise.all([openShop(), openBrowser()])
  for (const [name, phone] of Object.entries(customers)) shop.control.addPhone({ name, phone })
  opened = { shop, browser, ana: await agent(browser, shop.url, 'wide', await shop.person('Ana Lima')) }
})
afterAll(async () => {
  for (const what of [opened.ana, opened.browser, opened.shop]) await what.close()
})
afterEach(() => expect(opened.ana.problems).toEqual([]))

test('what was accepted and read is unread nowhere, although the answer comes after the events that it caused', async () => {
  const { ana } = opened
  await write('Dona Lúcia')
  await showList(ana, 'Aguardando')
  await row(ana, 'Dona Lúcia').getByText('1', { exact: true }).waitFor()
  const read = ana.page.waitForResponse(/\/tickets\/\d+\/read$/)
  const answered = Promise.withResolvers<void>()
  await ana.page.route(/\/tickets\/\d+$/, async route => {
    const response = await route.fetch()
    await (await read).finished()
    await route.fulfill({ response })
    answered.resolve()
  })
  await accept(ana, 'Dona Lúcia')
  await answered.promise
  await ana.page.unroute(/\/tickets\/\d+$/)
  await drawn()
  await row(ana, 'Dona Lúcia').waitFor()
  expect(await row(ana, 'Dona Lúcia').getByText('1 não lida').count()).toBe(0)
  expect(await row(ana, 'Dona Lúcia').locator('.badge-n').count()).toBe(0)
})

test('letters after / are looked for, and Enter takes the first, although the list of quick messages is still on its way', async () => {
  const { shop, ana } = opened
  for (const shortcode of ['ola', 'planos', 'cep'])
    await shop.owner.post('/quick-messages', { shortcode, message: `Texto de ${shortcode}`, geral: true })
  await ana.page.reload()
  await composer(ana).waitFor()
  const asked = Promise.withResolvers<void>()
  const typed = Promise.withResolvers<void>()
  await ana.page.route(/\/assets\/picker-.*\.(js|css)$/, async route => {
    asked.resolve()
    await typed.promise
    await route.continue()
  })
  await composer(ana).press('/')
  await asked.promise
  await ana.page.keyboard.type('cep')
  await ana.page.keyboard.press('Enter')
  expect(await composer(ana).inputValue()).toBe('')
  typed.resolve()
  await until(async () => (await composer(ana).inputValue()) === 'Texto de cep', undefined, 'the text of the quick message')
  await composer(ana).fill('')
})

test('a part that the line loses is told of, leaves the conversation as it is, and comes when it is asked for again', async () => {
  const { ana } = opened
  const isEmojis = /\/assets\/emoji-picker-.*\.js$/
  await ana.page.reload()
  await composer(ana).fill('ainda não acabei')
  await ana.page.route(isEmojis, route => route.abort('connectionfailed'))
  await pressButton(ana, 'Emoji')
  await ana.page.getByText('Não deu para carregar esta parte').waitFor()
  expect(await composer(ana).inputValue()).toBe('ainda não acabei')
  await ana.page.unroute(isEmojis)
  ana.forgive(/emoji-picker|ERR_CONNECTION_FAILED|a module did not come/)
  await ana.page.keyboard.press('Escape')
  await pressButton(ana, 'Emoji')
  const firstEmoji = ana.page.locator('.emojis [role=gridcell]:visible').first()
  await firstEmoji.waitFor()
  // As people say it.
  for (const [word, emoji] of Object.entries({ joinha: '👍', obrigada: '🙏', coração: '❤', coracao: '❤' })) {
    await ana.page.locator('.emojis input').fill(word)
    await until(async () => (await firstEmoji.textContent())?.startsWith(emoji), undefined, `${emoji} for ${word}`)
  }
  await ana.page.keyboard.press('Escape')
  await composer(ana).fill('')
})

test('one that stands beside others in its script leaves the page as it is too, and comes when it is asked for again', async () => {
  const { ana } = opened
  const isNotices = /\/assets\/notifications-.*\.js$/
  const bell = () => pressButton(ana, /^Notificações/, ana.page.getByRole('banner'))
  await ana.page.reload()
  await composer(ana).waitFor()
  await ana.page.route(isNotices, route => route.abort('connectionfailed'))
  await bell()
  await ana.page.getByText('Não deu para carregar esta parte').waitFor()
  await composer(ana).waitFor()
  await ana.page.unroute(isNotices)
  ana.forgive(/notifications-|ERR_CONNECTION_FAILED|a module did not come/)
  await bell()
  await ana.page
    .getByRole('dialog', { name: 'Notificações' })
    .getByText(/Nada novo por aqui|Dona Lúcia|Caio Mendes/)
    .first()
    .waitFor()
  await ana.page.keyboard.press('Escape')
})

test('a pointer that rests chooses no quick message, one that moves does', async () => {
  const { ana } = opened
  const chosen = () => ana.page.getByRole('option', { selected: true }).textContent()
  const options = ana.page.getByRole('option')
  await composer(ana).press('/')
  await options.nth(2).waitFor()
  const place = (await options.nth(2).boundingBox())!
  await ana.page.keyboard.press('Escape')
  await ana.page.mouse.move(place.x + 20, place.y + 10)
  await composer(ana).press('/')
  await options.nth(2).waitFor()
  await drawn()
  expect(await chosen()).toContain('/cep')
  await ana.page.mouse.move(place.x + 24, place.y + 12)
  await until(async () => (await chosen())?.includes('/planos'), undefined, 'the row under the pointer')
  await ana.page.keyboard.press('Escape')
})

test('the second press of a double one does nothing to the next customer', async () => {
  const { shop, ana } = opened
  await write('Helena Prado')
  await write('Caio Mendes')
  for (const name of ['Helena Prado', 'Caio Mendes']) await accept(ana, name)
  const open = async () => (await shop.owner.get<{ count: number }>('/tickets?status=open&showAll=true')).count
  const before = await open()
  const resolving = row(ana, 'Helena Prado').getByRole('button', { name: 'Resolver' })
  await row(ana, 'Helena Prado').hover()
  expect(await resolving.getAttribute('data-keys')).toBeNull()
  const place = (await resolving.boundingBox())!
  await ana.page.mouse.click(place.x + 8, place.y + 8)
  await row(ana, 'Helena Prado').waitFor({ state: 'detached' })
  await ana.page.mouse.click(place.x + 8, place.y + 8)
  await drawn()
  expect(await open()).toBe(before - 1)
})

test('notices stand one at a time over the drawer, and an undo below another is not lost', async () => {
  const { ana } = opened
  const notices = ana.page.locator('.toast-b')
  await ana.page.goto('/tickets')
  for (const name of ['Dona Lúcia', 'Caio Mendes']) {
    await openTicket(ana, name)
    await composer(ana).press('Alt+e')
    await notices.getByText(`Atendimento de ${name} resolvido`).waitFor()
  }
  expect(await notices.count()).toBe(1)
  const [notice, drawer] = [
    (await notices.boundingBox())!,
    (await ana.page.getByRole('navigation', { name: 'Menu principal' }).boundingBox())!,
  ]
  expect(notice.x + notice.width).toBeLessThanOrEqual(drawer.x + drawer.width)
  expect(notice.y + notice.height).toBeLessThanOrEqual(768)
  for (const name of ['Caio Mendes', 'Dona Lúcia']) {
    await notices.getByText(`Atendimento de ${name} resolvido`).waitFor()
    await ana.page.keyboard.press('Alt+z')
    await row(ana, name).waitFor()
  }
})

test('a key undoes what the notice on screen tells of, and nothing below one that cannot be undone', async () => {
  const { ana } = opened
  const notices = ana.page.locator('.toast-b')
  await openTicket(ana, 'Dona Lúcia')
  await composer(ana).press('Alt+e')
  await notices.getByText('Atendimento de Dona Lúcia resolvido').waitFor()
  await openTicket(ana, 'Caio Mendes')
  await composer(ana).press('Alt+u')
  await notices.getByText('marcado como não lido').waitFor()
  await ana.page.keyboard.press('Alt+z')
  await notices.getByText('Atendimento de Dona Lúcia resolvido').waitFor()
  await ana.page.keyboard.press('Alt+z')
  await row(ana, 'Dona Lúcia').waitFor()
})

test('a list that leaves queues out says so at its button', async () => {
  const { ana } = opened
  const button = ana.page.getByRole('button', { name: /^Filas e opções/ })
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  await pressButton(ana, 'Filas e opções')
  await ana.page.getByRole('checkbox', { name: 'Vendas' }).uncheck()
  await ana.page.keyboard.press('Escape')
  await ana.page.getByRole('button', { name: 'Filas e opções: há filas escondidas', pressed: true }).click()
  await ana.page.getByRole('checkbox', { name: 'Vendas' }).check()
  await ana.page.keyboard.press('Escape')
})

test('who is taken over from keeps the words, goes on in them, and is told by whom', async () => {
  const { shop, ana } = opened
  await openTicket(ana, 'Caio Mendes')
  await composer(ana).fill('O técnico chega ')
  await composer(ana).focus()
  const { id } = await shop.owner.get<{ id: number }>(`/tickets/u/${ana.page.url().split('/').at(-1)}`)
  const rafael = await client(shop.url, await shop.person('Rafael Souza', 'admin'))
  await rafael.put(`/tickets/${id}`, { userId: rafael.user.id })
  const kept = ana.page.getByRole('textbox', { name: 'Seu rascunho, guardado neste navegador' })
  await kept.waitFor()
  await ana.page.locator('.toast-b').getByText('Rafael Souza assumiu o atendimento de Caio Mendes.').waitFor()
  await ana.page.keyboard.type('e de novo')
  expect(await kept.inputValue()).toBe('O técnico chega e de novo')
  expect(await look(ana, 'kept-draft')).toEqual([])
  expect(await conversation(ana).getByRole('button', { name: 'Resolver' }).count()).toBe(0)
  expect(await ana.page.getByRole('dialog').count()).toBe(0)
})

test('who writes while somebody ends the ticket, or gives it back, goes on in the kept words, and no letter is a verb', async () => {
  const { shop, ana } = opened
  const kept = ana.page.getByRole('textbox', { name: 'Seu rascunho, guardado neste navegador' })
  for (const away of [
    { status: 'closed', justClose: true },
    { status: 'pending', userId: null },
  ]) {
    await openTicket(ana, 'Dona Lúcia')
    await composer(ana).fill('Vou mandar o ')
    await composer(ana).focus()
    const ticket = await shop.owner.get<{ id: number; userId: number }>(`/tickets/u/${ana.page.url().split('/').at(-1)}`)
    await shop.owner.put(`/tickets/${ticket.id}`, away)
    await kept.waitFor()
    await ana.page.keyboard.type('técnico amanhã ou ontem')
    expect(await kept.inputValue()).toBe('Vou mandar o técnico amanhã ou ontem')
    expect((await shop.owner.get<{ status: string }>(`/tickets/${ticket.id}`)).status).toBe(away.status)
    await shop.owner.put(`/tickets/${ticket.id}`, { status: 'open', userId: ticket.userId, justClose: true })
    await composer(ana).waitFor()
    await composer(ana).fill('')
  }
})

test('who leads sees a verb for a colleague without it being the main one', async () => {
  const { shop, browser, ana } = opened
  const bia = await agent(browser, shop.url, 'wide', await shop.person('Bia Rocha', 'admin'))
  await bia.page.goto(new URL(ana.page.url()).pathname)
  const verb = conversation(bia).getByRole('button', { name: 'Resolver' })
  await verb.waitFor()
  expect(await verb.getAttribute('class')).not.toContain('btn-primary')
  expect(bia.problems).toEqual([])
  await bia.close()
})

test('a tall picture is seen whole, and one as a phone takes it without bars beside it', async () => {
  const { ana } = opened
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Dona Lúcia')
  const picture = () => lastBubble(ana).getByRole('img', { name: 'Foto' })
  const shape = () =>
    picture().evaluate(image => [getComputedStyle(image).objectFit, image.clientHeight > image.clientWidth, image.clientHeight <= 360])
  for (const [height, fit] of [
    [900, 'contain'],
    [400, 'cover'],
  ] as const) {
    const drawn = await ana.page.evaluate(height => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 300, height })
      canvas.getContext('2d')!.fillRect(20, 20, 260, height - 40)
      return canvas.toDataURL('image/png').split(',')[1]!
    }, height)
    await attach(ana, [{ name: 'recibo.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') }])
    await composer(ana).press('Enter')
    await until(async () => (await shape()).join() === `${fit},true,true`, undefined, `the picture of ${height}`)
    await say(ana, `Segue a de ${height}`)
  }
})

test('who serves no queue reads that in both lists, and may choose none that is not there', async () => {
  const { shop, browser } = opened
  const signIn = { email: 'teo@nortefibra.test', password: 'uma frase curta' }
  await shop.owner.post('/users', { name: 'Téo Alves', ...signIn, profile: 'user', queueIds: [] })
  const teo = await agent(browser, shop.url, 'wide', signIn)
  for (const list of ['Atendendo', 'Aguardando'] as const) {
    await showList(teo, list)
    await teo.page.getByRole('tab', { name: list, selected: true }).waitFor()
    await teo.page.getByText('Você não está em nenhuma fila.').waitFor()
  }
  await pressButton(teo, 'Novo atendimento')
  const dialog = teo.page.getByRole('dialog', { name: 'Novo atendimento' })
  await dialog.getByLabel('Fila').waitFor()
  await dialog.press('Control+Enter')
  const focused = () => teo.page.evaluate(() => document.activeElement?.id)
  expect(await focused()).toBe('new-contact')
  await dialog.getByText('Selecione uma fila', { exact: true }).last().waitFor()
  expect(await dialog.getByRole('option', { name: 'Sem fila' }).count()).toBe(0)
  expect(teo.problems).toEqual([])
  await teo.close()
})

test('Ctrl+Enter saves what was chosen in an open picker, and takes no choice back', async () => {
  const { shop, browser } = opened
  const rita = await agent(browser, shop.url, 'wide', await shop.person('Rita Melo', 'admin'))
  await rita.page.goto('/users')
  await rita.page.getByRole('row', { name: /Téo Alves/ }).click()
  const sheet = rita.page.getByRole('dialog', { name: /usuário/i })
  await sheet.getByRole('button', { name: /^Filas/ }).click()
  const search = rita.page.getByRole('combobox', { name: 'Buscar' })
  await search.fill('ven')
  await search.press('Enter')
  await search.press('Control+Enter')
  await rita.page.locator('.toast-b').getByText('Usuário salvo').waitFor()
  const { users } = await shop.owner.get<{ users: { name: string; queues: { name: string }[] }[] }>('/users?searchParam=teo')
  expect(users[0]?.queues.map(({ name }) => name)).toEqual(['Vendas'])
  await rita.close()
})
