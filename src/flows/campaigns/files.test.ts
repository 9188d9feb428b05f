import { expect, setSystemTime, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { shipments as table } from '../../modules/campaigns/schema'
import { contactListItems as items } from '../../modules/contact-list-items/schema'
import { messages as messageTable } from '../../modules/messages/schema'
import { campaignFill } from './begin'
import { campaignEngine } from './engine'
import { takeReceipt } from './follow'

const office = await testOffice()
const { norte, sul } = office
const { ctx } = norte
const leader = norte.staff.supervisor.client
const admin = norte.staff.admin.client

type Files = { id: number; options: { id: number }[] }
type Campaign = { id: number; fileListId: number | null; counts: Record<string, number>; status: string }

/** A list of files, each of one letter. */
async function filesOf(name: string, options: string[], message = 'Segue em anexo, {nome}') {
  const { body } = await admin.post<Files>('/files', { name, message, options: options.map(option => ({ name: option })) })
  const form = new FormData()
  for (const [i, { id }] of body.options.entries()) {
    form.append('files', new File([String(i)], `${i}.pdf`, { type: 'application/pdf' }))
    form.append('id', String(id))
  }
  if (options.length) expect((await admin.post(`/files/uploadList/${body.id}`, form)).status).toBe(200)
  return body.id
}
async function peopleOf(n: number) {
  const { body } = await leader.post<{ id: number }>('/contact-lists', { name: 'Pessoas' })
  const phones = Array.from({ length: n }, () => newPhone())
  await leader.post(`/contact-lists/${body.id}/upload`, { rows: phones.map(number => ({ name: 'Rita Alves', number })) })
  await ctx.db.update(items).set({ isWhatsappValid: true }).where(eq(items.contactListId, body.id))
  return { contactListId: body.id, phones }
}
const made = async (given: object) => {
  const { body, status, text } = await leader.post<Campaign>('/campaigns', { name: 'Anexos', whatsappId: norte.connection.id, ...given })
  expect([status, text]).toEqual([200, text])
  return body
}
const verb = (id: number, name: string) => leader.post(`/campaigns/${id}/${name}`)
const read = async (id: number) => (await leader.get<Campaign>(`/campaigns/${id}/report`)).body
async function started(n: number, given: object) {
  const { contactListId, phones } = await peopleOf(n)
  const { id } = await made({ contactListId, message1: 'Oi {nome}', ...given })
  expect((await verb(id, 'start')).status).toBe(204)
  await campaignFill().run(ctx, { campaignId: id }, { id: 1, attempts: 1, signal: new AbortController().signal })
  return { id, phones }
}

/** Mondays at ten where the company is, an hour apart from whatever was sent. */
let clock = Date.parse('2031-03-03T13:00:00Z')
const { turn } = campaignEngine({ channel: { isOpen: () => true, lookup: async () => [] }, random: () => 0 })
async function at<T>(work: () => Promise<T>) {
  setSystemTime((clock += 60_000))
  return work().finally(() => setSystemTime())
}
const step = () => at(() => turn(ctx, norte.connection.id))
/** The process ends before the commit. */
const killed = () =>
  expect(
    at(() =>
      ctx.store.write(ctx.db, async db => {
        await turn({ ...ctx, db }, norte.connection.id)
        throw new Error('killed')
      }),
    ),
  ).rejects.toThrow('killed')
async function network(state: 'sent' | 'delivered' | 'read' | 'failed' = 'sent', of: 'queued' | 'sent' | 'delivered' = 'queued') {
  const said = await ctx.db
    .select({ wid: messageTable.wid })
    .from(messageTable)
    .where(and(eq(messageTable.companyId, norte.id), eq(messageTable.fromMe, true), eq(messageTable.status, of)))
  const ids = said.map(({ wid }) => wid)
  await at(() => takeReceipt(ctx, { companyId: norte.id, connectionId: norte.connection.id, ids, state, reason: '463' }))
}
/** All that a campaign said, in its order. */
const saidBy = async (campaignId: number) => {
  const shipped = await ctx.db.select().from(table).where(eq(table.campaignId, campaignId)).orderBy(table.id)
  const names = new Map(shipped.map(({ id, number }) => [`campaign:${id}`, number]))
  const rows = await ctx.db.select().from(messageTable).where(eq(messageTable.companyId, norte.id)).orderBy(messageTable.id)
  return rows.flatMap(({ clientId, body, media }) => {
    const number = names.get(clientId?.split(':').slice(0, 2).join(':') ?? '')
    return number ? [{ number, body, file: media?.fileName ?? null }] : []
  })
}
async function sendAll() {
  for (let steps = 0; steps < 100; steps++) {
    if ((await step()) === undefined) return
    await network()
  }
  throw new Error('it never ended')
}

test('a message is followed by each file of the list, in its order and with its name, before the next person has a turn', async () => {
  const fileListId = await filesOf('Planos', ['Plano de {nome}', '1', 'Mapa'])
  const { id, phones } = await started(2, { fileListId })
  await sendAll()
  const [first, second] = phones as [string, string]
  const all = [
    { body: 'Oi Rita Alves', file: null },
    { body: 'Plano de Rita Alves', file: '0.pdf' },
    { body: '1.pdf', file: '1.pdf' },
    { body: 'Mapa', file: '2.pdf' },
  ]
  expect(await saidBy(id)).toEqual([...all.map(one => ({ number: first, ...one })), ...all.map(one => ({ number: second, ...one }))])
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 2, sent: 2, waiting: 0 } })
})

test('nobody is done before the last file is out, and what became of it is what became of them', async () => {
  const { id } = await started(1, { fileListId: await filesOf('Um só', ['Contrato']) })
  await step()
  await network()
  await network('read', 'sent')
  expect((await read(id)).counts).toMatchObject({ waiting: 1, sent: 0, delivered: 0, read: 0 })
  await step()
  await network()
  expect((await read(id)).counts).toMatchObject({ waiting: 0, sent: 1, delivered: 0 })
  await network('delivered', 'sent')
  expect((await read(id)).counts).toMatchObject({ sent: 1, delivered: 1, read: 0 })
  await sendAll()
})

test('a process that is killed between two files neither skips one nor sends one again', async () => {
  const { id } = await started(2, { fileListId: await filesOf('Quedas', ['Um', 'Dois']) })
  for (let steps = 0; (await read(id)).status !== 'FINALIZADA'; steps++) {
    expect(steps).toBeLessThan(40)
    await killed()
    await step()
    await network()
  }
  expect((await saidBy(id)).map(({ body }) => body)).toEqual(['Oi Rita Alves', 'Um', 'Dois', 'Oi Rita Alves', 'Um', 'Dois'])
})

test('a campaign that is cancelled between two files goes on with the second when it is restarted', async () => {
  const { id } = await started(1, { fileListId: await filesOf('Retomada', ['Um', 'Dois']) })
  for (let n = 0; n < 2; n++) {
    await step()
    await network()
  }
  await verb(id, 'cancel')
  expect(await step()).toBeUndefined()
  await verb(id, 'restart')
  await sendAll()
  expect((await saidBy(id)).map(({ body }) => body)).toEqual(['Oi Rita Alves', 'Um', 'Dois'])
})

test('a file that the network refuses has failed for its person, who gets no other, and others get theirs', async () => {
  const { id } = await started(2, { fileListId: await filesOf('Recusada', ['Um', 'Dois']) })
  await step()
  await network()
  await step()
  await network('failed')
  expect((await read(id)).counts).toMatchObject({ failed: 1, sent: 0 })
  await sendAll()
  expect((await read(id)).counts).toMatchObject({ failed: 1, sent: 1, waiting: 0 })
  expect((await saidBy(id)).map(({ body }) => body)).toEqual(['Oi Rita Alves', 'Um', 'Oi Rita Alves', 'Um', 'Dois'])
})

test('who asks to be left alone between two files gets no other', async () => {
  const { id, phones } = await started(1, { fileListId: await filesOf('Basta', ['Um', 'Dois']) })
  await step()
  await network()
  await office.receive(norte, { from: { pn: phones[0]! }, text: 'SAIR', at: new Date(clock + 1_000) })
  await sendAll()
  expect((await saidBy(id)).map(({ body }) => body)).toEqual(['Oi Rita Alves'])
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 1, optedOut: 1, waiting: 0 } })
})

test('a campaign without a text says that of its list', async () => {
  const { id } = await started(1, { message1: '', fileListId: await filesOf('Sem texto', ['Tabela']) })
  await sendAll()
  expect((await saidBy(id)).map(({ body }) => body)).toEqual(['Segue em anexo, Rita Alves', 'Tabela'])
})

test('a list is neither changed nor deleted while a campaign sends it; deleted after, it is forgotten', async () => {
  const fileListId = await filesOf('Em uso', ['Um'])
  const { id } = await started(1, { fileListId })
  const form = new FormData()
  form.append('files', new File(['x'], 'x.pdf', { type: 'application/pdf' }))
  form.append('id', String((await admin.get<Files>(`/files/${fileListId}`)).body.options[0]!.id))
  expect(await admin.put(`/files/${fileListId}`, { options: [] })).toMatchObject({ status: 409, body: { code: 'ERR_FILES_IN_USE' } })
  expect(await admin.post(`/files/uploadList/${fileListId}`, form)).toMatchObject({ status: 409, body: { code: 'ERR_FILES_IN_USE' } })
  expect(await admin.delete(`/files/${fileListId}`)).toMatchObject({ status: 409, body: { code: 'ERR_LIST_IN_USE' } })
  await sendAll()
  expect((await admin.put(`/files/${fileListId}`, { message: 'Agora muda' })).status).toBe(200)
  expect((await admin.delete(`/files/${fileListId}`)).status).toBe(200)
  expect((await read(id)).fileListId).toBeNull()
})

test('those who failed are written to with the files too; another company’s list is refused', async () => {
  const fileListId = await filesOf('De novo', ['Um'])
  const { id } = await started(1, { fileListId })
  await step()
  await network('failed')
  await sendAll()
  expect((await leader.post<Campaign>(`/campaigns/${id}/repeat`)).body).toMatchObject({ fileListId, status: 'INATIVA' })
  const theirs = { name: 'Alheia', fileListId: sul.rows['/files']!.id }
  expect((await leader.post('/campaigns', theirs)).status).toBe(404)
  expect((await leader.get(`/campaigns/estimate?fileListId=${sul.rows['/files']!.id}`)).status).toBe(404)
})

test('an estimate counts each file as a message of its own', async () => {
  const { contactListId } = await peopleOf(10)
  const ask = async (more = '') =>
    (await leader.get<{ durationMs: number }>(`/campaigns/estimate?contactListId=${contactListId}${more}`)).body.durationMs
  const fileListId = await filesOf('Estimada', ['Um', 'Dois'])
  expect(await ask(`&fileListId=${fileListId}`)).toBeGreaterThan(2 * (await ask()))
})
