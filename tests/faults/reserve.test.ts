import { expect, spyOn, test } from 'bun:test'
import { RESERVE_BYTES } from '#kernel/media/media-store'
import { quickMessages } from '#modules/quick-messages'
import { testOffice } from '../office'

const office = await testOffice()
const { norte, sul } = office
const { media } = norte.ctx
const ana = () => norte.staff.ana.client

const pdf = (field: string) => {
  const form = new FormData()
  form.append(field, new File(['%PDF-1.4'], 'conta.pdf', { type: 'application/pdf' }))
  return form
}
const { path } = quickMessages.facts.api
const upload = () =>
  Promise.all([
    ana().post(`/messages/${norte.tickets.open.id}`, pdf('medias')),
    norte.staff.admin.client.post(`${path}/${norte.rows[path]!.id}/media-upload`, pdf('file')),
    sul.staff.ana.client.post(`/messages/${sul.tickets.open.id}`, pdf('medias')),
  ])

test('on a disk that is nearly full files of people are refused, for the words of all and what customers send', async () => {
  const free = spyOn(media, 'free').mockResolvedValue(RESERVE_BYTES - 1)
  for (const { status, body } of await upload())
    expect([status, body]).toMatchObject([503, { code: 'ERR_STORAGE', details: { reason: 'disk_full' } }])
  expect((await ana().post(`/messages/${norte.tickets.open.id}`, { body: 'há lugar para palavras' })).status).toBe(200)
  expect((await media.save(new TextEncoder().encode('de um cliente'))).size).toBe(13)
  free.mockRestore()
  expect(await media.free()).toBeGreaterThan(0)
  expect((await upload()).map(({ status }) => status)).toEqual([200, 200, 200])
})
