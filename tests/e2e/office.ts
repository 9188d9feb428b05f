import { afterAll, setDefaultTimeout } from 'bun:test'
import { agent, pressButton } from './agent'
import { openBrowser, type Person, type Size } from './browser'
import { openShop } from './shop'

/** A company at work and a browser for the tests of a file, closed after the last of them. */
export async function testShop(environment?: Record<string, string>) {
  setDefaultTimeout(60_000)
  const [shop, browser] = await Promise.all([openShop(environment), openBrowser()])
  afterAll(async () => {
    await browser.close()
    await shop.close()
  })
  return { shop, browser, sit: async (size: Size, name: string) => agent(browser, shop.url, size, await shop.person(name, 'admin')) }
}

/** The page of a noun: a line of its table, a dialog, and the button that makes a row. */
export const pageOf = (person: () => Person) => ({
  line: (text: string) => person().page.getByRole('table').getByRole('row').filter({ hasText: text }),
  sheet: (name: string | RegExp) => person().page.getByRole('dialog', { name }),
  create: (name: RegExp) => pressButton(person(), name, person().page.getByRole('main').locator('.page-head')),
})
