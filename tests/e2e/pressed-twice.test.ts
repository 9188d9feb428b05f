import { beforeAll, expect, test } from 'bun:test'
import { accept, bubble, composer, openTicket, row, showList, toast } from './agent'
import { among } from './among'
import { look, type Person } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { comes, ticketOf } = among(shop)
const names = ['Helena Prado', 'Caio Mendes', 'Dona Lúcia', 'Seu Jorge']
const phoneOf = (name: string) => `551198765420${names.indexOf(name)}`
let ana: Person
let userId: number

/** By the clock of the page, by which a press is the second of a double one. */
async function after(ms: number) {
  const clock = () => ana.page.evaluate(() => performance.now())
  const from = await clock()
  await until(async () => (await clock()) - from >= ms, undefined, `${ms} ms`)
}
/** Longer than a double press is guarded against. */
const pause = () => after(900)
const open = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const onScreen = async () => (await ana.page.locator('.convo h1').textContent())!
const statusOf = async (name: string) => (await ticketOf(phoneOf(name))).status
const openAll = async () => {
  for (const name of names) {
    const { id } = await ticketOf(phoneOf(name))
    await shop.owner.put(`/tickets/${id}`, { status: 'open', userId })
  }
}
const show = async (name: string) => {
  await openTicket(ana, name)
  await open(name)
  await composer(ana).waitFor()
}
/** One key, and another one soon after, however far the page is. */
const pressBoth = async (first: string, second: string, gap: number) => {
  await ana.page.keyboard.press(first)
  if (gap) await after(gap)
  await ana.page.keyboard.press(second)
}

beforeAll(async () => {
  for (const name of names) await comes(phoneOf(name), name)
  ana = await sit('wide', 'Ana Lima')
  for (const name of names) await accept(ana, name)
  const { tickets } = await shop.owner.get<{ tickets: { userId: number }[] }>('/tickets?status=open&showAll=true')
  userId = tickets[0]!.userId
  await showList(ana, 'Atendendo')
  for (const name of names) await row(ana, name).waitFor()
})

for (const [second, gap] of [
  ['Alt+Enter', 0],
  ['Alt+Enter', 80],
  ['Enter', 80],
] as const)
  test(`${second} ${gap} ms after what sent and resolved sends nobody else’s draft`, async () => {
    const draft = (name: string) => `Rascunho ${second} ${gap} de ${name}`
    await openAll()
    for (const name of names) {
      await show(name)
      await composer(ana).fill(draft(name))
    }
    const [first] = names
    await show(first!)
    await composer(ana).fill('Até logo')
    await pressBoth('Alt+Enter', second, gap)
    await toast(ana, `Atendimento de ${first} resolvido`)
    await composer(ana).waitFor()
    const next = await onScreen()
    await pause()
    expect(await onScreen()).toBe(next)
    expect(await composer(ana).inputValue()).toBe(draft(next))
    for (const name of names.slice(1)) expect([name, await statusOf(name)]).toEqual([name, 'open'])
    expect(shop.control.transcript({ phone: phoneOf(next) }).filter(({ text }) => text?.includes(draft(next)))).toEqual([])
    // Who has looked at it sends it.
    await ana.page.keyboard.press('Enter')
    await bubble(ana, draft(next)).last().waitFor()
    await until(async () => (await composer(ana).inputValue()) === '', undefined, 'an empty answer')
  })

test('a note that was begun is gone on with as a note after a reload, and its row says so', async () => {
  const { page } = ana
  const note = page.getByRole('textbox', { name: 'Observação', exact: true })
  await openAll()
  await page.goto('/tickets')
  await showList(ana, 'Atendendo')
  const [first, second] = names as [string, string]
  await show(first)
  await composer(ana).press('Tab')
  await note.waitFor()
  await page.keyboard.type('Cliente difícil')
  await page.reload()
  await open(first)
  await note.or(composer(ana)).first().waitFor()
  expect(await note.inputValue()).toBe('Cliente difícil')
  expect(await composer(ana).count()).toBe(0)
  await page.keyboard.type(', cuidado')
  await until(async () => (await note.inputValue()).includes(', cuidado'), undefined, 'more of the note')
  await openTicket(ana, second)
  await row(ana, first).getByText('Observação:').waitFor()
  await row(ana, first).getByText('Cliente difícil').waitFor()
  expect(await look(ana, 'note-begun')).toEqual([])
  await openTicket(ana, first)
  await note.fill('')
  await note.press('Escape')
  await composer(ana).waitFor()
})
