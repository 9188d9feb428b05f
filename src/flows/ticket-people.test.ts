import { expect, test } from 'bun:test'
import { testOffice } from '../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const [sales] = norte.queues
const { ana, supervisor, admin, bia } = norte.staff
const event = `company-${norte.id}-ticketPerson`
type Person = { person: { id: number; name: string }; state: string; ticketId: number }

const at = async ({ client }: typeof ana, ticketId: number, word?: string) => {
  const socket = await client.socket(['joinChatBox', String(ticketId)])
  const say = (word: string) => socket.socket.emitWithAck('ticketPresence', String(ticketId), word)
  if (word) await say(word)
  return { ...socket, say, hears: (who: { id: number }, state: string) => socket.next(event, one => isOf(one, who) && one.state === state) }
}
const isOf = (payload: object, { id }: { id: number }) => (payload as Person).person.id === id
const ticketOf = () => norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id })

test('who looks at a ticket and who types in it is told at once to those who have it open, and to whoever comes', async () => {
  const { id } = await ticketOf()
  const first = await at(ana, id, 'looking')
  const second = await at(supervisor, id, 'looking')
  expect((await first.hears(supervisor, 'looking')).payload).toMatchObject({ ticketId: id, person: { name: supervisor.name } })
  await second.hears(ana, 'looking')
  await first.say('typing')
  await second.hears(ana, 'typing')
  const third = await at(admin, id, 'looking')
  await third.hears(ana, 'typing')
  await first.say('stopped')
  await third.hears(ana, 'looking')
  first.close()
  await third.hears(ana, 'left')
})

test('a person with two windows is there until the last of them is gone', async () => {
  const { id } = await ticketOf()
  const watching = await at(supervisor, id, 'looking')
  const [one, two] = [await at(ana, id, 'looking'), await at(ana, id, 'looking')]
  await two.say('typing')
  await watching.hears(ana, 'typing')
  two.close()
  await watching.hears(ana, 'looking')
  await one.say('left')
  await watching.hears(ana, 'left')
  const told = (await watching.settled()).filter(({ event: name, payload }) => name === event && isOf(payload!, ana))
  expect(told.map(({ payload }) => payload!.state)).toEqual(['looking', 'typing', 'looking', 'left'])
})

test('of a ticket that one does not see one neither says nor hears anything, and who loses it has left it', async () => {
  const { id } = await ticketOf()
  const watching = await at(admin, id, 'looking')
  const [stranger, neighbour] = [await at(bia, id, 'typing'), await at(sul.staff.admin, id, 'typing')]
  const owner = await at(ana, id, 'typing')
  await watching.hears(ana, 'typing')
  for (const socket of [stranger, neighbour])
    expect((await socket.settled()).some(({ event: name }) => name.endsWith('ticketPerson'))).toBe(false)
  await norte.staff.admin.client.put(`/tickets/${id}`, { queueId: norte.queues[1].id, userId: null, status: 'pending' })
  await watching.hears(ana, 'left')
  await owner.say('typing')
  const told = (await watching.settled()).filter(({ event: name }) => name === event).map(({ payload }) => payload as Person)
  expect(told.filter(one => isOf(one, bia) || isOf(one, sul.staff.admin))).toEqual([])
  expect(told.at(-1)).toMatchObject({ person: { id: ana.id }, state: 'left' })
})
