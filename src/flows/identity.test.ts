import { describe, expect, test } from 'bun:test'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import { transaction } from '#kernel/context'
import type { Person } from '#modules/connections'
import { newPhone } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { contacts } from '../modules/contacts/schema'
import { messages } from '../modules/messages/schema'
import { tickets } from '../modules/tickets/schema'
import { ticketTrackings } from '../modules/trackings/schema'
import { learnIdentity, resolvePerson } from './identity'

const office = await testOffice()
const { norte } = office

let lids = 100_000_000_000_000
const newLid = () => String(++lids)
const db = () => office.store.db
const named = (who: Person) => or(who.pn ? eq(contacts.number, who.pn) : sql`0`, who.lid ? eq(contacts.lid, who.lid) : sql`0`)
const rowsOf = (who: Person) =>
  db()
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, norte.id), named(who)))
    .orderBy(contacts.id)
const learn = (person: Person) => transaction(norte.ctx, ctx => resolvePerson(ctx, person, null))
const admin = () => norte.staff.admin.client

test('a number with the ninth digit and without is one person, in the form that came last', async () => {
  const first = await learn({ pn: '5511987651111', lid: null })
  const second = await learn({ pn: '551187651111', lid: null })
  expect(second.id).toBe(first.id)
  expect(second.number).toBe('551187651111')
})

test.each([
  ['of fillers', '\u115f\u3164\uffa0'],
  ['of empty Braille', '\u2800\u2800'],
  ['of selectors', '\ufe0f\u{e0100}'],
  ['of gaps and marks', '\u00a0\u0301\u034f'],
])('a name that nobody sees, %s, is none: the number stands in its place', async (_, name) => {
  const pn = newPhone()
  expect((await transaction(norte.ctx, ctx => resolvePerson(ctx, { pn, lid: null }, name))).name).toBe(pn)
})

test('a long name ends with a whole sign', async () => {
  const name = 'a'.repeat(49)
  expect((await transaction(norte.ctx, ctx => resolvePerson(ctx, { pn: newPhone(), lid: null }, `${name}😀`))).name).toBe(name)
})

test('a landline and a mobile that differ by a nine are two', async () => {
  const landline = await learn({ pn: '551134567890', lid: null })
  expect((await learn({ pn: '5511934567890', lid: null })).id).not.toBe(landline.id)
})

test('other countries keep every digit', async () => {
  expect((await learn({ pn: '351912345678', lid: null })).id).not.toBe((await learn({ pn: '35112345678', lid: null })).id)
})

test('the digits of a linked id are never a number', async () => {
  const lid = newLid()
  expect(await learn({ pn: null, lid })).toMatchObject({ number: null, phoneKey: null, lid })
  expect((await learn({ pn: lid, lid: null })).lid).toBeNull()
})

test('what becomes known outside of a message makes nobody', async () => {
  const person = { pn: newPhone(), lid: newLid() }
  await learnIdentity(norte.ctx, person)
  expect(await rowsOf(person)).toEqual([])
})

test('two conversations that turn out to be one person’s become one, with every message and one active ticket', async () => {
  const person = { pn: newPhone(), lid: newLid() }
  await office.receive(norte, { from: { pn: person.pn, name: 'Helena' }, text: 'pelo número' })
  await office.receive(norte, { from: { lid: person.lid }, text: 'pelo lid' })
  expect(await rowsOf(person)).toHaveLength(2)
  const socket = await admin().socket()
  await office.receive(norte, { from: person, text: 'pelos dois' })
  const [contact, ...more] = await rowsOf(person)
  expect(more).toEqual([])
  expect(contact).toMatchObject({ number: person.pn, lid: person.lid, name: 'Helena' })
  const held = await db().select().from(tickets).where(eq(tickets.contactId, contact!.id))
  expect(held).toMatchObject([{ status: 'pending', unreadMessages: 3, lastMessage: 'pelos dois' }])
  const { body } = await admin().get<{ messages: { body: string }[] }>(`/messages/${held[0]!.id}`)
  expect(body.messages.map(message => message.body)).toEqual(['pelo número', 'pelo lid', 'pelos dois'])
  await socket.next(`company-${norte.id}-contact`, told => told.action === 'delete')
  socket.close()
})

test('answers that wait in the outbox go to the person who stays', async () => {
  const person = { pn: newPhone(), lid: newLid() }
  await office.receive(norte, { from: { pn: person.pn } })
  await office.receive(norte, { from: { lid: person.lid } })
  const [, second] = await rowsOf(person)
  const [ticket] = await db().select().from(tickets).where(eq(tickets.contactId, second!.id))
  await admin().put(`/tickets/${ticket!.id}`, { status: 'open' })
  expect((await admin().post(`/messages/${ticket!.id}`, { body: 'ainda na fila' })).status).toBe(200)
  await office.receive(norte, { from: person })
  const [contact] = await rowsOf(person)
  const { rows } = await office.store.client.execute({ sql: 'select count(*) as n from outbox where chat_id = ?', args: [contact!.id] })
  expect(rows[0]!.n).toBe(1)
})

describe('a merge is taken back', () => {
  test('with both contacts, tickets and messages as they were', async () => {
    const person = { pn: newPhone(), lid: newLid() }
    await office.receive(norte, { from: { pn: person.pn, name: 'Uma' }, text: 'da uma' })
    await office.receive(norte, { from: { lid: person.lid, name: 'Outra' }, text: 'da outra' })
    const before = (await rowsOf(person)).map(({ id, number, lid, name }) => ({ id, number, lid, name }))
    await transaction(norte.ctx, ctx => resolvePerson(ctx, person, null))
    const [kept] = await rowsOf(person)
    expect((await norte.staff.supervisor.client.post(`/contacts/${kept!.id}/unmerge`)).status).toBe(403)
    expect((await admin().post(`/contacts/${kept!.id}/unmerge`)).status).toBe(200)
    expect((await rowsOf(person)).map(({ id, number, lid, name }) => ({ id, number, lid, name }))).toEqual(before)
    for (const [i, body] of ['da uma', 'da outra'].entries()) {
      const [ticket, ...more] = await db().select().from(tickets).where(eq(tickets.contactId, before[i]!.id))
      expect(more).toEqual([])
      const page = (await admin().get<{ messages: { body: string }[] }>(`/messages/${ticket!.id}`)).body
      expect(page.messages.map(message => message.body)).toEqual([body])
      expect(ticket).toMatchObject({ unreadMessages: 1, lastMessage: body })
    }
    expect((await admin().post(`/contacts/${kept!.id}/unmerge`)).status).toBe(404)
  })

  test('also when a ticket was deleted since', async () => {
    const person = { pn: newPhone(), lid: newLid() }
    await office.receive(norte, { from: { pn: person.pn } })
    await office.receive(norte, { from: { lid: person.lid } })
    await learn(person)
    const [kept] = await rowsOf(person)
    const [ticket] = await db().select().from(tickets).where(eq(tickets.contactId, kept!.id))
    expect((await admin().delete(`/tickets/${ticket!.id}`)).status).toBe(200)
    expect((await admin().post(`/contacts/${kept!.id}/unmerge`)).status).toBe(200)
    expect(await rowsOf(person)).toHaveLength(2)
  })

  /** Two conversations of one person, the second as it is given, and the merge of both. */
  async function merged(change: (ticket: typeof tickets.$inferSelect, keptId: number) => Promise<unknown>) {
    const person = { pn: newPhone(), lid: newLid() }
    await office.receive(norte, { from: { pn: person.pn, name: 'Uma' }, text: 'da uma' })
    await office.receive(norte, { from: { lid: person.lid, name: 'Outra' }, text: 'da outra' })
    const [kept, gone] = await rowsOf(person)
    const [absorbed] = await db().select().from(tickets).where(eq(tickets.contactId, gone!.id))
    await change(absorbed!, kept!.id)
    await learn(person)
    const undo = () => admin().post(`/contacts/${kept!.id}/unmerge`)
    return { person, kept: kept!, gone: gone!, absorbed: absorbed!, undo }
  }
  const ticketsOf = (contactId: number) => db().select().from(tickets).where(eq(tickets.contactId, contactId))

  test('also when both conversations had a message of the same clientId', async () => {
    const ids: number[] = []
    const { gone, undo } = await merged(async ({ contactId }) => {
      const [kept] = await db().select().from(tickets).orderBy(desc(tickets.id)).limit(1).offset(1)
      for (const id of [kept!.id, ...(await ticketsOf(contactId)).map(ticket => ticket.id)]) {
        ids.push(id)
        await admin().put(`/tickets/${id}`, { status: 'open', userId: norte.staff.admin.id })
        await admin().post(`/messages/${id}`, { body: `em ${id}`, clientId: 'msg-0001' })
      }
    })
    const bodies = async (id: number) =>
      (await admin().get<{ messages: { body: string }[] }>(`/messages/${id}`)).body.messages.map(message => message.body)
    expect(await bodies(ids[0]!)).toEqual(expect.arrayContaining(ids.map(id => `em ${id}`)))
    expect((await undo()).status).toBe(200)
    const [back] = await ticketsOf(gone.id)
    expect(await bodies(back!.id)).toContain(`em ${ids[1]}`)
  })

  test('also when the conversation has tens of thousands of messages', async () => {
    const many = 40_000
    const { gone, undo } = await merged(({ id, contactId }) =>
      office.store.client
        .execute(`insert into messages (uid, company_id, ticket_id, chat_id, contact_id, connection_id, wid, body, from_me, media_type, status, created_at, updated_at)
        select 'many ' || value, ${norte.id}, ${id}, ${contactId}, ${contactId}, ${norte.connection.id}, 'many ' || value, 'oi', 0, 'conversation', 'received', 0, 0
        from generate_series(1, ${many})`),
    )
    expect((await undo()).status).toBe(200)
    const [back] = await ticketsOf(gone.id)
    const page = await admin().get<{ count: number }>(`/messages/${back!.id}?markRead=false`)
    expect(page.body.count).toBe(many + 1)
    expect(await db().$count(messages, eq(messages.chatId, gone.id))).toBe(many + 1)
  })

  test('with the tags and openings of each conversation, and one lane of the board for both', async () => {
    const tag = async (name: string, kanban: 0 | 1) =>
      (await admin().post<{ id: number }>('/tags', { name, color: '#12ab34', kanban })).body.id
    const [mine, ours, laneA, laneB] = [await tag('Só dela', 0), await tag('Das duas', 0), await tag('Raia A', 1), await tag('Raia B', 1)]
    const put = (ticketId: number, ...ids: number[]) => admin().post('/tags/sync', { ticketId, tags: ids.map(id => ({ id })) })
    const tagsOf = async (ticketId: number) =>
      (await admin().get<{ tags: { name: string }[] }>(`/tickets/${ticketId}`)).body.tags.map(({ name }) => name).toSorted()
    const openingsOf = (ticketId: number) =>
      db().select().from(ticketTrackings).where(eq(ticketTrackings.ticketId, ticketId)).orderBy(ticketTrackings.id)
    const { kept, absorbed, undo } = await merged(async (ticket, keptId) => {
      await admin().put(`/tickets/${ticket.id}`, { status: 'closed' })
      // Long enough ago to be no end that is undone.
      await db()
        .update(ticketTrackings)
        .set({ finishedAt: new Date(Date.now() - 120_000) })
        .where(eq(ticketTrackings.ticketId, ticket.id))
      await admin().put(`/tickets/${ticket.id}`, { status: 'open' })
      const [of] = await ticketsOf(keptId)
      await put(ticket.id, mine, ours, laneA)
      await put(of!.id, ours, laneB)
    })
    const [one] = await ticketsOf(kept.id)
    expect(await tagsOf(one!.id)).toEqual(['Das duas', 'Raia B', 'Só dela'])
    expect(await openingsOf(one!.id)).toHaveLength(2)
    expect((await undo()).status).toBe(200)
    expect(await tagsOf(one!.id)).toEqual(['Das duas', 'Raia B'])
    expect(await tagsOf(absorbed.id)).toEqual(['Das duas', 'Raia A', 'Só dela'])
    expect(await openingsOf(one!.id)).toMatchObject([{ finishedAt: null }])
    const [over, going] = await openingsOf(absorbed.id)
    expect(over!.finishedAt).not.toBeNull()
    expect(going).toMatchObject({ finishedAt: null, contactId: absorbed.contactId, userId: norte.staff.admin.id })
  })

  test('also when the queue, the person or the connection that a ticket had is gone', async () => {
    const { body: queue } = await admin().post<{ id: number }>('/queue', { name: 'Que vai', color: '#12ab34' })
    const { body: user } = await admin().post<{ id: number }>('/users', {
      name: 'Quem vai',
      email: 'vai@norte.com',
      password: 'fita-verde',
      profile: 'user',
      queueIds: [queue.id],
    })
    const { gone, absorbed, undo } = await merged(ticket =>
      admin().put(`/tickets/${ticket.id}`, { status: 'open', queueId: queue.id, userId: user.id }),
    )
    expect((await admin().delete(`/users/${user.id}`)).status).toBe(200)
    expect((await admin().delete(`/queue/${queue.id}`)).status).toBe(200)
    expect((await undo()).status).toBe(200)
    expect(await ticketsOf(gone.id)).toMatchObject([{ id: absorbed.id, queueId: null, userId: null, status: 'pending' }])

    const shop = await office.company('Leste')
    const from = { pn: newPhone(), lid: newLid() }
    await office.receive(shop, { from: { pn: from.pn } })
    await office.receive(shop, { from: { lid: from.lid } })
    const { id } = await transaction(shop.ctx, ctx => resolvePerson(ctx, from, null))
    expect((await shop.staff.admin.client.delete(`/whatsapp/${shop.connection.id}`)).status).toBe(200)
    expect((await shop.staff.admin.client.post(`/contacts/${id}/unmerge`)).status).toBe(200)
    const [restored] = await db().select().from(contacts).where(eq(contacts.lid, from.lid))
    expect(await ticketsOf(restored!.id)).toMatchObject([{ whatsappId: null, status: 'pending' }])
  })

  test('also when somebody who came since was given its id', async () => {
    const { person, gone, undo } = await merged(async () => {})
    await office.receive(norte, { from: { pn: newPhone(), name: 'Nova' }, text: 'de outra pessoa' })
    const [other] = await ticketsOf(gone.id)
    expect((await undo()).status).toBe(200)
    const [restored] = await rowsOf({ pn: null, lid: person.lid })
    const [back, ...more] = await ticketsOf(restored!.id)
    expect(more).toEqual([])
    const bodies = async (id: number) =>
      (await admin().get<{ messages: { body: string }[] }>(`/messages/${id}`)).body.messages.map(message => message.body)
    expect(await bodies(back!.id)).toEqual(['da outra'])
    expect([other!.contactId, restored!.id === gone.id]).toEqual([gone.id, false])
    expect(await bodies(other!.id)).toEqual(['de outra pessoa'])
  })

  test('also when a ticket that had moved was reopened since: the one that returns is closed', async () => {
    const { person, kept, gone, absorbed, undo } = await merged(async ticket => {
      await admin().put(`/tickets/${ticket.id}`, { status: 'closed' })
      await admin().post('/tickets', { contactId: ticket.contactId, whatsappId: norte.connection.id, queueId: norte.queues[0].id })
    })
    for (const { id, status } of await ticketsOf(kept.id))
      if (status !== 'closed') await admin().put(`/tickets/${id}`, { status: 'closed' })
    expect((await admin().put(`/tickets/${absorbed.id}`, { status: 'open' })).status).toBe(200)
    expect((await undo()).status).toBe(200)
    expect(await rowsOf(person)).toHaveLength(2)
    const back = await ticketsOf(gone.id)
    expect(back.map(ticket => ticket.status).toSorted()).toEqual(['closed', 'open'])
  })
})

describe('whatever the order of arrival, it ends in one person', () => {
  /** How one person is met: by number with the ninth digit or without, by linked id, or by both at once. */
  function someone() {
    const mobile = newPhone()
    const short = mobile.replace(/^(55\d{2})9/, '$1')
    const lid = newLid()
    const apart: Person[] = [
      { pn: mobile, lid: null },
      { pn: short, lid: null },
      { pn: null, lid },
    ]
    const joined: Person[] = [
      { pn: mobile, lid },
      { pn: short, lid },
    ]
    return { short, lid, forms: [...apart, ...joined], joined, numbers: [mobile, short] }
  }

  /** Every seventh of the ten thousand: each meeting at each place, after each other. All of them for who has the time: ORDERS=all. */
  const EVERY = process.env['ORDERS'] === 'all' ? 1 : 7
  test('in the orders of four meetings, each in one of five forms, in a message or told beside one', async () => {
    const orders = Array.from({ length: Math.ceil(10_000 / EVERY) }, (_, i) => i * EVERY)
    const lives = orders.map(order => ({
      ...someone(),
      // The digits of the order: even ones are messages, odd ones are told outside of one.
      met: Array.from({ length: 4 }, (_, at) => Math.floor(order / 10 ** at) % 10),
      last: order % 2,
    }))
    const live = async ({ met, last, forms, joined }: (typeof lives)[number]) => {
      for (const digit of met) await (digit % 2 ? learnIdentity(norte.ctx, forms[digit >> 1]!) : learn(forms[digit >> 1]!))
      await learn(joined[last]!)
    }
    // Those of one commit at a time.
    for (let done = 0; done < lives.length; done += 250) await Promise.all(lives.slice(done, done + 250).map(live))
    const rows = await db().select().from(contacts).where(eq(contacts.companyId, norte.id))
    const byNumber = Map.groupBy(rows, ({ phoneKey }) => phoneKey)
    const byLid = Map.groupBy(rows, ({ lid }) => lid)
    const split = lives.filter(({ short, lid, numbers }) => {
      const [one, ...more] = new Set([...(byNumber.get(short) ?? []), ...(byLid.get(lid) ?? [])])
      return more.length > 0 || one?.lid !== lid || one.phoneKey !== short || !numbers.includes(one.number!)
    })
    expect(split.map(({ met }) => met)).toEqual([])
  }, 300_000)

  const random = (n: number) => Math.floor(Math.random() * n)
  test('with every message, in one active ticket', async () => {
    const one = async () => {
      const { forms, joined, lid, short } = someone()
      const met = [...Array.from({ length: 2 + random(4) }, () => forms[random(forms.length)]!), joined[random(2)]!]
      for (const [i, from] of met.entries()) await office.receive(norte, { from, fromMe: i < met.length - 1 && random(4) === 0 })
      const [contact] = await db()
        .select()
        .from(contacts)
        .where(and(eq(contacts.companyId, norte.id), or(eq(contacts.phoneKey, short), eq(contacts.lid, lid))))
      const own = await db().select().from(messages).where(eq(messages.chatId, contact!.id))
      const held = await db().select().from(tickets).where(eq(tickets.contactId, contact!.id))
      const active = held.filter(ticket => ticket.status !== 'closed').length
      return { lost: met.length - own.length, active, astray: own.filter(one => !held.some(ticket => ticket.id === one.ticketId)).length }
    }
    for (const end of await Promise.all(Array.from({ length: 50 }, one))) expect(end).toEqual({ lost: 0, active: 1, astray: 0 })
  }, 30_000)
})
