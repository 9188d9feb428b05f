import { beforeAll, expect, test } from 'bun:test'
import type { StoredMedia } from '#modules/messages'
import { messages, type Company } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office

type Page = { messages: { id: string; ticketId: number; body: string }[]; hasMore: boolean }
const none = { voice: false, seconds: null, waveform: null, width: null, height: null, size: 10 }
const file = (mimetype: string, fileName: string | null, more: Partial<StoredMedia> = {}) => ({
  media: { ...none, hash: 'a'.repeat(64), mimetype, fileName, ...more },
})
const photo = { mediaType: 'image', ...file('image/jpeg', 'foto.jpg') }

let ticket: Awaited<ReturnType<Company['makeTicket']>>
let hidden: typeof ticket
const ask = (query: string, client = norte.staff.ana.client, of = ticket) => client.get<Page>(`/messages/${of.id}/shared?${query}`)
const bodies = async (query: string, client = norte.staff.ana.client) => (await ask(query, client)).body.messages.map(({ body }) => body)

beforeAll(async () => {
  const [sales, support] = norte.queues
  ticket = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: norte.staff.ana.id })
  const earlier = await norte.makeTicket({ contactId: ticket.contactId, queueId: sales.id, status: 'closed' })
  hidden = await norte.makeTicket({ contactId: ticket.contactId, queueId: support.id, status: 'closed' })
  await norte.makeMessage(earlier, { ...photo, body: 'foto de antes' })
  await norte.makeMessage(hidden, { ...photo, body: 'foto escondida' })
  await norte.makeMessage(hidden, { body: 'https://escondido.test' })
  await norte.makeMessage(hidden, { mediaType: 'application', ...file('application/pdf', 'x.pdf'), body: 'escondido.pdf' })
  await norte.makeMessage(ticket, { mediaType: 'video', ...file('video/mp4', 'v.mp4'), body: 'vídeo' })
  await norte.makeMessage(ticket, { mediaType: 'image', ...file('image/webp', 'sticker.webp'), body: 'figurinha' })
  await norte.makeMessage(ticket, { ...photo, body: 'foto apagada', isDeleted: true })
  await norte.makeMessage(ticket, { mediaType: 'image', ...file('image/jpeg', null, { hash: null }), body: 'a caminho' })
  await norte.makeMessage(ticket, { mediaType: 'application', ...file('application/pdf', 'boleto.pdf'), body: 'boleto.pdf' })
  await norte.makeMessage(ticket, { mediaType: 'audio', ...file('audio/mpeg', 'jingle.mp3'), body: 'jingle.mp3' })
  await norte.makeMessage(ticket, { mediaType: 'audio', ...file('audio/ogg', null, { voice: true }), body: 'Áudio' })
  await norte.makeMessage(ticket, { body: 'veja https://nortefibra.test/planos' })
  await norte.makeMessage(ticket, { mediaType: 'locationMessage', body: '|https://maps.google.com/maps?q=1%2C2|aqui' })
  await norte.makeMessage(ticket, { body: 'sem endereço' })
})

test('pictures, files and links of a contact are told newest first, without stickers, voice, places and what was deleted', async () => {
  expect(await bodies('kind=pictures')).toEqual(['vídeo', 'foto de antes'])
  expect(await bodies('kind=files')).toEqual(['jingle.mp3', 'boleto.pdf'])
  expect(await bodies('kind=links')).toEqual(['veja https://nortefibra.test/planos'])
})

test('those of a ticket that one does not see are left out, and no page begins at one', async () => {
  const { admin } = norte.staff
  expect(await bodies('kind=pictures', admin.client)).toEqual(['vídeo', 'foto escondida', 'foto de antes'])
  const secret = (await ask('kind=pictures', admin.client)).body.messages.find(({ body }) => body === 'foto escondida')!
  expect((await ask(`kind=pictures&before=${secret.id}`)).status).toBe(404)
  expect((await ask(`kind=pictures&before=${sul.message.uid}`, admin.client)).status).toBe(404)
  for (const { client } of [norte.staff.bia, norte.staff.rui]) expect((await ask('kind=pictures', client)).status).toBe(403)
  expect((await ask('kind=pictures', sul.staff.admin.client)).status).toBe(404)
  expect((await ask('kind=tudo')).status).toBe(400)
})

test('a page goes on below the last of it', async () => {
  const many = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id })
  for (let i = 0; i < 40; i++) await norte.makeMessage(many, { ...photo, body: `foto ${i}` })
  const first = (await ask('kind=pictures', undefined, many)).body
  expect([first.messages.length, first.messages[0]!.body, first.hasMore]).toEqual([30, 'foto 39', true])
  const rest = (await ask(`kind=pictures&before=${first.messages.at(-1)!.id}`, undefined, many)).body
  expect([rest.messages[0]!.body, rest.messages.at(-1)!.body, rest.hasMore]).toEqual(['foto 9', 'foto 0', false])
})

test('the other tickets of a contact are told as far as one sees them, a page at a time', async () => {
  type Others = { tickets: { id: number; status: string; queue: { name: string }; lastMessageId: string }[]; hasMore: boolean }
  const others = async (client = norte.staff.ana.client, query = '') => client.get<Others>(`/tickets/${ticket.id}/others${query}`)
  expect((await others()).body).toMatchObject({ tickets: [{ status: 'closed', queue: { name: 'Vendas Norte' } }], hasMore: false })
  expect((await others(norte.staff.admin.client)).body.tickets.map(({ id }) => id)).toEqual([hidden.id, hidden.id - 1])
  const [{ lastMessageId } = { lastMessageId: '' }] = (await others()).body.tickets
  expect((await messages.byUid(norte.ctx, lastMessageId)).message.body).toBe('foto de antes')
  expect((await others(norte.staff.admin.client, `?before=${hidden.id}`)).body.tickets.map(({ id }) => id)).toEqual([hidden.id - 1])
  expect((await others(norte.staff.bia.client)).status).toBe(403)
  expect((await others(sul.staff.admin.client)).status).toBe(404)
})

test('a conversation with its history says which tickets the earlier words are of, and names none that one does not see', async () => {
  type History = { tickets?: { id: number; status: string; queue: { name: string } | null }[] }
  const read = async (client = norte.staff.ana.client, query = '&history=true') =>
    (await client.get<History>(`/messages/${ticket.id}?markRead=false${query}`)).body.tickets
  expect(await read()).toMatchObject([{ status: 'closed', queue: { name: 'Vendas Norte' } }])
  expect((await read(norte.staff.admin.client))!.map(({ id }) => id)).toContain(hidden.id)
  expect(await read(undefined, '')).toBeUndefined()
})
