import { expect, test } from 'bun:test'
import { agent, press } from './agent'
import { NOUN_PAGES } from './routes'
import { testShop } from './test-shop'
import { OWNER } from './shop'
import { SPOKEN, unfit } from './unfit'
import { shown, visit } from './visit'

// A phone has the least room: what is whole there is whole.
const { shop, browser } = await testShop()
await shop.owner.put('/settings/singleSession', { value: 'disabled' })

/** Pages whose button opens a form, and others. */
const FORMS = [
  ...new Set([
    ...NOUN_PAGES.filter(({ noun }) => noun.tableName !== 'campaigns').map(({ path }) => path.slice(1)),
    ...['contacts', 'helps', 'connections', 'queue-integration', 'companies', 'resellers'],
  ]),
]
const PAGES = ['settings', 'campaigns-config', 'financeiro', 'subscription', 'receita', 'plugins', 'reports', 'messages-api', 'kanban']
test.each(SPOKEN)(
  'on a phone, pages and their forms are whole and in words, in %s',
  async language => {
    await shop.owner.put('/users/me', { language })
    const person = await agent(browser, shop.url, 'phone', OWNER)
    const { page } = person
    const found: string[] = []
    await page.goto('/todolist')
    await shown(page)
    const note = async (name: string) => void found.push(...(await unfit(page, language)).map(fault => `${name}: ${fault}`))
    for (const path of [...PAGES, ...FORMS]) {
      await visit(page, `/${path}`)
      await note(path)
      if (!FORMS.includes(path)) continue
      await press(person, page.locator('.page-head .acts > button.btn').last())
      const form = page.getByRole('dialog')
      await form.waitFor()
      await note(`${path}, its form`)
      const tabs = form.getByRole('tablist').first().getByRole('tab')
      for (let at = 1; at < (await tabs.count()); at++) {
        await press(person, tabs.nth(at))
        await note(`${path}, part ${at + 1} of its form`)
      }
    }
    expect(found).toEqual([])
    await person.close()
  },
  300_000,
)
