import { expect, test } from 'bun:test'
import { accept, conversation, pressButton } from './agent'
import { among } from './among'
import { look } from './browser'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { ticketOf, write } = among(shop)

test('a menu that has no room for all that it offers in a low window ends in the middle of an item', async () => {
  const phone = '5511987654101'
  shop.control.addPhone({ phone, name: 'Helena Prado' })
  await write(phone, { type: 'text', text: 'Bom dia' })
  await ticketOf(phone)
  const ana = await sit('wide', 'Ana Lima')
  await accept(ana, 'Helena Prado')
  for (const [width, height] of [
    [683, 384],
    [844, 390],
  ] as const) {
    await ana.page.setViewportSize({ width, height })
    await pressButton(ana, 'Mais ações', conversation(ana).locator('.convo-head'))
    await ana.page.getByRole('menuitem').first().waitFor()
    expect(await look(ana, `low-menu-${width}`)).toEqual([])
    const shown = await ana.page.locator('.popover').evaluate(box => {
      const { bottom } = box.getBoundingClientRect()
      const parts = [...box.querySelectorAll('[role=menuitem]')].map(item => {
        const at = item.getBoundingClientRect()
        return (bottom - at.top) / at.height
      })
      return parts.find(part => part > 0 && part < 1)
    })
    expect(shown).toBeGreaterThan(0.3)
    expect(shown).toBeLessThan(0.7)
    await ana.page.keyboard.press('Escape')
  }
})
