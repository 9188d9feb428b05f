import { expect, test } from 'bun:test'
import { type Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const [sales, support] = norte.queues
const { ana } = norte.staff

const as = (who: Staff) => norte.staff[who].client
const open = (values: object = {}) => norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id, ...values })
const say = (who: Staff, id: number, ...bodies: string[]) =>
  bodies.reduce((done, body) => done.then(() => as(who).post(`/messages/${id}`, { body })), Promise.resolve<unknown>(undefined))
type Found = { hits: { id: string }[]; hasMore: boolean }
async function found(who: Staff, id: number, text: string) {
  const { body } = await as(who).get<Found>(`/messages/${id}/search?searchParam=${encodeURIComponent(text)}`)
  const { messages } = (await as(who).get<{ messages: { id: string; body: string }[] }>(`/messages/${id}?history=true&markRead=false`)).body
  return body.hits.map(hit => messages.find(message => message.id === hit.id)?.body)
}

test('a search inside a conversation finds words and their beginnings, without accents, the newest first, there alone', async () => {
  const [{ id }, other] = [await open(), await open()]
  await say('ana', id, 'O modem não liga', 'Tudo bem', 'Troque o módem amanhã')
  await say('ana', other.id, 'Outro modem')
  expect(await found('ana', id, 'modem')).toEqual(['Troque o módem amanhã', 'O modem não liga'])
  expect(await found('ana', id, 'AMANHA troq')).toEqual(['Troque o módem amanhã'])
  expect(await found('ana', id, 'nada disso')).toEqual([])
})

test('where nothing has the whole words, each of three letters or more may be the beginning of one', async () => {
  const { id } = await open()
  await say('ana', id, 'O roteador não conecta', 'Roteiro da conexão', 'Tudo bem')
  expect(await found('ana', id, 'rot con')).toEqual(['Roteiro da conexão', 'O roteador não conecta'])
  expect(await found('ana', id, 'nao rotead conec')).toEqual(['O roteador não conecta'])
  expect(await found('ana', id, 'ro conecta')).toEqual([])
  await say('ana', id, 'A rot conta')
  expect(await found('ana', id, 'rot con')).toEqual(['A rot conta'])
})

test('where no word begins so either, each of three letters or more may be a part of one, in any case and accents', async () => {
  const { id } = await open()
  await say('ana', id, 'Pedido NF0044712B', 'A reconexão foi feita', 'Tudo bem')
  expect(await found('ana', id, '4712')).toEqual(['Pedido NF0044712B'])
  expect(await found('ana', id, '4712b edid')).toEqual(['Pedido NF0044712B'])
  expect(await found('ana', id, 'CONEXAO')).toEqual(['A reconexão foi feita'])
  expect(await found('ana', id, '47')).toEqual([])
  expect(await found('ana', id, '471*')).toEqual([])
  expect((await sul.staff.admin.client.get(`/messages/${id}/search?searchParam=4712`)).status).toBe(404)
  await say('ana', id, 'O 4712 chegou')
  expect(await found('ana', id, '4712')).toEqual(['O 4712 chegou'])
})

test('it finds what was said in earlier tickets of the contact that one sees, and nothing that was deleted', async () => {
  const hidden = await open({ queueId: support.id, userId: norte.staff.bia.id })
  await say('bia', hidden.id, 'Fatura de maio')
  await as('admin').put(`/tickets/${hidden.id}`, { status: 'closed', userId: null, justClose: true })
  const { id } = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id, contactId: hidden.contactId })
  await say('ana', id, 'Fatura de junho', 'Fatura apagada')
  const { messages } = (await as('ana').get<{ messages: { id: string; body: string }[] }>(`/messages/${id}?markRead=false`)).body
  await as('ana').delete(`/messages/${messages.find(({ body }) => body === 'Fatura apagada')!.id}`)
  expect(await found('ana', id, 'fatura')).toEqual(['Fatura de junho'])
  expect(await found('admin', id, 'fatura')).toEqual(['Fatura de junho', 'Fatura de maio'])
})

test('words that the index of the search knows as its own are words, and another company finds nothing', async () => {
  const { id } = await open()
  await say('ana', id, 'Texto AND outro "entre aspas"')
  expect(await found('ana', id, '"entre AND')).toEqual(['Texto AND outro "entre aspas"'])
  expect(await found('ana', id, 'T')).toEqual([])
  expect((await sul.staff.admin.client.get(`/messages/${id}/search?searchParam=texto`)).status).toBe(404)
})
