import { afterAll, beforeAll, expect, test } from 'bun:test'
import { tickets, type Ticket } from '#modules/tickets'
import { openOffice, type Office } from '../../../tests/factories'

let office: Office
beforeAll(async () => void (office = await openOffice()))
afterAll(() => office.close())

test('what shows or changes a ticket takes one that was checked: an id or a bare row does not compile', () => {
  const { ctx } = office.norte
  const row = office.norte.tickets.open as Ticket
  const unchecked = () => [
    // @ts-expect-error an id was checked by nobody
    tickets.view(ctx, row.id),
    // @ts-expect-error a row may be of a ticket that its reader does not see
    tickets.view(ctx, row),
    // @ts-expect-error
    tickets.details(ctx, row),
    // @ts-expect-error
    tickets.announce(ctx, row),
    // @ts-expect-error
    tickets.patch(ctx, row, { status: 'closed' }),
    // @ts-expect-error
    tickets.close(ctx, [row]),
    // @ts-expect-error
    tickets.remove(ctx, row),
  ]
  expect(unchecked).toBeFunction()
})

test('loading checks the company and what the actor sees', async () => {
  const { norte, sul } = office
  const { id } = norte.tickets.support
  const ana = {
    ...norte.ctx,
    actor: { ...norte.ctx.actor, userId: norte.staff.ana.id, profile: 'user' as const, queueIds: [norte.queues[0].id] },
  }
  const refusal = (loading: Promise<unknown>) => loading.then(String, (error: Error) => error.message)
  expect((await tickets.load(norte.ctx, id)).id).toBe(id)
  expect(await refusal(tickets.load(ana, id))).toBe('ERR_NO_PERMISSION')
  expect(await refusal(tickets.load(sul.ctx, id))).toBe('ERR_NO_TICKET_FOUND')
  expect(await refusal(tickets.loadByUuid(sul.ctx, norte.tickets.support.uuid))).toBe('ERR_NO_TICKET_FOUND')
  expect(await refusal(tickets.loadToAccept(ana, id))).toBe('ERR_NO_PERMISSION')
})
