import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Request } from 'playwright-core'
import { accept, bubble, composer, openTicket, press, pressButton, row, say, showList, signIn, tick, toast } from './agent'
import { look, type Person } from './browser'
import { cutLine } from './cut-line'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
let ana: Person
let line: Awaited<ReturnType<typeof cutLine>>

/** What pages ask for to say something and to resolve, in its order; what is held is asked for, and never answered. */
const said: string[] = []
let isHeld = (_request: Request) => false
/** A request that finds no way. */
let isCut = (_request: Request) => false
/** An answer that is lost. */
let isLost = (_request: Request) => false

beforeAll(async () => {
  ana = await sit('wide', 'Ana Lima')
  await ana.context.route(/\/(messages|tickets)\/\d+$/, async route => {
    const request = route.request()
    if (request.method() === 'GET') return route.fallback()
    if (isCut(request)) return route.abort('aborted')
    said.push(request.method())
    if (isHeld(request)) return
    if (isLost(request)) return void (await route.fetch())
    return route.fallback()
  })
  line = await cutLine(ana)
})
beforeEach(async () => {
  await showList(ana, 'Atendendo')
})
afterEach(() => {
  isHeld = isCut = isLost = () => false
})

let customers = 0
async function meet(name: string) {
  const phone = `551198765100${++customers}`
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `Sou ${name}` })
  await accept(ana, name)
  return phone
}
/** Without a line something was said to a customer, and their ticket resolved; it waits. */
async function promise(name: string, text: string) {
  const phone = await meet(name)
  await line.cut()
  await say(ana, text)
  await tick(bubble(ana, text), 'na fila').waitFor()
  await composer(ana).press('Alt+e')
  await toast(ana, `Sem conexão: o atendimento de ${name} é resolvido quando ela voltar.`)
  said.length = 0
  return phone
}
/** They were told it once, and only then was their ticket resolved, once. */
async function isKept(name: string, phone: string, text: string) {
  await until(() => said.includes('PUT'))
  await row(ana, name).waitFor({ state: 'detached' })
  const told = (entry: { text: string }) => entry.text.endsWith(text)
  const own = (await shop.shows(phone, entries => entries.some(told) && entries)).filter(told)
  expect(own.map(({ copies }) => copies)).toEqual([1])
  expect(said.filter(method => method === 'PUT')).toHaveLength(1)
  expect(said.at(-1)).toBe('PUT')
  const { tickets } = await shop.owner.get<{ tickets: { status: string }[] }>(`/tickets?showAll=true&status=closed&searchParam=${phone}`)
  expect(tickets.map(({ status }) => status)).toEqual(['closed'])
}
const waits = (name: string) => row(ana, name).getByRole('img', { name: 'Resolve quando a conexão voltar', exact: true }).waitFor()
const posts = (count: number) => until(() => said.filter(method => method === 'POST').length >= count)

test('what was promised is done although pages end while the message before it is on its way', async () => {
  const phone = await promise('Rita Alves', 'Já está resolvido')
  await ana.page.goto('/tickets')
  await waits('Rita Alves')
  line.join()
  isHeld = request => request.method() === 'POST'
  for (let page = 1; page <= 2; page++) {
    await line.settled(() => ana.page.goto('/tickets'))
    await posts(page)
    await waits('Rita Alves')
  }
  isHeld = () => false
  await ana.page.goto('/tickets')
  await isKept('Rita Alves', phone, 'Já está resolvido')
})

test('what was promised is done from whichever page comes next', async () => {
  const phone = await promise('Tito Braga', 'Fica combinado')
  line.join()
  await ana.page.goto('/contacts')
  await until(() => said.includes('PUT'))
  await ana.page.goto('/tickets')
  await isKept('Tito Braga', phone, 'Fica combinado')
})

test('a ticket is resolved after the message of a page before, whichever script comes first', async () => {
  const phone = await promise('Nilo Dias', 'O técnico vai amanhã')
  await ana.page.goto('/tickets')
  await waits('Nilo Dias')
  line.join()
  // There rows know what is to be done with them before a conversation comes.
  await ana.page.setViewportSize({ width: 390, height: 844 })
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
  let areKnown = false
  const scripts = /\.js$/
  await ana.context.route(scripts, async route => {
    const response = await route.fetch()
    const text = await response.text()
    if (text.includes('convo-head')) await mayCome
    await route.fulfill({ response })
    areKnown ||= text.includes('wishes-of-')
  })
  await line.settled(async () => {
    await ana.page.goto('/tickets', { waitUntil: 'commit' })
    await until(() => areKnown)
  })
  come()
  await isKept('Nilo Dias', phone, 'O técnico vai amanhã')
  await ana.context.unroute(scripts)
  await ana.page.setViewportSize({ width: 1366, height: 768 })
})

test('of two windows the one that is left does what was promised in the other, once', async () => {
  const phone = await promise('Vera Lopes', 'Segue o protocolo')
  const promising = ana.page
  const left = await ana.context.newPage()
  await left.goto('/tickets')
  isHeld = request => request.frame().page() === promising
  // Either may be the first to say what was written: here it is the one that promised.
  isCut = request => request.method() === 'POST' && !isHeld(request)
  await line.settled(async () => line.join(), 2)
  await posts(1)
  expect(said).not.toContain('PUT')
  isCut = () => false
  await promising.close()
  ana.page = left
  await showList(ana, 'Atendendo')
  await isKept('Vera Lopes', phone, 'Segue o protocolo')
})

test('what was done is not called undone where its answer was lost with the page', async () => {
  const phone = await promise('Igor Reis', 'Até mais')
  isLost = request => request.method() === 'PUT'
  await line.mend()
  await until(() => said.includes('PUT'))
  await until(async () => {
    const { tickets } = await shop.owner.get<{ tickets: unknown[] }>(`/tickets?showAll=true&status=closed&searchParam=${phone}`)
    return tickets.length
  })
  await ana.page.goto('/tickets')
  await toast(ana, 'Atendimento de Igor Reis resolvido')
  await isKept('Igor Reis', phone, 'Até mais')
})

test('what is on its way in one window is sent by no other; where the server refuses it, the ticket stays open', async () => {
  shop.control.addPhone({ phone: '5511987651099', name: 'Dora Maia' })
  await shop.control.send({ from: '5511987651099', to: NUMBER, type: 'text', text: 'Sou Dora Maia' })
  await accept(ana, 'Dora Maia')
  const other = await ana.context.newPage()
  await other.goto(ana.page.url())
  const resolves = other.getByRole('button', { name: 'Resolver' })
  await resolves.waitFor()
  const { promise: isDue, resolve: answer } = Promise.withResolvers<void>()
  let sent = 0
  const texts = /\/messages\/\d+$/
  await ana.context.route(texts, async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent++
    await isDue
    await route.fulfill({ status: 400, json: { error: 'ERR_VALIDATION' } })
  })
  await say(ana, 'Segue em anexo')
  await until(() => sent)
  await resolves.click()
  await other.getByText('O que foi escrito aqui ainda está saindo.').first().waitFor()
  answer()
  await other.getByText('O que foi escrito aqui não foi enviado.').first().waitFor()
  expect(sent).toBe(1)
  await resolves.waitFor()
  await ana.context.unroute(texts)
  await other.close()
  ana.forgive(/400|ERR_VALIDATION/)
})

test('what was promised is not done where the message before it is refused, whatever stood in its way first', async () => {
  await promise('Noa Reis', 'Segue o boleto')
  let asked = 0
  const texts = /\/messages\/\d+$/
  await ana.context.route(texts, async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    // A server that begins, then one that refuses.
    await route.fulfill(++asked === 1 ? { status: 502, body: '' } : { status: 400, json: { error: 'ERR_VALIDATION' } })
  })
  await line.mend()
  await toast(ana, 'O atendimento de Noa Reis não foi resolvido: algo mudou enquanto não havia conexão.')
  expect([asked, said.includes('PUT')]).toEqual([2, false])
  await row(ana, 'Noa Reis').waitFor()
  await ana.context.unroute(texts)
  ana.forgive(/400|502|ERR_VALIDATION/)
})

test('what was promised is done when who signed out since is back', async () => {
  const phone = await promise('Nara Reis', 'Fica para já')
  // A notice lies over the foot of the drawer for as long as it offers its undo.
  await pressButton(ana, /^Conta de/)
  await press(ana, ana.page.getByRole('menuitem', { name: 'Sair' }))
  await ana.page.getByLabel('E-mail').waitFor()
  line.join()
  await signIn(ana, { email: 'ana@nortefibra.test', password: 'uma frase curta' })
  await isKept('Nara Reis', phone, 'Fica para já')
})

test('who wrote meanwhile is read before what was promised of their ticket, also where the page has marked it as read', async () => {
  const phone = await promise('Bela Luz', 'Tudo certo por aqui')
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Espera, voltou o problema' })
  await line.mend()
  await toast(ana, 'O atendimento de Bela Luz não foi resolvido: o cliente escreveu enquanto não havia conexão.')
  await row(ana, 'Bela Luz').waitFor()
  ana.forgive(/409/)
})

const didNot = (person: Person, name: string) =>
  row(person, name).getByRole('img', { name: 'Não foi resolvido: o cliente escreveu enquanto não havia conexão', exact: true })

test('what was promised and is void is told in every window, and stays on the row until its conversation is opened', async () => {
  const phone = await promise('Cida Nunes', 'Pronto, resolvido')
  const other = { ...ana, page: await ana.context.newPage() }
  await other.page.goto('/tickets')
  await showList(other, 'Atendendo')
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Não voltou' })
  await line.mend()
  for (const window of [ana, other])
    await toast(window, 'O atendimento de Cida Nunes não foi resolvido: o cliente escreveu enquanto não havia conexão.')
  await other.page.reload()
  await didNot(other, 'Cida Nunes').waitFor()
  await row(other, 'Cida Nunes').click()
  await didNot(other, 'Cida Nunes').waitFor({ state: 'detached' })
  await didNot(ana, 'Cida Nunes').waitFor({ state: 'detached' })
  ana.forgive(/409/)
})

test('what was promised is taken back from the menu of its row, also after a reload', async () => {
  await promise('Dora Vaz', 'Já volto a falar')
  await ana.page.goto('/tickets')
  await waits('Dora Vaz')
  await row(ana, 'Dora Vaz').hover()
  await pressButton(ana, 'Mais ações', row(ana, 'Dora Vaz'))
  await ana.page.getByRole('menuitem', { name: 'Não resolver' }).click()
  await row(ana, 'Dora Vaz').getByRole('img', { name: 'Resolve quando a conexão voltar', exact: true }).waitFor({ state: 'detached' })
  line.join()
  await posts(1)
  await ana.page.waitForLoadState('networkidle')
  expect(said).not.toContain('PUT')
})

test('what was promised and waits for a draft says so in words on its row, also where it is open, and is done once that is sent', async () => {
  await meet('Eva Pires')
  await promise('Ivo Sales', 'Pode testar')
  await composer(ana).fill('Mais uma coisa')
  await waits('Ivo Sales')
  await line.mend()
  const sign = row(ana, 'Ivo Sales').getByRole('img', { name: 'Resolve quando o rascunho for enviado ou apagado', exact: true })
  await sign.waitFor()
  await row(ana, 'Ivo Sales').getByText('Resolve ao enviar: Mais uma coisa').waitFor()
  expect(await look(ana, 'after-draft')).toEqual([])
  await sign.hover()
  await ana.page.locator('.tip').getByText('Resolve quando o rascunho for enviado ou apagado').waitFor()
  await openTicket(ana, 'Eva Pires')
  await composer(ana).waitFor()
  await sign.click()
  await composer(ana).press('Enter')
  await row(ana, 'Ivo Sales').waitFor({ state: 'detached' })
})

test('what was promised is said to be void where a colleague took the ticket', async () => {
  const phone = await promise('Lia Prado', 'Já volto')
  const { tickets } = await shop.owner.get<{ tickets: { id: number }[] }>(`/tickets?showAll=true&searchParam=${phone}`)
  await shop.owner.put(`/tickets/${tickets[0]!.id}`, { userId: shop.owner.user.id })
  await ana.page.goto('/tickets')
  line.join()
  await toast(ana, 'O atendimento de Lia Prado não foi resolvido: algo mudou enquanto não havia conexão.')
  expect(said).not.toContain('PUT')
  ana.forgive(/^403 POST/)
})
