import { afterAll, afterEach, expect, setDefaultTimeout } from 'bun:test'
import { agent, pressButton } from './agent'
import { openBrowser, type Person, type Size } from './browser'
import { openShop } from './shop'

/** A company at work and a browser for the tests of a file, closed after the last of them. */
export async function testShop(...how: Parameters<typeof openShop>) {
  setDefaultTimeout(120_000)
  const [shop, browser] = await Promise.all([openShop(...how), openBrowser()])
  const people: Person[] = []
  afterEach(() => {
    // Each is told once, at the test in which it came up.
    expect(people.flatMap(({ problems }) => problems.splice(0))).toEqual([])
  })
  afterAll(async () => {
    await Promise.all(people.map(person => person.close()))
    await browser.close()
    await shop.close()
  })

  /** A person, an administrator unless told otherwise, before a browser that must find nothing wrong in any test. */
  async function sit(size: Size, name: string, profile: 'admin' | 'user' = 'admin') {
    const person = await agent(browser, shop.url, size, await shop.person(name, profile))
    people.push(person)
    return person
  }
  return { shop, browser, sit }
}

/** The page of a noun: a line of its table, a dialog, and the button that makes a row. */
export const pageOf = (person: Person) => ({
  line: (text: string) => person.page.getByRole('table').getByRole('row').filter({ hasText: text }),
  sheet: (name: string | RegExp) => person.page.getByRole('dialog', { name }),
  create: (name: RegExp) => pressButton(person, name, person.page.getByRole('main').locator('.page-head')),
})
