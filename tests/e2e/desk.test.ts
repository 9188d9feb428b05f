import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { accept, agent, bubble, composer, conversation, openTicket, press, pressButton, row, say, showList, thread, tick } from './agent'
import { type Browsing, look, openBrowser, type Person } from './browser'
import { NUMBER, openShop, type Shop, until } from './shop'

setDefaultTimeout(120_000)

let shop: Shop
let browser: Browsing
let ana: Person
const names = ['Dona Lúcia', 'Helena Prado', 'Caio Mendes', 'Seu Jorge', 'Joana Reis']
const phoneOf = (name: string) => `551198765430${names.indexOf(name)}`
const write = (from: string, text = `Sou ${from}`) => shop.control.send({ from: phoneOf(from), to: NUMBER, type: 'text', text })

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  for (const name of names) shop.control.addPhone({ phone: phoneOf(name), name })
  ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima'))
})
afterAll(async () => {
  await ana?.close()
  await browser?.close()
  await shop?.close()
})
afterEach(() => {
  expect(ana.problems).toEqual([])
})

const chosen = () => ana.page.locator('.ticket.is-selected .name')
const isChosen = (name: string) => chosen().getByText(name, { exact: true }).waitFor()
const openNow = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const rows = () => ana.page.locator('.ticket .name').allTextContents()
const toast = (text: string) => ana.page.locator('.toast-b').filter({ hasText: text })
const option = async (name: string, role: 'switch' | 'radio' = 'switch') => {
  await pressButton(ana, 'Filas e opções')
  await press(ana, ana.page.getByRole(role, { name }))
  await ana.page.keyboard.press('Escape')
}
const focusIsInField = () => composer(ana).evaluate(field => field === document.activeElement)

describe('who waits', () => {
  test('keeps the age of the wait when the ticket is accepted, returned and written to again', async () => {
    await write('Dona Lúcia')
    await showList(ana, 'Aguardando')
    await row(ana, 'Dona Lúcia').waitFor()
    // An hour goes by for the server, whose clock counts.
    await ana.page.route(
      () => true,
      async route => {
        if (route.request().resourceType() !== 'fetch') return route.continue()
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), date: new Date(Date.now() + 65 * 60_000).toUTCString() } })
      },
    )
    await ana.page.reload()
    await showList(ana, 'Aguardando')
    const age = () => row(ana, 'Dona Lúcia').locator('.age.r')
    await age().getByText('1 h').waitFor()
    await openTicket(ana, 'Dona Lúcia')
    await conversation(ana).getByText('Esperando há 1 h na fila Suporte').waitFor()
    await press(ana, conversation(ana).getByRole('button', { name: /^Aceitar/ }))
    await composer(ana).waitFor()
    await showList(ana, 'Atendendo')
    await age().getByText('1 h').waitFor()
    await write('Dona Lúcia', 'Alguém?')
    await bubble(ana, 'Alguém?').waitFor()
    await age().getByText('1 h').waitFor()
    await composer(ana).press('Alt+d')
    await conversation(ana).getByText('Esperando há 1 h na fila Suporte').waitFor()
    await age().getByText('1 h').waitFor()
    await ana.page.unrouteAll({ behavior: 'ignoreErrors' })
    await ana.page.reload()
  })

  test('longest stands first, unless the newest shall', async () => {
    for (const name of ['Helena Prado', 'Caio Mendes']) await write(name)
    await showList(ana, 'Aguardando')
    for (const name of ['Helena Prado', 'Caio Mendes']) await row(ana, name).waitFor()
    await write('Dona Lúcia', 'Ainda espero')
    await row(ana, 'Dona Lúcia').getByText('Ainda espero').waitFor()
    await until(async () => (await rows()).join() === 'Dona Lúcia,Helena Prado,Caio Mendes', undefined, 'the longest wait first')
    await write('Helena Prado', 'Oi?')
    await row(ana, 'Helena Prado').getByText('Oi?').waitFor()
    expect(await rows()).toEqual(['Dona Lúcia', 'Helena Prado', 'Caio Mendes'])
    expect(await look(ana, 'longest-first')).toEqual([])
    await option('Mais recentes', 'radio')
    let seen = ''
    await until(
      async () => (seen = (await rows()).join()) === 'Helena Prado,Dona Lúcia,Caio Mendes',
      undefined,
      () => `the newest first ${seen}`,
    )
    await option('Quem espera mais', 'radio')
  })

  test('and was chosen is who a key accepts, before the conversation has come, not who waits longest', async () => {
    await ana.page.goto('/tickets')
    await showList(ana, 'Aguardando')
    await row(ana, 'Dona Lúcia').waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await ana.page.route(/\/tickets\/u\//, route => released.then(() => route.continue()))
    await ana.page.keyboard.press('j')
    await isChosen('Dona Lúcia')
    await ana.page.keyboard.press('j')
    await isChosen('Helena Prado')
    await ana.page.keyboard.press('a')
    await until(async () => (await rows()).join() === 'Dona Lúcia,Caio Mendes', undefined, 'she who was chosen is accepted')
    release()
    await composer(ana).waitFor()
    await openNow('Helena Prado')
    await pressButton(ana, 'Devolver à fila')
    await ana.page.unroute(/\/tickets\/u\//)
  })

  test('longest is accepted by a key, by name, chosen, and given back by undo', async () => {
    await ana.page.goto('/tickets')
    await showList(ana, 'Aguardando')
    await row(ana, 'Dona Lúcia').waitFor()
    await ana.page.keyboard.press('a')
    await toast('Atendimento de Dona Lúcia agora é seu').waitFor()
    await openNow('Dona Lúcia')
    await showList(ana, 'Atendendo')
    await isChosen('Dona Lúcia')
    await composer(ana).waitFor()
    await press(ana, toast('Dona Lúcia').getByRole('button', { name: /Desfazer/ }))
    await conversation(ana)
      .getByRole('button', { name: /^Aceitar/ })
      .waitFor()
  })
})

describe('with the keyboard', () => {
  test('with nobody in one’s hands A takes who waits longest, and J goes to those who wait', async () => {
    await ana.page.goto('/tickets?list=mine')
    await ana.page.getByRole('button', { name: 'Aceitar o próximo A' }).waitFor()
    expect(await look(ana, 'nobody-in-hand')).toEqual([])
    await ana.page.keyboard.press('j')
    await ana.page.getByRole('tab', { name: 'Aguardando', selected: true }).waitFor()
    await showList(ana, 'Atendendo')
    await ana.page.getByRole('button', { name: 'Aceitar o próximo A' }).waitFor()
    await ana.page.keyboard.press('a')
    await toast('Dona Lúcia').last().waitFor()
    await openNow('Dona Lúcia')
    await pressButton(ana, 'Devolver à fila')
    await conversation(ana)
      .getByRole('button', { name: /^Aceitar/ })
      .waitFor()
  })

  test('J and K go from row to row and write nothing, nor does Alt with an arrow', async () => {
    for (const name of ['Dona Lúcia', 'Helena Prado', 'Caio Mendes']) await accept(ana, name)
    await say(ana, 'Bom dia, Caio')
    await tick(bubble(ana, 'Bom dia, Caio'), 'entregue').waitFor()
    await ana.page.goto('/tickets')
    await row(ana, 'Caio Mendes').waitFor()
    const order = await rows()
    const { keyboard } = ana.page
    for (const [i, key] of ['j', 'j', 'j'].entries()) {
      await keyboard.press(key)
      await openNow(order[i]!)
      await composer(ana).waitFor()
      expect([await composer(ana).inputValue(), await focusIsInField()]).toEqual(['', false])
    }
    await keyboard.press('k')
    await openNow(order[1]!)
    await keyboard.press('r')
    await keyboard.type('Um começo')
    await keyboard.press('Alt+ArrowUp')
    await openNow(order[0]!)
    await row(ana, order[1]!).getByText('Um começo').waitFor()
    await row(ana, order[1]!).getByText('Rascunho:').waitFor()
    await composer(ana).focus()
    await keyboard.press('Alt+ArrowUp')
    await keyboard.press('Alt+ArrowDown')
    await openNow(order[1]!)
    expect(await ana.page.getByText('Editando mensagem').count()).toBe(0)
    expect(await look(ana, 'draft-in-row')).toEqual([])
    await composer(ana).fill('')
  })

  test('letters on a button of a row, to which Tab led, go to no customer', async () => {
    const { keyboard } = ana.page
    const order = await rows()
    await keyboard.press('Escape')
    await keyboard.press('j')
    await ana.page.locator('.ticket.is-selected .ticket-hit').focus()
    await keyboard.press('Tab')
    expect(await ana.page.evaluate(() => document.activeElement?.closest('.row-actions') !== null)).toBe(true)
    await keyboard.type('zx')
    for (const name of order) {
      await openTicket(ana, name)
      await composer(ana).waitFor()
      expect(await composer(ana).inputValue()).toBe('')
    }
  })

  test('a key leads to Aguardando and back', async () => {
    await composer(ana).press('Alt+q')
    const tab = (name: string) => ana.page.getByRole('tab', { name, selected: true })
    await tab('Aguardando').waitFor()
    await ana.page.keyboard.press('Alt+q')
    await tab('Atendendo').waitFor()
    await composer(ana).press('Escape')
    await ana.page.keyboard.press('q')
    await tab('Aguardando').waitFor()
    await ana.page.keyboard.press('q')
    await tab('Atendendo').waitFor()
  })
})

describe('after a ticket', () => {
  test('the next one comes, and undo brings the conversation back', async () => {
    await ana.page.goto('/tickets')
    await row(ana, 'Dona Lúcia').waitFor()
    const order = await rows()
    await openTicket(ana, order[1]!)
    await openNow(order[1]!)
    await composer(ana).press('Alt+e')
    await toast(`Atendimento de ${order[1]} resolvido`).waitFor()
    await openNow(order[2]!)
    await isChosen(order[2]!)
    await ana.page.keyboard.press('Alt+z')
    await openNow(order[1]!)
    await composer(ana).waitFor()
  })

  test('two presses on Resolver resolve one, and so does a key that is held down; two quick ones by key are two', async () => {
    const open = async () => (await shop.owner.get<{ count: number }>('/tickets?status=open&showAll=true')).count
    const again = async (n: number) => {
      for (let i = 0; i < n; i++) {
        await ana.page.keyboard.press('Alt+z')
        await until(async () => (await open()) === before - n + i + 1, undefined, 'one comes back')
      }
    }
    const order = await rows()
    const before = await open()
    expect(order.length).toBeGreaterThan(2)
    const begin = async () => {
      await openTicket(ana, order[0]!)
      await openNow(order[0]!)
      await composer(ana).waitFor()
    }
    await begin()
    const button = conversation(ana).locator('.convo-head').getByRole('button', { name: 'Resolver' })
    const place = (await button.boundingBox())!
    await ana.page.mouse.dblclick(place.x + 8, place.y + 8)
    await openNow(order[1]!)
    await ana.page.mouse.click(place.x + 8, place.y + 8)
    await isChosen(order[1]!)
    expect(await open()).toBe(before - 1)
    await again(1)

    await begin()
    await ana.page.keyboard.down('Alt')
    await ana.page.keyboard.down('e')
    await openNow(order[1]!)
    // Down already, it repeats.
    for (let i = 0; i < 5; i++) await ana.page.keyboard.down('e')
    await ana.page.keyboard.up('e')
    await ana.page.keyboard.up('Alt')
    await isChosen(order[1]!)
    expect(await open()).toBe(before - 1)
    await again(1)

    await begin()
    await ana.page.keyboard.press('Alt+e')
    await openNow(order[1]!)
    await ana.page.keyboard.press('Alt+e')
    await openNow(order[2]!)
    await until(async () => (await open()) === before - 2, undefined, 'both are resolved')
    await again(2)
  })

  test('none comes when that is chosen, and J takes the row that stands in its place', async () => {
    await option('Ao resolver, adiar ou transferir, abrir o próximo')
    const order = await rows()
    await openTicket(ana, order[1]!)
    await openNow(order[1]!)
    await pressButton(ana, 'Resolver', conversation(ana).locator('.convo-head'))
    await ana.page.getByText('Escolha um atendimento').waitFor()
    await row(ana, order[1]!).waitFor({ state: 'detached' })
    await ana.page.keyboard.press('j')
    await openNow(order[2]!)
    await option('Ao resolver, adiar ou transferir, abrir o próximo')
  })

  test('several are accepted in a row without leaving Aguardando', async () => {
    for (const name of ['Seu Jorge', 'Joana Reis']) await write(name)
    await showList(ana, 'Aguardando')
    await row(ana, 'Seu Jorge').waitFor()
    await row(ana, 'Joana Reis').waitFor()
    await ana.page.goto('/tickets')
    await showList(ana, 'Aguardando')
    await row(ana, 'Joana Reis').waitFor()
    await ana.page.keyboard.press('a')
    await openNow('Seu Jorge')
    await row(ana, 'Seu Jorge').waitFor({ state: 'detached' })
    await row(ana, 'Joana Reis').waitFor()
    // What is typed next is an answer, whatever letter it begins with.
    await until(focusIsInField, undefined, 'the focus in the field')
    await ana.page.keyboard.type('aguarde')
    expect(await composer(ana).inputValue()).toBe('aguarde')
    await composer(ana).fill('')
    await ana.page.keyboard.press('Alt+a')
    await openNow('Joana Reis')
    await ana.page.getByText('Ninguém aguardando').waitFor()
  })

  test('whoever accepts by a press stays in Aguardando too, and may write at once; elsewhere only who chose so', async () => {
    for (const name of ['Seu Jorge', 'Joana Reis']) {
      await showList(ana, 'Atendendo')
      await openTicket(ana, name)
      await openNow(name)
      await composer(ana).press('Alt+d')
      // Until it is answered, the list may still follow what is on screen.
      await toast(name)
        .getByText(/devolvid/)
        .waitFor()
      await showList(ana, 'Aguardando')
      await row(ana, name).waitFor()
    }
    await row(ana, 'Seu Jorge').hover()
    await pressButton(ana, 'Aceitar', row(ana, 'Seu Jorge'))
    await openNow('Seu Jorge')
    await until(focusIsInField, undefined, 'the focus in the field')
    await ana.page.getByRole('tab', { name: 'Aguardando', selected: true }).waitFor()
    await row(ana, 'Seu Jorge').waitFor({ state: 'detached' })
    await option('Ao aceitar, continuar em Aguardando')
    await openTicket(ana, 'Joana Reis')
    await press(ana, conversation(ana).getByRole('button', { name: /^Aceitar/ }))
    await ana.page.getByRole('tab', { name: 'Atendendo', selected: true }).waitFor()
    await isChosen('Joana Reis')
    await option('Ao aceitar, continuar em Aguardando')
  })

  test('that was handed to another, or ended without a word, the next one comes as well; undo brings back who was ended', async () => {
    await showList(ana, 'Atendendo')
    const order = await rows()
    await openTicket(ana, order[0]!)
    await openNow(order[0]!)
    await pressButton(ana, 'Mais ações', conversation(ana).locator('.convo-head'))
    await press(ana, ana.page.getByRole('menuitem', { name: 'Fechar sem mensagem' }))
    await openNow(order[1]!)
    await press(ana, toast(order[0]!).getByRole('button', { name: /Desfazer/ }))
    await openNow(order[0]!)
    await composer(ana).press('Alt+t')
    const dialog = ana.page.getByRole('dialog', { name: /^Transferir/ })
    await dialog.getByLabel('Fila', { exact: true }).selectOption({ label: 'Suporte' })
    await ana.page.keyboard.press('Control+Enter')
    await row(ana, order[0]!).waitFor({ state: 'detached' })
    await openNow(order[1]!)
    await isChosen(order[1]!)
    await accept(ana, order[0]!)
  })
})

test('an agent sees that the number is down, what waits to be sent, and that it is back', async () => {
  await ana.page.reload()
  await composer(ana).waitFor()
  const banner = conversation(ana).getByRole('status').filter({ hasText: 'O número Loja está sem conexão.' })
  const above = ana.page.getByRole('region', { name: 'Lista de atendimentos' }).getByText('O número Loja está sem conexão.')
  shop.control.refuseUpgrade({ status: 503, times: 1000 })
  shop.control.disconnect({ account: NUMBER })
  await banner.getByText('O que você escrever sai quando ele voltar.').waitFor()
  await above.waitFor()
  await say(ana, 'Chega mais tarde')
  await banner.getByText('1 mensagem espera para sair.').waitFor()
  expect(await look(ana, 'number-down')).toEqual([])
  shop.control.refuseUpgrade({ status: 503, times: 0 })
  await tick(bubble(ana, 'Chega mais tarde'), 'entregue').waitFor({ timeout: 30_000 })
  await banner.waitFor({ state: 'detached' })
  await above.waitFor({ state: 'detached' })
})

test('photos without words say none, and five of them are one grid', async () => {
  await write('Joana Reis', 'Olha como ficou')
  await ana.page.goto('/tickets')
  await openTicket(ana, 'Joana Reis')
  await bubble(ana, 'Olha como ficou').waitFor()
  for (let i = 0; i < 5; i++) await shop.control.send({ from: phoneOf('Joana Reis'), to: NUMBER, type: 'image' })
  const grid = thread(ana).locator('.media-grid')
  await grid.getByText('+1').waitFor()
  expect(await grid.getByRole('button', { name: 'Abrir Foto' }).count()).toBe(4)
  expect(await thread(ana).getByText('Imagem').count()).toBe(0)
  await row(ana, 'Joana Reis').getByText('Foto').waitFor()
  expect(await look(ana, 'grid')).toEqual([])
})
