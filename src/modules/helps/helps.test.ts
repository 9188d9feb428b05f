import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { videoIdOf } from './body'

const office = await testOffice()

type Help = { id: number; title: string; description: string; video: string; link: string | null }
type Page = { records: Help[]; count: number; hasMore: boolean }
const operator = () => office.norte.staff.admin.client
const readers = () => [office.norte.staff.ana, office.sul.staff.admin, office.sul.staff.ana].map(({ client }) => client)
const help = (title: string, more: object = {}) => ({ title, video: 'dQw4w9WgXcQ', ...more })
const made = async (title: string, more?: object) => (await operator().post<Help>('/helps', help(title, more))).body

test('an operator writes one, which every company reads and nobody else changes', async () => {
  const { id } = await made('  Primeiros passos ', { description: 'Em dois minutos' })
  for (const client of readers()) {
    expect((await client.get<Page>('/helps?searchParam=PRIMEIROS')).body).toMatchObject({ records: [{ id }], count: 1, hasMore: false })
    expect((await client.get<Page>('/helps')).body.records.map(one => one.id)).toContain(id)
    expect((await client.get<Help[]>('/helps/list')).body.map(one => one.id)).toContain(id)
    const { body } = await client.get<Help>(`/helps/${id}`)
    expect(body).toMatchObject({ title: 'Primeiros passos', description: 'Em dois minutos', video: 'dQw4w9WgXcQ', link: null })
    const refused = { status: 403, body: { error: 'ERR_NO_SUPER' } }
    expect(await client.post('/helps', help('Minha'))).toMatchObject(refused)
    expect(await client.put(`/helps/${id}`, { title: 'Minha' })).toMatchObject(refused)
    expect(await client.delete(`/helps/${id}`)).toMatchObject(refused)
  }
  expect((await operator().put<Help>(`/helps/${id}`, { title: 'Outros passos' })).body).toMatchObject({ title: 'Outros passos', id })
  expect((await operator().delete(`/helps/${id}`)).body).toEqual({ message: 'Help deleted' })
  expect((await readers()[0]!.get(`/helps/${id}`)).status).toBe(404)
})

test.each([
  ['abc123', 'abc123'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=42s', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'dQw4w9WgXcQ'],
  ['youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0', 'dQw4w9WgXcQ'],
  ['https://youtube.com.exemplo.com/watch?v=dQw4w9WgXcQ', undefined],
  ['https://exemplo.com/?u=https://youtu.be/dQw4w9WgXcQ', undefined],
  ['https://www.youtube.com/@canal', undefined],
  ['"><script>', undefined],
])('%s is kept as the id of its video', (text, id) => {
  expect(videoIdOf(text)).toBe(id)
})

test('what is no video, and a link that runs a script, is refused at its field', async () => {
  const details = async (more: object) =>
    (await operator().post<{ details: Record<string, string[]> }>('/helps', help('x', more))).body.details
  expect(await details({ video: 'https://vimeo.com/1' })).toEqual({ video: ['Este não é um vídeo do YouTube'] })
  expect(await details({ video: ' ' })).toEqual({ video: ['Obrigatório'] })
  expect(await details({ link: 'javascript:alert(1)' })).toEqual({ link: ['address'] })
  expect(await details({ title: '' })).toEqual({ title: ['Obrigatório'] })
})

test('a link and a description can be taken away again', async () => {
  const { id, video } = await made('Com link', { link: 'https://exemplo.com/a', description: 'x', video: 'https://youtu.be/dQw4w9WgXcQ' })
  expect(video).toBe('dQw4w9WgXcQ')
  const { body } = await operator().put<Help>(`/helps/${id}`, { link: '', description: '' })
  expect(body).toMatchObject({ link: null, description: '', video: 'dQw4w9WgXcQ' })
})
