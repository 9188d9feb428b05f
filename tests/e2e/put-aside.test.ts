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
    await dialog.locator('input[type=radio]:checked:focus').waitFor()
    await press(ana, dialog.getByRole('radio', { name: until }))
    return dialog
  }

  test('leaves the list by a key, comes back by undo, is seen among those that sleep, and is brought back from there', async () => {
    await showList(ana, 'Atendendo')
    const dialog = await putOff('Helena Prado', /Amanhã de manhã/)
    await pressButton(ana, /^Adiar/, dialog)
    await undo('Atendimento de Helena Prado adiado até amanhã 08:00')
    await openNow('Helena Prado')
    await tab('Adiados 1').waitFor({ state: 'detached' })
    await pressButton(ana, /^Adiar/, await putOff('Helena Prado', /Amanhã de manhã/))
    await press(ana, tab('Adiados 1'))
    await row(ana, 'Helena Prado').getByText('amanhã 08:00').waitFor()
    // Among what a search found it says so too.
    await pressButton(ana, 'Buscar')
    await ana.page.getByLabel('Nome, número ou mensagem').fill('Helena')
    await row(ana, 'Helena Prado').getByText('Adiado até amanhã 08:00').waitFor()
    expect(await look(ana, 'found-snoozed')).toEqual([])
    await ana.page.keyboard.press('Escape')
    await press(ana, tab('Adiados 1'))
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

test('a ticket that is put off until a chosen moment says which, and a moment that is past is refused in words', async () => {
  await openTicket(ana, 'Helena Prado')
  await openNow('Helena Prado')
  await composer(ana).press('Alt+h')
  const dialog = ana.page.getByRole('dialog', { name: 'Adiar Helena Prado' })
  await press(ana, dialog.getByRole('radio', { name: 'Escolher data e hora' }))
  const at = dialog.getByRole('textbox', { name: 'Data e hora' })
  // The browser would not let a form go whose moment is too early: the words are the page's own.
  await at.evaluate(field => field.removeAttribute('min'))
  await at.fill('2020-01-01T10:00')
  await pressButton(ana, /^Adiar/, dialog)
  await dialog.getByRole('alert').or(dialog.locator('.err')).first().waitFor()
  const when = await ana.page.evaluate(() => {
    const day = new Date(Date.now() + 40 * 86_400_000)
    return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(n => String(n).padStart(2, '0')).join('-')
  })
  await at.fill(`${when}T15:30`)
  expect(await look(ana, 'snooze-date')).toEqual([])
  await pressButton(ana, /^Adiar/, dialog)
  await press(ana, tab('Adiados 1'))
  const [, month, day] = when.split('-')
  await row(ana, 'Helena Prado')
    .getByText(new RegExp(`${day}/${month}.*15:30`))
    .waitFor()
  await openTicket(ana, 'Helena Prado')
  await pressButton(ana, 'Trazer de volta', conversation(ana))
  await ana.page.getByText('Nada adiado').waitFor()
  await showList(ana, 'Atendendo')
  await row(ana, 'Helena Prado').waitFor()
})

test('marked as unread by a key, a conversation is left and stays unread; pinned, it stands on top of newer ones', async () => {
  await openTicket(ana, 'Caio Mendes')
  await openNow('Caio Mendes')
  await composer(ana).press('Alt+p')
  await toast('Atendimento de Caio Mendes fixado no topo').waitFor()
  await until(async () => (await rows())[0] === 'Caio Mendes', undefined, 'the pinned one stands first')
  await composer(ana).press('Alt+u')
  await row(ana, 'Caio Mendes').getByRole('img', { name: '1 não lida' }).waitFor()
  await conversation(ana).waitFor({ state: 'detached' })
  await write('Helena Prado', 'Sou mais nova')
  await row(ana, 'Helena Prado').getByText('Sou mais nova').waitFor()
  await rowsAre(['Caio Mendes', 'Helena Prado', 'Dona Lúcia'], 'the pin above what is newer')
  // J goes on from there, and leaves it unread.
  await ana.page.keyboard.press('j')
  await openNow('Helena Prado')
  await row(ana, 'Caio Mendes').getByRole('img', { name: '1 não lida' }).waitFor()
  await ana.page.goto('/tickets')
  await row(ana, 'Helena Prado').waitFor()
})

test('letters given to shortcuts stay there when one that was resolved by a key comes back by a key', async () => {
  await showList(ana, 'Atendendo')
  await openTicket(ana, 'Helena Prado')
  await openNow('Helena Prado')
  await composer(ana).press('Escape')
  for (const _ of ['once', 'and again']) {
    await ana.page.keyboard.press('e')
    await toast('Atendimento de Helena Prado resolvido').waitFor()
    await ana.page.keyboard.press('z')
    await openNow('Helena Prado')
    await composer(ana).waitFor()
  }
  await composer(ana).and(ana.page.getByPlaceholder('Agora as letras são atalhos')).waitFor()
  expect(await composer(ana).inputValue()).toBe('')
  await ana.page.goto('/tickets')
  await row(ana, 'Helena Prado').waitFor()
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

  test('are chosen by a key, and from one to another with Shift, and leave the conversation on screen its own keys', async () => {
    const order = await rows()
    await row(ana, order[0]!).getByRole('link').focus()
    await ana.page.keyboard.press('x')
    await bar().getByText('1 selecionado').waitFor()
    await row(ana, order[2]!)
      .getByRole('link')
      .click({ modifiers: ['Shift'] })
    await bar().getByText('3 selecionados').waitFor()
    // A conversation that is opened meanwhile has verbs of the same keys: those chosen are meant.
    await ana.page.keyboard.press('Escape')
    await bar().waitFor({ state: 'detached' })
    await pick(order[1]!)
    await pick(order[2]!)
    await ana.page.keyboard.press('Alt+ArrowDown')
    await conversation(ana).waitFor()
    await ana.page.keyboard.press('Alt+e')
    await undo('2 atendimentos resolvidos')
    await row(ana, order[1]!).waitFor()
    await row(ana, order[2]!).waitFor()
    // Letters that were given to shortcuts stay with them.
    await composer(ana).press('Escape')
    for (const name of [order[1]!, order[2]!]) {
      await row(ana, name).getByRole('link').focus()
      await ana.page.keyboard.press('x')
    }
    await bar().getByText('2 selecionados').waitFor()
    await ana.page.keyboard.press('e')
    await toast('2 atendimentos resolvidos').waitFor()
    await ana.page.keyboard.press('z')
    await row(ana, order[1]!).waitFor()
    await row(ana, order[2]!).waitFor()
    expect(await composer(ana).inputValue()).toBe('')
  })

  test('get a tag by a key, are unread by a key, go to another queue and to a colleague, and undo puts each back', async () => {
    type Kept = { contact: { name: string }; queue: { name: string } | null; user: { name: string } | null; tags: { name: string }[] }
    const kept = async (name: string) => {
      const { tickets } = await shop.owner.get<{ tickets: Kept[] }>('/tickets?showAll=true')
      const found = tickets.find(({ contact }) => contact.name === name)!
      return [found.queue?.name, found.user?.name, ...found.tags.map(tag => tag.name)].join()
    }
    const both = ['Helena Prado', 'Dona Lúcia']
    const are = (expected: string) =>
      until(async () => (await Promise.all(both.map(kept))).every(one => one === expected), undefined, `both ${expected}`)
    const choose = async () => {
      for (const name of both) await pick(name)
      await bar().getByText('2 selecionados').waitFor()
    }
    await shop.owner.post('/tags', { name: 'Urgente', color: '#dd5652' })
    await ana.page.goto('/tickets')
    await row(ana, 'Helena Prado').waitFor()
    await choose()
    await ana.page.keyboard.press('Alt+g')
    const urgent = ana.page.getByRole('option', { name: 'Urgente' })
    await urgent.waitFor()
    expect(await look(ana, 'chosen-tag')).toEqual([])
    await press(ana, urgent)
    await are('Suporte,Ana Lima,Urgente')
    await undo('2 atendimentos com a tag Urgente')
    await are('Suporte,Ana Lima')

    await choose()
    await ana.page.keyboard.press('Alt+u')
    await toast('2 atendimentos marcados como não lidos').waitFor()
    const marks = both.map(name => row(ana, name).getByRole('img', { name: /não lida/ }))
    for (const mark of marks) await mark.waitFor()
    await undo('2 atendimentos marcados como não lidos')
    for (const mark of marks) await mark.waitFor({ state: 'detached' })

    await choose()
    await pressButton(ana, 'Enviar para uma fila', bar())
    await press(ana, ana.page.getByRole('menuitem', { name: 'Vendas' }))
    await are('Vendas,')
    await undo('2 atendimentos na fila Vendas')
    await are('Suporte,Ana Lima')

    await shop.person('Beto Rocha')
    await choose()
    await ana.page.keyboard.press('Alt+t')
    const dialog = ana.page.getByRole('dialog', { name: 'Transferir 2 atendimentos' })
    await dialog.getByPlaceholder('Buscar pelo nome').fill('Beto')
    await press(ana, dialog.getByText('Beto Rocha'))
    await pressButton(ana, /^Transferir para Beto/, dialog)
    await are('Suporte,Beto Rocha')
    await undo('2 atendimentos com Beto Rocha')
    await are('Suporte,Ana Lima')
  })

  test('are marked as read together, which is told to no customer while it can be taken back, and are as unread as before by undo', async () => {
    const both = ['Helena Prado', 'Dona Lúcia']
    for (const name of both) for (const text of ['Outra coisa', 'Alguém aí?']) await write(name, text)
    const marks = both.map(name => row(ana, name).getByRole('img', { name: '2 não lidas' }))
    for (const mark of marks) await mark.waitFor()
    let told = 0
    ana.page.on('request', request => void (request.url().endsWith('/read') && told++))
    for (const name of both) await pick(name)
    await pressButton(ana, 'Marcar como lidos', bar())
    for (const mark of marks) await mark.waitFor({ state: 'detached' })
    await undo('2 atendimentos marcados como lidos')
    for (const mark of marks) await mark.waitFor()
    expect(told).toBe(0)
    for (const name of both) await pick(name)
    await pressButton(ana, 'Marcar como lidos', bar())
    for (const mark of marks) await mark.waitFor({ state: 'detached' })
    // Whoever leaves the page takes nothing back any more.
    await ana.page.reload()
    await row(ana, 'Helena Prado').waitFor()
    for (const mark of marks) await mark.waitFor({ state: 'detached' })
  })

  test('get the tag of whose name a part is typed, none where no name has it, and a new one by its own row', async () => {
    for (const name of ['Boleto', 'Cliente VIP']) await shop.owner.post('/tags', { name, color: '#dd5652' })
    const both = ['Helena Prado', 'Dona Lúcia']
    const are = (expected: string) =>
      until(
        async () => {
          type Kept = { contact: { name: string }; tags: { name: string }[] }
          const { tickets } = await shop.owner.get<{ tickets: Kept[] }>('/tickets?showAll=true')
          const found = tickets.filter(({ contact }) => both.includes(contact.name))
          return found.length === 2 && found.every(({ tags }) => tags.map(({ name }) => name).join() === expected)
        },
        undefined,
        `both ${expected}`,
      )
    await ana.page.goto('/tickets')
    await showList(ana, 'Atendendo')
    const begin = async () => {
      for (const name of both) await pick(name)
      await bar().getByText('2 selecionados').waitFor()
      await ana.page.keyboard.press('Alt+g')
    }
    await begin()
    const search = ana.page.getByRole('combobox', { name: 'Buscar ou criar tag' })
    await ana.page.getByRole('option', { name: 'Boleto' }).waitFor()
    await ana.page.keyboard.type('vip')
    await ana.page.keyboard.press('Enter')
    await are('Cliente VIP')
    await undo('2 atendimentos com a tag Cliente VIP')
    await are('')
    await begin()
    await ana.page.getByRole('option', { name: 'Boleto' }).waitFor()
    await ana.page.keyboard.type('ouro')
    await ana.page.keyboard.press('Enter')
    // Its row stands out once an arrow leads to it.
    await ana.page.getByRole('option', { name: /ouro/, selected: false }).waitFor()
    expect(await search.inputValue()).toBe('ouro')
    expect(await look(ana, 'chosen-tag-new')).toEqual([])
    await ana.page.keyboard.press('ArrowDown')
    await ana.page.getByRole('option', { name: /ouro/, selected: true }).waitFor()
    await ana.page.keyboard.press('Enter')
    await are('ouro')
    await undo('2 atendimentos com a tag ouro')
    await are('')
  })

  test('which of them refused is told by name, and a finger that rests begins', async () => {
    await ana.page.goto('/tickets')
    await showList(ana, 'Aguardando')
    const link = row(ana, 'Seu Jorge').getByRole('link')
    await link.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
    await bar().getByText('1 selecionado').waitFor()
    await link.dispatchEvent('pointerup', { pointerType: 'touch', bubbles: true })
    // On a phone each of its verbs stands within it.
    for (const width of [390, 320]) {
      await ana.page.setViewportSize({ width, height: 844 })
      const { x, width: wide } = (await bar().boundingBox())!
      for (const verb of await bar().getByRole('button').all()) {
        const place = (await verb.boundingBox())!
        expect(place.x >= x && place.x + place.width <= x + wide).toBe(true)
      }
    }
    await ana.page.setViewportSize({ width: 1366, height: 768 })
    await pressButton(ana, 'Marcar como lidos', bar())
    await bar().getByRole('alert').getByText('Só quem atende marca como lido').waitFor()
    await ana.page.setViewportSize({ width: 390, height: 844 })
    expect(await look(ana, 'refused-narrow')).toEqual([])
    await ana.page.setViewportSize({ width: 1366, height: 768 })
    await ana.page.keyboard.press('Escape')
    await bar().waitFor({ state: 'detached' })
  })
})

test('what the customer writes in the moment of the press is not resolved unread: by the button of a row, nor among several', async () => {
  await showList(ana, 'Atendendo')
  const puts = /\/tickets\/\d+$/
  /** Each press is overtaken by what a customer writes. */
  const overtake = async (name: string, text: string) => {
    await ana.context.unroute(puts)
    await ana.context.route(puts, async route => {
      if (route.request().method() !== 'PUT') return route.continue()
      await write(name, text)
      await row(ana, name).getByText(text).waitFor()
      return route.continue()
    })
  }
  await overtake('Helena Prado', 'Espere!')
  await row(ana, 'Helena Prado').hover()
  await pressButton(ana, 'Resolver', row(ana, 'Helena Prado'))
  await toast('O cliente acabou de escrever. Leia primeiro.').waitFor()
  await overtake('Dona Lúcia', 'Só mais isto')
  await pick('Dona Lúcia')
  await pressButton(ana, 'Resolver', bar())
  await bar().getByRole('alert').getByText('O cliente acabou de escrever. Leia primeiro.').waitFor()
  await ana.context.unroute(puts)
  await ana.page.keyboard.press('Escape')
  await bar().waitFor({ state: 'detached' })
  await row(ana, 'Helena Prado').hover()
  await pressButton(ana, 'Resolver', row(ana, 'Helena Prado'))
  await undo('Atendimento de Helena Prado resolvido')
  await row(ana, 'Helena Prado').waitFor()
  ana.forgive(/^409 /)
})

test('in the order “Sem resposta primeiro” whoever was answered stands below who waits', async () => {
  await showList(ana, 'Atendendo')
  await pressButton(ana, 'Filas e opções')
  await press(ana, ana.page.getByRole('radio', { name: 'Sem resposta primeiro' }))
  await ana.page.keyboard.press('Escape')
  await until(async () => (await rows()).length === 3, undefined, 'all three')
  // The pin, which stands above any order, is Caio's.
  const [, first, second] = await rows()
  await openTicket(ana, first!)
  await openNow(first!)
  await composer(ana).fill('Já vejo')
  await composer(ana).press('Enter')
  await rowsAre(['Caio Mendes', second!, first!], 'the answered one last')
  await write(first!, 'Ainda espero')
  await rowsAre(['Caio Mendes', first!, second!], 'who wrote again above')
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
  await row(ana, 'Caio Mendes').locator('.meta .clip').first().waitFor({ state: 'hidden' })
})

test('one that was transferred, to a person or to a queue, is back with its conversation by undo', async () => {
  const [name, phone] = ['Rosa Dias', '5511987654488']
  await shop.person('Duda Reis')
  shop.control.addPhone({ phone, name })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Bom dia' })
  await ana.page.goto('/tickets')
  await accept(ana, name)
  const transfer = async (to: 'person' | 'queue') => {
    await composer(ana).press('Alt+t')
    const dialog = ana.page.getByRole('dialog', { name: `Transferir ${name}` })
    if (to === 'queue') await dialog.getByLabel('Fila', { exact: true }).selectOption('Vendas')
    else {
      await dialog.getByPlaceholder('Buscar pelo nome').fill('Duda')
      await press(ana, dialog.getByText('Duda Reis'))
    }
    await pressButton(ana, /^Transferir/, dialog)
    await row(ana, name).waitFor({ state: 'detached' })
  }
  for (const [to, whom] of [
    ['person', 'Duda Reis'],
    ['queue', 'Vendas'],
  ] as const) {
    await transfer(to)
    await undo(`Atendimento de ${name} transferido para ${whom}`)
    await row(ana, name).waitFor()
    await openNow(name)
    await composer(ana).waitFor()
    await row(ana, name).getByText('Suporte').waitFor({ state: 'attached' })
  }
})
