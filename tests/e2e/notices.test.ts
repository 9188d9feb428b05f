import { beforeAll, expect, test } from 'bun:test'
import { accept, conversation, dialog, press, pressButton } from './agent'
import { among } from './among'
import { look, type Person } from './browser'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { comes } = among(shop)
const names = { phone: 'Helena Prado', wide: 'Caio Mendes' }
let people: Person[]

beforeAll(async () => {
  for (const [i, name] of Object.values(names).entries()) {
    const phone = `551198765470${i}`
    await comes(phone, name)
  }
  people = [await sit('phone', 'Ana Lima'), await sit('wide', 'Beto Rocha')]
})

test('a notice is pressed also where a dialog lies over the page, covers no button of it, and leaves it open as it is', async () => {
  for (const person of people) {
    const { page } = person
    const notice = page.locator('.toast-b').filter({ hasText: 'fixado no topo' })
    await accept(person, names[person.size])
    for (const item of ['Transferir…', 'Adiar…']) {
      await pressButton(person, 'Mais ações', conversation(person).locator('.convo-head'))
      await press(person, page.getByRole('menuitem', { name: 'Fixar no topo' }))
      await notice.waitFor()
      await pressButton(person, 'Mais ações', conversation(person).locator('.convo-head'))
      await press(person, page.getByRole('menuitem', { name: item }))
      const box = dialog(person, new RegExp(names[person.size]))
      await box.getByRole('button').first().waitFor()
      expect(await look(person, `notice-over-${item.slice(0, 5)}`)).toEqual([])
      const covered = await page.evaluate(async () => {
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
        const at = document.querySelector('.toast-b')!.getBoundingClientRect()
        return [...document.querySelectorAll('[role=dialog] :is(button, input, select, textarea)')]
          .filter(one => {
            const { left, right, top, bottom, width } = one.getBoundingClientRect()
            return width > 0 && left < at.right && right > at.left && top < at.bottom && bottom > at.top
          })
          .map(one => one.outerHTML)
      })
      expect(covered).toEqual([])
      const focus = () => page.evaluate(() => [...document.querySelectorAll('*')].indexOf(document.activeElement!))
      const before = await focus()
      await press(person, notice.getByText('fixado no topo'))
      expect(await focus()).toBe(before)
      await press(person, notice.getByRole('button', { name: /Desfazer/ }))
      await notice.waitFor({ state: 'detached' })
      expect(await box.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await box.waitFor({ state: 'detached' })
    }
  }
})
