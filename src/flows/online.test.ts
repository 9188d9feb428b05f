import { expect, test } from 'bun:test'
import { users } from '#modules/users'
import { clientOf } from '../../tests/client'
import { testOffice } from '../../tests/office'
import { until } from '../../tests/until'
import { onlinePeople } from './online'

const office = await testOffice()
const { norte, sul, store, product } = office
const { admin, ana, bia } = norte.staff
const isOnline = async (id: number) =>
  Boolean((await store.client.execute({ sql: 'select online from users where id = ?', args: [id] })).rows[0]!['online'])
type Told = { user?: { id: number; online: boolean } }

test('a page that is loaded anew is told to no colleague, and who closes the last one is gone a little later; another company hears neither', async () => {
  const [colleague, foreign] = [await bia.client.socket(), await sul.staff.admin.client.socket()]
  const told = () =>
    colleague.heard.flatMap(({ payload }) => {
      const user = (payload as Told | null)?.user
      return user?.id === ana.id ? [user.online] : []
    })
  const before = foreign.heard.length
  const first = await ana.client.socket()
  await until(() => told().length === 1)
  first.close()
  const second = await ana.client.socket()
  second.close()
  await until(async () => !(await isOnline(ana.id)))
  await until(() => told().length === 2)
  expect([told(), foreign.heard.length]).toEqual([[true, false], before])
  for (const socket of [colleague, foreign]) socket.close()
})

test('an operator who closes what they have of their own company is gone there, whatever they look at elsewhere', async () => {
  const home = await admin.client.socket()
  await until(() => isOnline(admin.id))
  const { body } = await admin.client.post<{ token: string }>(`/companies/${sul.id}/enter`, { reason: 'Ajuda com a fila', minutes: 30 })
  const inside = await clientOf(product, body.token, '').socket()
  home.close()
  await until(async () => !(await isOnline(admin.id)))
  inside.close()
})

test('after a new start of the server, who is back is told to no colleague, and who stays away is gone', async () => {
  const leader = norte.staff.admin
  await until(async () => !(await isOnline(ana.id)) && !(await isOnline(bia.id)))
  const socket = await ana.client.socket()
  await store.client.execute({ sql: 'update users set online = 1 where id = ?', args: [bia.id] })
  const colleague = await leader.client.socket()
  const people = onlinePeople({ live: () => product.sockets as never, ctxFor: office.ctxFor })
  people.expectBack(await users.online(store.db), 0)
  const told = () => colleague.heard.flatMap(({ payload }) => (payload as Told | null)?.user ?? [])
  await until(() => told().some(({ id }) => id === bia.id))
  expect([told().map(({ id, online }) => [id, online]), await isOnline(ana.id)]).toEqual([[[bia.id, false]], true])
  for (const open of [socket, colleague]) open.close()
})
