import { expect, test } from 'bun:test'
import { agent, goTo, press, pressButton } from './agent'
import { look, type Person, type Size, sizes } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()

type Tag = { id: number; name: string }
type Ticket = { id: number; uuid: string; contact: { name: string } }
const stages = ['Orçamento', 'Proposta enviada', 'Visita marcada']
const lanes = new Map<string, Tag>()
for (const [i, name] of stages.entries())
  lanes.set(name, await shop.owner.post<Tag>('/tags', { name, color: ['#4463c7', '#a169da', '#009e92'][i], kanban: 1 }))
const customers = ['Cleide Nogueira', 'Luan Figueiredo', 'Sônia Maciel', 'Edson Carvalho']
for (const [i, name] of customers.entries()) {
  const phone = `551199000000${i}`
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `Oi, aqui é ${name}. Qual o prazo para instalar no bairro Flores?` })
}

const board = ({ page }: Person) => page.locator('.board')
const lane = (person: Person, name: string) => board(person).getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (within: ReturnType<typeof lane>, name: string) => within.getByRole('article', { name: new RegExp(`^${name}, `) })
/** Where the server has a ticket, as whoever opens the board next sees it. */
async function storedIn(name: string) {
  const { tickets } = await shop.owner.get<{ tickets: Ticket[] }>(`/ticket/kanban?lane=${lanes.get(name)?.id ?? 0}`)
  return tickets.map(({ contact }) => contact.name).toSorted()
}
const middleOf = async (what: ReturnType<typeof lane>) => {
  const { x, y, width, height } = (await what.boundingBox())!
  return { x: x + width / 2, y: y + Math.min(height, 200) / 2 }
}

/** Drags with the mouse as a hand does: press, move over, release. */
async function drag({ page }: Person, what: ReturnType<typeof lane>, to: ReturnType<typeof lane>) {
  const from = await middleOf(what)
  const there = await middleOf(to)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y + 10, { steps: 3 })
  await page.mouse.move(there.x, there.y, { steps: 8 })
}

for (const size of Object.keys(sizes) as Size[]) {
  const ana = await sit(size, `Ana${size} Lima`)

  test(`the board, ${size} > every lane has its cards and their count, and a card leads to its ticket`, async () => {
    const { page } = ana
    await goTo(ana, 'Kanban')
    await lane(ana, 'Em aberto').waitFor()
    if (size === 'wide') for (const name of customers) await card(lane(ana, 'Em aberto'), name).waitFor()
    expect(await board(ana).getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Em aberto', ...stages])
    expect(await look(ana, 'kanban')).toEqual([])
    const first = board(ana).getByRole('article').first()
    if (size === 'wide') await first.hover()
    await press(ana, first.getByRole('link', { name: /^Ver Ticket de / }))
    await page.getByRole('region', { name: /^Conversa com/ }).waitFor()
    await page.goBack()
    await lane(ana, 'Em aberto').waitFor()
  })
}
