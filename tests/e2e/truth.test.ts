import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { dice } from '../dice'
import { agent, showList } from './agent'
import { listsOf } from './lists'
import { client, NUMBER, until } from './shop'
import { testShop } from './test-shop'

// What an open browser shows after any events is what a fresh load shows. BALCAO_STEPS and BALCAO_SEED make it longer, or another one.
const STEPS = Number(process.env['BALCAO_STEPS'] ?? 400)
const AT_ONCE = 8
const CHECKED_EACH = 100
const one = dice(Number(process.env['BALCAO_SEED'] ?? 7))
const any = <T>(of: readonly T[]) => of[one(of.length)]!
const PEOPLE = 14
const TABS = ['Atendendo', 'Aguardando'] as const
const shown = (page: Page) => listsOf(page, TABS)

const { shop, browser } = await testShop()
const phones = Array.from({ length: PEOPLE }, (_, i) => `55119870000${10 + i}`)
phones.forEach((phone, i) => shop.control.addPhone({ phone, name: `Cliente ${i}` }))
const [anaLogin, ruiLogin] = [await shop.person('Ana Lima'), await shop.person('Rui Alves')]
const people = [shop.owner, await client(shop.url, anaLogin), await client(shop.url, ruiLogin)]
const ana = await agent(browser, shop.url, 'wide', anaLogin)

type Row = { id: number; contactId: number; status: string }
const queues = await shop.owner.get<{ id: number }[]>('/queue')
const tag = await shop.owner.post<{ id: number }>('/tags', { name: 'Fibra', color: '#33a340' })
const known = async () =>
  (
    await Promise.all(
      ['open', 'pending', 'closed'].map(status =>
        shop.owner.get<{ tickets: Row[] }>(`/tickets?status=${status}&showAll=true&pageNumber=1`).then(({ tickets }) => tickets),
      ),
    )
  ).flat()

test(
  'after hundreds of events in any order an open browser shows what a fresh one shows: rows, order, counts, bell and title',
  async () => {
    for (const phone of phones) await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Bom dia' })
    let tickets = await until(async () => {
      const found = await known()
      return found.length === PEOPLE && found
    })
    await showList(ana, 'Aguardando')
    const at = () => any(tickets)
    const works: (() => Promise<unknown>)[] = [
      ...Array.from(
        { length: 4 },
        () => () => shop.control.send({ from: any(phones), to: NUMBER, type: 'text', text: `Palavra ${one(1_000)}` }),
      ),
      () => {
        const person = any(people)
        return person.put(`/tickets/${at().id}`, { status: 'open', userId: person.user.id })
      },
      () => any(people).put(`/tickets/${at().id}`, { status: 'pending', userId: null }),
      () => any(people).put(`/tickets/${at().id}`, { status: 'closed', justClose: true }),
      () => any(people).put(`/tickets/${at().id}`, { queueId: any(queues).id }),
      () => any(people).post(`/messages/${at().id}`, { body: `Resposta ${one(1_000)}` }),
      () => any(people).post(`/tickets/${at().id}/read`, {}),
      () => any(people).post('/tags/sync', { ticketId: at().id, tags: any([[], [tag]]) }),
      () => shop.owner.put(`/contacts/${at().contactId}`, { name: `Cliente ${one(1_000)}` }),
      () => any(people).put(`/tickets/${at().id}/snooze`, { until: null }),
    ]
    const fresh = await ana.page.context().newPage()
    for (let step = 0; step < STEPS; step += CHECKED_EACH) {
      const isAway = one(2) === 0
      if (isAway) await ana.page.context().setOffline(true)
      for (let done = 0; done < CHECKED_EACH; done += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => any(works)().catch(() => {})))
        if (isAway && done > CHECKED_EACH / 2) await ana.page.context().setOffline(false)
        if (one(4) === 0) await showList(ana, any(TABS))
      }
      tickets = await known()
      let last: [unknown, unknown] | undefined
      const same = async () => {
        await fresh.goto(`${shop.url}/tickets`)
        last = [await shown(ana.page), await shown(fresh)]
        return Bun.deepEquals(...last)
      }
      await until(same, 30_000, '').catch(error => {
        if (!last) throw error
        expect(last[0], `step ${step}`).toEqual(last[1])
      })
    }
    await fresh.close()
  },
  120_000 + 300 * STEPS,
)

test('what comes after the first reading of the lists, and before anything is told to the page, is in them', async () => {
  const { page, close } = await agent(browser, shop.url, 'wide', ruiLogin)
  const [read, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.routeWebSocket(/socket\.io/, async line => {
    await written.promise
    line.connectToServer()
  })
  page.on('response', response => response.url().includes('status=pending') && read.resolve())
  shop.control.addPhone({ phone: '5511987000099', name: 'Cliente de Entretanto' })
  await page.reload()
  await read.promise
  await shop.control.send({ from: '5511987000099', to: NUMBER, type: 'text', text: 'Cheguei agora' })
  await until(async () => (await known()).length > PEOPLE)
  written.resolve()
  await page.getByRole('tab', { name: 'Aguardando' }).click()
  await page.locator('.ticket').filter({ hasText: 'Cliente de Entretanto' }).waitFor()
  await close()
})
