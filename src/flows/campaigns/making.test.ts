import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { newPhone } from '../../../tests/factories'
import { until } from '../../../tests/until'
import { contactListItems as items } from '../../modules/contact-list-items/schema'
import { messages as messageTable } from '../../modules/messages/schema'
import { type Campaign, testCampaigns } from './campaigns.fixture'

const { office, norte, sul, leader, listOf, filled, made, read, verb, fill, shipmentsOf, messageOf, network, sendAll, running, ended } =
  await testCampaigns()

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

test('a date without a zone is one on the company’s clock; one that is over is refused, but where a cancelled campaign brings its own', async () => {
  const { id: contactListId } = await listOf(1)
  const given = { name: 'Com data', message1: 'Oi', whatsappId: norte.connection.id, contactListId }
  const plan = (scheduledAt: string) => leader.post<Campaign & { scheduledAt: string }>('/campaigns', { ...given, scheduledAt })
  for (const wall of ['2031-03-03 10:00:00', '2031-03-03T10:00'])
    expect((await plan(wall)).body).toMatchObject({ status: 'PROGRAMADA', scheduledAt: '2031-03-03T13:00:00.000Z' })
  const { body } = await plan('2031-03-03T10:00:00+01:00')
  expect(body.scheduledAt).toBe('2031-03-03T09:00:00.000Z')
  const over = { status: 400, body: { details: { scheduledAt: ['Escolha uma hora que ainda não passou'] } } }
  expect(await plan('2020-03-03T10:00')).toMatchObject(over)
  for (const none of ['2031-02-30T10:00', '2031-02-31 10:00', '2031-02-29T10:00:00Z', '2031-00-10 10:00'])
    expect(await plan(none)).toMatchObject({ status: 400, body: { details: { scheduledAt: ['date'] } } })
  expect(await leader.put(`/campaigns/${body.id}`, { scheduledAt: '2020-03-03T10:00' })).toMatchObject(over)
  await verb(body.id, 'cancel')
  expect((await leader.put(`/campaigns/${body.id}`, { message1: 'Olá', scheduledAt: '2020-03-03T10:00' })).status).toBe(200)
})

test('other hours or another pace hold for who waits already', async () => {
  const id = await made((await listOf(1)).id)
  await verb(id, 'start')
  const DAY_MS = 24 * 3600_000
  const pace = sql`kind = 'campaign-pace' and company_id = ${norte.id}`
  const put = () => norte.ctx.db.run(sql`update jobs set due_at = ${Date.now() + DAY_MS} where ${pace} and state = 'scheduled'`)
  // It has looked once, and waits for its line.
  await until(async () => (await put()).rowsAffected)
  await leader.post('/campaign-settings', { settings: { messageInterval: 20 } })
  const jobs = await norte.ctx.db.all<{ due: number }>(sql`select due_at as due from jobs where ${pace}`)
  expect(jobs.map(({ due }) => due < Date.now() + DAY_MS / 2)).toEqual([true])
  await ended(id)
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
  const onTheClock = `/campaigns/estimate?contactListId=${id}&whatsappId=${norte.connection.id}&scheduledAt=2031-03-03T19:30`
  expect((await leader.get<object>(onTheClock)).body).toEqual(body)
})

test('a campaign that is planned is no other campaign of its number', async () => {
  const { id: contactListId } = await listOf(1)
  const of = `contactListId=${contactListId}&whatsappId=${norte.connection.id}`
  const others = async (query = '') => (await leader.get<{ others: number }>(`/campaigns/estimate?${of}${query}`)).body.others
  const before = await others()
  const id = await made(contactListId, { scheduledAt: new Date(Date.now() + 3 * 3600_000).toISOString() })
  expect([await others(), await others(`&campaignId=${id}`)]).toEqual([before + 1, before])
  await ended(id)
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
  const nobody = await leader.post(`/campaigns/${id}/test`, { number: 'nenhum número' })
  expect(nobody).toMatchObject({ status: 400, body: { details: { number: [expect.any(String)] } } })
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
