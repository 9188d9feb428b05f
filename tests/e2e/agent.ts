import type { Locator, Page } from 'playwright-core'
import { until } from '../until'
import type { Browsing, Person, Size } from './browser'

type SignIn = { email: string; password: string }

/** A press of the pointer, or of a finger. */
export const press = ({ size }: Person, what: Locator) => (size === 'phone' ? what.tap() : what.click())
export const pressButton = (person: Person, name: string | RegExp, within: Page | Locator = person.page) =>
  press(person, within.getByRole('button', { name, exact: typeof name === 'string' }))

/** Opens a browser in which somebody is signed in. The way over the login page, which is slower, has tests of its own. */
export async function agent(browser: Browsing, url: string, size: Size, login: SignIn) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/auth/login`, { method: 'POST', headers, body: JSON.stringify(login) })
  const { token } = (await response.json()) as { token: string }
  const [name, value] = response.headers.getSetCookie()[0]!.split(';')[0]!.split('=') as [string, string]
  const person = await browser.open(size, url, { token, cookie: { name, value } })
  await person.page.goto('/tickets')
  await person.page.getByRole('banner').first().waitFor()
  return person
}

export async function signIn(person: Person, { email, password }: SignIn) {
  const { page } = person
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await pressButton(person, 'Entrar')
  await page.getByRole('banner').first().waitFor()
}

export const toast = ({ page }: Person, text: string | RegExp) => page.locator('.toast-b').getByText(text).waitFor()
export const dialog = ({ page }: Person, name: string | RegExp) => page.getByRole('dialog', { name })

/** Goes to a page by its entry in the drawer, which a phone has behind "Menu". */
export async function goTo(person: Person, name: string) {
  const { page, size } = person
  if (size === 'phone') await pressButton(person, 'Menu', page.getByRole('navigation', { name: 'Navegação' }))
  await press(person, page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: new RegExp(`^${name}`) }))
}

/** One of the two lists of open tickets. */
export const showList = (person: Person, name: 'Atendendo' | 'Aguardando' | 'Resolvidos') =>
  press(person, person.page.getByRole('tab', { name }))

/** The row of a ticket in the list. */
export const row = ({ page }: Person, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })

export const openTicket = (person: Person, name: string) => press(person, row(person, name).getByRole('link'))
/** Back to the lists, which share the screen only on a wide one. */
export const toList = async (person: Person) => {
  if (person.size === 'phone') await press(person, person.page.getByRole('link', { name: 'Voltar aos atendimentos' }))
}

/** Opens a waiting ticket and accepts it, and goes to those who are attended. */
export async function accept(person: Person, name: string) {
  await showList(person, 'Aguardando')
  await openTicket(person, name)
  await takeIt(person)
  await toAttended(person, name)
}

/** Whoever accepts stays in Aguardando: from there to the list of those who are attended, with the conversation on screen. */
export async function toAttended(person: Person, name: string) {
  if (await person.page.getByRole('tab', { name: 'Atendendo' }).isVisible()) return showList(person, 'Atendendo')
  await press(person, person.page.getByRole('link', { name: 'Voltar aos atendimentos' }))
  await showList(person, 'Atendendo')
  await openTicket(person, name)
  await composer(person).waitFor()
}

/** Accepts the ticket that is open, or has ended. */
export async function takeIt(person: Person, by: string | RegExp = /^Aceitar/) {
  await press(person, conversation(person).getByRole('button', { name: by }))
  await composer(person).waitFor()
}

export const conversation = ({ page }: Person) => page.getByRole('region', { name: /^Conversa com/ })
export const composer = ({ page }: Person) => page.getByRole('textbox', { name: 'Mensagem' })

/** Writes and sends: Enter on a wide screen, the button on a phone. */
export async function say(person: Person, text: string) {
  await composer(person).fill(text)
  await send(person)
}
export const send = (person: Person) => (person.size === 'wide' ? composer(person).press('Enter') : pressButton(person, 'Enviar'))

export const thread = ({ page }: Person) => page.getByRole('log', { name: 'Mensagens' })
/** The message that shows a text. */
export const bubble = (person: Person, text: string | RegExp) => thread(person).getByRole('article').filter({ hasText: text })
export const lastBubble = (person: Person) => thread(person).getByRole('article').last()

/** The sign of how far an own message came: na fila, enviada, entregue, lida, ouvida. */
export const tick = (message: Locator, word: string) => message.getByRole('img', { name: word, exact: true })

/** Chooses files by the clip of the composer. */
export async function attach(person: Person, chosen: { name: string; mimeType: string; buffer: Buffer }[]) {
  await pressButton(person, 'Anexar')
  const files = person.page.getByRole('menuitem', { name: 'Arquivos' })
  const [chooser] = await Promise.all([person.page.waitForEvent('filechooser'), press(person, files)])
  await chooser.setFiles(chosen)
}

/** Something of the head of the conversation, which a phone keeps in a menu. */
export async function inHead(person: Person, name: string) {
  const head = conversation(person).locator('.convo-head')
  if (person.size === 'wide') return pressButton(person, name, head)
  await pressButton(person, 'Mais ações', head)
  await press(person, person.page.getByRole('menuitem', { name }))
}

/** Opens what can be done with a message, which stands beside it under the pointer and on a press of a finger. */
export async function actions({ size }: Person, message: Locator) {
  const bar = message.getByRole('toolbar', { name: 'Ações da mensagem' })
  // What comes meanwhile moves the message away from the pointer.
  await until(async () => {
    await message.scrollIntoViewIfNeeded()
    if (size === 'wide') await message.hover()
    else await message.focus()
    return bar.getByRole('button').first().isVisible()
  })
  return bar
}

/** Chooses from the menu behind "Mais ações" of a message. */
export async function choose(person: Person, message: Locator, item: string) {
  await pressButton(person, 'Mais ações', await actions(person, message))
  await press(person, person.page.getByRole('menuitem', { name: item }))
}

/** The middle of what is on the screen; of what is long, a place near its top. */
export async function middleOf(what: Locator) {
  const { x, y, width, height } = (await what.boundingBox())!
  return { x: x + width / 2, y: y + Math.min(height, 200) / 2 }
}

/** Drags with the mouse as a hand does, until the place is marked as the one where a release would leave it. */
export async function drag({ page }: Person, what: Locator, to: Locator, marked: Locator) {
  // Waits until it stands still.
  await what.hover()
  const [from, there] = [await middleOf(what), await middleOf(to)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 })
  await page.mouse.move(there.x, there.y, { steps: 8 })
  await marked.first().waitFor()
}

/** Lets go of what is dragged. Clicks are taken again 50 ms after a drop, which a timer of the same page that is due later waits out. */
export async function drop({ page }: Person) {
  await page.mouse.up()
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 51)))
}
