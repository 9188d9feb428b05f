import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { dice } from '../../../tests/dice'
import { testOffice } from '../../../tests/office'
import { campaigns, type Counts } from '../../modules/campaigns'
import { STATES } from '../../modules/campaigns/schema'
import { people } from '../../modules/contact-list-items'
import { contactLists } from '../../modules/contact-lists'

const { norte, sul } = await testOffice()
const leader = norte.staff.supervisor.client

type Person = { id: number; name: string; state: string; sentAt: string | null }
type Page = { records: Person[]; count: number; hasMore: boolean }

/** A campaign with people of whom each tenth has failed. */
async function campaignOf(people: number) {
  const { id } = await campaigns.insert(norte.ctx, { name: 'Relatório' })
  await norte.ctx.db.run(sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${people - 1})
    insert into campaign_shipments (company_id, campaign_id, name, number, phone_key, email, is_checked, state, sent_at, created_at, updated_at)
    select ${norte.id}, ${id}, 'Pessoa ' || i, '5511' || (80000000 + i), '5511' || (80000000 + i), '', 1,
      iif(i % 10 = 0, 'failed', 'sent'), 1900000000000, 0, 0 from n`)
  return id
}
/** What the counters of a campaign say, from its rows. */
const RECOUNT = `select count(*) people, total(state in ('waiting', 'confirmed', 'queued')) waiting, total(state = 'asking') asking,
  count(confirmed_at) confirmed, total(sent_at is not null and state not in ('failed', 'queued')) sent, count(delivered_at) delivered,
  count(read_at) read, total(state = 'failed') failed, total(state = 'stopped') stopped, count(answered_at) answered,
  count(opted_out_at) optedOut, count(confirmation_requested_at) asked, total(reason is 'not_on_whatsapp') invalid
  from campaign_shipments where campaign_id = ?`
const pageOf = async (id: number, query: string) => (await leader.get<Page>(`/campaigns/${id}/shipments?${query}`)).body

async function allOf(id: number, query = '') {
  const found: Person[] = []
  for (let after = 0, pages = 0; ;) {
    const { records, count, hasMore } = await pageOf(id, `after=${after}&${query}`)
    found.push(...records)
    if (!hasMore) return { people: found, count, pages }
    expect(++pages).toBeLessThan(10)
    after = records.at(-1)!.id
  }
}

test('people of a campaign are read page by page behind a cursor, each of them once', async () => {
  const id = await campaignOf(1_250)
  const { people: all, count, pages } = await allOf(id)
  expect([all.length, count, pages, new Set(all.map(one => one.id)).size]).toEqual([1_250, 1_250, 2, 1_250])
  expect(all[1]).toMatchObject({ name: 'Pessoa 1', state: 'sent', sentAt: new Date(1_900_000_000_000).toISOString() })
  expect(Object.keys(all[0]!)).not.toContain('phoneKey')
})

test('a view and a search have a count and an end of their own', async () => {
  const id = await campaignOf(1_250)
  expect(await allOf(id, 'view=failed')).toMatchObject({ count: 125, pages: 0 })
  const { people: found, count } = await allOf(id, 'searchParam=Pessoa 12')
  expect([count, found.length]).toEqual([61, 61])
  expect((await pageOf(id, 'searchParam=%25')).count).toBe(0)
})

test('who asked to be left alone is a view of its own, and tells when', async () => {
  const id = await campaignOf(3)
  await norte.ctx.db.run(sql`update campaign_shipments set opted_out_at = 1900000000000 where campaign_id = ${id} and name = 'Pessoa 1'`)
  const { people: found, count } = await allOf(id, 'view=optedOut')
  expect(count).toBe(1)
  expect(found).toEqual([expect.objectContaining({ name: 'Pessoa 1', optedOutAt: new Date(1_900_000_000_000).toISOString() })])
})

test('what became of people is counted whatever statement writes it, and equals a recount', async () => {
  const id = await campaignOf(200)
  const moments = ['confirmation_requested_at', 'confirmed_at', 'sent_at', 'delivered_at', 'read_at', 'answered_at', 'opted_out_at']
  const random = dice(7)
  const recount = async () => (await norte.ctx.db.all(sql.raw(RECOUNT.replace('?', String(id)))))[0] as object
  for (let step = 0; step < 40; step++) {
    const [from, to] = [random(200), 1 + random(20)]
    const which = `campaign_id = ${id} order by id limit ${to} offset ${from}`
    const state = STATES[random(STATES.length)]!
    const moment = moments[random(moments.length)]!
    const change = [
      `update campaign_shipments set state = '${state}', ${moment} = iif(id % 3, 1, null)`,
      `update campaign_shipments set reason = iif(reason is null, 'not_on_whatsapp', null)`,
      'delete from campaign_shipments',
    ][Math.min(2, Math.floor(random(21) / 10))]!
    await norte.ctx.db.run(sql.raw(`${change} where id in (select id from campaign_shipments where ${which})`))
    expect((await campaigns.get(norte.ctx, id)).counts).toEqual((await recount()) as Counts)
  }
})

test('the people of another company’s campaign, and a cursor that is none, are refused', async () => {
  const id = await campaignOf(1)
  expect((await sul.staff.admin.client.get(`/campaigns/${id}/shipments`)).status).toBe(404)
  expect((await leader.get(`/campaigns/${id}/shipments?after=-1`)).status).toBe(400)
  expect((await leader.get(`/campaigns/${id}/shipments?after=1e3`)).status).toBe(400)
})

test('older clients read a campaign with what became of its people, and with those of its list', async () => {
  const id = await campaignOf(3)
  const list = await contactLists.insert(norte.ctx, { name: 'Três' })
  await people.add(norte.ctx, list.id, [{ name: 'Rita', number: '5511980000001' }])
  await campaigns.patch(norte.ctx, id, { contactListId: list.id })
  const { body } = await leader.get<{ shipping: object[]; contactList: { contacts: object[] } }>(`/campaigns/${id}`)
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(body.shipping.length).toBe(3)
  expect(body.shipping[0]).toMatchObject({ campaignId: id, deliveredAt: null, confirmationRequestedAt: null, createdAt: moment })
  expect(body.contactList.contacts).toEqual([expect.objectContaining({ name: 'Rita', isWhatsappValid: null, updatedAt: moment })])
  expect((await leader.get<object[]>('/campaigns/list')).body).toContainEqual(expect.objectContaining({ id }))
})
