import { expect, test } from 'bun:test'
import { accept, agent, row, showList } from './agent'
import { whenStill } from './visit'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()
const CUSTOMER = '5511987654321'
const write = (text: string) => shop.control.send({ from: CUSTOMER, to: NUMBER, type: 'text', text })
shop.control.addPhone({ phone: CUSTOMER, name: 'Helena Prado' })
await write('Boa tarde')
const ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima'))

test('a message costs an open browser that does not read it one event and no request', async () => {
  await accept(ana, 'Helena Prado')
  await showList(ana, 'Atendendo')
  await ana.page.goto('/tickets')
  const still = whenStill(ana.page)
  const frames: string[] = []
  ana.page.on('websocket', socket => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  // What is fetched last of what makes a page whole.
  const last = ['/whatsapp', '/assets/installed-'].map(begins =>
    ana.page.waitForResponse(response => new URL(response.url()).pathname.startsWith(begins)),
  )
  await ana.page.reload()
  await row(ana, 'Helena Prado').waitFor()
  await Promise.all(last)
  // The first one brings the sound of what is unread.
  await write('Olá?')
  await row(ana, 'Helena Prado').getByText('Olá?').waitFor()
  await still()
  const [requests, events] = [[] as string[], frames.length]
  ana.page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))

  await write('O boleto chegou?')
  await row(ana, 'Helena Prado').getByText('O boleto chegou?').waitFor()
  await still()

  expect(requests).toEqual([])
  // appMessage is for who sounds and for who shows the conversation: the lists and their counts need the ticket alone.
  const names = frames.slice(events).flatMap(frame => /^42\["company-\d+-(\w+)"/.exec(frame)?.[1] ?? [])
  expect(names.filter(name => name !== 'appMessage' && name !== 'presence')).toEqual(['ticket'])
})
