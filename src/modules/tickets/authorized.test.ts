import { expect, test } from 'bun:test'
import { tickets, type Ticket } from '#modules/tickets'
import { testOffice } from '../../../tests/office'

const office = await testOffice()

type Verbs = typeof tickets
type Checked = 'view' | 'details' | 'announce' | 'patch' | 'touch' | 'setLastMessage' | 'markRead' | 'reload'
/** The verbs that would take an id, or a row that nobody checked. */
type Unchecked = {
  [Verb in Checked]: number | Ticket extends infer Given ? (Given extends Parameters<Verbs[Verb]>[1] ? Verb : never) : never
}[Checked]

test('what shows or changes a ticket takes one that was checked: an id or a bare row does not compile', () => {
  const none: [Unchecked] extends [never] ? true : false = true
  expect(none).toBe(true)
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
