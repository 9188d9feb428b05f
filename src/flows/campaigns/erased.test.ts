import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { until } from '../../../tests/until'
import { shipments } from '../../modules/campaigns/schema'
import { contactListItems } from '../../modules/contact-list-items/schema'
import { contacts } from '../../modules/contacts'
import { optOuts } from '../../modules/opt-outs/schema'
import { at, testCampaigns } from './campaigns.fixture'
import { campaignEngine } from './engine'

const { office, norte, leader, listOf, made, read, verb, fill, shipmentsOf, sendAll, monday, turn, running, ended } = await testCampaigns()
const admin = norte.staff.admin.client

/** Deletes whoever has a number, who is made for that where nobody is. */
async function erase(pn: string) {
  const [known] = await contacts.known(norte.ctx, { pn, lid: null })
  const { id } = known ?? (await admin.post<{ id: number }>('/contacts', { name: 'Helena Prado', number: pn, email: '' })).body
  expect((await admin.delete(`/contacts/${id}`)).status).toBe(200)
}

test('who is deleted is in no list and no report by name any more, is written to no more, and still counts', async () => {
  const { id, listId, phones } = await running(2)
  const [gone, kept] = phones as [string, string]
  await erase(gone)
  expect(await read(id)).toMatchObject({ counts: { people: 2, stopped: 1, waiting: 1 } })
  await sendAll()
  const [erased, sent] = await shipmentsOf(id)
  expect(erased).toMatchObject({ name: '', number: '', email: '', lid: null, contactId: null, state: 'stopped', reason: 'erased' })
  expect(sent).toMatchObject({ number: kept, state: 'sent' })
  const listed = await norte.ctx.db.select().from(contactListItems).where(eq(contactListItems.contactListId, listId))
  expect(listed.map(({ number }) => number)).toEqual([kept])
  await erase(kept)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 2, sent: 1 } })
  expect((await leader.get<{ records: unknown[] }>(`/campaigns/${id}/shipments?searchParam=${kept}`)).body.records).toEqual([])
  expect((await shipmentsOf(id))[1]).toMatchObject({ name: '', number: '', messageId: null, state: 'sent' })
})

test('the wish of who is deleted holds: the number alone is kept of it', async () => {
  const { phones } = await running(1)
  const [pn] = phones as [string]
  await sendAll()
  await office.receive(norte, { from: { pn, name: 'Joaquim' }, text: 'SAIR' })
  await erase(pn)
  const [wish] = await norte.ctx.db.select().from(optOuts).where(eq(optOuts.number, pn))
  expect(wish).toMatchObject({ name: '', word: '' })
  const { id: listId } = await listOf(0)
  await leader.post(`/contact-lists/${listId}/upload`, { rows: [{ name: 'Outra vez', number: pn }] })
  const again = await made(listId)
  await verb(again, 'start')
  await fill(again)
  expect((await read(again)).counts).toMatchObject({ people: 1, stopped: 1, waiting: 0 })
  await ended(again)
})

test('a campaign ends although somebody was deleted whose message was on its way', async () => {
  const { id, phones } = await running(1)
  await at(monday(), turn)
  expect((await shipmentsOf(id))[0]).toMatchObject({ state: 'queued' })
  await erase(phones[0]!)
  await until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'purge'")).rows.length === 0)
  await at(monday() + 120_000, turn)
  expect(await read(id)).toMatchObject({ status: 'FINALIZADA', counts: { people: 1, stopped: 1 } })
})

test('who is deleted while the network is asked about their number does not come back with its answer', async () => {
  for (const isKnown of [true, false]) {
    const { id, phones } = await running(1)
    await norte.ctx.db.update(shipments).set({ isChecked: false }).where(eq(shipments.campaignId, id))
    const lookup = async (_: number, [asked]: string[]) => {
      await erase(phones[0]!)
      return isKnown ? [{ asked: asked!, pn: asked!, lid: null }] : []
    }
    const { turn } = campaignEngine({ channel: { isOpen: () => true, lookup }, now: monday })
    await turn(norte.ctx, norte.connection.id)
    expect((await shipmentsOf(id))[0]).toMatchObject({ number: '', state: 'stopped', reason: 'erased' })
    await ended(id)
  }
})
