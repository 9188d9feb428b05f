import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, composer, conversation, openTicket, press, pressButton, row, showList } from './agent'
import { look, type Person } from './browser'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
let ana: Person
const names = ['Dona Lúcia', 'Helena Prado', 'Caio Mendes', 'Seu Jorge']
const phoneOf = (name: string) => `551198765440${names.indexOf(name)}`
const write = (from: string, text: string) => shop.control.send({ from: phoneOf(from), to: NUMBER, type: 'text', text })

beforeAll(async () => {
  for (const name of names) {
    shop.control.addPhone({ phone: phoneOf(name), name })
    await write(name, `Sou ${name}`)
  }
  ana = await sit('wide', 'Ana Lima')
  for (const name of names.slice(0, 3)) await accept(ana, name)
})

const rows = () => ana.page.locator('.ticket .name').allTextContents()
const rowsAre = (expected: string[], what: string) => until(async () => (await rows()).join() === expected.join(), undefined, what)
const toast = (text: string) => ana.page.locator('.toast-b').filter({ hasText: text })
const undo = (text: string) => press(ana, toast(text).getByRole('button', { name: /Desfazer/ }))
const tab = (name: string) => ana.page.getByRole('tab', { name })
const openNow = (name: string) => ana.page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
const bar = () => ana.page.getByRole('toolbar', { name: 'Atendimentos selecionados' })
const pick = (name: string) =>
  row(ana, name)
    .getByRole('link')
    .click({ modifiers: ['Control'] })

describe('a ticket that is put off', () => {
  const putOff = async (name: string, until: RegExp | string) => {
    await openTicket(ana, name)
    await openNow(name)
    await composer(ana).press('Alt+h')
    const dialog = ana.page.getByRole('dialog', { name: `Adiar ${name}` })
    await press(ana, dialog.getByRole('radio', { name: until }))
    return dialog
  }

  test('leaves the list by a key, comes back by undo, is seen among those that sleep, and is brought back from there', async () => {
    await showList(ana, 'Atendendo')
    const dialog = await putOff('Helena Prado', /Amanhã de manhã/)
    await pressButton(ana, /^Adiar/, dialog)
    await undo('Helena Prado adiado até amanhã 08:00')
    await tab('Adiados 1').waitFor({ state: 'detached' })
    await pressButton(ana, /^Adiar/, await putOff('Helena Prado', /Amanhã de manhã/))
    await press(ana, tab('Adiados 1'))
    await row(ana, 'Helena Prado').getByText('amanhã 08:00').waitFor()
    await openTicket(ana, 'Helena Prado')
    await conversation(ana).getByText('Adiado até amanhã 08:00').waitFor()
    expect(await look(ana, 'snoozed')).toEqual([])
    await pressButton(ana, 'Trazer de volta', conversation(ana))
    await ana.page.getByText('Nada adiado').waitFor()
    await showList(ana, 'Atendendo')
    await row(ana, 'Helena Prado').waitFor()
  })

  test('until the customer writes, who brings it back on top with the reason', async () => {
    await putOff('Dona Lúcia', 'Até o cliente escrever')
    await ana.page.keyboard.press('Enter')
    await row(ana, 'Dona Lúcia').waitFor({ state: 'detached' })
    await write('Dona Lúcia', 'Voltei')
    await row(ana, 'Dona Lúcia').getByText('De volta, o cliente escreveu').waitFor()
    expect((await rows())[0]).toBe('Dona Lúcia')
  })
})

test('marked as unread by a key, a conversation is left and stays unread; pinned, it stands on top of newer ones', async () => {
  await openTicket(ana, 'Caio Mendes')
  await openNow('Caio Mendes')
  await composer(ana).press('Alt+p')
  await toast('Caio Mendes fixado no topo').waitFor()
  await until(async () => (await rows())[0] === 'Caio Mendes', undefined, 'the pinned one stands first')
  await composer(ana).press('Alt+u')
  await row(ana, 'Caio Mendes').getByRole('img', { name: '1 não lida' }).waitFor()
  await conversation(ana).waitFor({ state: 'detached' })
  await write('Helena Prado', 'Sou mais nova')
  await row(ana, 'Helena Prado').getByText('Sou mais nova').waitFor()
  await rowsAre(['Caio Mendes', 'Helena Prado', 'Dona Lúcia'], 'the pin above what is newer')
})

describe('several at once', () => {
  test('are resolved together and come back together', async () => {
    await pick('Helena Prado')
    await pick('Dona Lúcia')
    await bar().getByText('2 selecionados').waitFor()
    expect(await look(ana, 'chosen')).toEqual([])
    await pressButton(ana, 'Resolver', bar())
    await row(ana, 'Helena Prado').waitFor({ state: 'detached' })
    await undo('2 atendimentos resolvidos')
    await row(ana, 'Helena Prado').waitFor()
    await row(ana, 'Dona Lúcia').waitFor()
  })

  test('which of them refused is told by name, and a finger that rests begins', async () => {
    await ana.page.goto('/tickets')
    await showList(ana, 'Aguardando')
    const link = row(ana, 'Seu Jorge').getByRole('link')
    await link.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
    await bar().getByText('1 selecionado').waitFor()
    await link.dispatchEvent('pointerup', { pointerType: 'touch', bubbles: true })
    await pressButton(ana, 'Marcar como lidos', bar())
    await bar().getByRole('alert').getByText('Só quem atende marca como lido').waitFor()
    await ana.page.setViewportSize({ width: 390, height: 844 })
    expect(await look(ana, 'refused-narrow')).toEqual([])
    await ana.page.setViewportSize({ width: 1366, height: 768 })
    await ana.page.keyboard.press('Escape')
    await bar().waitFor({ state: 'detached' })
  })
})

test('order, compact rows and the width of the list are kept', async () => {
  await showList(ana, 'Atendendo')
  await pressButton(ana, 'Filas e opções')
  await press(ana, ana.page.getByRole('radio', { name: 'Mais antigos' }))
  await press(ana, ana.page.getByRole('switch', { name: 'Linhas compactas' }))
  await ana.page.keyboard.press('Escape')
  const edge = ana.page.getByRole('separator', { name: 'Largura da lista' })
  await edge.focus()
  for (let i = 0; i < 5; i++) await ana.page.keyboard.press('ArrowRight')
  expect(await edge.getAttribute('aria-valuenow')).toBe('416')
  const before = await rows()
  expect(before[0]).toBe('Caio Mendes')
  await ana.page.reload()
  await rowsAre(before, 'the order is kept')
  await until(async () => (await ana.page.locator('.list-pane').boundingBox())?.width === 416, undefined, 'the width is kept')
  await row(ana, 'Caio Mendes').locator('.l3').waitFor({ state: 'hidden' })
})
