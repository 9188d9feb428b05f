import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { PIXEL } from '../../../tests/sample'

const office = await testOffice()

type Announcement = { id: number; title: string; text: string; priority: number; status: boolean; mediaPath: string | null }
const operator = () => office.norte.staff.admin.client
const reader = () => office.sul.staff.ana.client
const written = (title: string, more: object = {}) => ({ title, text: 'Domingo, das 2h às 4h.', priority: 3, ...more })
const made = async (title: string, more?: object) => (await operator().post<Announcement>('/announcements', written(title, more))).body

test('every company reads it with its picture, the most urgent first and then the newest', async () => {
  const rows = [await made('Parada A', { priority: 2 }), await made('Parada B', { priority: '1' }), await made('Parada C', { priority: 2 })]
  const send = (content: BlobPart, name: string, type: string) => {
    const form = new FormData()
    form.set('file', new File([content], name, { type }))
    return operator().post(`/announcements/${rows[1]!.id}/media-upload`, form)
  }
  for (const [content, name, type] of [
    [PIXEL, 'pauta.pdf', 'application/pdf'],
    ['imagem', 'parada.png', 'image/png'],
  ] as const)
    expect(await send(content, name, type)).toMatchObject({ status: 400, body: { code: 'ERR_PICTURE_TYPE' } })
  await send(PIXEL, 'parada.png', 'image/png')
  const { body } = await reader().get<{ records: Announcement[] }>('/announcements/?searchParam=parada&pageNumber=1')
  expect(body).toMatchObject({ records: [{ title: 'Parada B', priority: 1, status: true }, rows[2]!, rows[0]!], count: 3, hasMore: false })
  expect((await reader().get(body.records[0]!.mediaPath!)).status).toBe(200)
})

test('a priority is one of three', async () => {
  for (const priority of [0, 4, 1.5, '', null])
    expect(await operator().post('/announcements', written('x', { priority }))).toMatchObject({
      body: { details: { priority: ['Obrigatório'] } },
    })
})

test('what is not active is the operators’ alone, and gone for the others at once', async () => {
  const socket = await reader().socket()
  const { id } = await made('Rascunho')
  await operator().put(`/announcements/${id}`, { status: false })
  await socket.next('company-announcement', payload => payload['action'] === 'delete' && payload['id'] === id)
  expect((await reader().get(`/announcements/${id}`)).status).toBe(404)
  expect((await operator().get<Announcement>(`/announcements/${id}`)).body).toMatchObject({ status: false, priority: 3 })
  await operator().put(`/announcements/${id}`, { status: true })
  expect((await reader().get(`/announcements/${id}`)).status).toBe(200)
  socket.close()
})
