import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, bubble, choose, openTicket, press, pressButton, say, showList, toList } from './agent'
import { look, type Person, type Size } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const names = ['Alba', 'Breno', 'Célia', 'Dario', 'Elza', 'Fábio', 'Gilda']

describe.each(['wide', 'phone'] as const)('who gives a message on, %s', (size: Size) => {
  let ana: Person
  const named = (name: string) => `${name} ${size}`
  const phoneOf = (name: string) => `55119876${size === 'phone' ? 1 : 2}480${names.indexOf(name)}`
  const forward = () => ana.page.getByRole('dialog', { name: 'Encaminhar mensagem' })
  const offered = () => forward().getByRole('listbox', { name: 'Últimas conversas' }).getByRole('option')

  beforeAll(async () => {
    ana = await sit(size, size === 'wide' ? 'Ana Lima' : 'Bia Lima')
    for (const name of names) {
      shop.control.addPhone({ phone: phoneOf(name), name: named(name) })
      await shop.control.send({ from: phoneOf(name), to: NUMBER, type: 'text', text: `Sou ${name}` })
      await accept(ana, named(name))
      await say(ana, `Bom dia, ${name}`)
      await bubble(ana, `Bom dia, ${name}`).waitFor()
      await toList(ana)
    }
    await showList(ana, 'Atendendo')
    await openTicket(ana, named('Fábio'))
    await choose(ana, bubble(ana, 'Sou Fábio'), 'Encaminhar')
    await pressButton(ana, 'Encaminhar', ana.page.getByRole('toolbar', { name: 'Encaminhar' }))
  })

  test('is offered the five conversations of before, the newest first, but for this one', async () => {
    await offered().first().waitFor()
    expect(await offered().locator('.font-medium').allTextContents()).toEqual(['Gilda', 'Elza', 'Dario', 'Célia', 'Breno'].map(named))
    expect(await look(ana, 'forward-recent')).toEqual([])
  })

  test('chooses one by a press or by the keyboard, which takes none unasked', async () => {
    const field = forward().getByRole('combobox', { name: 'Para' })
    await field.focus()
    if (size === 'phone') await press(ana, offered().nth(1))
    else await field.press('ArrowDown').then(() => field.press('ArrowDown').then(() => field.press('Enter')))
    await forward().getByRole('list', { name: 'Para' }).getByText(named('Elza')).waitFor()
    expect(await offered().first().textContent()).toContain('Gilda')
    expect(await offered().filter({ hasText: 'Elza' }).count()).toBe(0)
    await pressButton(ana, /^Encaminhar/, forward())
    await shop.shows(phoneOf('Elza'), entries => entries.some(entry => entry.forwarded && entry.text.endsWith('Sou Fábio')))
  })
})
