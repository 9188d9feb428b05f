import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq, desc } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { settings } from '#modules/settings'
import { ticketTrackings } from '../../modules/trackings/schema'
import { testOffice } from '../../../tests/office'
import { customerOf, worldOf } from './stories.fixture'

const office = await testOffice()
const { norte } = office
await settings.set(norte.ctx, 'userRating', 'enabled')
afterEach(() => void setSystemTime())

const place = await worldOf(norte, { complationMessage: 'Até logo!', ratingMessage: 'Como foi?' })
const QUESTION =
  '< Como foi?\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_'
const UNCLEAR = '< Não entendi. Responda *1*, *2* ou *3*. Para falar conosco de novo, é só escrever.'
const FAREWELL = '< Até logo!'

/** A customer who wrote, was accepted and was told goodbye. */
async function served(more: object = {}) {
  const customer = customerOf(office, norte, place)
  await customer.says('oi')
  const { id } = await customer.ticket()
  const { client } = norte.staff.admin
  await client.put(`/tickets/${id}`, { status: 'open', userId: norte.staff.admin.id })
  expect((await client.put(`/tickets/${id}`, { status: 'closed', ...more })).status).toBe(200)
  const rating = async () => {
    const [row] = await office.store.db
      .select()
      .from(ticketTrackings)
      .where(eq(ticketTrackings.ticketId, id))
      .orderBy(desc(ticketTrackings.id))
      .limit(1)
    return row!.rating
  }
  const { unreadMessages: unread } = await customer.ticket()
  return { ...customer, rating, id, unread }
}

/** What is answered to the question, what is said back, what counts, and where the ticket stands. */
const ANSWERS: [string, string[], number | null, 'closed' | 'pending'][] = [
  ['a digit', ['> 3', FAREWELL], 3, 'closed'],
  ['a word', ['> Insatisfeito', FAREWELL], 1, 'closed'],
  ['words with accents and signs', ['> ÓTIMO!!', FAREWELL], 3, 'closed'],
  ['a digit in a sign', ['> 2️⃣', FAREWELL], 2, 'closed'],
  ['a grade', ['> nota 2', FAREWELL], 2, 'closed'],
  ['a second answer, which opens nothing new but a conversation', ['> 1', FAREWELL, '> e mais uma coisa'], null, 'pending'],
  ['a thank-you after the answer', ['> 3', FAREWELL, '> Obrigada!'], 3, 'closed'],
  ['a second thought, which counts and is not thanked for again', ['> 3', FAREWELL, '> 2', '> valeu'], 2, 'closed'],
  ['a thank-you instead of an answer', ['> muito obrigado', '> 2', FAREWELL], 2, 'closed'],
  ['only signs of joy', ['> 🙏👍', '> 3', FAREWELL], 3, 'closed'],
  ['a number off the scale, which is not bent to it', ['> 5', UNCLEAR, '> 3', FAREWELL], 3, 'closed'],
  ['nonsense, which is asked about once', ['> abacaxi', UNCLEAR, '> banana'], null, 'pending'],
  ['a new matter', ['> Preciso de outra coisa: o boleto deste mês não chegou'], null, 'pending'],
  ['both, as the question says them', ['> 1 - Insatisfeito', FAREWELL], 1, 'closed'],
  ['a word that every object knows', ['> constructor', UNCLEAR, '> 3', FAREWELL], 3, 'closed'],
  ['a polite question', ['> ok?'], null, 'pending'],
  ['a cry for help, which is heard', ['> Socorro, fui roubado'], null, 'pending'],
  ['anger, which is no thanks', ['> 😡', UNCLEAR, '> 👎'], null, 'pending'],
  ['many signs that nobody sees', [`> ${'\uFEFF'.repeat(26)}x`, UNCLEAR], null, 'closed'],
  ['a question', ['> Qual o horário?'], null, 'pending'],
]
for (const [name, lines, rated, status] of ANSWERS)
  test(`who is asked for a rating answers with ${name}`, async () => {
    const customer = await served()
    for (const line of lines) if (line.startsWith('> ')) await customer.says(line.slice(2))
    expect(await customer.transcript()).toEqual(['> oi', QUESTION, ...lines])
    expect((await customer.ticket()).status).toBe(status)
    expect(await customer.rating()).toBe(rated)
    if (status === 'closed') expect((await customer.ticket()).unreadMessages).toBe(customer.unread)
  })

test('the ticket is closed with the question, and stays so when nobody answers', async () => {
  const customer = await served()
  expect(await customer.ticket()).toMatchObject({ status: 'closed', id: customer.id })
  setSystemTime(Date.now() + 25 * 3600_000)
  await customer.says('3')
  expect(await customer.transcript()).toEqual(['> oi', QUESTION, '> 3'])
  expect((await customer.ticket()).status).toBe('pending')
  expect((await customer.tickets())[0]).toMatchObject({ id: customer.id })
})

test('the rating stands in the conversation, where it was given', async () => {
  const customer = await served()
  await customer.says('2')
  type Page = { activities: { kind: string; userName: string | null; about: object }[] }
  const { body } = await norte.staff.admin.client.get<Page>(`/messages/${customer.id}?history=true&markRead=false`)
  expect(body.activities.at(-1)).toMatchObject({ kind: 'rated', userName: null, about: { rating: 2 } })
})

test('who rated hears the farewell of the connection, where it has one of its own', async () => {
  await connections.update(norte.ctx, place.connection.id, { farewellMessage: 'Obrigado pela nota!' })
  const customer = await served()
  await customer.says('3')
  expect((await customer.transcript()).at(-1)).toBe('< Obrigado pela nota!')
  await connections.update(norte.ctx, place.connection.id, { farewellMessage: '' })
})

test('a quick close, and a ticket that nobody had, ask for nothing', async () => {
  const quick = await served({ justClose: true })
  expect(await quick.transcript()).toEqual(['> oi'])
  const alone = customerOf(office, norte, place)
  await alone.says('oi')
  await norte.staff.admin.client.put(`/tickets/${(await alone.ticket()).id}`, { status: 'closed' })
  expect(await alone.transcript()).toEqual(['> oi', FAREWELL])
})

test('the figures of a person count what their customers answered', async () => {
  const customer = await served()
  await customer.says('1')
  type Row = { id: number; name: string; rating: number | null }
  const { body } = await norte.staff.admin.client.get<{ attendants: Row[] }>('/dashboard?days=1')
  expect(body.attendants.find(({ id }) => id === norte.staff.admin.id)!.rating).toBeGreaterThan(0)
})

test('a company that asks for no rating says its farewell at once, and a thank-you opens nothing', async () => {
  await settings.set(norte.ctx, 'userRating', 'disabled')
  const customer = await served()
  await customer.says('valeu!')
  expect(await customer.transcript()).toEqual(['> oi', FAREWELL, '> valeu!'])
  expect((await customer.ticket()).status).toBe('closed')
  setSystemTime(Date.now() + 3600_000)
  await customer.says('valeu!')
  expect((await customer.ticket()).status).toBe('pending')
  await settings.set(norte.ctx, 'userRating', 'enabled')
})
