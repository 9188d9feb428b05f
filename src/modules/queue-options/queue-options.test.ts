import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { queueOptions } from '.'

const { norte, sul } = await testOffice()
const { client } = norte.staff.admin

type Option = { id: number; title: string; message: string; option: number; queueId: number; parentId: number | null }
let made = 0
const makeQueue = async () => {
  const color = `#bb00${String(++made).padStart(2, '0')}`
  return (await client.post<{ id: number }>('/queue', { name: `Menu ${made}`, color })).body.id
}
const add = async (queueId: number, title: string, more: object = {}) =>
  (await client.post<Option>('/queue-options', { queueId, title, ...more })).body
const level = async (queueId: number, parentId = -1) =>
  (await client.get<Option[]>(`/queue-options?queueId=${queueId}&parentId=${parentId}`)).body.map(
    ({ title, option }) => `${option} ${title}`,
  )

test('options are numbered as they come, each level by itself, and read in their order', async () => {
  const queueId = await makeQueue()
  const [first, second] = [await add(queueId, 'Planos', { parentId: -1 }), await add(queueId, 'Suporte', { parentId: '' })]
  await add(queueId, 'Fibra', { parentId: first.id })
  await add(queueId, 'Rádio', { parentId: String(first.id), message: null })
  expect(await level(queueId)).toEqual(['1 Planos', '2 Suporte'])
  expect(await level(queueId, first.id)).toEqual(['1 Fibra', '2 Rádio'])
  expect((await queueOptions.children(norte.ctx, queueId, null)).map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await queueOptions.children(norte.ctx, queueId, second.id)).toEqual([])
})

test('a new option may take the place of another, and one that is given another number moves there', async () => {
  const queueId = await makeQueue()
  for (const title of ['A', 'B', 'C']) await add(queueId, title)
  const last = await add(queueId, 'D', { option: 2 })
  expect(await level(queueId)).toEqual(['1 A', '2 D', '3 B', '4 C'])
  const put = (option: number | string) => client.put<Option>(`/queue-options/${last.id}`, { option })
  expect((await put('4')).body.option).toBe(4)
  expect(await level(queueId)).toEqual(['1 A', '2 B', '3 C', '4 D'])
  expect((await put(1)).body.option).toBe(1)
  expect(await level(queueId)).toEqual(['1 D', '2 A', '3 B', '4 C'])
  expect((await put(900)).body.option).toBe(4)
  expect((await put(0)).status).toBe(400)
  expect(await level(queueId)).toEqual(['1 A', '2 B', '3 C', '4 D'])
})

test('a deleted option takes what hangs on it along, and those after it move up', async () => {
  const queueId = await makeQueue()
  const [a, b] = [await add(queueId, 'A'), await add(queueId, 'B')]
  await add(queueId, 'C')
  const below = await add(queueId, 'A1', { parentId: a.id })
  const deepest = await add(queueId, 'A1a', { parentId: below.id })
  expect((await client.delete(`/queue-options/${a.id}`)).body).toEqual({ message: 'Option Delected' })
  expect(await level(queueId)).toEqual(['1 B', '2 C'])
  for (const { id } of [a, below, deepest]) expect((await client.get(`/queue-options/${id}`)).status).toBe(404)
  expect((await client.get(`/queue-options/${b.id}`)).status).toBe(200)
})

test('those who show the menu are told to read it again when numbers move', async () => {
  const queueId = await makeQueue()
  const a = await add(queueId, 'A')
  await add(queueId, 'B')
  const socket = await client.socket()
  await client.delete(`/queue-options/${a.id}`)
  await socket.next(`company-${norte.id}-queueOption`, told => told['action'] === 'delete' && told['queueOptionId'] === a.id)
  await socket.next(`company-${norte.id}-queueOption`, told => Array.isArray(told['records']))
  socket.close()
})

test('an option stays in its queue and below its parent, whatever an older client sends back with it', async () => {
  const [queueId, another] = [await makeQueue(), await makeQueue()]
  const a = await add(queueId, 'A')
  const changed = await client.put(`/queue-options/${a.id}`, { ...a, title: 'A2', message: 'Olá', queueId: another, parentId: 12 })
  expect(changed).toMatchObject({ status: 200, body: { title: 'A2', message: 'Olá', queueId, parentId: null, option: 1 } })
})

test('a parent must be an option of the same queue', async () => {
  const [queueId, another] = [await makeQueue(), await makeQueue()]
  const elsewhere = await add(another, 'Outra')
  const theirs = (await sul.staff.admin.client.post<Option>('/queue-options', { queueId: sul.queues[0].id, title: 'Sul' })).body
  for (const parentId of [elsewhere.id, theirs.id, 999_999_999])
    expect(await client.post('/queue-options', { queueId, title: 'A', parentId })).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_QUEUEOPTION_FOUND' },
    })
  expect(await level(queueId)).toEqual([])
})

test('a title must say something', async () => {
  const queueId = await makeQueue()
  expect((await client.post('/queue-options', { queueId, title: '  ' })).body).toMatchObject({ details: { title: ['Obrigatório'] } })
})

test('a menu ends somewhere: levels and options are bounded', async () => {
  const queueId = await makeQueue()
  let parentId: number | null = null
  for (let depth = 1; depth <= 20; depth++) parentId = (await add(queueId, `Nível ${depth}`, { parentId })).id
  expect(await client.post('/queue-options', { queueId, title: 'Fundo', parentId })).toMatchObject({
    status: 400,
    body: { code: 'ERR_QUEUE_OPTION_DEPTH', details: { limit: 20 } },
  })
  const wide = await makeQueue()
  const [{ id }] = [await add(wide, 'Primeira')]
  await norte.ctx.db.run(
    `with recursive n(i) as (select 2 union all select i + 1 from n where i < 1000)
     insert into queue_options (company_id, queue_id, title, option, created_at, updated_at) select ${norte.id}, ${wide}, 'x', i, 0, 0 from n`,
  )
  expect(await client.post('/queue-options', { queueId: wide, title: 'Mais uma', parentId: id })).toMatchObject({
    status: 400,
    body: { code: 'ERR_QUEUE_OPTION_LIMIT', details: { limit: 1000 } },
  })
  const beside = await makeQueue()
  for (let n = 1; n <= 50; n++) await add(beside, `Opção ${n}`)
  expect(await client.post('/queue-options', { queueId: beside, title: 'Mais uma' })).toMatchObject({
    status: 400,
    body: { code: 'ERR_QUEUE_OPTION_LIMIT', details: { limit: 50 } },
  })
})

test('the menu of a deleted queue goes with it', async () => {
  const queueId = await makeQueue()
  const { id } = await add(queueId, 'A')
  await add(queueId, 'B', { parentId: id })
  await client.delete(`/queue/${queueId}`)
  expect((await client.get(`/queue-options/${id}`)).status).toBe(404)
  expect(await queueOptions.children(norte.ctx, queueId, null)).toEqual([])
})

test('everyone reads a menu, administrators alone change it, and each company its own', async () => {
  const queueId = await makeQueue()
  const { id } = await add(queueId, 'A')
  for (const who of ['ana', 'supervisor'] as const) {
    const other = norte.staff[who].client
    expect((await other.get(`/queue-options/${id}`)).status).toBe(200)
    expect((await other.post('/queue-options', { queueId, title: 'X' })).status).toBe(403)
    expect((await other.put(`/queue-options/${id}`, { title: 'X' })).status).toBe(403)
    expect((await other.delete(`/queue-options/${id}`)).status).toBe(403)
  }
  const stranger = sul.staff.admin.client
  expect((await stranger.get<Option[]>(`/queue-options?queueId=${queueId}&parentId=-1`)).body).toEqual([])
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await stranger.call(method, `/queue-options/${id}`, method === 'PUT' ? { title: 'X' } : undefined)).status).toBe(404)
})
