import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { agent, press } from './agent'
import { testShop } from './test-shop'
import { OWNER } from './shop'

// A phone has the least room: what is whole there is whole.
const { shop, browser } = await testShop()
await shop.owner.put('/settings/singleSession', { value: 'disabled' })

/** Pages whose button opens a form, and others. */
const FORMS = [
  ...['contacts', 'quick-messages', 'tags', 'helps', 'contact-lists', 'connections', 'queues', 'users', 'files', 'prompts'],
  ...['queue-integration', 'event-webhooks', 'companies', 'resellers', 'plans', 'coupons', 'announcements'],
]
const PAGES = [
  'settings',
  'campaigns-config',
  'financeiro',
  'subscription',
  'receita',
  'plugins',
  'opt-outs',
  'reports',
  'messages-api',
  'kanban',
]
/** Words in braces that are to be typed so. */
const MEANT = /\{(key|chave|clave|id)\}|\{\{/

/** What is cut off, beyond the screen, or was meant for programs, of all that stands before who looks. */
const faults = (page: Page) =>
  page.evaluate(meant => {
    const within = document.querySelector('[role=dialog]') ?? document.querySelector('main')!
    const found = new Set<string>()
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent!.trim()
      const element = walker.currentNode.parentElement!
      if (!text || !element.checkVisibility() || element.closest('.sr-only, pre, code')) continue
      if (/\{\w+\}|undefined|NaN|\[object|\bERR_|^[a-z]+(\.[a-z]\w+)+$/.test(text) && !new RegExp(meant).test(text))
        found.add(`raw: ${text}`)
      const range = document.createRange()
      range.selectNodeContents(element)
      const { right } = range.getBoundingClientRect()
      for (let at: HTMLElement | null = element; at; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at)
        // What may be pushed aside, or ends in dots where it is long.
        if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') break
        if (right > (/hidden|clip/.test(overflowX) || !at.parentElement ? at.getBoundingClientRect().right : Infinity) + 1) {
          found.add(`cut: ${text}`)
          break
        }
      }
    }
    return [...found]
  }, MEANT.source)

test.each(['pt', 'en', 'es'])(
  'on a phone, pages and their forms are whole and in words, in %s',
  async language => {
    await shop.owner.put('/users/me', { language })
    const person = await agent(browser, shop.url, 'phone', OWNER)
    const { page } = person
    const found: string[] = []
    const note = async (name: string) => void found.push(...(await faults(page)).map(fault => `${name}: ${fault}`))
    for (const path of [...PAGES, ...FORMS]) {
      await page.goto(`/${path}`)
      await page.waitForLoadState('networkidle')
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
