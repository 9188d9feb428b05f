import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  accept,
  agent,
  bubble,
  composer,
  conversation,
  inHead,
  openTicket,
  press,
  pressButton,
  row,
  say,
  showList,
  signIn,
  thread,
  toAttended,
  toList,
} from './agent'
import { type Browsing, look, openBrowser, type Person, type Size, sizes } from './browser'
import { foundNeighbour } from './neighbour'
import { NUMBER, openShop, type Shop, until } from './shop'

setDefaultTimeout(120_000)

let shop: Shop
let browser: Browsing
let neighbour: Awaited<ReturnType<typeof foundNeighbour>>
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  neighbour = await foundNeighbour(shop.folder)
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

describe.each(Object.keys(sizes) as Size[])('tickets, %s', size => {
  const area = size === 'wide' ? '11' : '21'
  const [helena, caio, lucia] = (
    size === 'wide' ? ['Helena Prado', 'Caio Mendes', 'Dona Lúcia'] : ['Joana Reis', 'Rafael Tavares', 'Seu Jorge']
  ) as [string, string, string]
  const customers = new Map<string, string>([helena, caio, lucia].map((name, i) => [name, `55${area}98765432${i}`]))
  let ana: Person
  let login: Awaited<ReturnType<Shop['person']>>
  const write = (from: string, text: string) => shop.control.send({ from: customers.get(from)!, to: NUMBER, type: 'text', text })
  beforeAll(async () => {
    for (const [name, phone] of customers) shop.control.addPhone({ phone, name })
    login = await shop.person(`Ana${size} Lima`, 'admin')
    ana = await agent(browser, shop.url, size, login)
  })
  afterAll(() => ana?.close())
  afterEach(() => {
    expect(ana.problems).toEqual([])
  })

  test('a second window lives along, another company sees nothing', async () => {
    const bia = await agent(browser, shop.url, 'wide', await shop.person(`Bia${size} Rocha`))
    const rui = await agent(browser, shop.url, 'wide', neighbour)
    const heard: string[] = []
    rui.page.on('websocket', socket => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))))
    await rui.page.reload()
    await rui.page.getByRole('tab', { name: 'Aguardando' }).waitFor()

    await write(helena, `Bom dia, caiu a internet ${size}`)
    await showList(bia, 'Aguardando')
    await row(bia, helena).waitFor()
    await accept(ana, helena)
    await row(bia, helena).waitFor({ state: 'detached' })
    await say(ana, 'Vou verificar agora')
    await shop.shows(customers.get(helena)!, entries => entries.some(entry => entry.text.includes('Vou verificar agora')))

    await showList(rui, 'Aguardando')
    await rui.page.getByText('Ninguém aguardando').waitFor()
    expect(heard.filter(frame => /company-1|caiu a internet/.test(frame))).toEqual([])
    await rui.page.goto(new URL(ana.page.url()).pathname)
    await rui.page.waitForURL('**/tickets')
    rui.forgive(/^404 GET \/tickets\/u\//)
    expect([bia.problems, rui.problems]).toEqual([[], []])
    await Promise.all([bia.close(), rui.close()])
  })

  test('drafts are kept per ticket', async () => {
    await write(caio, 'Qual o valor do plano de 600 mega?')
    await composer(ana).fill('Helena, o técnico vai ')
    await toList(ana)
    await accept(ana, caio)
    expect(await composer(ana).inputValue()).toBe('')
    await composer(ana).fill('O plano custa ')
    await toList(ana)
    await openTicket(ana, helena)
    await bubble(ana, 'caiu a internet').waitFor()
    expect(await composer(ana).inputValue()).toBe('Helena, o técnico vai ')
    await ana.page.reload()
    await bubble(ana, 'caiu a internet').waitFor()
    expect(await composer(ana).inputValue()).toBe('Helena, o técnico vai ')
    await say(ana, 'Helena, o técnico vai às 15h')
    await bubble(ana, 'vai às 15h').waitFor()
    await ana.page.reload()
    await bubble(ana, 'vai às 15h').waitFor()
    expect(await composer(ana).inputValue()).toBe('')
  })

  test('a tag is found without its accents, and one that the server refuses is not on', async () => {
    const { page } = ana
    const name = `Orçamento ${size}`
    await shop.owner.post('/tags', { name, color: '#4463c7' })
    await inHead(ana, 'Dados do contato')
    const pane = page.getByRole('complementary', { name: 'Dados do contato' })
    await pressButton(ana, 'Adicionar tag', pane)
    const field = page.getByLabel('Buscar ou criar tag')
    const option = (isOn: boolean) => page.getByRole('option', { name, checked: isOn })
    await field.fill(`orcamento ${size}`)
    await option(false).waitFor()
    await page.route('**/tags/sync', route => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }))
    const refused = page.waitForResponse('**/tags/sync')
    await field.press('Enter')
    await refused
    await option(false).waitFor()
    await page.unroute('**/tags/sync')
    ana.forgive(/^500 POST \/tags\/sync/)
    await field.fill(`orcamento ${size}`)
    await field.press('Enter')
    await option(true).waitFor()
    await pane.getByText(name).waitFor()
    const tags = await shop.owner.get<{ name: string }[]>('/tags/list')
    expect(tags.filter(tag => /or[çc]amento/i.test(tag.name) && tag.name.endsWith(size))).toMatchObject([{ name }])
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await pressButton(ana, 'Fechar', pane)
    await pane.waitFor({ state: 'detached' })
  })

  test('the contact beside the conversation', async () => {
    const { page } = ana
    await inHead(ana, 'Dados do contato')
    const pane = page.getByRole('complementary', { name: 'Dados do contato' })
    await pane.getByRole('heading', { name: helena }).waitFor()
    await pressButton(ana, 'Adicionar tag', pane)
    await page.getByLabel('Buscar ou criar tag').fill(`VIP ${size}`)
    await press(ana, page.getByText(`Criar tag “VIP ${size}”`))
    await pane.getByText(`VIP ${size}`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Buscar ou criar tag').waitFor({ state: 'detached' })
    expect(await look(ana, 'contact-pane')).toEqual([])
    await pressButton(ana, 'Fechar', pane)
    await pane.waitFor({ state: 'detached' })
  })

  if (size === 'phone')
    test('Back closes the sheet of the contact and stays, and leaves the conversation after it was closed', async () => {
      const { page } = ana
      const pane = page.getByRole('complementary', { name: 'Dados do contato' })
      const chat = page.url()
      await inHead(ana, 'Dados do contato')
      await pane.waitFor()
      await page.waitForFunction(() => history.state === 'over')
      await page.goBack()
      await pane.waitFor({ state: 'detached' })
      expect(page.url()).toBe(chat)
      await composer(ana).waitFor()
      await inHead(ana, 'Dados do contato')
      await pressButton(ana, 'Fechar', pane)
      await pane.waitFor({ state: 'detached' })
      // Its own entry of the history is gone (kit/back.ts).
      await page.waitForFunction(() => history.state !== 'over')
      await page.goBack()
      await row(ana, helena).waitFor()
      await page.goForward()
      await composer(ana).waitFor()
    })

  test('given back, and taken again', async () => {
    await inHead(ana, 'Devolver à fila')
    await conversation(ana)
      .getByRole('button', { name: /^Aceitar/ })
      .waitFor()
    expect(await composer(ana).count()).toBe(0)
    // Its tags are those it has while somebody attends it.
    if (size === 'wide') await conversation(ana).locator('.convo-head').getByText(`Orçamento ${size}`).waitFor()
    await press(ana, conversation(ana).getByRole('button', { name: /^Aceitar/ }))
    await composer(ana).waitFor()
    await toAttended(ana, helena)
  })

  test('resolved, undone, resolved, reopened', async () => {
    const resolve = () => press(ana, conversation(ana).getByRole('button', { name: 'Resolver' }).filter({ visible: true }))
    await resolve()
    const toast = ana.page.locator('.toast-b').filter({ hasText: `Atendimento de ${helena} resolvido` })
    // A notice under the pointer stays.
    await toast.hover()
    expect(await look(ana, 'resolved')).toEqual([])
    await press(ana, toast.getByRole('button', { name: /Desfazer/ }))
    await ana.page.getByRole('region', { name: `Conversa com ${helena}` }).waitFor()
    await composer(ana).waitFor()
    await resolve()
    await toast.waitFor()
    await ana.page.getByRole('region', { name: `Conversa com ${caio}` }).waitFor()
    await toList(ana)
    await showList(ana, 'Resolvidos')
    await openTicket(ana, helena)
    await conversation(ana).getByText('Este atendimento foi resolvido').waitFor()
    expect(await look(ana, 'closed')).toEqual([])
    await press(ana, conversation(ana).getByRole('button', { name: /^Reabrir/ }))
    await composer(ana).waitFor()
  })

  test('found by name and by what was said', async () => {
    await toList(ana)
    await pressButton(ana, 'Buscar', ana.page.getByRole('region', { name: 'Lista de atendimentos' }))
    const field = ana.page.getByLabel('Nome, número ou mensagem')
    await field.fill(caio.slice(0, 5).toLowerCase())
    await row(ana, caio).waitFor()
    await row(ana, helena).waitFor({ state: 'detached' })
    await field.fill(`caiu a internet ${size}`)
    await row(ana, helena).waitFor()
    await row(ana, caio).waitFor({ state: 'detached' })
    expect(await look(ana, 'search')).toEqual([])
    await field.fill('nada disso')
    await ana.page.getByText('Nada encontrado').waitFor()
    await press(ana, ana.page.getByRole('tab', { name: 'Abertos' }))
    // The search took its entry of the history away (kit/back.ts), which would cut off a page that is asked for at once.
    await ana.page.waitForFunction(() => history.state !== 'over')
  })

  test('theme and language are kept', async () => {
    const { page } = ana
    const pick = async (menu: string | RegExp, item: string) => {
      await pressButton(ana, size === 'wide' ? menu : /^(Conta de|Cuenta de|.*account)/i, page.locator('.topbar'))
      await press(ana, page.getByRole('menuitemradio', { name: item }))
    }
    await page.goto('/tickets')
    await pick('Tema', 'Escuro')
    await page.locator('html[data-theme="own-dark"]').waitFor()
    await pick('Idioma', 'English')
    await page.locator('html[lang="en"]').waitFor()
    await page.getByRole('tab', { name: 'Open', exact: true }).waitFor()
    await page.reload()
    await page.locator('html[lang="en"][data-theme="own-dark"]').waitFor()
    await pick('Language', 'Español')
    await page.locator('html[lang="es"]').waitFor()
    await pick(/^Idioma/, 'Português')
    await page.locator('html[lang="pt-BR"]').waitFor()
    await pick('Tema', 'Igual ao sistema')
    for (const colorScheme of ['light', 'dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-theme="own-${colorScheme}"]`).waitFor()
    }
  })

  if (size === 'wide')
    test('signed in elsewhere', async () => {
      const told = ana.page.getByRole('alert').getByText('Sua conta foi acessada em outro aparelho').waitFor()
      const other = await agent(browser, shop.url, size, login)
      await told
      await ana.page.getByRole('button', { name: 'Entrar' }).waitFor()
      await ana.page.getByText('Sua conta foi acessada em outro aparelho').waitFor()
      ana.forgive(/^40[13] /)
      expect(await look(ana, 'login')).toEqual([])
      expect(other.problems).toEqual([])
      await other.close()
      await signIn(ana, login)
      await ana.page.getByRole('tab', { name: 'Atendendo' }).waitFor()
    })

  test('a wrong password is told where it was typed', async () => {
    const rita = await shop.person(`Rita${size} Alves`, 'admin')
    const person = await browser.open(size, shop.url)
    const { page } = person
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(rita.email)
    const password = page.getByLabel('Senha', { exact: true })
    await password.fill('outra-senha')
    await pressButton(person, 'Entrar')
    await page.getByText('E-mail ou senha incorretos. Tente de novo.').waitFor()
    expect(await password.evaluate(field => field === document.activeElement)).toBe(true)
    person.forgive(/^401 /)
    expect(await look(person, 'login-refused')).toEqual([])
    await password.fill(rita.password)
    await page.getByText('E-mail ou senha incorretos').waitFor({ state: 'detached' })
    await pressButton(person, 'Entrar')
    await page.getByRole('banner').first().waitFor()
    expect(person.problems).toEqual([])
    await person.close()
  })

  if (size === 'wide')
    test('with the keyboard alone', async () => {
      const { page } = ana
      const { keyboard } = page
      await page.goto('/tickets')
      await row(ana, caio).waitFor()
      await keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: 'Atalhos do teclado' })
      await sheet.getByText('Próximo atendimento', { exact: true }).waitFor()
      expect(await look(ana, 'keys')).toEqual([])
      await keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })

      await keyboard.press('j')
      const first = await thread(ana)
        .waitFor()
        .then(() => page.url())
      await composer(ana).press('Escape')
      await keyboard.press('j')
      await page.waitForURL(url => url.href !== first)
      await composer(ana).press('Escape')
      await keyboard.press('k')
      await page.waitForURL(first)

      await composer(ana).fill('primeira linha')
      await composer(ana).press('Shift+Enter')
      await keyboard.type('segunda linha')
      await composer(ana).press('Enter')
      await bubble(ana, /primeira linha\s*segunda linha/).waitFor()
      await composer(ana).press('Escape')
      await keyboard.press('r')
      await keyboard.type('Mais algo?')
      await keyboard.press('Enter')
      await bubble(ana, 'Mais algo?').waitFor()

      await keyboard.press('Alt+s')
      await page.getByLabel('Nome, número ou mensagem').fill('caio m')
      await row(ana, caio).waitFor()
      await page.getByRole('tab', { name: 'Abertos' }).press('Enter')

      await write(lucia, 'A internet caiu de novo')
      await showList(ana, 'Aguardando')
      await row(ana, lucia).waitFor()
      await page.getByRole('main').focus()
      await keyboard.press('j')
      await bubble(ana, 'A internet caiu de novo').waitFor()
      await keyboard.press('a')
      // The keyboard stays with the list, for the next one; what is no verb of it is written.
      await composer(ana).waitFor()
      await keyboard.type('Bom dia')
      await until(async () => (await composer(ana).inputValue()) === 'Bom dia', undefined, 'the words in the field')
      await composer(ana).fill('')
      await composer(ana).press('Alt+e')
      await page.getByText(`Atendimento de ${lucia} resolvido`).first().waitFor()
      await keyboard.press('Alt+z')
      await showList(ana, 'Atendendo')
      await row(ana, lucia).waitFor()
    })
})
