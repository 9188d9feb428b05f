import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, composer, conversation, dialog, inHead, openTicket, press, pressButton, row, toast, toList } from './agent'
import { among } from './among'
import { look, type Person, type Size, sizes } from './browser'
import { until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { comes, ticketOf } = among(shop)

const open = (person: Person, name: string) => person.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
/** The entry of what lies on top comes and goes a moment after it (kit/back.ts): nobody's hand is as fast as a test. */
const lies = ({ page }: Person) => page.waitForFunction(() => history.state === 'over')
const liesNot = ({ page }: Person) => page.waitForFunction(() => history.state !== 'over')

describe.each(Object.keys(sizes) as Size[])('Back, %s', size => {
  const at = size === 'wide' ? 0 : 1
  const names = ['Helena', 'Caio', 'Lúcia', 'Jorge'].map(name => `${name} ${size}`) as [string, string, string, string]
  const [helena, caio, lucia, jorge] = names
  const phoneOf = (name: string) => `55119876567${at}${names.indexOf(name)}`
  let ana: Person

  beforeAll(async () => {
    await shop.person(`Bia${size} Rocha`)
    for (const name of names) await comes(phoneOf(name), name)
    ana = await sit(size, `Ana${size} Lima`)
    for (const name of names) {
      await accept(ana, name)
      await toList(ana)
    }
    await ana.page.goto('/tickets')
  })
  const field = () => ana.page.getByLabel('Nome, número ou mensagem')
  const path = () => new URL(ana.page.url()).pathname

  test('closes the search of the list before it leaves the page, also after one of those found was opened', async () => {
    const { page } = ana
    await row(ana, helena).waitFor()
    await pressButton(ana, 'Buscar', page.getByRole('region', { name: 'Atendimentos' }))
    await field().fill(caio)
    await row(ana, caio).first().waitFor()
    await lies(ana)
    await row(ana, caio).getByRole('link').first().click()
    await open(ana, caio)
    await page.goBack()
    await field().waitFor()
    await page.waitForURL('**/tickets')
    await lies(ana)
    await page.goBack()
    await field().waitFor({ state: 'detached' })
    await row(ana, helena).waitFor()
    expect(path()).toBe('/tickets')
    // Closed in another way it leaves no step behind.
    await pressButton(ana, 'Buscar', page.getByRole('region', { name: 'Atendimentos' }))
    await lies(ana)
    await field().press('Escape')
    await liesNot(ana)
    await openTicket(ana, helena)
    await open(ana, helena)
    await page.goBack()
    await page.waitForURL('**/tickets')
  })

  test('leads to the list, or to the one before, and not to a ticket that was given away or resolved', async () => {
    const { page } = ana
    if (size === 'phone') {
      const bar = page.getByRole('navigation', { name: 'Navegação' })
      await press(ana, bar.getByRole('link', { name: 'Contatos' }))
      await page.waitForURL('**/contacts')
      await press(ana, bar.getByRole('link', { name: /^Atendimentos/ }))
      await row(ana, helena).waitFor()
    }
    // One comes to it twice before it goes to a colleague.
    for (const name of size === 'wide' ? [helena, caio, helena] : [helena]) {
      await openTicket(ana, name)
      await open(ana, name)
    }
    await inHead(ana, size === 'wide' ? 'Transferir' : 'Transferir…')
    const transfer = dialog(ana, `Transferir ${helena}`)
    await transfer.getByPlaceholder('Buscar pelo nome').fill(`Bia${size}`)
    await transfer.getByText(`Bia${size} Rocha`).click()
    if (size === 'phone') await lies(ana)
    await pressButton(ana, /^Transferir para Bia/, transfer)
    await toast(ana, new RegExp(`Atendimento de ${helena} transferido`))
    await transfer.waitFor({ state: 'detached' })
    await liesNot(ana)
    await page.waitForURL(url => !url.pathname.endsWith('/tickets'))
    const came = path()
    await until(async () => !(await conversation(ana).getByRole('heading', { name: helena }).isVisible()))
    await page.goBack()
    if (size === 'wide') {
      await open(ana, caio)
      await page.goBack()
    }
    await page.waitForURL('**/tickets')
    await row(ana, caio).waitFor()
    expect(path()).toBe('/tickets')
    // What was given away leaves no second step to the list behind.
    if (size === 'phone') {
      await page.goBack()
      await page.waitForURL('**/contacts')
      await page.goForward()
      await row(ana, lucia).waitFor()
    }
    expect(came).not.toBe('/tickets')

    for (const name of [lucia, jorge]) {
      await openTicket(ana, name)
      await open(ana, name)
      await toList(ana)
    }
    await openTicket(ana, lucia)
    await open(ana, lucia)
    await pressButton(ana, 'Resolver', conversation(ana).locator('.convo-head'))
    await toast(ana, `Atendimento de ${lucia} resolvido`)
    await page.goBack()
    if (size === 'phone') await page.waitForURL('**/tickets')
    else await open(ana, jorge)
    expect((await ticketOf(phoneOf(lucia))).status).toBe('closed')
    // Who opens it again is led to it again.
    await pressButton(ana, /^Desfazer/)
    await open(ana, lucia)
    await composer(ana).waitFor()
    await toList(ana)
  })

  if (size === 'phone')
    test('of a phone leads from the details of the contact, which a press of the name opens', async () => {
      const { page } = ana
      await openTicket(ana, caio)
      await open(ana, caio)
      const head = conversation(ana).locator('.convo-head')
      expect(await look(ana, 'name-in-head')).toEqual([])
      const name = head.getByRole('button', { name: caio })
      expect(await name.getAttribute('aria-description')).toBe('Dados do contato')
      await press(ana, name)
      const pane = page.getByRole('complementary', { name: 'Dados do contato' })
      await pane.waitFor()
      await lies(ana)
      await page.goBack()
      await pane.waitFor({ state: 'detached' })
      await liesNot(ana)
      // The picture beside it is a part of it.
      const { x, y, width, height } = (await head.locator('.ava').boundingBox())!
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      await pane.waitFor()
      await pressButton(ana, 'Fechar', pane)
      await toList(ana)
    })
})
