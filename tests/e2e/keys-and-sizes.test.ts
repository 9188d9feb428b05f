import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { sample } from '../../src/sandbox/network/samples'
import { until } from '../until'
import { accept, agent, attach, bubble, composer, conversation, inHead, press, pressButton, row, say, showList, thread } from './agent'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
const names = ['Helena', 'Caio', 'Lúcia', 'Otávio', 'Priscila', 'Rosana', 'Edson']
const phoneOf = (name: string) => `551198765480${names.indexOf(name)}`
const write = (name: string, text: string) => shop.control.send({ from: phoneOf(name), to: NUMBER, type: 'text', text })

beforeAll(async () => {
  for (const name of names) {
    shop.control.addPhone({ phone: phoneOf(name), name })
    await write(name, `Bom dia, aqui é ${name}`)
  }
})

/** Names that a screen reader says: nothing that can be pressed or filled in is without one. */
async function nameless({ page }: Person) {
  const tree = await page.locator('body').ariaSnapshot()
  return tree
    .split('\n')
    .filter(line => /^\s*- (button|link|textbox|tab|checkbox|switch|radio|combobox|menuitem|searchbox|article)\b(?! ")/.test(line))
}

describe('with the keyboard alone, by the names that a screen reader says', () => {
  let [ana, beto] = [] as unknown as [Person, Person]
  const five = names.slice(0, 5)
  let pressed = 0
  const key = (person: Person, keys: string) => (pressed++, person.page.keyboard.press(keys))
  const named = (person: Person, role: 'button' | 'combobox' | 'textbox' | 'radio', name: string | RegExp) =>
    until(() =>
      person.page
        .getByRole(role, { name })
        .evaluateAll(all => all.some(one => one === document.activeElement || one.contains(document.activeElement))),
    )

  beforeAll(async () => {
    ana = await sit('wide', 'Ana Lima')
    beto = await sit('wide', 'Beto Rocha')
    await ana.page.getByRole('tab', { name: 'Aguardando 7' }).waitFor()
  })

  test('five tickets are accepted, answered, tagged and transferred', async () => {
    expect(await nameless(ana)).toEqual([])
    await key(ana, 'q')
    await row(ana, five[0]!).waitFor()
    for (const name of five) {
      // Who waits longest comes first.
      await key(ana, 'Alt+a')
      await ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
      await named(ana, 'textbox', 'Mensagem')
      await ana.page.keyboard.type(`Bom dia, ${name}`)
      await key(ana, 'Enter')
      await bubble(ana, `Bom dia, ${name}`).waitFor()
      await key(ana, 'Escape')
      await key(ana, 'g')
      await named(ana, 'combobox', 'Buscar ou criar tag')
      await ana.page.keyboard.type('Suporte')
      const tag = ana.page.getByRole('option', { name: name === five[0] ? /^Criar/ : 'Suporte' })
      await tag.first().waitFor()
      await key(ana, 'Enter')
      await conversation(ana).locator('.convo-head .chip').getByText('Suporte').waitFor()
      await key(ana, 'Escape')
      await key(ana, 'Alt+t')
      const dialog = ana.page.getByRole('dialog', { name: `Transferir ${name}` })
      await dialog.waitFor()
      if (name === five[0]) expect(await nameless(ana)).toEqual([])
      await ana.page.keyboard.type('Beto')
      await dialog.getByText('Beto Rocha').waitFor()
      await key(ana, 'Tab')
      await key(ana, 'ArrowDown')
      await dialog.getByRole('button', { name: 'Transferir para Beto' }).waitFor()
      await key(ana, 'Control+Enter')
      await dialog.waitFor({ state: 'detached' })
      // Whoever accepts stays with those who wait.
      await ana.page.getByRole('tab', { name: /^Aguardando/, selected: true }).waitFor()
    }
    expect(pressed).toBeLessThanOrEqual(five.length * 10 + 2)
  })

  test('and resolved, one after the other', async () => {
    pressed = 0
    await beto.page.getByRole('tab', { name: 'Atendendo 5' }).waitFor()
    await key(beto, 'j')
    await conversation(beto).waitFor()
    expect(await nameless(beto)).toEqual([])
    for (const left of [4, 3, 2, 1, 0]) {
      await key(beto, 'Alt+e')
      await beto.page.getByRole('tab', { name: `Atendendo ${left}` }).waitFor()
      if (left) await conversation(beto).waitFor()
    }
    expect(pressed).toBe(6)
    for (const name of five) {
      const said = await shop.shows(phoneOf(name), entries => entries.filter(({ fromMe }) => !fromMe))
      expect(said.map(({ text }) => text)).toEqual([expect.stringContaining(`Bom dia, ${name}`)])
    }
  })
})

const SMALL = {
  '320 pixels': { size: 'phone' as const, options: { viewport: { width: 320, height: 640 } } },
  'a zoom of 200 %': { size: 'wide' as const, options: { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 } },
}
describe.each(Object.entries(SMALL))('at %s', (what, { size, options }) => {
  const customer = size === 'phone' ? 'Rosana' : 'Edson'
  let person: Person
  /** What stands out of the window, or has no room for its words. */
  const cut = () =>
    person.page.evaluate(async () => {
      // What comes in from beyond the edge is measured where it ends.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      const width = document.documentElement.clientWidth
      const seen = [...document.querySelectorAll<HTMLElement>('button,a,input,textarea,h1,h2,[role=tab],.bubble,.name')].filter(one =>
        one.checkVisibility(),
      )
      const out = seen.filter(one => {
        const { left, right, width: w } = one.getBoundingClientRect()
        return w > 0 && !one.closest('.views,.skip,.drawer-nav') && (right > width + 1 || left < -1)
      })
      const bare = seen.filter(
        one => one.matches('.convo-head h1,.ticket .name') && one.clientWidth < 60 && one.scrollWidth > one.clientWidth,
      )
      return [
        ...out.map(one => `out of the window: ${one.getAttribute('aria-label') ?? one.textContent}`),
        ...seen
          .filter(one => one.role === 'tab' && !one.closest('.views'))
          .filter(one => one.getBoundingClientRect().right > one.parentElement!.getBoundingClientRect().right + 1)
          .map(one => `${one.textContent} is out of sight`),
        ...bare.map(one => `no room for ${one.textContent}`),
        ...(document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : []),
      ]
    })
  const seen = async (name: string) => {
    if (process.env.SHOTS)
      await person.page.screenshot({ path: `${process.env.SHOTS}/${name}-${size === 'phone' ? 320 : 'zoom'}.png`, caret: 'initial' })
    expect(await cut()).toEqual([])
  }

  test('a customer is accepted, answered in several lines, and resolved', async () => {
    person = await agent(browser, shop.url, size, await shop.person(size === 'phone' ? 'Davi Luz' : 'Eva Luz', 'admin'))
    await person.page.setViewportSize(options.viewport)
    await showList(person, 'Aguardando')
    await row(person, customer).waitFor()
    await seen('small-list')
    await accept(person, customer)
    await say(person, 'Bom dia! Vou verificar o seu pedido agora e já volto com a resposta completa.')
    await write(customer, 'Pode ser amanhã cedo? Preciso sair e volto só à tarde, então qualquer hora antes do almoço está ótimo para mim.')
    await bubble(person, 'Pode ser amanhã').waitFor()
    const voice = thread(person).locator('.bubble:has(.voice)')
    await shop.control.send({ from: phoneOf(customer), to: NUMBER, type: 'voice' })
    await voice.waitFor()
    const parts = await voice.evaluate(bubble => {
      const edge = bubble.getBoundingClientRect().right
      const out = [...bubble.querySelectorAll('.voice > :not(audio)')].filter(one => one.getBoundingClientRect().right > edge)
      return [out.length, bubble.querySelector('.dur')!.clientHeight < 20]
    })
    expect(parts).toEqual([0, true])
    await write(customer, 'Combinado')
    await bubble(person, 'Combinado').waitFor()
    await composer(person).fill('Claro!\nO técnico chega entre 8h e 10h.\nAté lá.')
    const [field, last] = await Promise.all([composer(person).boundingBox(), bubble(person, 'Combinado').boundingBox()])
    expect(field!.width).toBeGreaterThan(120)
    expect(field!.height).toBeGreaterThan(50)
    expect(last!.y + last!.height).toBeLessThanOrEqual(field!.y + 1)
    expect((await thread(person).boundingBox())!.height).toBeGreaterThan(size === 'phone' ? 200 : 90)
    await seen('small-composer')
    await pressButton(person, 'Mais ações', conversation(person).locator('.convo-head'))
    await person.page.getByRole('menuitem', { name: 'Transferir…' }).waitFor()
    await seen('small-menu')
    await press(person, person.page.getByRole('menuitem', { name: 'Transferir…' }))
    await person.page.getByRole('dialog', { name: `Transferir ${customer}` }).waitFor()
    await seen('small-transfer')
    await person.page.keyboard.press('Escape')
    await pressButton(person, 'Mais ações', conversation(person).locator('.convo-head'))
    await press(person, person.page.getByRole('menuitem', { name: 'Dados do contato' }))
    const pane = person.page.getByRole('complementary', { name: 'Dados do contato' })
    await pane.getByText('Rosana').or(pane.getByText('Edson')).first().waitFor()
    await seen('small-contact')
    await pressButton(person, 'Fechar', pane)
    await pane.waitFor({ state: 'detached' })
    await composer(person).fill('')
    await press(person, conversation(person).getByRole('button', { name: 'Resolver' }).filter({ visible: true }))
    await person.page
      .getByRole('link', { name: 'Voltar aos atendimentos' })
      .filter({ visible: true })
      .or(person.page.getByRole('tab', { name: 'Resolvidos' }))
      .first()
      .waitFor()
    await showList(person, 'Resolvidos')
    await row(person, customer).waitFor()
    expect(person.problems).toEqual([])
    await person.close()
  })
})

test('two texts that wait for the line, and two that can still be taken back, come once and in order after a reload', async () => {
  const login = await shop.person('Gil Reis', 'admin')
  const gil = await agent(browser, shop.url, 'wide', login)
  await write('Rosana', 'Voltei')
  await accept(gil, 'Rosana')
  const texts = ['um', 'dois', 'três', 'quatro'].map(word => `Recado número ${word}`)
  // The line of events stands: only what is sent finds none.
  await gil.context.route(/\/messages\/\d+(\?clientId=.*)?$/, route =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  for (const text of texts) {
    await say(gil, text)
    await bubble(gil, text).waitFor()
  }
  gil.page.on('dialog', dialog => void dialog.accept())
  await gil.page.reload()
  await conversation(gil).waitFor()
  await gil.context.unroute(/\/messages\/\d+(\?clientId=.*)?$/)
  const heard = () =>
    shop.control
      .transcript({ phone: phoneOf('Rosana'), chat: NUMBER })
      .flatMap(({ text }) => /Recado número \S+/.exec(text ?? '')?.[0] ?? [])
  await until(() => heard().length >= texts.length)
  expect(heard()).toEqual(texts)
  for (const text of texts) await bubble(gil, text).waitFor()
  expect(await gil.page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('unsent-of')))).toEqual([])
  await gil.close()
})

test('what can still be taken back leaves in its order when the page is read anew, and comes back by Ctrl Z alone', async () => {
  const login = await shop.person('Ivo Reis', 'admin')
  const ivo = await agent(browser, shop.url, 'wide', login)
  await write('Edson', 'Voltei também')
  await ivo.page.evaluate(
    async token => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      await fetch('/users/me/preferences', { method: 'PUT', headers, body: JSON.stringify({ undoSeconds: 10 }) })
    },
    await ivo.page.evaluate(() => localStorage.getItem('token')),
  )
  await ivo.page.reload()
  await accept(ivo, 'Edson')
  const texts = ['um', 'dois', 'três', 'quatro', 'cinco'].map(word => `Aviso número ${word}`)
  for (const text of texts) {
    await say(ivo, text)
    await bubble(ivo, text).waitFor()
  }
  await ivo.page.reload()
  const heard = () =>
    shop.control.transcript({ phone: phoneOf('Edson'), chat: NUMBER }).flatMap(({ text }) => /Aviso número \S+/.exec(text ?? '')?.[0] ?? [])
  await until(() => heard().length >= texts.length)
  expect(heard()).toEqual(texts)

  // Esc only leaves the field, where letters are keys; Ctrl Z is what takes back.
  await say(ivo, 'Um engano')
  await bubble(ivo, 'Um engano')
    .getByText(/^Sai em/)
    .waitFor()
  await ivo.page.keyboard.press('Escape')
  expect(await composer(ivo).inputValue()).toBe('')
  await composer(ivo).press('Control+z')
  await bubble(ivo, 'Um engano').waitFor({ state: 'detached' })
  expect(await composer(ivo).inputValue()).toBe('Um engano')
  await ivo.close()
})

test('in a window of half the width, or at 200 %, what can be done to a row stands on the screen', async () => {
  const half = { width: 683, height: 384 }
  const { page } = await sit('wide', 'Nadia Reis')
  await page.setViewportSize(half)
  for (const path of ['/users', '/contacts', '/kanban']) {
    await page.goto(path)
    const last = page.locator(path === '/kanban' ? '.page-head a, .page-head button' : '.data tbody tr:first-child button').last()
    await last.waitFor()
    const { x, width } = (await last.boundingBox())!
    expect([path, x + width <= half.width]).toEqual([path, true])
  }
})

test('at 820 pixels the name of the customer is read whole above the conversation', async () => {
  const name = 'Gustavo Henrique Moraes'
  const phone = '5511987654899'
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Bom dia' })
  const caio = await agent(browser, shop.url, 'wide', await shop.person('Caio Melo', 'admin'))
  await caio.page.setViewportSize({ width: 820, height: 1180 })
  await accept(caio, name)
  const head = conversation(caio).getByRole('heading', { name, exact: true })
  expect(await head.evaluate(one => one.scrollWidth <= one.clientWidth)).toBe(true)
  expect(await look(caio, 'tablet')).toEqual([])
  expect(caio.problems).toEqual([])
  await caio.close()
})

test('at 320 pixels an answer has the whole line, whoever gets a ticket stands beside their picture, and a name above what was sent', async () => {
  const name = 'Hermínia Leal'
  const phone = '5511987654898'
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Bom dia' })
  const eva = await sit('phone', 'Iara Luz')
  const { page } = eva
  const boxOf = async (what: Locator) => (await what.boundingBox())!
  await page.setViewportSize({ width: 320, height: 640 })
  await accept(eva, name)
  await composer(eva).fill('Uma resposta comprida, que precisa de mais de uma linha')
  await until(async () => (await boxOf(composer(eva))).width > 270)
  await composer(eva).fill('Esta aqui')
  await attach(eva, [{ name: 'fonte.jpg', mimeType: 'image/jpeg', buffer: sample('image').bytes }])
  await pressButton(eva, 'Enviar')
  const sent = thread(eva).getByRole('article').last()
  await sent.locator('.media-one').waitFor()
  const [author, media] = [await boxOf(sent.locator('.author')), await boxOf(sent.locator('.media-one'))]
  expect(author.y + author.height).toBeLessThanOrEqual(media.y)
  await inHead(eva, 'Transferir…')
  const nobody = page.locator('.pick-row').filter({ hasText: 'Ninguém' })
  await nobody.waitFor()
  const [icon, words] = [await boxOf(nobody.locator('.tile')), await boxOf(nobody.locator('.font-medium'))]
  expect(words.x).toBeGreaterThan(icon.x + icon.width)
})
