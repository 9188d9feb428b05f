import { expect, test } from 'bun:test'
import { accept, agent, composer, openTicket, pressButton, row, showList, signIn } from './agent'
import { look } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

test('who signs in after another in the same tab sees nothing of theirs, and finds the own draft again', async () => {
  const customer = '5511933330001'
  shop.control.addPhone({ phone: customer, name: 'Cleide Nogueira' })
  await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Oi' })
  const first = await shop.person('Ana Lima')
  const second = await shop.person('Bia Reis')
  const person = await agent(browser, shop.url, 'wide', first)
  const { page } = person
  await accept(person, 'Cleide Nogueira')
  await composer(person).fill('Vou verificar')
  await row(person, 'Cleide Nogueira').waitFor()

  await pressButton(person, 'Sair')
  await page.getByLabel('E-mail').waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('draft-of')))).toEqual([])
  const { promise: seen, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/tickets\?/, async route => {
    await seen
    await route.continue()
  })
  await signIn(person, second)
  expect(await row(person, 'Cleide Nogueira').count()).toBe(0)
  answer()

  const users = await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')
  const { tickets } = await shop.owner.get<{ tickets: { id: number }[] }>('/tickets?status=open&showAll=true')
  await shop.owner.put(`/tickets/${tickets[0]!.id}`, { userId: users.users.find(({ name }) => name === 'Bia Reis')!.id })
  await showList(person, 'Atendendo')
  await openTicket(person, 'Cleide Nogueira')
  await composer(person).waitFor()
  expect(await composer(person).inputValue()).toBe('')

  await shop.owner.put(`/tickets/${tickets[0]!.id}`, { userId: users.users.find(({ name }) => name === 'Ana Lima')!.id })
  await pressButton(person, 'Sair')
  await signIn(person, first)
  await openTicket(person, 'Cleide Nogueira')
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === 'Vou verificar')
  await person.close()
})

test('the queues that somebody hides stay hidden to them, and to nobody else in the same browser', async () => {
  const [first, second] = [await shop.person('Eva Torres'), await shop.person('Gil Ramos')]
  const person = await agent(browser, shop.url, 'wide', first)
  const { page } = person
  const button = (isOn: boolean) => page.getByRole('button', { name: /^Filas e opções/, pressed: isOn })
  await button(false).click()
  await page.getByRole('checkbox', { name: 'Vendas' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await button(true).waitFor()

  await pressButton(person, 'Sair')
  await signIn(person, second)
  await button(false).click()
  for (const name of ['Suporte', 'Vendas']) await page.getByRole('checkbox', { name, checked: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Suporte' }).uncheck()
  await page.keyboard.press('Escape')

  await pressButton(person, 'Sair')
  await signIn(person, first)
  await button(true).click()
  await page.getByRole('checkbox', { name: 'Vendas', checked: false }).waitFor()
  await page.getByRole('checkbox', { name: 'Suporte', checked: true }).waitFor()
  await person.close()
})

test('whose session was ended is told so, and comes back to the conversation; another person does not', async () => {
  const customer = '5511933330002'
  shop.control.addPhone({ phone: customer, name: 'Otávio Braga' })
  await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Oi' })
  const [first, second] = [await shop.person('Lia Prado'), await shop.person('Rui Costa')]
  const person = await agent(browser, shop.url, 'wide', first)
  const { page } = person
  const { users } = await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')
  const lia = users.find(({ name }) => name === 'Lia Prado')!.id
  await accept(person, 'Otávio Braga')
  await composer(person).waitFor()
  const conversation = page.url()
  const change = async (password: string) => {
    await shop.owner.put(`/users/${lia}`, { password })
    await page.getByRole('status').getByText('Sua sessão terminou.').waitFor()
  }
  await change('outra-senha-1')
  expect(await look(person, 'session-over')).toEqual([])
  await signIn(person, { ...first, password: 'outra-senha-1' })
  await composer(person).waitFor()
  expect(page.url()).toBe(conversation)

  await change('outra-senha-2')
  await signIn(person, second)
  expect(new URL(page.url()).pathname).toBe('/tickets')
  await pressButton(person, 'Sair')
  await page.getByRole('button', { name: 'Entrar' }).waitFor()
  expect(await page.getByText('Sua sessão terminou.').count()).toBe(0)
  await person.close()
})

test('who signs out without a line is out in every tab at once, and at the server when the line is back', async () => {
  const person = await agent(browser, shop.url, 'wide', await shop.person('Caio Lemos'))
  const { page, context } = person
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole('tab', { name: /^Atendendo/ }).waitFor()
  await context.setOffline(true)
  await pressButton(person, 'Sair')
  for (const tab of [page, second]) await tab.waitForURL('**/login')
  const ended = page.waitForResponse(response => response.url().endsWith('/auth/logout') && response.ok())
  await context.setOffline(false)
  await ended
  const renewed = await context.request.post('/auth/refresh_token')
  expect(renewed.status()).toBe(401)
  person.forgive(/ERR_INTERNET_DISCONNECTED|a module did not come|WebSocket|401 POST \/auth\/refresh_token/)
  await second.close()
  await person.close()
})
