import { beforeAll, expect, test } from 'bun:test'
import {
  accept,
  bubble,
  choose,
  composer,
  conversation,
  dialog,
  middleOf,
  openTicket,
  pressButton,
  row,
  say,
  showList,
  toast,
} from './agent'
import { among } from './among'
import type { Person } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { ticketOf, write } = among(shop)
const names = ['Helena Prado', 'Caio Mendes', 'Dona Lúcia', 'Seu Jorge']
const phoneOf = (name: string) => `551198765480${names.indexOf(name)}`
const statusOf = async (name: string) => (await ticketOf(phoneOf(name))).status
let ana: Person

const comes = async (name: string, text = `Bom dia, aqui é ${name}`) => {
  shop.control.addPhone({ phone: phoneOf(name), name })
  await write(phoneOf(name), { type: 'text', text })
  await ticketOf(phoneOf(name))
}
const open = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
let written = ''
const says = (text: string) =>
  until(
    async () => (written = await composer(ana).inputValue()) === text,
    undefined,
    () => `“${text}” in the answer: ${written}`,
  )

beforeAll(async () => {
  await shop.owner.post('/quick-messages', { shortcode: 'prazo', message: 'O prazo é de dois dias.', geral: true })
  ana = await sit('wide', 'Ana Lima')
  for (const name of names.slice(0, 3)) {
    await comes(name)
    await accept(ana, name)
  }
})

test('who leaves the search goes on writing to the customer on screen: letters run nothing', async () => {
  const { page } = ana
  const { keyboard } = page
  await openTicket(ana, 'Caio Mendes')
  await open('Caio Mendes')
  await composer(ana).press('Alt+s')
  await page.locator('.list-pane [role=search] input').waitFor()
  await keyboard.type('Helena')
  await keyboard.press('Escape')
  await keyboard.type('entregue hoje')
  await says('entregue hoje')
  expect(await statusOf('Caio Mendes')).toBe('open')
  await composer(ana).fill('')
})

test('what follows a slash is text where no quick message is called so, and where the list is left; Tab takes the one that is', async () => {
  const { keyboard } = ana.page
  await composer(ana).fill('')
  await keyboard.type('R$ 10,00 /kg de milho')
  await says('R$ 10,00 /kg de milho')
  await composer(ana).fill('')
  await keyboard.type('12 /pra')
  await ana.page.getByRole('option', { name: '/prazo' }).waitFor()
  await keyboard.press('Escape')
  await says('12 /pra')
  await composer(ana).fill('')
  await keyboard.type('/pra')
  await ana.page.getByRole('option', { name: '/prazo' }).waitFor()
  await composer(ana).click()
  await keyboard.type('ça')
  await says('/praça')
  await composer(ana).fill('')
  await keyboard.type('/pra')
  await ana.page.getByRole('option', { name: '/prazo' }).waitFor()
  await keyboard.press('Tab')
  await says('O prazo é de dois dias.')
  await composer(ana).fill('')
})

test('who answers and goes on with Alt and an arrow comes to who stood below, though the answered one is on top by then', async () => {
  const order = () => ana.page.locator('.list-pane li .name').evaluateAll(all => all.map(({ textContent }) => textContent!.trim()))
  await showList(ana, 'Atendendo')
  const [, second, third] = await order()
  await openTicket(ana, second!)
  await open(second!)
  await say(ana, 'Já vejo isso')
  await until(async () => (await order())[0] === second)
  await composer(ana).press('Alt+ArrowDown')
  await open(third!)
})

test('an own ticket goes to another queue by a transfer to oneself, and stays one’s own', async () => {
  await openTicket(ana, 'Helena Prado')
  await open('Helena Prado')
  await composer(ana).press('Alt+t')
  const transfer = dialog(ana, 'Transferir Helena Prado')
  await transfer.getByLabel('Fila', { exact: true }).selectOption({ label: 'Vendas' })
  await transfer.getByPlaceholder(/./).first().fill('Ana Lima')
  await transfer.getByText('Ana Lima').first().waitFor()
  await ana.page.keyboard.press('Enter')
  await ana.page.keyboard.press('Control+Enter')
  await transfer.waitFor({ state: 'detached' })
  const moved = await until(async () => {
    const ticket = await ticketOf(phoneOf('Helena Prado'))
    return ticket.queue?.name === 'Vendas' && ticket
  })
  expect(moved).toMatchObject({ status: 'open', user: { name: 'Ana Lima' } })
  await row(ana, 'Helena Prado').getByText('Vendas').waitFor()
})

test('a note that was begun is called one where it stands in the way', async () => {
  await openTicket(ana, 'Dona Lúcia')
  await open('Dona Lúcia')
  await composer(ana).press('Tab')
  await ana.page.keyboard.type('rever preço')
  await ana.page.keyboard.press('Escape')
  await composer(ana).press('Alt+e')
  await dialog(ana, 'Resolver sem salvar a nota?').getByText('A nota que você começou sobre Dona Lúcia não foi salva.').waitFor()
  await ana.page.keyboard.press('Escape')
  expect(await statusOf('Dona Lúcia')).toBe('open')
})

test('a draft hides nothing of what the customer wrote since', async () => {
  await openTicket(ana, 'Caio Mendes')
  await open('Caio Mendes')
  await composer(ana).fill('para o seguinte')
  await openTicket(ana, 'Dona Lúcia')
  await row(ana, 'Caio Mendes').getByText('para o seguinte').waitFor()
  await write(phoneOf('Caio Mendes'), { type: 'text', text: 'e a nota fiscal?' })
  await row(ana, 'Caio Mendes').getByText('e a nota fiscal?').waitFor()
  await row(ana, 'Caio Mendes').getByText('Rascunho ·').waitFor()
})

test('the second press of a double click on “mark as read” reaches nothing below', async () => {
  const { page } = ana
  await openTicket(ana, 'Dona Lúcia')
  await open('Dona Lúcia')
  await pressButton(ana, /^Notificações/)
  const { x, y } = await middleOf(page.getByRole('button', { name: 'Marcar como lidas' }))
  await page.mouse.click(x, y, { clickCount: 2 })
  await toast(ana, /lid/)
  expect(await statusOf('Dona Lúcia')).toBe('open')
})

test('a ticket that waits is put off and handed on by a letter, and resolved by its combination, which can be undone', async () => {
  const { keyboard } = ana.page
  await comes('Seu Jorge')
  await showList(ana, 'Aguardando')
  await openTicket(ana, 'Seu Jorge')
  await open('Seu Jorge')
  await keyboard.press('h')
  await dialog(ana, /Adiar/).waitFor()
  await keyboard.press('Escape')
  await keyboard.press('t')
  await dialog(ana, 'Transferir Seu Jorge').waitFor()
  await keyboard.press('Escape')
  await keyboard.press('Alt+e')
  await toast(ana, 'Atendimento de Seu Jorge resolvido')
  await keyboard.press('Alt+z')
  await until(async () => (await statusOf('Seu Jorge')) === 'pending')
  await conversation(ana).waitFor()
})

test('a search is narrowed by where its tickets stand', async () => {
  const { page } = ana
  await showList(ana, 'Aguardando')
  await page.keyboard.press('Alt+s')
  await page.keyboard.type('dia situação:aguardando')
  const found = page.locator('.list-pane li.ticket .name')
  await until(async () => String(await found.allTextContents()) === 'Seu Jorge')
  await page.keyboard.press('Escape')
})

test('what is forwarded can be taken back for as long as what is written', async () => {
  const { page } = ana
  const prefer = (undoSeconds: number) =>
    page.evaluate(async undoSeconds => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      await fetch('/users/me/preferences', { method: 'PUT', headers, body: JSON.stringify({ undoSeconds }) })
    }, undoSeconds)
  await prefer(10)
  await page.goto('/tickets')
  await showList(ana, 'Atendendo')
  await openTicket(ana, 'Helena Prado')
  await choose(ana, bubble(ana, 'aqui é Helena'), 'Encaminhar')
  await pressButton(ana, 'Encaminhar', page.getByRole('toolbar', { name: 'Encaminhar' }))
  const forward = dialog(ana, 'Encaminhar mensagem')
  await forward.getByRole('combobox', { name: 'Para' }).fill('Dona Lúcia')
  await forward.getByRole('option', { name: /^Dona Lúcia/ }).click()
  await pressButton(ana, /^Encaminhar/, forward)
  await forward.getByText('Sai em 10 s').waitFor()
  await pressButton(ana, 'Desfazer', forward)
  await forward.getByRole('button', { name: /^Encaminhar/ }).waitFor()
  await pressButton(ana, 'Cancelar', forward)
  await forward.waitFor({ state: 'detached' })
  await prefer(0)
  await page.reload()
  await openTicket(ana, 'Dona Lúcia')
  await say(ana, 'Depois de tudo')
  const got = await shop.shows(phoneOf('Dona Lúcia'), entries => {
    const texts = entries.map(({ text }) => text ?? '')
    return texts.some(text => text.includes('Depois de tudo')) && texts
  })
  expect(got.filter(text => text.includes('aqui é Helena'))).toEqual([])
})
