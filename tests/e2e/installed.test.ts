import { expect, test } from 'bun:test'
import { accept, pressButton, row, signIn } from './agent'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

test('the application is installable, starts without a line, and keeps nothing of who used it', async () => {
  const customer = '5511933330009'
  shop.control.addPhone({ phone: customer, name: 'Cleide Nogueira', picture: 'sample' })
  await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Só a Ana lê isto' })
  await shop.control.send({ from: customer, to: NUMBER, type: 'image' })
  const [first, second] = [await shop.person('Ana Lima'), await shop.person('Bia Reis')]
  const person = await browser.open('wide', shop.url, undefined, { serviceWorkers: 'allow' })
  const { page, context } = person
  const session = await context.newCDPSession(page)
  await page.goto('/login')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A window of a test is private.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  await signIn(person, first)
  await accept(person, 'Cleide Nogueira')
  await page.reload()
  await row(person, 'Cleide Nogueira').waitFor()
  await page.goto('/icons/192.png')
  await page.goto('/tickets')
  await row(person, 'Cleide Nogueira').waitFor()
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url))))
      return { names, addresses: all.flat().map(({ pathname, search }) => pathname + search) }
    })
  const { names, addresses } = await kept()
  expect(names).toHaveLength(1)
  expect(names[0]).toMatch(/^shell-\w+$/)
  expect(addresses.filter(address => !/^\/(index\.html|assets\/[\w.-]+)$/.test(address))).toEqual([])
  expect(addresses).toContain('/index.html')

  await context.setOffline(true)
  await page.reload()
  await page.locator('.shell').waitFor()
  expect(await page.title()).toBe('Balcão')
  expect(await page.getByText('Cleide').count()).toBe(0)
  await context.setOffline(false)
  await row(person, 'Cleide Nogueira').waitFor()
  // The browser draws a picture that is opened by itself on a page of its own.
  person.forgive(/net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED|inline style|style-src-attr/)

  await pressButton(person, 'Sair')
  await signIn(person, second)
  await page
    .getByText('Boa', { exact: false })
    .or(page.getByText('Bom dia', { exact: false }))
    .first()
    .waitFor()
  expect(await row(person, 'Cleide Nogueira').count()).toBe(0)
  expect((await kept()).addresses.filter(address => !/^\/(index\.html|assets\/[\w.-]+)$/.test(address))).toEqual([])
  expect(person.problems).toEqual([])
  await person.close()
})
