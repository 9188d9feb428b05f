import type { Page } from 'playwright-core'

/** Goes from one page to another without loading the application anew, as its links do, and waits until it shows what it has. */
export async function visit(page: Page, address: string) {
  await page.evaluate(address => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) element.dataset['before'] = ''
    history.pushState(null, '', address)
  }, address)
  await page.waitForFunction(() => document.querySelector('main :not([data-before])'))
  await shown(page)
}

export const shown = (page: Page) =>
  page.waitForFunction(() => {
    const main = document.querySelector<HTMLElement>('main')
    return main && main.innerText.trim().length > 10 && !main.querySelector('.skeleton, [aria-busy="true"]')
  })
