import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { bubble, choose, composer, conversation, openTicket, press, pressButton, row, say, showList, thread, tick, toList } from './agent'
import { look } from './browser'
import { phoneAtWork } from './phone-at-work'
import { NUMBER, until } from './shop'

const { shop, browser, ana, touch, phoneOf, write } = await phoneAtWork(['Helena Prado', 'Caio Mendes', 'Dona Lúcia'], 2)

test('a press on the picture of a row opens it, as one on its words does', async () => {
  const { x, y, width, height } = (await row(ana, 'Helena Prado').locator('.ava').first().boundingBox())!
  await ana.page.touchscreen.tap(x + width / 2, y + height / 2)
  await conversation(ana).getByRole('heading', { name: 'Helena Prado' }).waitFor()
  await toList(ana)
})

test('a finger that closes a menu presses nothing that lies below it', async () => {
  await pressButton(ana, 'Filas e opções')
  const options = ana.page.getByRole('dialog', { name: 'Filas e opções' })
  await options.waitFor()
  const [box, { height }] = [(await options.boundingBox())!, ana.page.viewportSize()!]
  const { x, y } = (await row(ana, 'Caio Mendes').boundingBox())!
  // Where the menu leaves no row in sight, beside it one is.
  const at = box.y + box.height < y + 20 ? { x: x + 100, y: y + 20 } : { x: box.x - 20, y: Math.min(y + 20, height - 80) }
  await ana.page.touchscreen.tap(at.x, at.y)
  await options.waitFor({ state: 'detached' })
  await ana.page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await ana.page.evaluate(() => location.pathname)).toBe('/tickets')
  expect(await conversation(ana).count()).toBe(0)
})

test('after a menu was closed by a finger that scrolled the next press is one', async () => {
  await pressButton(ana, 'Filas e opções')
  const options = ana.page.getByRole('dialog', { name: 'Filas e opções' })
  await options.waitFor()
  await touch.swipe(row(ana, 'Helena Prado').locator('.ava').first(), 0, 60)
  await options.waitFor({ state: 'detached' })
  await ana.page.waitForFunction(() => history.state !== 'over')
  await openTicket(ana, 'Helena Prado')
  await conversation(ana).getByRole('heading', { name: 'Helena Prado' }).waitFor()
  await toList(ana)
})

test('a finger that rests on a picture shows what can be done with it, and opens nothing', async () => {
  await shop.control.send({ from: phoneOf('Helena Prado'), to: NUMBER, type: 'image' })
  await openTicket(ana, 'Helena Prado')
  const picture = conversation(ana).locator('.media-open').first()
  await picture.waitFor()
  await touch.down(picture)
  await thread(ana).getByRole('toolbar', { name: 'Ações da mensagem' }).waitFor()
  await touch.up()
  expect(await ana.page.locator('.viewer').count()).toBe(0)
  expect(await look(ana, 'held-picture')).toEqual([])
  await toList(ana)
})

test('a note that is begun at the end of a conversation leaves its end in sight, and Back leads from the note to the answer', async () => {
  await openTicket(ana, 'Helena Prado')
  for (let n = 1; n <= 20; n++) await write('Helena Prado', `Linha ${n}.`)
  await bubble(ana, 'Linha 20.').waitFor()
  const rest = () => thread(ana).evaluate(box => box.scrollHeight - box.scrollTop - box.clientHeight)
  await until(async () => (await rest()) < 2)
  await pressButton(ana, 'Anexar')
  await press(ana, ana.page.getByRole('menuitem', { name: 'Escrever observação' }))
  const note = ana.page.getByRole('textbox', { name: 'Observação', exact: true })
  await note.waitFor()
  await until(async () => (await rest()) < 2, undefined, 'the end above the note')
  const [last, box] = [(await bubble(ana, 'Linha 20.').boundingBox())!, (await note.boundingBox())!]
  expect(last.y + last.height).toBeLessThanOrEqual(box.y)
  await ana.page.waitForFunction(() => history.state === 'over')
  await ana.page.goBack()
  await composer(ana).waitFor()
  await until(async () => (await rest()) < 2, undefined, 'the end above the answer')
})

test('Back leads from a message that is changed to the answer, and an edit that changed nothing is no draft', async () => {
  await say(ana, 'Chego às 15h')
  await tick(bubble(ana, 'Chego às 15h'), 'entregue').waitFor()
  await choose(ana, bubble(ana, 'Chego às 15h'), 'Editar')
  await until(async () => (await composer(ana).inputValue()) === 'Chego às 15h')
  await ana.page.waitForFunction(() => history.state === 'over')
  await ana.page.goBack()
  await until(async () => (await composer(ana).inputValue()) === '')
  await toList(ana)
  expect(await row(ana, 'Helena Prado').getByText('Rascunho').count()).toBe(0)
})

test('who would rather write on than resolve without sending is led to what they wrote', async () => {
  await showList(ana, 'Atendendo')
  await openTicket(ana, 'Caio Mendes')
  await composer(ana).fill('Falta mandar')
  await toList(ana)
  await touch.swipe(row(ana, 'Caio Mendes'), -300)
  await pressButton(ana, 'Continuar escrevendo')
  await conversation(ana).getByRole('heading', { name: 'Caio Mendes' }).waitFor()
  expect(await composer(ana).inputValue()).toBe('Falta mandar')
  await composer(ana).fill('')
  await toList(ana)
})

test('who signs in on a small phone sees the whole form, in the language of the phone', async () => {
  const stranger = await browser.open('phone', shop.url, undefined, { viewport: { width: 320, height: 640 }, locale: 'es-ES' })
  await stranger.page.goto('/login')
  await stranger.page.getByLabel('Correo').or(stranger.page.getByLabel('E-mail')).first().waitFor()
  await stranger.page
    .getByRole('button', { name: 'Ingresar' })
    .or(stranger.page.getByRole('button', { name: 'Entrar' }))
    .first()
    .waitFor()
  expect(await stranger.page.locator('html').getAttribute('lang')).toBe('es')
  expect(await stranger.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(stranger.problems).toEqual([])
  await stranger.close()
})

test('on its side, with its keyboard, a phone shows what is written and the way to send it', async () => {
  await openTicket(ana, 'Helena Prado')
  await ana.page.setViewportSize({ width: 844, height: 390 })
  await composer(ana).focus()
  await ana.page.setViewportSize({ width: 844, height: 190 })
  const inside = async (what: Locator) => {
    const { y, height } = (await what.boundingBox())!
    return y >= 0 && y + height <= 190 && height >= 20
  }
  await until(() => inside(composer(ana)), undefined, 'the field on the screen')
  await composer(ana).fill('Oi')
  await until(() => inside(ana.page.getByRole('button', { name: /^Enviar/ }).first()), undefined, 'the button on the screen')
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth)).toBe(844)
  if (process.env.SHOTS) await ana.page.screenshot({ path: `${process.env.SHOTS}/on-its-side.png`, caret: 'initial' })
  await composer(ana).fill('')
  await ana.page.setViewportSize({ width: 390, height: 844 })
})
