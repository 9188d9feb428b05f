import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'
import { companies } from '../companies'

const office = await testOffice()
const { store } = office
const { norte, sul } = office
const run = (text: string) => store.client.execute(text)

type Shop = typeof norte
type Named = { name: string } | null
type Ticket = { id: number; userId: number | null; contact: Named; queue: Named; user: Named; whatsapp: Named; tags: { name: string }[] }
const listed = async (shop: Shop) =>
  (await shop.staff.admin.client.get<{ tickets: Ticket[] }>('/tickets?showAll=true&status=open')).body.tickets.find(
    ({ id }) => id === shop.tickets.open.id,
  )
const detailed = async (shop: Shop) => (await shop.staff.admin.client.get<Ticket>(`/tickets/${shop.tickets.open.id}`)).body
const author = async (shop: Shop) =>
  (await shop.staff.admin.client.get<{ messages: { contact: Named }[] }>(`/messages/${shop.tickets.open.id}`)).body.messages.flatMap(
    ({ contact }) => contact?.name ?? [],
  )[0]
const contact = async (shop: Shop) =>
  (
    await shop.staff.admin.client.get<{
      contacts: { id: number; name: string; tags: { name: string }[]; tickets: { status: string }[] }[]
    }>('/contacts')
  ).body.contacts.find(({ id }) => id === shop.tickets.open.contactId)!

/** Everything was read and is kept, in both companies. */
async function warm() {
  for (const shop of [norte, sul])
    await until(async () => {
      for (const read of [listed, detailed, author, contact]) await read(shop)
      return store.rows!.get(`ticket ${shop.id} ${shop.tickets.open.id}`)
    })
}

test('what a ticket is made of shows as it is called now, wherever it stands', async () => {
  await run(`insert into ticket_tags (ticket_id, tag_id, created_at, updated_at) values (${norte.tickets.open.id}, ${norte.tag.id}, 0, 0)`)
  await warm()
  const before = await listed(sul)
  const { contactId, queueId, userId, whatsappId } = norte.tickets.open
  await run(`update contacts set name = 'Outro contato' where id = ${contactId}`)
  await run(`update queues set name = 'Outra fila' where id = ${queueId}`)
  await run(`update users set name = 'Outra pessoa' where id = ${userId}`)
  await run(`update connections set name = 'Outra conexão' where id = ${whatsappId}`)
  await run(`update tags set name = 'Outra etiqueta' where id = ${norte.tag.id}`)
  const now = {
    contact: { name: 'Outro contato' },
    queue: { name: 'Outra fila' },
    user: { name: 'Outra pessoa' },
    whatsapp: { name: 'Outra conexão' },
    tags: [{ name: 'Outra etiqueta' }],
  }
  expect(await listed(norte)).toMatchObject(now)
  expect(await detailed(norte)).toMatchObject(now)
  expect(await author(norte)).toBe('Outro contato')
  expect(await contact(norte)).toMatchObject({ name: 'Outro contato', tags: [{ name: 'Outra etiqueta' }] })
  expect(await listed(sul)).toEqual(before)

  // A tag of a ticket alone is one of its contact, too.
  await warm()
  await run(`update tags set name = 'Etiqueta nova' where id = ${norte.tag.id}`)
  for (const read of [listed, detailed, contact]) expect(await read(norte)).toMatchObject({ tags: [{ name: 'Etiqueta nova' }] })
})

test('a picture has an address that opens, whether the ticket was kept or not', async () => {
  const { hash } = await office.product.ctxFor(norte.id).media.save(new Uint8Array([0xff, 0xd8, 0xff, 0xd9]))
  await run(`update contacts set picture = '${hash}', name = '"profilePicUrl":"${hash}"' where id = ${norte.tickets.open.contactId}`)
  await warm()
  for (const read of [listed, detailed]) {
    const { contact } = (await read(norte)) as unknown as { contact: { profilePicUrl: string; name: string } }
    expect(contact.name).toBe(`"profilePicUrl":"${hash}"`)
    expect((await office.product.app.request(contact.profilePicUrl)).status).toBe(200)
  }
})

test('a tag that is taken off, and a person who goes into the trash, are gone from the rows that had them', async () => {
  await warm()
  await run(`delete from ticket_tags where ticket_id = ${norte.tickets.open.id}`)
  expect((await listed(norte))!.tags).toEqual([])
  expect((await contact(norte)).tags).toEqual([])
  const trash = await store.write(store.db, db => companies.trash(db))
  await run(`update users set company_id = ${trash} where id = ${norte.tickets.open.userId}`)
  expect(await listed(norte)).toMatchObject({ user: null, userId: null })
  expect(await detailed(norte)).toMatchObject({ user: null, userId: null })
  await run(`update users set company_id = ${norte.id} where id = ${norte.tickets.open.userId}`)
  expect(await listed(norte)).toMatchObject({ userId: norte.tickets.open.userId })
})

test('whichever text of a ticket or a contact changes is seen', async () => {
  await warm()
  for (const [table, id, read, texts] of [
    ['tickets', norte.tickets.open.id, detailed, { last_message: 'lastMessage', uuid: 'uuid', typebot_session_id: 'typebotSessionId' }],
    ['contacts', norte.tickets.open.contactId, contact, { name: 'name', number: 'number', email: 'email' }],
  ] as const)
    for (const [column, key] of Object.entries(texts)) {
      const value = crypto.randomUUID()
      await run(`update ${table} set ${column} = '${value}' where id = ${id}`)
      expect(await read(norte)).toMatchObject({ [key]: value })
    }
})

test('who may not see a ticket any more does not, however warm it is', async () => {
  await warm()
  const { ana, bia } = norte.staff
  const path = `/tickets/${norte.tickets.open.id}`
  expect((await ana.client.get(path)).status).toBe(200)
  expect((await bia.client.get(path)).status).toBe(403)
  expect((await sul.staff.admin.client.get(path)).status).toBe(404)
  await run(`update tickets set user_id = ${bia.id}, queue_id = ${norte.queues[1].id} where id = ${norte.tickets.open.id}`)
  expect((await ana.client.get(path)).status).toBe(403)
  expect((await bia.client.get(path)).status).toBe(200)
  const found = async (who: typeof ana) =>
    (await who.client.get<{ contacts: { id: number; tickets: object[] }[] }>('/contacts')).body.contacts.find(
      ({ id }) => id === norte.tickets.open.contactId,
    )!.tickets.length
  expect([await found(ana), await found(bia)]).toEqual([0, 1])
  await run(`delete from tickets where id = ${norte.tickets.open.id}`)
  expect((await bia.client.get(path)).status).toBe(404)
  expect([await found(ana), await found(bia)]).toEqual([0, 0])
})
