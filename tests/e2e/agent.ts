import type { Locator } from 'playwright-core'
import type { Browsing, Person, Size } from './browser'

type SignIn = { email: string; password: string }

/** Opens a browser and signs in. */
export async function agent(browser: Browsing, url: string, size: Size, { email, password }: SignIn) {
  const person = await browser.open(size, url)
  await person.page.goto('/login')
  await signIn(person, { email, password })
  return person
}

export async function signIn({ page }: Person, { email, password }: SignIn) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('main').waitFor()
}

/** Goes to a page by its entry in the drawer, which a phone has behind "Menu". */
export async function goTo({ page, size }: Person, name: string) {
  if (size === 'phone') await page.getByRole('navigation', { name: 'Navegação' }).getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name }).last().click()
}

/** One of the two lists of open tickets. */
export const showList = ({ page }: Person, name: 'Atendendo' | 'Aguardando') => page.getByRole('tab', { name }).click()

/** The row of a ticket in the list. */
export const row = ({ page }: Person, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })

export const openTicket = (person: Person, name: string) => row(person, name).getByRole('link').click()

/** Opens a waiting ticket and accepts it. */
export async function accept(person: Person, name: string) {
  await showList(person, 'Aguardando')
  await openTicket(person, name)
  await person.page.getByRole('button', { name: 'Aceitar', exact: false }).last().click()
  await composer(person).waitFor()
}

export const composer = ({ page }: Person) => page.getByRole('textbox', { name: 'Mensagem' })

/** Writes and sends: Enter on a wide screen, the button on a phone. */
export async function say(person: Person, text: string) {
  await composer(person).fill(text)
  await send(person)
}
export const send = (person: Person) =>
  person.size === 'wide' ? composer(person).press('Enter') : person.page.getByRole('button', { name: 'Enviar' }).click()

export const thread = ({ page }: Person) => page.getByRole('log', { name: 'Mensagens' })
/** The message that shows a text, or holds something. */
export const bubble = (person: Person, having: string | Locator) =>
  typeof having === 'string' ? thread(person).getByRole('article').filter({ hasText: having }) : thread(person).getByRole('article').filter({ has: having })
export const lastBubble = (person: Person) => thread(person).getByRole('article').last()

/** The sign of how far an own message came: na fila, enviada, entregue, lida, ouvida. */
export const tick = (message: Locator, word: string) => message.getByRole('img', { name: word, exact: true })

/** Chooses files by the clip of the composer. */
export async function attach({ page }: Person, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar' }).click()
  await (await chooser).setFiles(files)
}

/** Opens what can be done with a message: beside it under the pointer, by a long press on a phone. */
export async function actions({ page, size }: Person, message: Locator) {
  await message.scrollIntoViewIfNeeded()
  if (size === 'wide') await message.hover()
  else await message.focus()
  return page.getByRole('toolbar', { name: 'Ações da mensagem' }).and(message.getByRole('toolbar'))
}
