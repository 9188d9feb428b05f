import { beforeAll, expect, test } from 'bun:test'
import { accept, bubble, conversation } from './agent'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
let ana: Person

beforeAll(async () => {
  ana = await sit('wide', 'Ana Lima')
  for (const [name, phone] of Object.entries({ 'Helena Prado': '5511990002000', 'Caio Mendes': '5521987654320' })) {
    shop.control.addPhone({ phone, name })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `O modem de ${name} não liga` })
  }
  await accept(ana, 'Helena Prado')
})

const palette = () => ana.page.getByRole('dialog', { name: 'Buscar ou executar' })
const options = () => palette().getByRole('option')
async function type(text: string) {
  await ana.page.keyboard.press('Control+k')
  await palette().getByRole('combobox').fill(text)
}

test('a verb of the open conversation runs by its name, and its key is shown', async () => {
  await type('transf')
  const verb = options().filter({ hasText: 'Transferir' }).first()
  expect(await verb.locator('.kbd').allTextContents()).toEqual(['Alt', 'T'])
  expect(await look(ana, 'palette')).toEqual([])
  await ana.page.keyboard.press('Enter')
  await ana.page.getByRole('dialog', { name: /^Transferir/ }).waitFor()
  await ana.page.keyboard.press('Escape')
  await conversation(ana).waitFor()
})

test('a conversation is found by what was said in it, and opens at the message', async () => {
  await type('modem caio')
  const found = options().filter({ hasText: 'O modem de Caio Mendes não liga' })
  await found.waitFor()
  await found.click()
  await bubble(ana, 'O modem de Caio Mendes não liga').waitFor()
})

test('after @ contacts alone are found; one opens where they were talked with last', async () => {
  await type('@helena')
  await options().filter({ hasText: 'Helena Prado' }).waitFor()
  expect(await palette().getByRole('group').count()).toBe(1)
  await palette().getByRole('group', { name: 'Contatos' }).waitFor()
  await ana.page.keyboard.press('Enter')
  await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
})

test('a page goes by its name in any of the languages, and is offered first once it was used', async () => {
  await type('quick rep')
  await ana.page.keyboard.press('Enter')
  await ana.page.waitForURL('**/quick-messages')
  await ana.page.keyboard.press('Control+k')
  await palette().getByRole('group', { name: 'Você usa bastante' }).waitFor()
  await options().filter({ hasText: 'Respostas rápidas' }).first().waitFor()
  await ana.page.keyboard.press('Escape')
})

test('a setting is opened where it stands', async () => {
  await type('avaliacao')
  await options().filter({ hasText: 'Pedir avaliação' }).click()
  await ana.page.getByRole('switch', { name: 'Pedir avaliação' }).waitFor()
  expect(await ana.page.getByRole('switch').count()).toBe(1)
})

test('what was typed is searched for in all conversations', async () => {
  await type('modem')
  await options().filter({ hasText: 'em todas as conversas' }).click()
  for (const name of ['Caio Mendes', 'Helena Prado']) await ana.page.locator('.ticket').filter({ hasText: name }).waitFor()
})
