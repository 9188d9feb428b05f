import { beforeEach, expect, setSystemTime, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'
import { contactLists } from '../../modules/contact-lists'
import { people } from '../../modules/contact-list-items'
import { messages as messageTable } from '../../modules/messages/schema'
import { shipments as table } from '../../modules/campaigns/schema'
import { contactListItems as items } from '../../modules/contact-list-items/schema'
import { takeReceipt } from './follow'
import { campaignFill, campaignStart } from './begin'
import { campaignEngine } from './engine'

const office = await testOffice()
const { norte, sul } = office
const leader = norte.staff.supervisor.client

type Campaign = {
  id: number
  status: string
  counts: Record<string, number>
  stopReason: string
  pausedAt: string | null
  stoppedBy: string
}
/** Does something at another time: people's sessions are of today. */
async function at<T>(time: number, work: () => Promise<T>) {
  setSystemTime(time)
  return work().finally(() => setSystemTime())
}
/** A Monday at ten where the company is. */
let monday = Date.parse('2031-03-03T13:00:00Z')
/** The number has not sent anything for a week. */
beforeEach(() => void (monday += 7 * 24 * 3600_000))

/** Whom a campaign goes to: people whose numbers the network knows. */
async function listOf(n: number, name = 'Lista') {
  const { body } = await leader.post<{ id: number }>('/contact-lists', { name })
  const phones = Array.from({ length: n }, () => newPhone())
  await leader.post(`/contact-lists/${body.id}/upload`, { rows: phones.map((number, i) => ({ name: `Pessoa ${i} Silva`, number })) })
  await norte.ctx.db.update(items).set({ isWhatsappValid: true }).where(eq(items.contactListId, body.id))
  return { id: body.id, phones }
}
/** A list of people who are known, when all of them came. */
const filled = (id: number) =>
  until(async () => {
    const { body } = await leader.get<{ contactsCount: string; isFilled: boolean }>(`/contact-lists/${id}`)
    return body.isFilled && body
  })
async function made(contactListId: number, more: object = {}) {
  const given = { name: 'Novidade', message1: 'Oi {nome}', whatsappId: norte.connection.id, contactListId, ...more }
  const { body, status, text } = await leader.post<Campaign>('/campaigns', given)
  expect([status, text]).toEqual([200, text])
  return body.id
}
const read = async (id: number) => (await leader.get<Campaign>(`/campaigns/${id}/report`)).body
const verb = (id: number, name: string) => leader.post(`/campaigns/${id}/${name}`)
const job = { id: 1, attempts: 1, signal: new AbortController().signal }
const fill = (campaignId: number) => campaignFill().run(norte.ctx, { campaignId }, job)

/** The engine on a line that is open, with dice that always fall the same; what it said waits for the network's word. */
const engine = (isOpen = () => true) =>
  campaignEngine({
    channel: () => ({
      isOpen,
      lookup: async (_, numbers) => numbers.filter(one => !one.endsWith('0')).map(pn => ({ asked: pn, pn, lid: null })),
    }),
    random: () => 0,
  })
const turn = (isOpen?: () => boolean) => engine(isOpen).turn(norte.ctx, norte.connection.id)

const shipmentsOf = (campaignId: number) => norte.ctx.db.select().from(table).where(eq(table.campaignId, campaignId)).orderBy(table.id)
const messageOf = async (id: number | null) => (await norte.ctx.db.select().from(messageTable).where(eq(messageTable.id, id!)))[0]!
/** The network takes whatever was said last, or refuses it. */
async function network(state: 'sent' | 'delivered' | 'read' | 'failed' = 'sent', reason?: string) {
  const queued = await norte.ctx.db
    .select({ wid: messageTable.wid })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.companyId, norte.id),
        eq(messageTable.fromMe, true),
        eq(messageTable.status, state === 'sent' || state === 'failed' ? 'queued' : 'sent'),
      ),
    )
  await takeReceipt(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids: queued.map(({ wid }) => wid), state, reason })
}
/** All that is due goes out, and time passes in between. */
async function sendAll(from = monday) {
  let now = from
  for (let step = 0; step < 500; step++) {
    const pause = await at(now, turn)
    await at(now, network)
    if (pause === undefined) return now
    now += Math.max(pause, 1_000)
  }
  throw new Error('it never ended')
}
async function running(n: number, more: object = {}) {
  const { id: listId, phones } = await listOf(n)
  const id = await made(listId, more)
  expect((await verb(id, 'start')).status).toBe(204)
  await fill(id)
  return { id, phones }
}
async function ended(id: number) {
  await verb(id, 'cancel')
  expect((await leader.delete(`/campaigns/${id}`)).status).toBe(200)
}

test('a campaign is begun, goes to each person once with its words filled in, and is finished when all was sent', async () => {
  const { id, phones } = await running(3, { message2: 'Olá {primeiro_nome}, {desconhecida}' })
  expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', counts: { people: 3, waiting: 3 } })
  await sendAll()
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 3, waiting: 0 } })
  const sent = await shipmentsOf(id)
  const bodies = await Promise.all(sent.map(async one => (await messageOf(one.messageId)).body))
  expect(new Set(bodies.map(body => body.slice(0, 2)))).toEqual(new Set(['Oi', 'Ol']))
  expect(bodies.join()).toContain('{desconhecida}')
  expect(sent.map(({ number }) => number)).toEqual(phones)
  await network('delivered')
  await network('read')
  expect((await read(id)).counts).toMatchObject({ sent: 3, delivered: 3 })
})

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
  })
  const until = await (async () => {
    for (let now = monday; ;) {
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
})

test('a word to be left alone is answered once, stops its sender in every campaign and list, and is shown', async () => {
  const { id, phones } = await running(1)
  await sendAll()
  await office.receive(norte, { from: { pn: phones[0]!, name: 'Joaquim' }, text: ' sair! ', at: new Date(monday + 60_000) })
  expect((await read(id)).counts).toMatchObject({ optedOut: 1 })
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
  const again = await made(listId)
  await verb(again, 'start')
  await fill(again)
  expect((await read(again)).counts).toMatchObject({ people: 1, stopped: 1, waiting: 0 })
  await ended(again)
})

test('who writes such a word without having got a campaign is a customer like any other', async () => {
  await office.receive(norte, { from: { pn: newPhone(), name: 'Cliente' }, text: 'SAIR' })
  expect((await leader.get<{ records: unknown[] }>('/opt-outs?searchParam=Cliente')).body.records).toEqual([])
})

test('nothing is sent while the line is down, or outside of the hours, and the rest goes on', async () => {
  const { id } = await running(2)
  expect(await at(monday, () => turn(() => false))).toBe(300_000)
  // On Sunday, and a minute before eight on Monday.
  expect(await at(monday - 24 * 3600_000, turn)).toBe(600_000)
  expect(await at(monday - 2 * 3600_000 - 60_000, turn)).toBe(60_000)
  expect((await read(id)).counts).toMatchObject({ waiting: 2 })
  await sendAll()
  expect((await read(id)).status).toBe('FINALIZADA')
})

test('nothing follows a message that the network has not taken, and the gap runs from when it did', async () => {
  const { id } = await running(2)
  await at(monday, turn)
  const later = monday + 3600_000
  expect(await at(later, turn)).toBe(2_000)
  await at(later, network)
  expect(await at(later, turn)).toBe(20_000)
  await at(later + 20_000, turn)
  await network()
  expect((await read(id)).counts).toMatchObject({ sent: 2 })
  await sendAll(monday + 3700_000)
})

test('what the network refuses has failed with its reason, and goes to nobody else; those who failed are a campaign of their own', async () => {
  const { id } = await running(2)
  await at(monday, turn)
  await at(monday, () => network('failed', '463'))
  await at(monday + 60_000, turn)
  await at(monday + 60_000, network)
  expect((await read(id)).counts).toMatchObject({ failed: 1, sent: 1 })
  expect((await shipmentsOf(id))[0]).toMatchObject({ state: 'failed', reason: 'restricted' })
  await sendAll(monday + 120_000)
  const { body } = await leader.post<Campaign & { contactListId: number; message1: string }>(`/campaigns/${id}/repeat`)
  expect(body).toMatchObject({ status: 'INATIVA', message1: 'Oi {nome}' })
  expect((await filled(body.contactListId)).contactsCount).toBe('1')
})

test('a number that is refused three times in a row stops its campaigns, which say why, until somebody goes on', async () => {
  const { id } = await running(6)
  const refuse = async (n: number) => {
    await at(monday + n * 60_000, turn)
    await at(monday + n * 60_000, () => network('failed', n === 1 ? '400' : '463'))
  }
  for (const n of [0, 1, 2]) await refuse(n)
  expect(await read(id)).toMatchObject({ pausedAt: null })
  await refuse(3)
  expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', pausedAt: expect.any(String), stopReason: 'refused' })
  expect(await at(monday + 3600_000, turn)).toBeUndefined()
  await verb(id, 'resume')
  await sendAll(monday + 3600_000)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', stopReason: '', counts: { failed: 4, sent: 2 } })
})

test('a paused campaign sends nothing until somebody goes on; a cancelled one until it is restarted, and to nobody twice', async () => {
  const { id } = await running(3)
  await at(monday, turn)
  await at(monday, network)
  await verb(id, 'pause')
  expect(await at(monday + 60_000, turn)).toBeUndefined()
  expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', pausedAt: expect.any(String), stoppedBy: norte.staff.supervisor.name })
  await verb(id, 'resume')
  await at(monday + 60_000, turn)
  await at(monday + 60_000, network)
  expect((await verb(id, 'cancel')).status).toBe(204)
  expect(await at(monday + 120_000, turn)).toBeUndefined()
  expect(await read(id)).toMatchObject({ status: 'CANCELADA', counts: { sent: 2, waiting: 1 } })
  expect((await verb(id, 'restart')).status).toBe(204)
  await fill(id)
  await sendAll(monday + 180_000)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 3, sent: 3 } })
  expect((await verb(id, 'restart')).status).toBe(409)
})

test('a number that nobody was asked about is asked for before it is written to', async () => {
  const { body } = await leader.post<{ id: number }>('/contact-lists', { name: 'Não conferidos' })
  const rows = ['5511981239990', '5511981239991'].map(number => ({ name: 'Alguém', number }))
  await leader.post(`/contact-lists/${body.id}/upload`, { rows })
  const id = await made(body.id)
  await verb(id, 'start')
  await fill(id)
  await sendAll()
  expect((await shipmentsOf(id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'not_on_whatsapp'],
    ['sent', null],
  ])
})

test('a campaign begins at its date, not before, and one that is far too late is cancelled and says why', async () => {
  const HOUR = 3600_000
  const { id: listId } = await listOf(1)
  const planned = () => made(listId, { scheduledAt: new Date(Date.now() + 2 * HOUR).toISOString() })
  const begin = (id: number, hours: number) => at(Date.now() + hours * HOUR, () => campaignStart().run(norte.ctx, { campaignId: id }, job))
  const id = await planned()
  expect((await read(id)).status).toBe('PROGRAMADA')
  expect(await begin(id, 0)).toEqual({ again: expect.closeTo(2 * HOUR, -5) })
  await begin(id, 15)
  expect(await read(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'missed' })
  await verb(id, 'restart')
  expect((await read(id)).status).toBe('EM_ANDAMENTO')
  await ended(id)
  const inTime = await planned()
  await begin(inTime, 4)
  expect((await read(inTime)).status).toBe('EM_ANDAMENTO')
  await ended(inTime)
})

test('what may be changed: all of an inactive one, nothing an hour before it begins or while it runs, its messages when cancelled', async () => {
  const { id: listId } = await listOf(1)
  const id = await made(listId)
  const put = (body: object) => leader.put(`/campaigns/${id}`, body)
  expect((await put({ name: 'Outro nome', scheduledAt: new Date(Date.now() + 30 * 60_000).toISOString() })).status).toBe(200)
  expect(await put({ message1: 'Mudou' })).toMatchObject({ status: 400, body: { code: 'ERR_CAMPAIGN_LOCKED' } })
  await verb(id, 'cancel')
  expect((await put({ message1: 'Mudou', name: 'De novo' })).body).toMatchObject({
    message1: 'Mudou',
    name: 'Outro nome',
    status: 'CANCELADA',
  })
  await verb(id, 'restart')
  expect((await put({ message1: 'Tarde' })).status).toBe(400)
  expect(await leader.delete(`/campaigns/${id}`)).toMatchObject({ status: 400, body: { code: 'ERR_CAMPAIGN_RUNNING' } })
  expect(await leader.delete(`/contact-lists/${listId}`)).toMatchObject({ status: 409, body: { code: 'ERR_LIST_IN_USE' } })
  await ended(id)
})

test('a list that was deleted is written to by no campaign, however long its people take to be purged', async () => {
  const { client } = office.store
  const { id: listId } = await listOf(2)
  const id = await made(listId)
  await client.execute("create trigger kept before delete on contact_list_items begin select raise(abort, 'kept'); end")
  expect((await leader.delete(`/contact-lists/${listId}`)).status).toBe(200)
  expect(await verb(id, 'start')).toMatchObject({ status: 400, body: { code: 'ERR_CAMPAIGN_INCOMPLETE' } })
  expect(await shipmentsOf(id)).toEqual([])
  await client.execute('drop trigger kept')
})

test('what is missing keeps a campaign from being planned or begun, and is said at its field', async () => {
  const { body } = await leader.post<Campaign>('/campaigns', { name: 'Rascunho' })
  expect(body.status).toBe('INATIVA')
  expect((await verb(body.id, 'start')).body).toMatchObject({
    code: 'ERR_CAMPAIGN_INCOMPLETE',
    details: { whatsappId: ['Obrigatório'], message1: ['Obrigatório'] },
  })
  expect((await leader.post('/campaigns', { name: 'Já', scheduledAt: new Date().toISOString() })).status).toBe(400)
})

test('a value that looks like a template is text: nothing that a contact or a variable holds is filled in again', async () => {
  await leader.post('/campaign-settings', {
    settings: {
      variables: [
        { key: 'a', value: '{b} $& {{protocol}}' },
        { key: 'b', value: '{a}' },
      ],
    },
  })
  const { id: listId } = await listOf(0)
  const number = newPhone()
  await leader.post(`/contact-lists/${listId}/upload`, { rows: [{ name: '{{protocol}} {a}', number }] })
  await norte.ctx.db.update(items).set({ isWhatsappValid: true }).where(eq(items.contactListId, listId))
  const id = await made(listId, { message1: '{nome} | {a} | {{b}} | {constructor} {__proto__}' })
  await verb(id, 'start')
  await fill(id)
  await sendAll()
  const [shipment] = await shipmentsOf(id)
  expect((await messageOf(shipment!.messageId)).body).toBe('{{protocol}} {a} | {b} $& {{protocol}} | {a} | {constructor} {__proto__}')
  await leader.post('/campaign-settings', { settings: { variables: [] } })
})

test('the settings are read as clients of the family read them; a key that is taken and days without end are refused', async () => {
  const { body } = await leader.get<{ key: string; value: string }[]>('/campaign-settings')
  expect(Object.fromEntries(body.map(({ key, value }) => [key, value]))).toMatchObject({
    longerIntervalAfter: '20',
    greaterInterval: '60',
    variables: '[]',
  })
  const save = (settings: object) => leader.post<{ key: string; value: string }[]>('/campaign-settings', { settings })
  expect((await save({ messageInterval: '10' })).body.find(({ key }) => key === 'messageInterval')!.value).toBe('10')
  expect((await save({ messageInterval: 7 })).status).toBe(400)
  expect(
    (
      await save({
        variables: [
          { key: 'a', value: '' },
          { key: 'a', value: '' },
        ],
      })
    ).status,
  ).toBe(400)
  expect((await save({ days: Array.from({ length: 7 }, () => ({ isOn: true, from: '10:00', to: '09:00' })) })).status).toBe(400)
  expect((await sul.staff.admin.client.get<{ key: string; value: string }[]>('/campaign-settings')).body[0]).toMatchObject({
    key: 'messageInterval',
    value: '20',
  })
  await save({ messageInterval: 20 })
})

test('lists, numbers, queues and tags of another company are refused; agents have no campaigns', async () => {
  for (const body of [
    { contactListId: sul.rows['/contact-lists']!.id },
    { whatsappId: sul.connection.id },
    { queueId: sul.queues[0].id },
    { tagListId: sul.tag.id },
  ])
    expect((await leader.post('/campaigns', { name: 'Alheia', ...body })).status).toBe(404)
  expect((await norte.staff.ana.client.get('/campaigns')).status).toBe(403)
})

test('a campaign for a tag gets a list of who has it', async () => {
  const { body } = await leader.post<{ contactList: { name: string } }>('/campaigns', { name: 'Da tag', tagListId: norte.tag.id })
  expect(body.contactList.name).toMatch(new RegExp(`^Da tag \\| TAG: ${norte.tag.id} - \\d{4}-`))
})

test('a campaign for a tag that is refused leaves no list behind', async () => {
  const count = async () => (await leader.get<{ count: number }>('/contact-lists')).body.count
  const before = await count()
  const body = { name: 'Sem texto', tagListId: norte.tag.id, scheduledAt: new Date(Date.now() + 3600_000).toISOString() }
  expect(await leader.post('/campaigns', body)).toMatchObject({ status: 400, body: { code: 'ERR_CAMPAIGN_INCOMPLETE' } })
  expect(await leader.post('/campaigns', { ...body, queueId: sul.queues[0].id })).toMatchObject({ status: 400 })
  expect(await count()).toBe(before)
})

test('a campaign that is begun while its list is being filled goes to those who come into it later too', async () => {
  const list = await contactLists.insert(norte.ctx, { name: 'Ainda enchendo', source: 'tag', isFilled: false })
  const join = (...phones: string[]) =>
    people.add(
      norte.ctx,
      list.id,
      phones.map(number => ({ name: 'Veio depois', number, lid: number })),
    )
  const [first, second] = [newPhone(), newPhone()]
  await join(first)
  const id = await made(list.id)
  await verb(id, 'start')
  expect(await fill(id)).toEqual({ again: expect.any(Number) })
  await join(second)
  await contactLists.patch(norte.ctx, list.id, { isFilled: true })
  expect(await fill(id)).toBeUndefined()
  await sendAll()
  expect((await shipmentsOf(id)).map(({ number }) => number)).toEqual([first, second])
  expect((await read(id)).status).toBe('FINALIZADA')
})

test('a list is made of those of whom a campaign tells something', async () => {
  const { id } = await running(2)
  await sendAll()
  await network('delivered')
  const { body } = await leader.post<{ id: number }>('/contact-lists/from', { name: 'Receberam', campaignId: id, outcome: 'delivered' })
  expect(await filled(body.id)).toMatchObject({ contactsCount: '2', source: 'campaign', sourceName: 'Novidade' })
})

test('an estimate says how many there are, and when it begins and ends in the hours that are set', async () => {
  const { id } = await listOf(180)
  const { body } = await leader.get<{ valid: number; startsAt: string; endsAt: string; perHour: number }>(
    `/campaigns/estimate?contactListId=${id}&whatsappId=${norte.connection.id}&scheduledAt=2031-03-03T22:30:00Z`,
  )
  expect(body).toMatchObject({ valid: 180, startsAt: '2031-03-03T22:30:00.000Z' })
  // Half an hour that evening, and the rest in the morning after.
  expect(body.endsAt).toStartWith('2031-03-04T11:')
})

test('a test goes to one number as it will be, and counts in no report', async () => {
  const { id: listId } = await listOf(1)
  const id = await made(listId, { message2: 'A segunda, {nome}' })
  const number = newPhone()
  expect((await leader.post(`/campaigns/${id}/test`, { number, message: 2 })).status).toBe(204)
  const [said] = await norte.ctx.db
    .select()
    .from(messageTable)
    .where(eq(messageTable.body, `A segunda, ${number}`))
  expect(said).toMatchObject({ status: 'queued' })
  expect((await read(id)).counts).toMatchObject({ people: 0 })
  await network()
})

test('tests of a company have a limit, which is nobody else’s and counts no campaign that is not there', async () => {
  const test = (client: typeof leader, id: number) => client.post(`/campaigns/${id}/test`, { number: newPhone() })
  const { id } = (
    await sul.staff.admin.client.post<Campaign>('/campaigns', { name: 'Do sul', message1: 'Oi', whatsappId: sul.connection.id })
  ).body
  for (let n = 0; n < 40; n++) expect((await test(sul.staff.admin.client, 999_999_999)).status).toBe(404)
  for (let n = 0; n < 30; n++) expect((await test(sul.staff.supervisor.client, id)).status).toBe(204)
  expect(await test(sul.staff.admin.client, id)).toMatchObject({ status: 429, body: { code: 'ERR_TOO_MANY_ATTEMPTS' } })
  expect((await test(leader, await made((await listOf(1)).id))).status).toBe(204)
  await network()
})

test('a number that is deleted takes its campaigns out of their course', async () => {
  const { id: listId } = await listOf(1)
  const { body: other } = await norte.staff.admin.client.post<{ id: number }>('/whatsapp', { name: 'Passageira', sandbox: true })
  const id = await made(listId, { whatsappId: other.id })
  await verb(id, 'start')
  await norte.staff.admin.client.delete(`/whatsapp/${other.id}`)
  expect(await read(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'connection' })
})
