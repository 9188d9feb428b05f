import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { newPhone } from '../../../tests/factories'
import { messages as messageTable } from '../../modules/messages/schema'
import { at, testCampaigns } from './campaigns.fixture'

const { office, norte, leader, monday, listOf, made, read, verb, fill, turn, shipmentsOf, messageOf, network, sendAll, running, ended } =
  await testCampaigns()

test('a conversation that a campaign begins is nobody’s until it is answered, and then stands in the queue of the campaign', async () => {
  const { id, phones } = await running(1, { queueId: norte.queues[1].id })
  const before = (await leader.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count
  await sendAll()
  expect((await leader.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count).toBe(before)
  await office.receive(norte, { from: { pn: phones[0]! }, text: 'Quero saber mais, por favor' })
  const { body } = await leader.get<{ tickets: { queueId: number; lastMessage: string }[] }>('/tickets?status=pending&showAll=true')
  expect(body.tickets.find(({ lastMessage }) => lastMessage.startsWith('Quero'))).toMatchObject({ queueId: norte.queues[1].id })
  expect((await read(id)).counts).toMatchObject({ answered: 1 })
})

test('a question is asked first; yes has the message sent and begins no conversation, no does not, and silence waits', async () => {
  const { id, phones } = await running(3, {
    confirmation: true,
    confirmationMessage1: 'Posso contar, {primeiro_nome}?',
    message1: 'A novidade',
    queueId: norte.queues[1].id,
  })
  const until = await (async () => {
    for (let now = monday(); ;) {
      const pause = await at(now, turn)
      await at(now, network)
      if ((await read(id)).counts.asking === 3) return now
      now += Math.max(pause ?? 0, 1_000)
    }
  })()
  const open = (await leader.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count
  for (const [who, text] of [
    [0, 'Sim'],
    [1, 'Não'],
  ] as const)
    await office.receive(norte, { from: { pn: phones[who]! }, text, at: new Date(until + 1_000) })
  expect((await leader.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count).toBe(open)
  expect((await read(id)).counts).toMatchObject({ confirmed: 1, asking: 1, stopped: 1, answered: 2 })
  expect(await at(until + 60_000, turn)).toBeGreaterThan(0)
  await network()
  const [first, second] = await shipmentsOf(id)
  expect((await messageOf(first!.messageId)).body).toBe('A novidade')
  expect(second).toMatchObject({ state: 'stopped', reason: 'declined', messageId: null })
  expect(await at(until + 3 * 60_000, turn)).toBeGreaterThan(0)
  expect((await read(id)).status).toBe('EM_ANDAMENTO')
  await at(until + 72 * 3600_000, turn)
  expect((await read(id)).status).toBe('FINALIZADA')
  // Too late for the message: somebody has to tell them.
  await office.receive(norte, { from: { pn: phones[2]! }, text: 'Sim', at: new Date(until + 73 * 3600_000) })
  expect((await leader.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count).toBe(open + 1)
  expect((await read(id)).counts).toMatchObject({ confirmed: 1, answered: 3, waiting: 0 })
})

test('a campaign whose last answers are a no and the wish to be left alone is looked at at once, and has ended', async () => {
  const { id, phones } = await running(2, { confirmation: true, confirmationMessage1: 'Posso?', message1: 'A novidade' })
  let now = monday()
  for (; (await read(id)).counts.asking !== 2; now += 60_000) {
    await at(now, turn)
    await at(now, network)
  }
  for (const [who, text] of [
    [0, 'Não'],
    [1, 'sair'],
  ] as const) {
    await norte.ctx.db.run(sql`delete from jobs where kind = 'campaign-pace'`)
    await office.receive(norte, { from: { pn: phones[who]! }, text, at: new Date(now) })
    expect([text, await norte.ctx.db.all(sql`select 1 from jobs where kind = 'campaign-pace'`)]).toMatchObject([text, [{}]])
  }
  await at(now + 1_000, turn)
  expect((await read(id)).status).toBe('FINALIZADA')
})

test('no is no, however it goes on; no problem is a yes', async () => {
  const refusals = [
    'não quero receber isso',
    'No, gracias',
    'Não, obrigada',
    'No, no me interesa',
    'No me escriban más',
    'No, thanks',
    'no deseo',
    'Agora não',
    'Obrigado, não.',
    'não quero problemas',
  ]
  const said = [...refusals, 'não tem problema', 'No sábado pode', 'no meu caso pode', 'por que não?', 'no hay problema']
  const { id, phones } = await running(said.length, { confirmation: true, confirmationMessage1: 'Posso contar?', message1: 'A novidade' })
  for (let now = monday(); (await read(id)).counts['asking'] !== said.length;) {
    const pause = await at(now, turn)
    await at(now, network)
    now += Math.max(pause ?? 0, 1_000)
  }
  for (const [who, text] of said.entries())
    await office.receive(norte, { from: { pn: phones[who]! }, text, at: new Date(monday() + 3600_000) })
  const states = said.map((_, i) => (i < refusals.length ? 'stopped' : 'confirmed'))
  expect((await shipmentsOf(id)).map(({ state }) => state)).toEqual(states)
  await ended(id)
})

test('a no that says more is heard by somebody, a bare one by nobody', async () => {
  const said = ['Não recebi o boleto', 'Não, obrigada']
  const { id, phones } = await running(said.length, {
    queueId: norte.queues[1].id,
    confirmation: true,
    confirmationMessage1: 'Posso contar?',
    message1: 'A novidade',
  })
  for (let now = monday(); (await read(id)).counts['asking'] !== said.length;) {
    const pause = await at(now, turn)
    await at(now, network)
    now += Math.max(pause ?? 0, 1_000)
  }
  const waiting = async () => (await leader.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count
  const before = await waiting()
  for (const [who, text] of said.entries())
    await office.receive(norte, { from: { pn: phones[who]! }, text, at: new Date(monday() + 3600_000) })
  expect((await shipmentsOf(id)).map(({ reason }) => reason)).toEqual(['declined', 'declined'])
  expect(await waiting()).toBe(before + 1)
  await ended(id)
})

test('a yes to a campaign that was cancelled is heard by somebody, and has the message sent where it is restarted', async () => {
  const asking = { confirmation: true, confirmationMessage1: 'Posso contar?', message1: 'A notícia', queueId: norte.queues[1].id }
  const { id, phones } = await running(1, asking)
  await at(monday(), turn)
  await at(monday(), network)
  await verb(id, 'cancel')
  const pending = async () => (await leader.get<{ count: number }>('/tickets?status=pending&showAll=true')).body.count
  const before = await pending()
  await office.receive(norte, { from: { pn: phones[0]! }, text: 'Sim', at: new Date(monday() + 1_000) })
  expect(await pending()).toBe(before + 1)
  await verb(id, 'restart')
  await sendAll(monday() + 60_000)
  expect((await messageOf((await shipmentsOf(id))[0]!.messageId)).body).toBe('A notícia')
})

test('a word to be left alone is answered once, stops its sender in every campaign and list, and is shown', async () => {
  const { id, listId: both, phones } = await running(1)
  await sendAll()
  const other = await made(both)
  await verb(other, 'start')
  await fill(other)
  await office.receive(norte, { from: { pn: phones[0]!, name: 'Joaquim' }, text: ' sair! ', at: new Date(monday() + 60_000) })
  expect((await read(id)).counts).toMatchObject({ optedOut: 1 })
  expect((await read(other)).counts).toMatchObject({ stopped: 1, waiting: 0 })
  await ended(other)
  const { body } = await leader.get<{ records: { number: string; word: string }[] }>('/opt-outs')
  expect(body.records[0]).toMatchObject({ number: phones[0], word: 'sair!' })
  const messageId = (await shipmentsOf(id))[0]!.messageId
  const said = await norte.ctx.db
    .select()
    .from(messageTable)
    .where(eq(messageTable.chatId, (await messageOf(messageId)).chatId))
    .orderBy(messageTable.id)
  expect(said.at(-1)!.body).toContain('não recebe mais')
  const { id: listId } = await listOf(0)
  await leader.post(`/contact-lists/${listId}/upload`, { rows: [{ name: 'Outra vez', number: phones[0] }] })
  const listed = await leader.get<{ contacts: { isOptedOut: boolean }[] }>(`/contact-list-items?contactListId=${listId}`)
  expect(listed.body.contacts.map(({ isOptedOut }) => isOptedOut)).toEqual([true])
  const { contacts } = (await leader.get<{ contacts: { id: number }[] }>(`/contacts?searchParam=${phones[0]}`)).body
  expect((await norte.staff.ana.client.get<object>(`/contacts/${contacts[0]!.id}`)).body).toMatchObject({ isOptedOut: true })
  const again = await made(listId)
  await verb(again, 'start')
  await fill(again)
  expect((await read(again)).counts).toMatchObject({ people: 1, stopped: 1, waiting: 0 })
  await ended(again)
})

test('who asks to be left alone in the middle of a menu is answered that alone', async () => {
  const { id: listId, phones } = await listOf(1)
  const [pn] = phones as [string]
  const admin = norte.staff.admin.client
  expect(
    (await admin.put(`/whatsapp/${norte.connection.id}`, { queueIds: norte.queues.map(({ id }) => id), greetingMessage: 'Olá!' })).status,
  ).toBe(200)
  await office.receive(norte, { from: { pn }, text: 'Bom dia' })
  await norte.ctx.db.run(sql`update ticket_bots set menu_at = 0`)
  const id = await made(listId)
  await verb(id, 'start')
  await fill(id)
  await sendAll()
  await office.receive(norte, { from: { pn }, text: 'SAIR', at: new Date(monday() + 60_000) })
  const chatId = (await messageOf((await shipmentsOf(id))[0]!.messageId)).chatId
  const said = await norte.ctx.db.select().from(messageTable).where(eq(messageTable.chatId, chatId)).orderBy(messageTable.id)
  expect(said.slice(2).map(({ body }) => body)).toEqual([expect.stringMatching(/^Oi/), 'SAIR', expect.stringContaining('não recebe mais')])
  await admin.put(`/whatsapp/${norte.connection.id}`, { queueIds: [] })
})

test('who writes such a word without having got a campaign is a customer like any other', async () => {
  await office.receive(norte, { from: { pn: newPhone(), name: 'Cliente' }, text: 'SAIR' })
  expect((await leader.get<{ records: unknown[] }>('/opt-outs?searchParam=Cliente')).body.records).toEqual([])
})
