import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Response, WebSocketRoute } from 'playwright-core'
import { accept, agent, bubble, composer, goTo, openTicket, pressButton, say, tick } from './agent'
import { type Browsing, look, openBrowser, type Person } from './browser'
import { NUMBER, openShop, type Shop, until } from './shop'

setDefaultTimeout(120_000)

let shop: Shop
let browser: Browsing
let ana: Person
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima', 'admin'))
})
afterAll(async () => {
  await ana?.close()
  await browser?.close()
  await shop?.close()
})

const PHONE = '5511987654321'
const write = (text: string) => shop.control.send({ from: PHONE, to: NUMBER, type: 'text', text })
/** A conversation that is in none of her lists: a colleague has it. */
const elsewhere = async () => {
  shop.control.addPhone({ phone: PHONE, name: 'Helena Prado' })
  await write('O boleto veio errado')
  const { id, uuid } = await until(async () => {
    const { tickets } = await shop.owner.get<{ tickets: { id: number; uuid: string }[] }>(`/tickets?showAll=true&searchParam=${PHONE}`)
    return tickets[0]
  })
  await shop.owner.put(`/tickets/${id}`, { status: 'open', userId: shop.owner.user.id })
  return uuid
}
const goToTicket = (uuid: string) => ana.page.evaluate(uuid => history.pushState(null, '', `/tickets/${uuid}`), uuid)

const heading = (name: string) => ana.page.getByRole('heading', { name, exact: true }).waitFor()

test('a page that did not come is asked for again by a press, and by itself when the line is back', async () => {
  const lines: WebSocketRoute[] = []
  let isAway = false
  await ana.context.routeWebSocket(/socket\.io/, line => {
    if (isAway) return void line.close()
    line.connectToServer()
    lines.push(line)
  })
  await ana.page.reload()
  await ana.page.waitForLoadState('networkidle')

  const scripts = /\.(js|css)$/
  await ana.context.route(scripts, route => route.abort())
  await goTo(ana, 'Filas')
  await heading('Não deu para carregar esta tela')
  await ana.context.unroute(scripts)
  await pressButton(ana, 'Tentar de novo')
  await heading('Filas')

  isAway = true
  await ana.context.route(scripts, route => route.abort())
  for (const line of lines) await line.close()
  await ana.page.getByText('Sem contato com o servidor.').waitFor()
  await goTo(ana, 'Tags')
  await heading('Não deu para carregar esta tela')
  await ana.context.unroute(scripts)
  isAway = false
  await heading('Tags')
  ana.forgive(/ERR_FAILED|a module did not come|^script: $/)
  expect(ana.problems).toEqual([])
})

test('a search from a page that has none is one of tickets', async () => {
  await goTo(ana, 'Conexões')
  await heading('Conexões')
  await ana.page.keyboard.press('Alt+s')
  await ana.page.waitForURL('**/tickets')
  await ana.page.locator('input:focus').waitFor()
})

describe('a conversation that stands in no list', () => {
  let uuid: string
  beforeAll(async () => {
    uuid = await elsewhere()
  })
  beforeEach(async () => {
    await ana.page.goto('/tickets')
    await ana.page.getByRole('tab', { name: /^Atendendo/ }).waitFor()
    await ana.page.waitForLoadState('networkidle')
  })

  test('comes by itself when the line is back', async () => {
    await ana.context.setOffline(true)
    await ana.page.getByText('Sem internet.').waitFor()
    await goToTicket(uuid)
    await heading('Não deu para carregar as mensagens')
    expect(await look(ana, 'no-line')).toEqual([])
    await ana.context.setOffline(false)
    await bubble(ana, 'O boleto veio errado').waitFor()
    ana.forgive(/ERR_INTERNET_DISCONNECTED/)
    expect(ana.problems).toEqual([])
  })

  test('comes to who goes there once more', async () => {
    const asked = /\/tickets\/u\//
    await ana.context.route(asked, route => route.abort())
    await goToTicket(uuid)
    await heading('Não deu para carregar as mensagens')
    await ana.context.unroute(asked)
    await goToTicket(uuid)
    await bubble(ana, 'O boleto veio errado').waitFor()
    ana.forgive(/ERR_FAILED/)
    expect(ana.problems).toEqual([])
  })
})

test('one of a list comes to who presses its row once more, where the script of conversations did not come', async () => {
  const phone = '5541998760001'
  shop.control.addPhone({ phone, name: 'Seu Jorge' })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Oi, sou o Jorge' })
  let isLost = true
  const scripts = /\.js$/
  await ana.context.route(scripts, async route => {
    const response = await route.fetch()
    if (isLost && (await response.text()).includes('convo-head')) return route.abort()
    return route.fulfill({ response })
  })
  await ana.page.goto('/tickets?list=pending')
  await openTicket(ana, 'Seu Jorge')
  await heading('Não deu para carregar as mensagens')
  isLost = false
  await openTicket(ana, 'Seu Jorge')
  await bubble(ana, 'Oi, sou o Jorge').waitFor()
  // What is still on its way is answered first.
  await ana.context.unrouteAll({ behavior: 'wait' })
  ana.forgive(/ERR_FAILED|^script: $/)
  expect(ana.problems).toEqual([])
})

test('what was read is read without a line, and what is written waits there and is sent once', async () => {
  const people = { 'Rui Castro': '5521998765432', 'Dona Lúcia': '5531991234567' }
  for (const [name, phone] of Object.entries(people)) {
    shop.control.addPhone({ phone, name })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `Bom dia, aqui é ${name}` })
    await accept(ana, name)
    await bubble(ana, `Bom dia, aqui é ${name}`).waitFor()
  }
  await ana.context.setOffline(true)
  await ana.page.getByText('Sem internet.').waitFor()
  await openTicket(ana, 'Rui Castro')
  await bubble(ana, 'Bom dia, aqui é Rui Castro').waitFor()
  await say(ana, 'Já vou ver isso')
  await tick(bubble(ana, 'Já vou ver isso'), 'na fila').waitFor()
  await openTicket(ana, 'Dona Lúcia')
  await bubble(ana, 'Bom dia, aqui é Dona Lúcia').waitFor()
  await openTicket(ana, 'Rui Castro')
  await tick(bubble(ana, 'Já vou ver isso'), 'na fila').waitFor()
  await ana.context.setOffline(false)
  await tick(bubble(ana, 'Já vou ver isso'), 'entregue').waitFor()
  await ana.page.getByText('Sem internet.').waitFor({ state: 'detached' })
  expect(await bubble(ana, 'Já vou ver isso').count()).toBe(1)
  const sent = await shop.shows(people['Rui Castro'], entries => entries.filter(({ text }) => text.includes('Já vou ver isso')))
  expect(sent.map(({ copies }) => copies)).toEqual([1])
  ana.forgive(/ERR_INTERNET_DISCONNECTED/)
  expect(ana.problems).toEqual([])
})

test('what is written where the conversation did not come hides no error, and stands below it once it is there', async () => {
  const [name, phone] = ['Célia Brito', '5541991230009']
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Vocês atendem hoje?' })
  await accept(ana, name)
  await bubble(ana, 'Vocês atendem hoje?').waitFor()
  const asked = /\/messages\/\d+\?/
  await ana.context.route(asked, route => route.abort())
  await ana.page.reload()
  await heading('Não deu para carregar as mensagens')
  await say(ana, 'Sim, até as 18h')
  await bubble(ana, 'Sim, até as 18h').waitFor()
  expect(await look(ana, 'unknown-and-own')).toEqual([])
  // Over the keyboard of a phone both have room.
  await ana.page.setViewportSize({ width: 390, height: 470 })
  const [error, own, field] = await Promise.all(
    [ana.page.locator('.convo > .empty'), bubble(ana, 'Sim, até as 18h'), ana.page.locator('.composer-wrap')].map(
      async what => (await what.boundingBox())!,
    ),
  )
  expect(error!.y + error!.height).toBeLessThan(own!.y)
  expect(field!.y + field!.height).toBe(470)
  await ana.page.setViewportSize({ width: 1366, height: 768 })
  await ana.context.unroute(asked)
  await pressButton(ana, 'Tentar de novo')
  await bubble(ana, 'Vocês atendem hoje?').waitFor()
  const said = await ana.page.getByRole('log', { name: 'Mensagens' }).getByRole('article').allInnerTexts()
  expect(said.map(text => /atendem|18h/.exec(text)?.[0])).toEqual(['atendem', '18h'])
  ana.forgive(/ERR_FAILED/)
  expect(ana.problems).toEqual([])
})

test('a picture that the line did not bring comes when it is back', async () => {
  const [name, phone] = ['Íris Melo', '5541991230011']
  shop.control.addPhone({ phone, name })
  const media = /\/media\//
  await ana.context.route(media, route => route.abort('internetdisconnected'))
  await shop.control.send({ from: phone, to: NUMBER, type: 'image' })
  await accept(ana, name)
  const picture = ana.page.locator('.thread .media-open img')
  const width = () => picture.evaluate(one => (one as HTMLImageElement).complete && (one as HTMLImageElement).naturalWidth)
  await until(async () => (await width()) === 0)
  await ana.context.setOffline(true)
  await ana.page.getByText('Sem internet.').waitFor()
  await ana.context.unroute(media)
  await ana.context.setOffline(false)
  await until(width, undefined, 'the picture')
  ana.forgive(/ERR_INTERNET_DISCONNECTED/)
  expect(ana.problems).toEqual([])
})

test('who ends a conversation at once has said what was still to leave: without a line, and in the seconds to take it back', async () => {
  const [name, phone] = ['Nádia Costa', '5541991230007']
  const heard = (...texts: string[]) =>
    shop.shows(phone, entries => {
      const said = entries.filter(({ fromMe }) => !fromMe).map(({ text }) => text.split('\n').at(-1)!)
      return Bun.deepEquals(said, texts)
    })
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Obrigada' })
  await accept(ana, name)
  await ana.context.setOffline(true)
  await ana.page.getByText('Sem internet.').waitFor()
  for (const text of ['De nada', 'Até logo']) {
    await say(ana, text)
    await tick(bubble(ana, text), 'na fila').waitFor()
  }
  await composer(ana).press('Alt+e')
  await ana.page.getByText(`Sem conexão: o atendimento de ${name} é resolvido quando ela voltar.`).last().waitFor()
  await ana.context.setOffline(false)
  await ana.page.getByText(`Atendimento de ${name} resolvido`).first().waitFor()
  await heard('De nada', 'Até logo')

  const keep = (undoSeconds: number) =>
    ana.page.evaluate(async undoSeconds => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      await fetch('/users/me/preferences', { method: 'PUT', headers, body: JSON.stringify({ undoSeconds }) })
    }, undoSeconds)
  await keep(10)
  await ana.page.reload()
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Só mais uma coisa' })
  await accept(ana, name)
  await say(ana, 'Pode falar')
  await composer(ana).press('Alt+e')
  await ana.page.getByText(`Atendimento de ${name} resolvido`).first().waitFor()
  await heard('De nada', 'Até logo', 'Pode falar')
  await keep(0)
  ana.forgive(/ERR_INTERNET_DISCONNECTED/)
  expect(ana.problems).toEqual([])
})

test('a file that is on its way holds back the end of the conversation, which says so; its words are signed', async () => {
  const [name, phone] = ['Otto Reis', '5541991230008']
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'E a fatura?' })
  await accept(ana, name)
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const { promise: mayPass, resolve: pass } = Promise.withResolvers<void>()
  const upload = /\/messages\/\d+\?clientId=/
  await ana.context.route(upload, async route => {
    if (route.request().method() !== 'POST') return route.continue()
    asked()
    await mayPass
    return route.continue()
  })
  await ana.page.locator('.composer input[type=file]').first().setInputFiles('docs/inbox.png')
  await say(ana, 'Segue a fatura')
  await isAsked
  await composer(ana).press('Alt+e')
  await ana.page.getByText('O que foi escrito aqui ainda está saindo. Isto é feito em seguida.').last().waitFor()
  pass()
  await ana.page.getByText(`Atendimento de ${name} resolvido`).last().waitFor()
  await shop.shows(phone, entries => entries.some(({ text }) => text === '*Ana Lima:*\nSegue a fatura'))
  await ana.context.unroute(upload)
  expect(ana.problems).toEqual([])
})

test('lists come compressed', async () => {
  // One that fits into a packet goes as it is.
  const isLong = async (response: Response) => /\/tickets\?/.test(response.url()) && (await response.text()).length > 2_000
  const [list] = await Promise.all([ana.page.waitForResponse(isLong), ana.page.goto('/tickets')])
  expect((await list.allHeaders())['content-encoding']).toBe('zstd')
})

describe('a line whose packets vanish', () => {
  const lines: WebSocketRoute[] = []
  let [vanishes, isAway] = [false, false]
  const [asked, answered] = [[] as string[], [] as string[]]
  const pass = async (ms: number) => ana.page.clock.fastForward(ms)
  const show = (state: DocumentVisibilityState) =>
    ana.page.evaluate(state => {
      Object.defineProperty(document, 'hidden', { get: () => state === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  /** Silence until the page asks for a sign. */
  async function askedOnce(ms: number) {
    const before = asked.length
    await pass(ms)
    await until(() => asked.length > before)
  }
  beforeAll(async () => {
    await ana.context.routeWebSocket(/socket\.io/, line => {
      if (isAway) return void line.close()
      const server = line.connectToServer()
      const isLost = () => vanishes && line === lines[0]
      line.onMessage(packet => {
        if (packet === '2') asked.push(packet)
        if (!isLost()) server.send(packet)
      })
      server.onMessage(packet => {
        if (isLost()) return
        line.send(packet)
        if (packet === '3') answered.push('3')
      })
      lines.push(line)
    })
    await ana.context.clock.install()
    await ana.page.goto('/tickets')
    await ana.page.getByRole('tab', { name: /^Aguardando/ }).waitFor()
    await ana.page.waitForLoadState('networkidle')
    await until(() => lines.length === 1)
  })

  test('is asked for a sign in silence, and stands when it gives one', async () => {
    for (let i = 0; i < 4; i++) {
      const before = answered.length
      await askedOnce(5_000)
      await until(() => answered.length > before)
    }
    expect(lines).toHaveLength(1)
  })

  test('is asked for nothing while nobody looks at the page, and at once when somebody does', async () => {
    await show('hidden')
    const before = asked.length
    await pass(5_000)
    await pass(15_000)
    expect(asked).toHaveLength(before)
    await show('visible')
    await until(() => asked.length > before)
    await until(() => answered.length === asked.length)
    expect(lines).toHaveLength(1)
  })

  test('is left within ten seconds, and what was written meanwhile stands there', async () => {
    vanishes = true
    await askedOnce(5_000)
    await askedOnce(2_500)
    shop.control.addPhone({ phone: '5511900000077', name: 'Caio Mendes' })
    await shop.control.send({ from: '5511900000077', to: NUMBER, type: 'text', text: 'Alguém aí?' })
    await pass(2_500)
    await until(() => lines.length === 2)
    await ana.page.getByRole('tab', { name: /^Aguardando/ }).click()
    await ana.page.getByRole('listitem').filter({ hasText: 'Caio Mendes' }).waitFor()
  })

  test('“Tentar agora” waits for no pause', async () => {
    isAway = true
    for (const line of lines) await line.close()
    const banner = ana.page.getByRole('status').filter({ hasText: 'Sem contato com o servidor.' })
    await banner.waitFor()
    // No timer comes to its end any more.
    await ana.page.clock.pauseAt(new Date((await ana.page.evaluate(() => Date.now())) + 60_000))
    isAway = false
    await pressButton(ana, 'Tentar agora', banner)
    await banner.waitFor({ state: 'detached' })
    await ana.page.clock.resume()
    expect(ana.problems).toEqual([])
  })
})
