import type { Page } from 'playwright-core'

/** Each list by what its rows say, the counts, the title and the bell; how long somebody waits goes by the clock. */
export async function listsOf(page: Page, names: readonly string[]) {
  const lists: Record<string, string[]> = {}
  for (const name of names) {
    await page.getByRole('tab', { name }).click()
    await page.locator('[role=tab][aria-selected=true]', { hasText: name }).waitFor()
    await page.locator('.ticket, .list-pane .empty').first().waitFor()
    lists[name] = await page.locator('.ticket').evaluateAll(rows =>
      rows.map(row => {
        const copy = row.cloneNode(true) as HTMLElement
        copy.querySelector('.time')?.remove()
        return copy.textContent
      }),
    )
  }
  const tabs = await page.getByRole('tab').allTextContents()
  const bell = await page.locator('header .badge-n').allTextContents()
  return { lists, tabs, bell, title: await page.title() }
}
