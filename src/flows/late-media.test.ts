import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { newPhone, openOffice, until, type Company, type Office } from '../../tests/factories'
import { messages } from '../modules/messages/schema'

const SHOP = '5511940000077'

let office: Office
let norte: Company
beforeAll(async () => {
  office = await openOffice()
  ;({ norte } = office)
  office.product.channel.start(norte.connection)
  expect(await office.product.sandbox.link(() => connections.row(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)
afterAll(() => office.close())

const stored = async (wid: string) => (await office.store.db.select().from(messages).where(eq(messages.wid, wid)))[0]

test('a picture whose file was never fetched, because the process ended, is fetched with the next connection', async () => {
  const { control } = await office.product.sandbox.start()
  const helena = newPhone()
  control.addPhone({ phone: helena, name: 'Helena' })
  const { id } = await control.send({ from: helena, to: SHOP, type: 'image', caption: 'o poste' })
  const first = await until(async () => (await stored(id))?.media?.hash)

  await office.store.client.execute({ sql: "update messages set media = json_set(media, '$.hash', null) where wid = ?", args: [id] })
  control.disconnect({ account: SHOP })

  expect(await until(async () => (await stored(id))?.media?.hash)).toBe(first)
  expect(await office.store.db.all(sql`select id from messages where media is not null and json_extract(media, '$.hash') is null`)).toEqual(
    [],
  )
})
