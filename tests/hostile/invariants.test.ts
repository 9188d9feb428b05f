import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { settings } from '#modules/settings'
import { customerOf, worldOf } from '../../src/flows/conversation/stories.fixture'
import { contacts } from '../../src/modules/contacts/schema'
import { tickets } from '../../src/modules/tickets/schema'
import { ticketTrackings } from '../../src/modules/trackings/schema'
import type { Staff } from '../factories'
import { draws } from '../dice'
import { testOffice } from '../office'

// What must hold after any work in any order. BALCAO_STEPS and BALCAO_SEED make it longer, or another one.
const STEPS = Number(process.env['BALCAO_STEPS'] ?? 600)
const PATIENCE_MS = 600_000 + 300 * STEPS
const seed = Number(process.env['BALCAO_SEED'] ?? 20261122)
const random = draws(seed)
const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!

const office = await testOffice()
const { norte, sul } = office
const AGENTS: Staff[] = ['admin', 'supervisor', 'ana', 'bia', 'leo']
const STATUSES = ['open', 'pending', 'closed'] as const

/** The lists of somebody as a page keeps them: what is told is put in or taken out. */
const follower = (who: Staff) => norte.staff[who].client.socket(...STATUSES.map((status): [string, string] => ['joinTickets', status]))

/** Rows that must not be. */
const BROKEN: Record<string, (companyId: number, lanes: number[]) => string> = {
  'a ticket is of a contact of the company': company =>
    `select t.id from tickets t left join contacts c on c.id = t.contact_id and c.company_id = t.company_id where t.company_id = ${company} and c.id is null`,
  'what was said is in the chat of the contact of its ticket': company =>
    `select m.id from messages m join tickets t on t.id = m.ticket_id where t.company_id = ${company} and m.chat_id <> t.contact_id`,
  'what was noted down is about the contact of its ticket': company =>
    `select n.id from ticket_notes n join tickets t on t.id = n.ticket_id where t.company_id = ${company} and n.contact_id <> t.contact_id`,
  'what waits to be sent goes to the chat that it was said in': () =>
    'select o.id from outbox o join messages m on m.id = o.message_id where o.chat_id <> m.chat_id',
  'a ticket is in one lane': (_, lanes) => `select ticket_id from ticket_tags where tag_id in (${lanes}) group by 1 having count(*) > 1`,
  'what has ended does not sleep': company =>
    `select id from tickets where company_id = ${company} and status = 'closed' and snoozed_at is not null`,
  'whoever has a ticket serves its queue': company =>
    `select t.id from tickets t join users u on u.id = t.user_id and u.profile <> 'admin' where t.company_id = ${company} and t.status = 'open'
      and t.queue_id is not null and not exists (select 1 from user_queues q where q.user_id = u.id and q.queue_id = t.queue_id)`,
}

type Listed = { id: number; status: string; isGroup: boolean }
async function listed(who: Staff, status: string, queueIds: number[]) {
  const ids = encodeURIComponent(JSON.stringify(queueIds))
  const found: number[] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const { body } = await norte.staff[who].client.get<{ tickets: Listed[]; hasMore: boolean; count: number }>(
      `/tickets?status=${status}&showAll=true&queueIds=${ids}&pageNumber=${page}`,
    )
    found.push(...body.tickets.map(({ id }) => id))
    hasMore = body.hasMore
    if (!hasMore) expect(body.count).toBe(found.length)
  }
  return found.toSorted((a, b) => a - b)
}

test(
  'five people and their customers do as they like: one active ticket each, an owner where it is open, one record, counts that are true',
  async () => {
    await settings.set(norte.ctx, 'userRating', 'enabled')
    await settings.set(norte.ctx, 'viewclosed', 'enabled')
    const place = await worldOf(norte, {
      greetingMessage: 'Olá!',
      complationMessage: 'Até logo!',
      queues: [{ name: 'Um' }, { name: 'Dois' }],
    })
    const customers = Array.from({ length: 12 }, () => customerOf(office, norte, place))
    const queueIds = [...norte.queues.map(({ id }) => id), ...place.queueIds]
    const people = AGENTS.map(who => norte.staff[who])
    const idsOf = async (table: typeof tickets | typeof contacts) =>
      (await office.store.db.select({ id: table.id }).from(table).where(eq(table.companyId, norte.id))).map(({ id }) => id)
    let [known, met] = [await idsOf(tickets), await idsOf(contacts)]
    const lanes: number[] = []
    for (const name of ['Raia um', 'Raia dois']) {
      const { body } = await norte.staff.admin.client.post<{ id: number }>('/tags', { name, kanban: 1 })
      lanes.push(body.id)
    }
    const elsewhere = () => office.store.db.select().from(tickets).where(eq(tickets.companyId, sul.id))
    const before = await elsewhere()

    const anyTicket = () => `/tickets/${one(known)}`
    const put = (body: object) => one(people).client.put(anyTicket(), body)
    const works: (() => Promise<unknown>)[] = [
      () => one(customers).says(one(['oi', '1', '2', '#', '3', 'obrigada', 'quero falar com alguém', '0'])),
      () => one(customers).says('do celular da loja', { fromMe: true }),
      () => {
        const person = one(people)
        return person.client.put(anyTicket(), { status: 'open', userId: person.id })
      },
      () => put({ status: 'closed' }),
      () => put({ status: 'closed', justClose: true }),
      () => put({ status: 'pending', userId: null }),
      () => put({ queueId: one(queueIds) }),
      () => put({ userId: one(people).id }),
      () => put({ queueId: one(queueIds), userId: one(people).id, status: 'open' }),
      () => one(people).client.post(`/messages/${one(known)}`, { body: 'já vejo' }),
      () => one(people).client.put(`${anyTicket()}/bot`, one([{ giveBack: true }, { pauseMinutes: 5 }, { pauseMinutes: 0 }])),
      () => one(people).client.post(`${anyTicket()}/read`),
      () => one(people).client.post('/tags/sync', { ticketId: one(known), tags: one([[], [{ id: norte.tag.id }]]) }),
      () => one(people).client.post('/ticket-notes', { ticketId: one(known), note: 'anotado' }),
      () => one(people).client.put(`/ticket-tags/${one(known)}/${one(lanes)}`),
      () => one(people).client.post('/tags/sync', { ticketId: one(known), tags: lanes.map(id => ({ id })) }),
      () => one(people).client.put(`${anyTicket()}/snooze`, { until: null }),
      () => one(people).client.post('/tickets', { contactId: one(met), queueId: one(queueIds), userId: one(people).id }),
      () => norte.staff.admin.client.post(`/contacts/${one(met)}/merge`, { contactId: one(met) }),
      () => norte.staff.admin.client.post(`/contacts/${one(met)}/unmerge`),
      () => (random() < 0.2 ? norte.staff.admin.client.delete(anyTicket()) : Promise.resolve()),
      () => (random() < 0.1 ? norte.staff.admin.client.delete(`/contacts/${one(met)}`) : Promise.resolve()),
      () =>
        random() < 0.05
          ? norte.staff.admin.client.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [] })
          : Promise.resolve(),
    ]
    const inLists = new Map<Staff, Map<number, string>>()
    const sockets = await Promise.all(
      AGENTS.map(async who => {
        const socket = await follower(who)
        const mine = new Map<number, string>()
        for (const status of STATUSES) for (const id of await listed(who, status, queueIds)) mine.set(id, status)
        inLists.set(who, mine)
        socket.socket.on(
          `company-${norte.id}-ticket`,
          (told: { action: string; ticketId: number; oldStatus?: string; ticket?: Listed }) => {
            if (told.action === 'update' && told.ticket) mine.set(told.ticketId, told.ticket.status)
            if (told.action === 'delete' && (!told.oldStatus || mine.get(told.ticketId) === told.oldStatus)) mine.delete(told.ticketId)
          },
        )
        return socket
      }),
    )

    async function holds(step: number) {
      const rows = await office.store.db.select().from(tickets).where(eq(tickets.companyId, norte.id))
      const active = rows.filter(({ status }) => status !== 'closed')
      const keys = active.map(({ contactId, whatsappId }) => `${contactId}/${whatsappId}`)
      expect(new Set(keys).size, `one active ticket a contact and connection, step ${step}`).toBe(keys.length)
      for (const { id, status, userId } of active)
        expect(userId !== null, `ticket ${id} is ${status} and has an owner, step ${step}`).toBe(status === 'open')
      for (const [rule, rows] of Object.entries(BROKEN))
        expect(await office.store.db.all(sql.raw(rows(norte.id, lanes))), `${rule}, step ${step}`).toEqual([])
      const tracked = await office.store.db.select().from(ticketTrackings).where(eq(ticketTrackings.companyId, norte.id))
      const open = Map.groupBy(
        tracked.filter(({ finishedAt }) => finishedAt === null),
        ({ ticketId }) => ticketId,
      )
      const touched = rows.filter(({ id }) => tracked.some(({ ticketId }) => ticketId === id))
      for (const { id, status } of touched)
        expect(open.get(id)?.length ?? 0, `openings of ticket ${id}, step ${step}`).toBe(status === 'closed' ? 0 : 1)
      for (const [i, who] of AGENTS.entries()) {
        await sockets[i]!.settled()
        for (const status of ['pending', 'open'] as const) {
          const told = [...inLists.get(who)!].flatMap(([id, at]) => (at === status ? id : [])).toSorted((a, b) => a - b)
          const read = await listed(who, status, queueIds)
          expect(told, `what ${who} heard of ${status}, step ${step}`).toEqual(read)
        }
      }
    }

    for (let step = 0; step < STEPS; step += 5) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => one(works)()))
      for (const answer of answers as ({ status?: number; text?: string } | undefined)[])
        if (answer?.status) expect(answer.status, answer.text ?? '').toBeLessThan(500)
      ;[known, met] = [await idsOf(tickets), await idsOf(contacts)]
      if (step % 100 === 0) await holds(step)
    }
    await holds(STEPS)
    for (const socket of sockets) socket.close()
    expect(await elsewhere()).toEqual(before)
  },
  PATIENCE_MS,
)
