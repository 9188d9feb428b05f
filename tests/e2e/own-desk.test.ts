import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, bubble, composer, goTo, lastBubble, openTicket, press, pressButton, row, say, showList } from './agent'
import { look, type Person, sizes } from './browser'
import { client, NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
let ana: Person
const names = ['Helena Prado', 'Caio Mendes']
const phoneOf = (name: string) => `551198765450${names.indexOf(name)}`
const write = (from: string, text: string) => shop.control.send({ from: phoneOf(from), to: NUMBER, type: 'text', text })

beforeAll(async () => {
  for (const name of names) shop.control.addPhone({ phone: phoneOf(name), name })
  const file = { type: 'document', fileName: 'boleto.pdf', caption: 'segue o boleto' } as const
  await shop.control.send({ from: phoneOf('Helena Prado'), to: NUMBER, ...file })
  for (const name of names) await write(name, `O boleto de ${name} venceu`)
  ana = await sit('wide', 'Ana Lima')
  await showList(ana, 'Aguardando')
  for (const name of names) await row(ana, name).getByText(`O boleto de ${name} venceu`).waitFor()
  for (const name of names) await accept(ana, name)
})

/** The lists on a screen of a phone, without a second journey. */
const lookNarrow = async (name: string) => {
  await ana.page.setViewportSize(sizes.phone.viewport)
  await ana.page.getByRole('link', { name: 'Voltar aos atendimentos' }).click()
  const found = await look({ ...ana, size: 'phone' }, name)
  await ana.page.setViewportSize(sizes.wide.viewport)
  return found
}

describe('a search', () => {
  const field = () => ana.page.getByLabel('Nome, número ou mensagem')
  const found = (name: string) => ana.page.locator('.ticket').filter({ has: ana.page.getByRole('link', { name }) })
  const filters = () => ana.page.getByRole('group', { name: 'Filtros da busca' })

  test('is narrowed by what is typed or chosen, which the field shows, and is remembered', async () => {
    await ana.page.keyboard.press('Alt+s')
    await field().fill('boleto')
    await found('Caio Mendes').waitFor()
    await filters().getByRole('button', { name: 'Atendente' }).waitFor()
    await pressButton(ana, 'Com arquivo', filters())
    await found('Caio Mendes').waitFor({ state: 'detached' })
    expect(await field().inputValue()).toBe('boleto tem:arquivo')
    await ana.page.getByText('1 mensagem em 1 atendimento').waitFor()
    await pressButton(ana, 'Fila', filters())
    await press(ana, ana.page.getByRole('option', { name: 'Suporte' }))
    await ana.page.keyboard.press('Escape')
    await found('Helena Prado').waitFor()
    expect(await field().inputValue()).toBe('boleto tem:arquivo fila:Suporte')
    await field().fill('boleto de:equipe fila:Lua')
    await ana.page.getByText('Nada encontrado').waitFor()
    await ana.page.getByText('Nenhuma fila se chama “Lua”.').waitFor()
    await field().fill('tem:arquivo de:cliente desde:hoje')
    await ana.page.getByRole('list', { name: 'Mensagens encontradas de Helena Prado' }).getByRole('link').waitFor()
    expect(await look(ana, 'search-filters')).toEqual([])
    expect(await lookNarrow('search-filters-phone')).toEqual([])
    await field().press('Enter')
    await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()

    await field().fill('')
    await ana.page.getByText('O que você procura?').waitFor()
    await field().press('ArrowDown')
    await ana.page.keyboard.press('Enter')
    await found('Helena Prado').waitFor()
    expect(await field().inputValue()).toBe('tem:arquivo de:cliente desde:hoje')
    expect(await field().evaluate(input => input === document.activeElement)).toBe(true)
    await ana.page.keyboard.press('Escape')
  })
})

describe('a message that was sent a moment ago', () => {
  const waiting = (text: string) => bubble(ana, text).getByRole('button', { name: 'Desfazer' })
  const heard = () =>
    shop.control.transcript({ phone: phoneOf('Caio Mendes'), chat: NUMBER }).flatMap(({ fromMe, text }) => (fromMe ? [] : text))
  const arrived = (...texts: string[]) =>
    until(
      () => texts.every(text => heard().some(line => line.includes(text))),
      undefined,
      () => `${texts} in ${heard()}`,
    )

  test('waits as long as its author chose, comes back by Ctrl Z or a press, and keeps its place in the line', async () => {
    await pressButton(ana, /^Conta de/, ana.page.getByRole('banner').first())
    await press(ana, ana.page.getByRole('menuitem', { name: 'Perfil' }))
    const account = ana.page.getByRole('dialog', { name: 'Minha conta' })
    await pressButton(ana, 'Preferências', account)
    const saved = ana.page.waitForResponse(response => response.url().endsWith('/users/me/preferences'))
    await account.getByLabel('Desfazer envio').selectOption('10 segundos')
    await saved
    await ana.page.keyboard.press('Escape')
    await showList(ana, 'Atendendo')
    await openTicket(ana, 'Caio Mendes')

    // The seconds pass when the test says so.
    await ana.page.clock.install()
    await ana.page.clock.pauseAt(Date.now() + 1_000)
    for (const text of ['Primeira', 'Segunda', 'Terceira']) {
      await say(ana, text)
      await waiting(text).waitFor()
    }
    await composer(ana).press('Control+z')
    await bubble(ana, 'Terceira').waitFor({ state: 'detached' })
    expect(await composer(ana).inputValue()).toBe('Terceira')
    await press(ana, waiting('Primeira'))
    expect(await composer(ana).inputValue()).toBe('Primeira\nTerceira')
    await say(ana, 'Por fim')
    await waiting('Por fim').waitFor()
    expect(heard()).toEqual([])
    await ana.page.clock.runFor(10_000)
    await ana.page.clock.resume()
    await arrived('Segunda', 'Por fim')
    expect(heard().map(text => text.split('\n').at(-1))).toEqual(['Segunda', 'Por fim'])
  })

  test('stands before a place that is sent after it', async () => {
    await say(ana, 'Nossa loja fica aqui:')
    await waiting('Nossa loja fica aqui:').waitFor()
    await pressButton(ana, 'Anexar')
    await press(ana, ana.page.getByRole('menuitem', { name: 'Localização' }))
    const place = ana.page.getByRole('dialog', { name: 'Enviar localização' })
    await place.getByLabel('Link do mapa').fill('-22.9068, -43.1729')
    await pressButton(ana, /^Enviar/, place)
    await place.waitFor({ state: 'detached' })
    const last = await shop.shows(phoneOf('Caio Mendes'), entries => entries.some(({ location }) => location) && entries.slice(-2))
    expect(last.map(({ text, location }) => location?.latitude ?? text?.split('\n').at(-1))).toEqual(['Nossa loja fica aqui:', -22.9068])
  })

  test('comes back by Ctrl Z from the next conversation too, and leads back to its own', async () => {
    await say(ana, 'Às 14h')
    await waiting('Às 14h').waitFor()
    await openTicket(ana, 'Helena Prado')
    await composer(ana).press('Control+z')
    await ana.page.getByRole('region', { name: 'Conversa com Caio Mendes' }).waitFor()
    expect(await composer(ana).inputValue()).toBe('Às 14h')
    await composer(ana).fill('')
    expect(heard().some(text => text.includes('Às 14h'))).toBe(false)
    // What was written and deleted in this field is undone first.
    await say(ana, 'Às 15h')
    await waiting('Às 15h').waitFor()
    await openTicket(ana, 'Helena Prado')
    await composer(ana).pressSequentially('oi')
    for (const key of ['Backspace', 'Backspace', 'Control+z']) await composer(ana).press(key)
    await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
    expect(await composer(ana).inputValue()).not.toBe('')
    await composer(ana).fill('')
    await openTicket(ana, 'Caio Mendes')
    await composer(ana).press('Control+z')
    expect(await composer(ana).inputValue()).toBe('Às 15h')
    await composer(ana).fill('')
  })

  test('has left when the page is left', async () => {
    await say(ana, 'Até logo')
    await say(ana, 'e obrigado')
    await ana.page.reload()
    await arrived('Até logo', 'e obrigado')
    await lastBubble(ana)
      .filter({ hasText: /Até logo|e obrigado/ })
      .waitFor()
  })
})

test('the inbox goes on with the conversation at which it was left for another page', async () => {
  await openTicket(ana, 'Helena Prado')
  await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
  await goTo(ana, 'Contatos')
  await ana.page.getByRole('table').getByText('Helena Prado').first().waitFor()
  await goTo(ana, 'Atendimentos')
  await ana.page.getByRole('region', { name: 'Conversa com Helena Prado' }).waitFor()
  // Who asks for a list goes to that, and reads nothing by it.
  await goTo(ana, 'Contatos')
  await ana.page.getByRole('table').getByText('Helena Prado').first().waitFor()
  await ana.page.keyboard.press('Control+k')
  await ana.page.getByRole('combobox', { name: 'Buscar ou executar' }).fill('ver aguardando')
  await ana.page.getByRole('option').filter({ hasText: 'Ver Aguardando' }).first().waitFor()
  await ana.page.keyboard.press('Enter')
  await ana.page.getByRole('tab', { name: /^Aguardando/, selected: true }).waitFor()
  await ana.page.getByText('Escolha um atendimento').waitFor()
  await showList(ana, 'Atendendo')
  await openTicket(ana, 'Helena Prado')
})

test('whether one is there is said from the account menu, and read at once where a colleague is chosen', async () => {
  const bia = await client(shop.url, await shop.person('Bia Souza'))
  await bia.put('/users/me/availability', { state: 'away', reason: 'Médico' })
  await composer(ana).press('Alt+t')
  const transfer = ana.page.getByRole('dialog', { name: /^Transferir/ })
  await transfer.getByPlaceholder('Buscar pelo nome').fill('Bia')
  await transfer.getByText('Ausente · Médico').waitFor()
  await bia.put('/users/me/availability', { state: 'paused' })
  await transfer.getByText('Em pausa').waitFor()
  await ana.page.keyboard.press('Escape')
  await transfer.waitFor({ state: 'detached' })

  const account = () => pressButton(ana, /^Conta de/, ana.page.getByRole('banner').first())
  const choose = (name: string | RegExp) => press(ana, ana.page.getByRole('menuitem', { name }))
  await account()
  await choose('Disponível')
  const dialog = ana.page.getByRole('dialog', { name: 'Meu estado' })
  await press(ana, dialog.getByRole('radio', { name: 'Ausente' }))
  await dialog.getByLabel('Motivo').fill('Almoço')
  await dialog.getByLabel('Até quando').selectOption('Por 1 hora')
  expect(await look(ana, 'availability')).toEqual([])
  await pressButton(ana, /^Salvar estado/, dialog)
  await dialog.waitFor({ state: 'detached' })
  await account()
  await ana.page.getByRole('menuitem', { name: /^Ausente · Almoço · até/ }).waitFor()
  await choose('Voltei')
  await account()
  await ana.page.getByRole('menuitem', { name: 'Disponível' }).waitFor()
  await ana.page.keyboard.press('Escape')
})

test('the last searches are gone when one signs out', async () => {
  const kept = () => ana.page.evaluate(() => localStorage.getItem('searches'))
  expect(await kept()).toContain('tem:arquivo de:cliente')
  await pressButton(ana, /^Conta de/, ana.page.getByRole('banner').first())
  await press(ana, ana.page.getByRole('menuitem', { name: 'Sair' }))
  await ana.page.getByLabel('E-mail').waitFor()
  expect(await kept()).toBeNull()
})
