import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { clientOf } from '../../tests/client'
import { newPhone } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { until } from '../../tests/until'
import { connections, type Connection } from '../modules/connections'
import { connections as table } from '../modules/connections/schema'
import { messages } from '../modules/messages/schema'
import { numberHealth } from '../modules/number-health'
import { numberDays, numberOpenings } from '../modules/number-health/schema'
import { takeReceipt } from './campaigns/follow'
import { takeRestriction, takeSession } from './number-health'

const office = await testOffice()
const { norte, sul } = office
const { ctx } = norte
const admin = norte.staff.admin.client

type Shown = {
  state: string
  score: number
  perDay: number
  age: number | null
  begunToday: number
  isIgnored: boolean
  lockedUntil: string | null
  reasons: { code: string; n: number }[]
  days: Record<string, number>[]
}
const health = async ({ id }: { id: number }) => (await admin.get<Shown>(`/whatsapp/${id}/health`)).body
const today = async (connection: Connection) => (await health(connection)).days.at(-1)!

async function linked() {
  const { id } = await connections.create(ctx, { name: newPhone(), sandbox: true, warmsUp: true })
  await takeSession(ctx, await connections.load(ctx, id), { status: 'CONNECTED', number: newPhone() })
  return connections.load(ctx, id)
}

test('a day counts whom the company wrote to first, once a person, and which of them answered; who wrote first is nobody new', async () => {
  const connection = await linked()
  const own = { ctx, connection }
  const [stranger, customer] = [newPhone(), newPhone()]
  await office.receive(own, { from: { pn: customer }, text: 'oi' })
  for (const to of [customer, stranger, stranger]) await office.receive(own, { from: { pn: to }, fromMe: true, text: 'bom dia' })
  expect(await today(connection)).toMatchObject({ sent: 3, begun: 1, answered: 0 })
  for (const text of ['olá', 'de novo']) await office.receive(own, { from: { pn: stranger }, text })
  await office.receive(own, { from: { pn: customer }, text: 'e eu' })
  expect(await today(connection)).toMatchObject({ sent: 3, begun: 1, answered: 1 })
})

test('what a person writes in a ticket counts in the same transaction, and is not counted when that fails', async () => {
  const ticket = await norte.makeTicket({ status: 'open', userId: norte.staff.admin.id })
  const before = await today(norte.connection)
  await admin.post(`/messages/${ticket.id}`, { body: 'bom dia' })
  expect(await today(norte.connection)).toMatchObject({ sent: before['sent']! + 1, begun: before['begun']! + 1 })
  await norte.ctx.store
    .write(ctx.db, async db => {
      await numberHealth.said({ ...ctx, db }, norte.connection.id, ticket.contactId)
      throw new Error('lost')
    })
    .catch(() => {})
  expect((await today(norte.connection))['sent']).toBe(before['sent']! + 1)
})

test('what did not go out counts by its reason', async () => {
  const connection = await linked()
  for (const reason of ['463', '429', '404', '479']) {
    const pn = newPhone()
    const key = await office.receive({ ctx, connection }, { from: { pn }, fromMe: true, text: 'oi' })
    await ctx.db.update(messages).set({ status: 'queued' }).where(eq(messages.wid, key.id))
    await takeReceipt(ctx, { companyId: norte.id, connectionId: connection.id, ids: [key.id], state: 'failed', reason })
  }
  expect(await today(connection)).toMatchObject({ refused: 2, invalid: 1, failed: 1 })
})

test('a line that falls counts once, and one that somebody ends does not', async () => {
  const connection = await linked()
  await takeSession(ctx, connection, { status: 'OPENING', retries: 1 })
  await takeSession(ctx, await connections.load(ctx, connection.id), { status: 'TIMEOUT', retries: 2, reason: 'offline' })
  await takeSession(ctx, await connections.load(ctx, connection.id), { status: 'CONNECTED', number: connection.number! })
  await takeSession(ctx, await connections.load(ctx, connection.id), { status: 'DISCONNECTED' })
  await takeSession(ctx, await connections.load(ctx, connection.id), { status: 'CONNECTED', number: connection.number! })
  await takeSession(ctx, await connections.load(ctx, connection.id), { status: 'DISCONNECTED', reason: 'logged_out' })
  expect(await today(connection)).toMatchObject({ disconnects: 1 })
})

test('a number is as old as its first link, a number that had one before has the age of its row, and another number begins anew', async () => {
  const connection = await linked()
  const days = (n: number) => new Date(Date.now() - n * 86_400_000)
  await ctx.db
    .update(table)
    .set({ linkedAt: days(10) })
    .where(eq(table.id, connection.id))
  await takeSession(ctx, connection, { status: 'CONNECTED', number: connection.number! })
  expect(await health(connection)).toMatchObject({ state: 'warming', age: 10, perDay: 100, warmUp: expect.anything() })
  await ctx.db
    .update(table)
    .set({ linkedAt: null, createdAt: days(40) })
    .where(eq(table.id, connection.id))
  await takeSession(ctx, connection, { status: 'CONNECTED', number: connection.number! })
  expect(await health(connection)).toMatchObject({ state: 'good', age: 40, perDay: 1000, warmUp: null })
  await numberHealth.count(ctx, connection.id, { refused: 3 })
  await takeSession(ctx, await connections.load(ctx, connection.id), { status: 'CONNECTED', number: newPhone() })
  expect(await health(connection)).toMatchObject({ state: 'new', age: 0, perDay: 20, score: 100 })
})

test('of two contacts that are one person one opening is left, which their answer closes', async () => {
  const connection = await linked()
  const own = { ctx, connection }
  const pn = newPhone()
  const lid = '998877665544332'
  await office.receive(own, { from: { pn }, fromMe: true, text: 'oi' })
  await office.receive(own, { from: { lid }, fromMe: true, text: 'oi' })
  expect(await today(connection)).toMatchObject({ begun: 2 })
  await office.receive(own, { from: { pn, lid }, text: 'sou eu' })
  expect(await today(connection)).toMatchObject({ begun: 2, answered: 1 })
  expect(await ctx.db.$count(numberOpenings, eq(numberOpenings.connectionId, connection.id))).toBe(1)
})

test('a lock that is told again is one lock, and its end is shown', async () => {
  const connection = await linked()
  const lockedUntil = new Date(Date.now() + 3600_000)
  for (let n = 0; n < 3; n++) await takeRestriction(ctx, connection.id, { lockedUntil })
  expect(await health(connection)).toMatchObject({ state: 'locked', perDay: 0, lockedUntil: lockedUntil.toISOString() })
  expect(await today(connection)).toMatchObject({ locks: 1 })
  await takeRestriction(ctx, connection.id, { lockedUntil: null })
  expect(await health(connection)).toMatchObject({ state: 'tired', lockedUntil: null })
})

test('the series has a row for each of thirty days, whoever sees the connection reads it, and another company does not', async () => {
  const { id } = norte.connection
  expect((await health(norte.connection)).days.length).toBe(30)
  expect((await norte.staff.ana.client.get(`/whatsapp/${id}/health`)).status).toBe(200)
  expect((await sul.staff.admin.client.get(`/whatsapp/${id}/health`)).status).toBe(404)
})

test('what is longer ago than ninety days is forgotten, and a number that is deleted leaves nothing', async () => {
  const connection = await linked()
  const contact = await norte.makeContact()
  await ctx.db.insert(numberDays).values({ connectionId: connection.id, companyId: norte.id, day: '2020-01-01', sent: 1 })
  await ctx.db.insert(numberOpenings).values({ connectionId: connection.id, companyId: norte.id, contactId: contact.id, day: '2020-01-01' })
  await numberHealth.count(ctx, connection.id, { sent: 1 })
  await numberHealth.sweep(ctx.db)
  const rows = () => ctx.db.all(sql`select day from number_days where connection_id = ${connection.id}`)
  expect((await rows()).length).toBe(1)
  expect(await ctx.db.$count(numberOpenings, eq(numberOpenings.contactId, contact.id))).toBe(0)
  await admin.delete(`/whatsapp/${connection.id}`)
  while (await numberHealth.purge(ctx, connection.id, 1));
  expect(await rows()).toEqual([])
})

test('from a number that the network lets begin nothing, people begin no conversation either, and answer those that began', async () => {
  const connection = await linked()
  const own = { ctx, connection }
  const [customer, written] = [newPhone(), newPhone()]
  await office.receive(own, { from: { pn: customer }, text: 'oi' })
  await office.receive(own, { from: { pn: written }, fromMe: true, text: 'bom dia' })
  const contactOf = async (number: string) =>
    (await admin.get<{ contacts: { id: number }[] }>(`/contacts?searchParam=${number}`)).body.contacts[0]!.id
  const stranger = (await norte.makeTicket({ status: 'closed' })).contactId
  const openFor = async (contactId: number) =>
    admin.post<{ id: number }>('/tickets', { contactId, whatsappId: connection.id, userId: norte.staff.admin.id, status: 'open' })
  const before = await openFor((await norte.makeTicket({ status: 'closed' })).contactId)
  const begun = async () => (await today(connection))['begun']

  await takeRestriction(ctx, connection.id, { lockedUntil: new Date(Date.now() + 3600_000) })
  const refused = { status: 409, body: { code: 'ERR_NUMBER_LOCKED' } }
  expect(await openFor(stranger)).toMatchObject(refused)
  expect(await admin.post(`/messages/${before.body.id}`, { body: 'bom dia' })).toMatchObject(refused)
  expect(await begun()).toBe(1)
  for (const number of [customer, written]) {
    const { body } = await admin.get<{ tickets: { id: number }[] }>(`/tickets?contactId=${await contactOf(number)}&searchParam=${number}`)
    expect((await admin.post(`/messages/${body.tickets[0]!.id}`, { body: 'olá' })).status).toBe(200)
  }
  await takeRestriction(ctx, connection.id, { lockedUntil: null })
  expect((await admin.post(`/messages/${before.body.id}`, { body: 'bom dia' })).status).toBe(200)
  expect((await openFor(stranger)).status).toBe(200)

  await takeRestriction(ctx, connection.id, { cap: { status: 'CAPPED', endsAt: null } })
  expect(await openFor((await norte.makeTicket({ status: 'closed' })).contactId)).toMatchObject(refused)
})

test('nothing is forwarded by a number that the network lets begin nothing, and no program begins anything by it', async () => {
  const connection = await linked()
  const token = `canário-${crypto.randomUUID()}`.normalize('NFD').replace(/\p{M}/gu, '')
  await connections.update(ctx, connection.id, { token })
  const customer = newPhone()
  await office.receive({ ctx, connection }, { from: { pn: customer }, text: 'oi' })
  const { body: found } = await admin.get<{ tickets: { id: number }[] }>(`/tickets?searchParam=${customer}&showAll=true`)
  const { body: said } = await admin.get<{ messages: { id: string }[] }>(`/messages/${found.tickets[0]!.id}`)
  const stranger = await norte.makeTicket({ whatsappId: connection.id, status: 'open', userId: norte.staff.admin.id })
  await takeRestriction(ctx, connection.id, { lockedUntil: new Date(Date.now() + 3600_000) })

  const refused = { status: 409, body: { code: 'ERR_NUMBER_LOCKED' } }
  const messageId = said.messages.at(-1)!.id
  expect(await admin.post('/message/forward', { messageId, contactId: stranger.contactId, signMessage: false })).toMatchObject(refused)
  const program = clientOf(office.product, token, '')
  const contacts = () => norte.ctx.db.all(sql`select count(*) as n from contacts`)
  const before = await contacts()
  expect(await program.post('/messages/send', { number: newPhone(), body: 'Sua fatura' })).toMatchObject(refused)
  expect(await contacts()).toEqual(before)
  expect((await program.post('/messages/send', { number: customer, body: 'Sua fatura' })).status).toBe(200)
})

test('a number that the network lets begin nothing tries out no campaign on a stranger, and a message planned for one says why it was not sent', async () => {
  const connection = await linked()
  const { body: list } = await admin.post<{ id: number }>('/contact-lists', { name: 'Qualquer' })
  const given = { name: 'Novidade', message1: 'Oi', whatsappId: connection.id, contactListId: list.id }
  const { body: campaign } = await admin.post<{ id: number }>('/campaigns', given)
  // Longer than a message of a moment ago is waited for.
  await takeRestriction(ctx, connection.id, { lockedUntil: new Date(Date.now() + 3 * 3600_000) })
  const trial = await admin.post(`/campaigns/${campaign.id}/test`, { number: newPhone() })
  expect(trial).toMatchObject({ status: 409, body: { code: 'ERR_NUMBER_LOCKED' } })
  const { contactId } = await norte.makeTicket({ status: 'closed' })
  const { body: planned } = await admin.post<{ id: number }>('/schedules', {
    ...{ body: 'Sua fatura', contactId, whatsappId: connection.id, sendAt: new Date().toISOString() },
  })
  const read = async () => (await admin.get<{ status: string; failReason: string }>(`/schedules/${planned.id}`)).body
  await until(async () => (await read()).status === 'ERRO')
  expect(await read()).toMatchObject({ failReason: 'restricted' })
})
