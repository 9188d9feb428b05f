import { describe, expect, test } from 'bun:test'
import type { Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { indexTexts } from '../messages/text-index'

const office = await testOffice()
const { norte, sul } = office
const [sales, support] = norte.queues
const { ana, bia } = norte.staff

type Found = { id: number; hits?: { body: string; mediaType: string }[]; hitCount?: number }
const found = async (who: Staff, query: Record<string, string | number>) => {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const { body } = await norte.staff[who].client.get<{ tickets: Found[]; count: number }>(`/tickets?${text}`)
  expect(body.count).toBe(body.tickets.length)
  return body.tickets
}
const ids = async (who: Staff, query: Record<string, string | number>) => (await found(who, query)).map(({ id }) => id)
const hits = async (query: Record<string, string | number>) =>
  (await found('ana', query)).flatMap(({ hits = [] }) => hits.map(({ body }) => body))
const ticketOf = async (name: string, values: object = {}) => {
  const contact = await norte.makeContact(name)
  return norte.makeTicket({ queueId: sales.id, contactId: contact.id, ...values })
}
const file = { mimetype: 'application/pdf', fileName: 'contrato.pdf', size: 3, hash: 'a'.repeat(64), voice: false, seconds: null }
const pdf = { mediaType: 'application', media: { ...file, waveform: null, width: null, height: null } }

test('words are looked for in what the customer wrote, or what the company did', async () => {
  const ticket = await ticketOf('Lia Pontes')
  await norte.makeMessage(ticket, { body: 'orquídea pedida', fromMe: false })
  await norte.makeMessage(ticket, { body: 'orquídea enviada', fromMe: true })
  expect(await hits({ searchParam: 'orquidea' })).toEqual(['orquídea enviada', 'orquídea pedida'])
  expect(await hits({ searchParam: 'orquidea', writtenBy: 'customer' })).toEqual(['orquídea pedida'])
  expect(await hits({ searchParam: 'orquidea', writtenBy: 'team' })).toEqual(['orquídea enviada'])
  expect(await hits({ searchParam: 'enviada', writtenBy: 'customer' })).toEqual([])
})

test('where nothing says all the words, some of them may be the name of who said the others, in any order', async () => {
  const [hers, his] = [await ticketOf('Quitéria Amaral'), await ticketOf('Anselmo Amaral')]
  await norte.makeMessage(hers, { body: 'a bromélia secou', fromMe: false })
  await norte.makeMessage(his, { body: 'bromélia também', fromMe: false })
  for (const searchParam of ['quiteria bromelia', 'bromelia quitéria', 'quiteria amaral brom', 'secou a bromelia quiteria'])
    expect([searchParam, await ids('ana', { searchParam })]).toEqual([searchParam, [hers.id]])
  expect(await hits({ searchParam: 'quiteria bromelia' })).toEqual(['a bromélia secou'])
  expect(await ids('ana', { searchParam: 'quiteria bromelia', writtenBy: 'team' })).toEqual([])
  for (const searchParam of ['quiteria girassois', 'qu bromelia']) expect(await ids('ana', { searchParam })).toEqual([])
  expect(await ids('bia', { searchParam: 'quiteria bromelia' })).toEqual([])
})

test('where nothing says the whole words, each of three letters or more may be the beginning of one', async () => {
  const ticket = await ticketOf('Heitor Braga')
  await norte.makeMessage(ticket, { body: 'o roteador não conecta', fromMe: false })
  for (const searchParam of ['rote conec', 'conec rote', 'ROT cone', 'não rote cone'])
    expect([searchParam, await hits({ searchParam })]).toEqual([searchParam, ['o roteador não conecta']])
  expect(await hits({ searchParam: 'rote conec', writtenBy: 'customer' })).toEqual(['o roteador não conecta'])
  for (const searchParam of ['ro conec', 'teador conecta', 'rote conec um dois tres quatro'])
    expect(await ids('ana', { searchParam })).toEqual([])
  expect(await ids('ana', { searchParam: 'rote conec', writtenBy: 'team' })).toEqual([])
  expect(await ids('bia', { searchParam: 'rote conec' })).toEqual([])
  // Who means the whole words finds them alone.
  await norte.makeMessage(ticket, { body: 'a rote se conecta', fromMe: false })
  expect(await hits({ searchParam: 'rote conec' })).toEqual(['a rote se conecta'])
})

describe('with a file', () => {
  test('tickets are found by the file alone, by its words and by the name of the contact, and the file is what is shown', async () => {
    const [ticket, other] = [await ticketOf('Berenice Falcão'), await ticketOf('Berenice Outra')]
    await norte.makeMessage(ticket, { body: 'segue o contrato', ...pdf })
    await norte.makeMessage(ticket, { body: 'o contrato era esse' })
    await norte.makeMessage(other, { body: 'contrato?' })
    const only = [{ id: ticket.id, hitCount: 1, hits: [{ body: 'segue o contrato', mediaType: 'application' }] }]
    for (const searchParam of ['', 'contrato', 'Berenice']) {
      expect(await found('ana', { searchParam, hasFile: 'true' })).toMatchObject(only)
    }
    expect(await ids('ana', { hasFile: 'true', writtenBy: 'team' })).toEqual([])
  })

  test('one that was deleted, or that a ticket of another has, is not found', async () => {
    const own = await ticketOf('Olavo')
    await norte.makeMessage(own, { body: 'girassol', isDeleted: true, ...pdf })
    const hidden = await ticketOf('Olga', { queueId: support.id, userId: bia.id, status: 'open' })
    await norte.makeMessage(hidden, { body: 'girassol', ...pdf })
    expect(await ids('ana', { searchParam: 'girassol', hasFile: 'true' })).toEqual([])
    expect(await ids('ana', { searchParam: 'Ol', hasFile: 'true' })).toEqual([])
    expect(await ids('admin', { searchParam: 'girassol', hasFile: 'true' })).toEqual([hidden.id])
    const { body } = await sul.staff.admin.client.get<{ tickets: Found[] }>('/tickets?hasFile=true')
    expect(body.tickets).toEqual([])
  })
})

describe('days', () => {
  test('are those of the company, the first and the last included', async () => {
    const ticket = await ticketOf('Dário')
    // Late in the evening in São Paulo it is the next day in UTC.
    await norte.makeMessage(ticket, { body: 'hortênsia', createdAt: new Date('2026-03-11T02:30:00Z') })
    const on = (dateFrom: string, dateTo: string) => hits({ searchParam: 'hortênsia', dateFrom, dateTo })
    expect(await on('2026-03-10', '2026-03-10')).toEqual(['hortênsia'])
    expect(await on('2026-03-11', '')).toEqual([])
    expect(await on('', '2026-03-09')).toEqual([])
    expect(await on('', '2026-03-10')).toEqual(['hortênsia'])
    expect(await hits({ searchParam: 'Dário', dateFrom: '2026-03-11' })).toEqual([])
  })

  test('alone find the conversations that went on in them', async () => {
    const at = (day: string) => new Date(`${day}T15:00:00Z`)
    const ticket = await ticketOf('Marta', { createdAt: at('2025-02-03'), updatedAt: at('2025-02-05') })
    const on = (dateFrom: string, dateTo: string) => ids('ana', { dateFrom, dateTo })
    expect(await on('2025-02-04', '2025-02-04')).toEqual([ticket.id])
    expect(await on('2025-02-05', '2025-02-28')).toEqual([ticket.id])
    expect(await on('2025-02-06', '2025-02-28')).toEqual([])
    expect(await on('2025-01-01', '2025-02-02')).toEqual([])
  })
})

test('a queue is that queue alone, and a person whoever has the ticket, as far as one sees them', async () => {
  const [mine, theirs] = [
    await ticketOf('Tito', { userId: ana.id, status: 'open' }),
    await ticketOf('Tadeu', { userId: bia.id, status: 'open' }),
  ]
  const [hidden, loose] = [await ticketOf('Tomé', { queueId: support.id }), await ticketOf('Túlio', { queueId: null, userId: ana.id })]
  const inSales = await ids('ana', { queues: `[${sales.id}]` })
  expect(inSales).toContain(mine.id)
  expect(inSales).not.toContain(loose.id)
  expect(inSales).not.toContain(theirs.id)
  expect(await ids('ana', { queues: `[${support.id}]` })).toEqual([])
  expect(await ids('admin', { queues: `[${support.id}]`, searchParam: 'Tom' })).toEqual([hidden.id])
  expect(await ids('ana', { users: `[${bia.id}]` })).toEqual([])
  expect(await ids('admin', { users: `[${bia.id}]`, queues: `[${sales.id}]` })).toEqual([theirs.id])
})

test.each(['dateFrom=amanhã', 'dateTo=2026-02-30', 'writtenBy=robô', 'queues=[x]'])('what is no filter is refused: %s', async query => {
  expect((await ana.client.get(`/tickets?${query}`)).status).toBe(400)
})

test('what is looked for behind ten thousand messages with the word is found', async () => {
  const { client } = office.store
  const ticket = await ticketOf('Noel')
  await norte.makeMessage(ticket, { body: 'sabiá do ano passado', fromMe: true })
  await norte.makeMessage(ticket, { body: 'sabiá', fromMe: false })
  const columns = (await client.execute("select name from pragma_table_info('messages') where name <> 'id'")).rows.map(row =>
    String(row['name']),
  )
  const copied = columns.map(name => (/^(uid|wid|client_id)$/.test(name) ? `${name} || n` : name)).join()
  await client.execute(`with recursive many(n) as (select 1 union all select n + 1 from many where n < 10100)
    insert into messages (${columns.join()}) select ${copied} from many, (select * from messages where ticket_id = ${ticket.id} order by id desc limit 1)`)
  await office.store.write(office.store.db, db => indexTexts(db.$client))
  expect(await ids('ana', { searchParam: 'sabia', writtenBy: 'team' })).toEqual([ticket.id])
  expect(await hits({ searchParam: 'sabia', writtenBy: 'team' })).toEqual(['sabiá do ano passado'])
})
