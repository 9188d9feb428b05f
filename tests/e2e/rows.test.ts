import { beforeAll, expect, test } from 'bun:test'
import { sample } from '../../src/sandbox/network/samples'
import { accept, attach, bubble, composer, conversation, openTicket, press, pressButton, row, send } from './agent'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const names = ['Helena Prado', 'Caio Mendes', 'Dona Lúcia']
const phoneOf = (name: string) => `551198765460${names.indexOf(name)}`
let ana: Person

beforeAll(async () => {
  for (const name of names) {
    shop.control.addPhone({ phone: phoneOf(name), name })
    await shop.control.send({ from: phoneOf(name), to: NUMBER, type: 'text', text: `Sou ${name}` })
  }
  ana = await sit('wide', 'Ana Lima')
  for (const name of names) await accept(ana, name)
})

const last = (name: string, person = ana) => row(person, name).locator('.last')
async function speak(language: 'pt' | 'en') {
  await ana.page.evaluate(async language => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
    await fetch('/users/me', { method: 'PUT', headers, body: JSON.stringify({ language }) })
  }, language)
  await ana.page.reload()
}
const bar = ({ page }: Person) => page.getByRole('toolbar', { name: 'Atendimentos selecionados' })

test('a row says what was sent without words, in the language of its reader, and the words where there are some', async () => {
  const picture = { name: 'b1.jpg', mimeType: 'image/jpeg', buffer: sample('image').bytes }
  const paper = { name: 'conta de luz.pdf', mimeType: 'application/pdf', buffer: sample('document').bytes }
  const [helena, caio, lucia] = names as [string, string, string]
  await openTicket(ana, helena)
  await attach(ana, [picture])
  await send(ana)
  await last(helena)
    .getByText(/^Foto$/)
    .waitFor()
  await openTicket(ana, caio)
  await attach(ana, [paper])
  await send(ana)
  await last(caio).getByText('conta de luz.pdf').waitFor()
  await shop.control.send({ from: phoneOf(lucia), to: NUMBER, type: 'voice' })
  await last(lucia)
    .getByText(/^Áudio 0:0\d$/)
    .waitFor()
  // What answers them says the same.
  await openTicket(ana, caio)
  const sent = bubble(ana, 'conta de luz.pdf')
  await sent.hover()
  await pressButton(ana, 'Responder', sent)
  await conversation(ana).locator('.composer-quote').getByText('Documento: conta de luz.pdf').waitFor()
  await composer(ana).press('Escape')

  await speak('en')
  await last(helena)
    .getByText(/^Photo$/)
    .waitFor()
  await last(caio).getByText('conta de luz.pdf').waitFor()
  await speak('pt')
  await shop.control.send({ from: phoneOf(helena), to: NUMBER, type: 'image', caption: 'b1.jpg ou a outra?' })
  await last(helena).getByText('b1.jpg ou a outra?').waitFor()
})

test('what can be done to a row under the pointer covers neither its name nor its tags, in rows of both heights', async () => {
  type Ticket = { id: number; contact: { name: string } }
  const { tickets } = await shop.owner.get<{ tickets: Ticket[] }>('/tickets?showAll=true&status=open')
  const { id } = tickets.find(({ contact }) => contact.name === 'Helena Prado')!
  const tags = []
  for (const name of ['Sem sinal', 'Retorno hoje'])
    tags.push(await shop.owner.post<{ id: number; name: string; color: string }>('/tags', { name, color: '#dd5652' }))
  await shop.owner.post('/tags/sync', { ticketId: id, tags })
  const helena = row(ana, 'Helena Prado')
  await helena.locator('.chip').nth(1).waitFor()
  const covered = () =>
    helena.evaluate(one => {
      const over = one.querySelector('.row-actions')!.getBoundingClientRect()
      const parts = [...one.querySelectorAll<HTMLElement>('.name, .last, .chip, .badge-n, .meta')].filter(part => part.checkVisibility())
      const isUnder = (part: HTMLElement) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return right > over.left + 1 && left < over.right && bottom > over.top + 2 && top < over.bottom - 2
      }
      return [
        over.width > 40,
        ...parts.filter(part => isUnder(part) || getComputedStyle(part).visibility !== 'visible').map(part => part.className),
      ]
    })
  await helena.hover()
  expect(await covered()).toEqual([true])
  expect(await look(ana, 'row-hover')).toEqual([])
  await helena.getByRole('link').focus()
  await ana.page.mouse.move(0, 0)
  await ana.page.keyboard.press('Shift')
  expect(await covered()).toEqual([true])
  await ana.page.locator('.ticket-list').evaluate(list => list.setAttribute('data-compact', ''))
  await helena.hover()
  expect(await covered()).toEqual([true])
})

test('every verb for several that are chosen says what it is: at once under the pointer and by the keyboard', async () => {
  for (const name of names)
    await row(ana, name)
      .getByRole('link')
      .click({ modifiers: ['Control'] })
  await bar(ana).getByText('3 selecionados').waitFor()
  const tip = ana.page.locator('.tip')
  const verbs = bar(ana).locator('.verbs').getByRole('button')
  const said = await verbs.evaluateAll(all => all.map(one => one.ariaLabel))
  expect(said).toEqual([
    'Resolver',
    'Transferir',
    'Enviar para uma fila',
    'Pôr uma tag',
    'Adiar…',
    'Marcar como lidos',
    'Marcar como não lidos',
  ])
  // In the very turn in which the pointer comes: nobody waits on each of seven.
  const shown = await verbs.evaluateAll(async all => {
    const tips = []
    for (const one of all) {
      one.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
      await new Promise(drawn => requestAnimationFrame(drawn))
      tips.push(document.querySelector('.tip')?.textContent ?? '')
    }
    return tips
  })
  expect(shown.map((text, i) => text.startsWith(said[i]!))).toEqual(said.map(() => true))
  await verbs.first().focus()
  await ana.page.keyboard.press('Tab')
  await tip.getByText('Transferir').waitFor()
  expect(await look(ana, 'chosen-bar')).toEqual([])
  await press(ana, verbs.nth(2))
  await ana.page.getByRole('menu', { name: 'Enviar para uma fila' }).waitFor()
  await ana.page.keyboard.press('Escape')
  await ana.page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await verbs.nth(2).evaluate(one => one === document.activeElement)).toBe(true)
  await ana.page.keyboard.press('Escape')
})

test('on a phone the commonest have their words, and the others theirs in a menu', async () => {
  const { page } = ana
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/tickets')
  for (const name of names)
    await row(ana, name)
      .getByRole('link')
      .click({ modifiers: ['Control'] })
  await bar(ana).getByText('3 selecionados').waitFor()
  for (const word of ['Resolver', 'Transferir']) await bar(ana).getByText(word, { exact: true }).waitFor()
  await pressButton(ana, 'Mais ações', bar(ana))
  const menu = page.getByRole('menu', { name: 'Mais ações' })
  expect(await menu.getByRole('menuitem').locator('.clip').allTextContents()).toEqual([
    'Enviar para uma fila',
    'Pôr uma tag',
    'Adiar…',
    'Marcar como lidos',
    'Marcar como não lidos',
  ])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chosen-menu-phone.png`, caret: 'initial' })
  await press(ana, menu.getByRole('menuitem', { name: 'Pôr uma tag' }))
  await page.getByLabel('Buscar ou criar tag').fill('Sem sinal')
  await press(ana, page.getByRole('dialog', { name: 'Pôr uma tag' }).getByRole('option', { name: 'Sem sinal' }))
  await row(ana, 'Dona Lúcia').locator('.chip').getByText('Sem sinal').waitFor()
})
