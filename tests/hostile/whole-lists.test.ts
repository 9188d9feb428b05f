import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { WHOLE } from '#kernel/noun/whole-list'
import { PERSON_ANSWERS_BYTES } from '#kernel/http/limits'
import type { Company } from '../factories'
import { testOffice } from '../office'
import { until } from '../until'

// Lists that are answered whole hold what people made, which nobody else bounds: of memory they take what their rows and letters take, as
// often as somebody asks and does not read.

const office = await testOffice()
const { norte, sul, store } = office
const { admin, ana, bia } = norte.staff

const run = (sql: string, args: (string | number)[] = []) => store.client.execute({ sql, args })
afterEach(async () => {
  await run("delete from quick_messages where shortcode like 'cheia%'")
  await run("delete from tags where name like 'Cheia%'")
})
/** Rows that are there already, from before there was a bound. */
const phrases = (of: Company, userId: number, n: number, letters: number, geral = false) =>
  run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into quick_messages (company_id, user_id, shortcode, message, geral, created_at, updated_at)
     select ?, ?, 'cheia' || printf('%05d', i), replace(hex(zeroblob(${letters / 2})), '00', 'ab'), ?, 1, 1 from n`,
    [n, of.id, userId, Number(geral)],
  )
/** What does not become small. */
async function incompressible() {
  await phrases(norte, ana.id, 950, 4_000)
  await run("update quick_messages set message = substr(hex(randomblob(2000)), 1, 4000) where shortcode like 'cheia%'")
}
const phrase = { shortcode: 'cheia-nova', message: 'a'.repeat(4_000) }
const full = { status: 400, body: { code: 'ERR_LIST_LIMIT', details: WHOLE } }

test('who has as much as a whole list holds adds nothing to it, one by one or from a spreadsheet, and keeps what is there', async () => {
  await phrases(norte, ana.id, 997, 4_000)
  const { body: last } = await ana.client.post<{ id: number }>('/quick-messages', { shortcode: 'cheia-ultima', message: 'Oi!' })
  expect(await ana.client.post('/quick-messages', phrase)).toMatchObject(full)
  expect((await ana.client.post('/quick-messages/import', { rows: [phrase] })).body).toMatchObject({
    created: 0,
    refused: [{ row: 0, details: { '': ['ERR_LIST_LIMIT'] } }],
  })
  expect(await ana.client.put(`/quick-messages/${last.id}`, { message: phrase.message })).toMatchObject(full)
  expect((await ana.client.put(`/quick-messages/${last.id}`, { message: 'Olá' })).status).toBe(200)
  // Whose list it is not has room: a colleague, and another company.
  for (const { client } of [bia, sul.staff.ana]) expect((await client.post('/quick-messages', phrase)).status).toBe(200)
  expect((await ana.client.delete(`/quick-messages/${last.id}`)).status).toBe(200)
})

test('rows of a spreadsheet are taken as long as there is room for them', async () => {
  await phrases(norte, ana.id, 990, 4_000)
  const rows = Array.from({ length: 20 }, (_, i) => ({ shortcode: `cheia-${i}`, message: phrase.message }))
  const { body } = await ana.client.post<{ created: number; refused: { row: number }[] }>('/quick-messages/import', { rows })
  expect(body.created + body.refused.length).toBe(20)
  expect(body.created).toBeLessThan(10)
  expect(body.refused.map(({ row }) => row)).toEqual(Array.from({ length: 20 - body.created }, (_, i) => body.created + i))
})

test('a company has so many rows of what is answered whole, whatever stands in them', async () => {
  const has = Number((await run('select count(*) n from tags where company_id = ?', [norte.id])).rows[0]!['n'])
  await run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into tags (company_id, name, color, kanban, created_at, updated_at) select ?, 'Cheia ' || i, '#a169da', 0, 1, 1 from n`,
    [WHOLE.rows - has - 1, norte.id],
  )
  const tag = (name: string) => admin.client.post('/tags', { name, color: '#a169da', kanban: 0 })
  expect((await tag('Cheia, a última')).status).toBe(200)
  expect(await tag('Cheia demais')).toMatchObject(full)
  expect((await sul.staff.admin.client.post('/tags', { name: 'Cheia do Sul', color: '#a169da', kanban: 0 })).status).toBe(200)
})

test('a list from before there was a bound is answered as far as one answer goes, in its order and its form', async () => {
  await phrases(norte, ana.id, 3_000, 4_000)
  const { status, body, text } = await ana.client.get<{ shortcode: string; company: { id: number } }[]>('/quick-messages/list')
  expect(status).toBe(200)
  expect(text.length).toBeLessThan(WHOLE.letters * 1.25)
  expect(body.length).toBeGreaterThan(900)
  expect(body.slice(1).every(({ shortcode }, i) => body[i]!.shortcode <= shortcode)).toBe(true)
  expect(body[0]!.company.id).toBe(norte.id)
  expect((await ana.client.get<{ count: number }>('/quick-messages')).body.count).toBeGreaterThanOrEqual(3_000)
})

test.each(['identity', 'gzip'])(
  'who asks for large answers and does not read them is refused more, alone, until they do: %s',
  async encoding => {
    await incompressible()
    const ask = (token: string) =>
      office.product.app.request('/quick-messages/list', { headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } })
    const unread: Response[] = []
    let refused: Response | undefined
    while (!refused) {
      const answer = await ask(ana.client.token)
      if (answer.status === 200) unread.push(answer)
      else refused = answer
      expect(unread.length).toBeLessThan(100)
    }
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'ERR_BUSY'])
    expect([refused.headers.get('content-encoding'), refused.headers.get('etag')]).toEqual([null, null])
    const sizes = await Promise.all([unread[0]!.bytes(), unread[1]!.bytes()])
    expect(unread.length).toBe(Math.floor(PERSON_ANSWERS_BYTES / sizes[0].length))
    // What is small goes all the same, and so does what others ask for.
    expect((await ana.client.get('/tags')).status).toBe(200)
    await phrases(norte, bia.id, 1, 4_000)
    expect((await ask(bia.client.token)).status).toBe(200)
    // Two were read; who gives up one has room for one more.
    for (let i = 0; i < 2; i++) unread.push(await ask(ana.client.token))
    expect(unread.at(-1)!.status).toBe(200)
    expect((await ask(ana.client.token)).status).toBe(503)
    await unread[2]!.body!.cancel()
    const again = await ask(ana.client.token)
    expect(again.status).toBe(200)
    for (const answer of [...unread.slice(3), again]) await answer.bytes()
  },
)

test('over the network a large answer comes whole, and who hangs up in the midst of theirs takes up no room', async () => {
  await phrases(norte, ana.id, 950, 4_000)
  const { port } = office.product.server
  const authorization = `Bearer ${ana.client.token}`
  const { text } = await ana.client.get('/quick-messages/list')
  for (const encoding of ['identity', 'gzip', 'zstd']) {
    const answer = await fetch(`http://127.0.0.1:${port}/quick-messages/list`, { headers: { authorization, 'accept-encoding': encoding } })
    expect([encoding, (await answer.text()) === text]).toEqual([encoding, true])
  }
  const head = `GET /quick-messages/list HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${authorization}\r\n\r\n`
  for (let i = 0; i < 2 * Math.ceil(PERSON_ANSWERS_BYTES / text.length); i++) {
    const socket = connect(port!, '127.0.0.1')
    socket.write(head)
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    socket.once('readable', resolve)
    await begun
    expect(String(socket.read()).slice(0, 12)).toBe('HTTP/1.1 200')
    socket.destroy()
    // The server hears of it a turn later.
    await until(async () => (await ana.client.get('/quick-messages/list')).status === 200)
  }
})

test('who hangs up before there is a large answer takes up no room', async () => {
  await phrases(norte, ana.id, 950, 4_000)
  const { text } = await ana.client.get('/quick-messages/list')
  for (let i = 0; i < 2 * Math.ceil(PERSON_ANSWERS_BYTES / text.length); i++) {
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${ana.client.token}` }
    const asked = office.product.app.fetch(new Request('http://127.0.0.1/quick-messages/list', { headers, signal: gone.signal }))
    gone.abort()
    await asked
  }
  expect((await ana.client.get('/quick-messages/list')).status).toBe(200)
})

test('who asks for the heads of large answers alone takes up no room, signed in or not', async () => {
  await phrases(norte, ana.id, 950, 4_000)
  const { text } = await ana.client.get('/quick-messages/list')
  const head = (path: string, headers: Record<string, string> = {}) => office.product.app.request(path, { method: 'HEAD', headers })
  for (let i = 0; i < 2 * Math.ceil(PERSON_ANSWERS_BYTES / text.length); i++)
    expect((await head('/quick-messages/list', { authorization: `Bearer ${ana.client.token}` })).status).toBe(200)
  expect((await ana.client.get('/quick-messages/list')).status).toBe(200)
  for (let i = 0; i < 300; i++) await head('/openapi.json')
  expect((await office.product.app.request('/openapi.json')).status).toBe(200)
})

test('who makes tags without end leaves room for those who may delete them', async () => {
  const has = Number((await run('select count(*) n from tags where company_id = ?', [norte.id])).rows[0]!['n'])
  await run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into tags (company_id, name, color, kanban, created_at, updated_at) select ?, 'Cheia ' || i, '#a169da', 0, 1, 1 from n`,
    [4_000 - has, norte.id],
  )
  const tag = { name: 'Cheia de alguém', color: '#a169da', kanban: 0 }
  expect(await ana.client.post('/tags', tag)).toMatchObject({ status: 400, body: { code: 'ERR_LIST_LIMIT' } })
  expect((await admin.client.post('/tags', tag)).status).toBe(200)
})

test('downloads of all that a company has are few at once, and one that is given up makes room', async () => {
  await incompressible()
  const { address } = (await admin.client.get<{ address: string }>('/companies/export')).body
  const download = (method = 'GET', signal?: AbortSignal) =>
    office.product.app.fetch(new Request(`http://127.0.0.1${address}`, { method, signal: signal ?? null }))
  for (let i = 0; i < 20; i++) expect((await download('HEAD')).status).toBe(200)
  const gone = new AbortController()
  const [first, second] = [await download(), await download('GET', gone.signal)]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await (await download()).json()).toMatchObject({ code: 'ERR_BUSY' })
  const others = (await sul.staff.admin.client.get<{ address: string }>('/companies/export')).body.address
  const other = await office.product.app.request(others)
  expect((await other.bytes()).length).toBeGreaterThan(0)
  gone.abort()
  const third = await until(async () => {
    const answer = await download()
    return answer.status === 200 && answer
  })
  expect([third.status, (await third.bytes()).length > 0, (await first.bytes()).length > 0]).toEqual([200, true, true])
})
