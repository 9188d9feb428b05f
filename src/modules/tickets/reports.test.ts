import { beforeAll, expect, test } from 'bun:test'
import type { Company } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import type { Report } from './reports'

const office = await testOffice()
const { norte, sul } = office
const { admin } = norte.staff

const ask = async (query = '', company: Company = norte) => (await company.staff.admin.client.get<Report>(`/ticket/reports?${query}`)).body
const ids = async (query: string) => (await ask(query)).tickets.map(ticket => ticket.id)

let old: { id: number; contactId: number }
beforeAll(async () => {
  const createdAt = new Date('2026-03-10T02:30:00Z')
  const contact = await norte.makeContact('Eva Moura')
  old = await norte.makeTicket({
    contactId: contact.id,
    queueId: norte.queues[1].id,
    userId: norte.staff.bia.id,
    status: 'closed',
    lastMessage: 'até logo',
    createdAt,
    closedAt: new Date('2026-03-10T15:05:59Z'),
  })
})

test('a report says of each ticket what the contract says, on the company’s clock', async () => {
  expect((await ask('dateTo=2026-04-01')).tickets).toEqual([
    {
      id: old.id,
      uuid: expect.any(String),
      whatsappName: norte.connection.name,
      contactName: 'Eva Moura',
      userName: norte.staff.bia.name,
      queueName: 'Suporte Norte',
      lastMessage: 'até logo',
      status: 'FECHADO',
      createdAt: '09/03/2026 23:30',
      closedAt: '10/03/2026 12:05',
    },
  ])
})

test('the newest stands first, all are counted, and a page has as many as are asked for', async () => {
  const all = await ask()
  expect(all.totalTickets).toEqual({ total: String(all.tickets.length) })
  expect(all.tickets.at(-1)!.id).toBe(old.id)
  const pages = [await ask('pageSize=3'), await ask('pageSize=3&page=2')]
  expect(pages.map(page => page.totalTickets)).toEqual([all.totalTickets, all.totalTickets])
  expect(pages.flatMap(page => page.tickets)).toEqual(all.tickets.slice(0, 6))
  expect((await ask('', sul)).tickets.some(ticket => ticket.id === old.id)).toBe(false)
})

test('each filter narrows it, and all of them together', async () => {
  const { open, pending, closed, group, unqueued } = norte.tickets
  expect(await ids('status=open')).toContain(open.id)
  expect((await ask('status=group')).tickets.map(ticket => [ticket.id, ticket.status])).toEqual([[group.id, 'GRUPO']])
  const waiting = await ids('status=pending')
  expect(waiting).toContain(unqueued.id)
  expect(waiting).not.toContain(group.id)
  expect(await ids(`status=${encodeURIComponent('["pending","closed"]')}`)).toEqual(expect.arrayContaining([pending.id, closed.id, old.id]))
  expect(await ids(`users=[${norte.staff.bia.id}]&status=closed`)).toEqual([old.id])
  expect(await ids(`queueIds=[${norte.queues[1].id}]&dateTo=2026-03-09`)).toEqual([old.id])
  expect(await ids('dateFrom=2026-03-09&dateTo=2026-03-09')).toEqual([old.id])
  expect(await ids('dateFrom=2026-03-10&dateTo=2026-03-10')).toEqual([])
  expect(await ids(`contactId=${old.contactId}`)).toEqual([old.id])
  expect(await ids('searchParam=Eva')).toEqual([old.id])
  expect(await ids(`whatsappId=${sul.connection.id}`)).toEqual([])
  await admin.client.post('/tags/sync', { ticketId: open.id, tags: [{ id: norte.tag.id }] })
  expect(await ids(`tags=[${norte.tag.id}]`)).toEqual([open.id])
})

test('a report is for administrators, and a filter that makes no sense is refused', async () => {
  for (const who of ['supervisor', 'ana'] as const) expect((await norte.staff[who].client.get('/ticket/reports')).status).toBe(403)
  for (const query of [
    'status=aberto',
    'status=["open","x"]',
    'pageSize=501',
    'pageSize=-1',
    'dateFrom=2026-02-30',
    'users=[0]',
    'whatsappId=x',
  ])
    expect([query, (await admin.client.get(`/ticket/reports?${query}`)).status]).toEqual([query, 400])
})
