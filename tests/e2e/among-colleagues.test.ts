import { beforeAll, describe, expect, test } from 'bun:test'
import { accept, agent, conversation, inHead, press, pressButton, row, thread, toast, toList } from './agent'
import { among } from './among'
import { look, type Person, type Size, sizes } from './browser'
import { client, until } from './shop'
import { testShop } from './test-shop'

const { shop, browser, sit } = await testShop()
const { comes, ticketOf } = among(shop)
const customers = { 'Helena Prado': '5511987654991', 'Caio Mendes': '5511987654992' }

beforeAll(async () => {
  for (const [name, phone] of Object.entries(customers)) await comes(phone, name)
  const bia = await agent(browser, shop.url, 'wide', await shop.person('Bia Rocha'))
  await accept(bia, 'Helena Prado')
  expect(bia.problems).toEqual([])
  await bia.close()
  // Who serves no queue sees no ticket of it.
  const { id } = await shop.owner.post<{ id: number }>('/queue', { name: 'Obras', color: '#aa3377' })
  const rui = { name: 'Rui Alves', email: 'rui@nortefibra.test', password: 'uma frase curta', profile: 'user', queueIds: [id] }
  await shop.owner.post('/users', rui)
})

describe.each(Object.keys(sizes) as Size[])('a ticket of a colleague, %s', size => {
  let lia: Person
  const pane = () => lia.page.getByRole('complementary', { name: 'Dados do contato' })
  beforeAll(async () => {
    lia = await sit(size, `Lia${size} Reis`)
    await accept(lia, 'Caio Mendes')
    await lia.page.evaluate(async () => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      const view = { id: 'team', name: 'Equipe', status: 'open', order: 'newest', showAll: true, queues: [], tags: [], users: [] }
      await fetch('/users/me/preferences', { method: 'PUT', headers, body: JSON.stringify({ views: [view] }) })
    })
    await lia.page.goto('/tickets?list=view.team')
  })

  test('says whose it is in a list of the team, and an own one does not', async () => {
    await row(lia, 'Helena Prado').locator('.whose').getByText('Bia', { exact: true }).waitFor()
    await lia.page.getByRole('link', { name: /^Helena Prado, Bia Rocha/ }).waitFor()
    await row(lia, 'Caio Mendes').waitFor()
    expect(await row(lia, 'Caio Mendes').locator('.whose').count()).toBe(0)
    expect(await look(lia, 'whose')).toEqual([])
  })

  test('is noted on beside the contact with a colleague who sees it called by an @, and nobody else', async () => {
    const { page } = lia
    await press(lia, row(lia, 'Helena Prado').getByRole('link'))
    await conversation(lia).waitFor()
    await inHead(lia, 'Dados do contato')
    await pressButton(lia, 'Nova observação', pane())
    const note = pane().getByRole('textbox', { name: 'Nova observação' })
    await note.pressSequentially('Veja, @Rui')
    await page.getByRole('option', { name: 'Rui Alves' }).getByText('não vê esta conversa').waitFor()
    // Esc leaves the list first.
    await note.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await note.fill('')
    await note.pressSequentially('Veja, @Bia')
    await page.getByRole('option', { name: 'Bia Rocha' }).waitFor()
    expect(await look(lia, 'mention-beside')).toEqual([])
    await note.press('Enter')
    await until(async () => (await note.inputValue()) === 'Veja, @Bia Rocha ')
    await note.pressSequentially('por favor')
    await pressButton(lia, 'Salvar', pane())
    await toast(lia, 'Observação adicionada com sucesso!')
    const bia = await client(shop.url, { email: 'bia@nortefibra.test', password: 'uma frase curta' })
    const { mentions } = await bia.get<{ mentions: { by: string; note: string }[] }>('/note-mentions')
    expect(mentions[0]).toMatchObject({ by: `Lia${size} Reis`, note: 'Veja, @Bia Rocha por favor' })
    // Whom it calls stands out, here and in the conversation.
    await pane().getByRole('article').locator('.called').getByText('@Bia Rocha', { exact: true }).first().waitFor()
    expect(await look(lia, 'mention-saved')).toEqual([])
    await pressButton(lia, 'Fechar', pane())
    await thread(lia).locator('.called').getByText('@Bia Rocha', { exact: true }).last().scrollIntoViewIfNeeded()
    expect(await look(lia, 'mention-in-conversation')).toEqual([])
    await toList(lia)
    const { id } = await ticketOf(customers['Caio Mendes'])
    await shop.owner.put(`/tickets/${id}`, { status: 'pending', userId: null })
  })
})
