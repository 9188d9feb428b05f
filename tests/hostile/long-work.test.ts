import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { clientOf } from '../client'
import { newPhone, until } from '../factories'
import { testOffice } from '../office'
import { wav } from '../wav'

// Between what is asked for and what is done of it there may be minutes, or thousands of rows. Who is gone by then, or may not any more,
// does nothing; what was done before stays, and is told.

const office = await testOffice()
const { norte, sul, store } = office
const { admin } = norte.staff
const { media } = norte.ctx
const realWorker = globalThis.Worker
afterEach(() => {
  globalThis.Worker = realWorker
  mock.restore()
})

/** An administrator with a session of their own. */
async function another(name: string) {
  const login = { email: `${name}@norte.test`, password: 'uma frase curta' }
  const { id } = (await admin.client.post<{ id: number }>('/users', { name, ...login, profile: 'admin' })).body
  const { token } = (await admin.client.post<{ token: string }>('/auth/login', login)).body
  return { id, client: clientOf(office.product, token, '') }
}
const ends = {
  'is deleted': (id: number) => admin.client.delete(`/users/${id}`),
  'is an administrator no more': (id: number) => admin.client.put(`/users/${id}`, { profile: 'user' }),
}
const count = async (where: string) => Number((await store.client.execute(`select count(*) as n from ${where}`)).rows[0]!.n)

/** What a worker answers is told when that was done. */
function whileConverting(meanwhile: () => Promise<unknown>) {
  globalThis.Worker = class extends realWorker {
    override set onmessage(told: (event: MessageEvent) => void) {
      super.onmessage = event => void meanwhile().then(() => told.call(this, event))
    }
  } as typeof Worker
}
function recording() {
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(wav(new Float32Array(16_000), 16_000))], 'audio-record-site-1.wav', { type: 'audio/wav' }))
  form.append('ptt', 'true')
  return form
}
/** Of files that nobody names: which are looked for to be deleted. */
async function released() {
  const { rows } = await store.client.execute("select payload from jobs where kind = 'file-release'")
  return rows.flatMap(({ payload }) => (JSON.parse(String(payload)) as { hashes: string[] }).hashes)
}

test.each(Object.entries(ends))('who %s while their voice is converted says nothing to the customer, and the file goes', async (_, end) => {
  const { id, client } = await another(crypto.randomUUID())
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: admin.id })
  const kept: string[] = []
  const save = media.save.bind(media)
  spyOn(media, 'save').mockImplementation(async bytes => {
    const saved = await save(bytes)
    kept.push(saved.hash)
    return saved
  })
  whileConverting(() => end(id))
  expect((await client.post(`/messages/${ticket.id}`, recording())).status).toBe(403)
  expect((await admin.client.get<{ count: number }>(`/messages/${ticket.id}`)).body.count).toBe(0)
  expect(kept).toHaveLength(1)
  expect(await released()).toContain(kept[0]!)
})

test('who is deleted while the first of their files is stored has no other stored', async () => {
  const { id, client } = await another(crypto.randomUUID())
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: admin.id })
  const form = recording()
  form.append('medias', recording().get('medias')!)
  whileConverting(() => ends['is deleted'](id))
  const save = spyOn(media, 'save')
  expect((await client.post(`/messages/${ticket.id}`, form)).status).toBe(403)
  expect(save).toHaveBeenCalledTimes(1)
})

test('a voice that nothing happens to is said, also where a colleague is deleted meanwhile', async () => {
  const { id } = await another(crypto.randomUUID())
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: admin.id })
  whileConverting(() => ends['is deleted'](id))
  expect((await admin.client.post(`/messages/${ticket.id}`, recording())).status).toBe(200)
  expect((await admin.client.get<{ count: number }>(`/messages/${ticket.id}`)).body.count).toBe(1)
})

test('who is an administrator no more while their voice is converted says nothing to colleagues either', async () => {
  const { id, client } = await another(crypto.randomUUID())
  const { body: room } = await client.post<{ id: number }>('/chats', { title: 'Sala', users: [{ id: admin.id }] })
  whileConverting(() => ends['is an administrator no more'](id))
  expect((await client.post(`/chats/${room.id}/messages`, recording())).status).toBe(403)
  expect(await count(`chat_messages where chat_id = ${room.id}`)).toBe(0)
})

test('who is an administrator no more while a file is stored puts it at no row', async () => {
  const { id, client } = await another(crypto.randomUUID())
  const form = new FormData()
  form.append('file', new File(['tabela de preços'], 'precos.pdf', { type: 'application/pdf' }))
  const save = media.save.bind(media)
  spyOn(media, 'save').mockImplementationOnce(async bytes => {
    await ends['is an administrator no more'](id)
    return save(bytes)
  })
  const [queue] = norte.queues
  expect((await client.post(`/queue/${queue.id}/media-upload`, form)).status).toBe(403)
  expect((await admin.client.get(`/queue/${queue.id}`)).body).toMatchObject({ mediaPath: null })
})

test('who is an administrator no more while a file of a list is stored puts it at none, and the file goes', async () => {
  const { id, client } = await another(crypto.randomUUID())
  const made = { name: 'Contratos', message: 'Segue', options: [{ name: 'contrato' }] }
  const { body: list } = await client.post<{ id: number; options: { id: number }[] }>('/files', made)
  const form = new FormData()
  form.append('id', String(list.options[0]!.id))
  form.append('files', new File(['um contrato'], 'contrato.pdf', { type: 'application/pdf' }))
  const save = media.save.bind(media)
  spyOn(media, 'save').mockImplementationOnce(async bytes => {
    await ends['is an administrator no more'](id)
    return save(bytes)
  })
  expect((await client.post(`/files/uploadList/${list.id}`, form)).status).toBe(403)
  expect(await count(`file_options where file_list_id = ${list.id} and media_path is not null`)).toBe(0)
  expect(await released()).toContain(new Bun.CryptoHasher('sha256').update('um contrato').digest('hex'))
})

test('who is an administrator no more while a password is hashed makes no user', async () => {
  const { id, client } = await another(crypto.randomUUID())
  const hash = Bun.password.hash.bind(Bun.password)
  spyOn(Bun.password, 'hash').mockImplementation(async (...given) => {
    await ends['is an administrator no more'](id)
    return hash(...given)
  })
  const fourth = { name: 'Quarta', email: 'quarta@norte.test', password: 'uma frase curta', profile: 'admin' }
  expect((await client.post('/users', fourth)).status).toBe(403)
  expect(await count("users where email = 'quarta@norte.test'")).toBe(0)
})

/** Whose a write is, where jobs write meanwhile. */
const whose = new AsyncLocalStorage<'asked' | 'ending'>()
/** Does something once what is asked has begun: whatever else writes waits for it from then on. */
function onceBegun(hasBegun: () => Promise<unknown>, meanwhile: () => Promise<unknown>) {
  const write = store.write.bind(store)
  let ending: Promise<unknown> | undefined
  spyOn(store, 'write').mockImplementation(async (db, work) => {
    const result = await write(db, work)
    if (db === store.db && whose.getStore() !== 'ending' && (ending || (await hasBegun())))
      await (ending ??= whose.run('ending', meanwhile))
    return result
  })
}
const people = (n: number, name: string) => Array.from({ length: n }, () => ({ name, number: newPhone() }))
const sheet = (rows: { name: string; number: string }[]) => {
  const form = new FormData()
  const text = ['nome;numero', ...rows.map(({ name, number }) => `${name};${number}`)].join('\n')
  form.append('file', new File([text], 'pessoas.csv', { type: 'text/csv' }))
  return form
}

test.each([
  ['rows', (rows: ReturnType<typeof people>) => ({ rows })],
  ['a file', sheet],
])('an import of contacts ends with who is deleted: %s; what was taken stays and is told', async (how, sent) => {
  const { id, client } = await another(crypto.randomUUID())
  const imported = () => count(`contacts where name = 'Importado de ${how}'`)
  onceBegun(imported, () => ends['is deleted'](id))
  const answer = await client.post<{ details: object }>('/contacts/upload', sent(people(60, `Importado de ${how}`)))
  expect([answer.status, answer.body.details]).toEqual([403, { created: 25, known: 0, refused: [] }])
  expect(await imported()).toBe(25)
})

test('whoever imports is told of nothing where nothing happens, and others neither', async () => {
  const { client } = sul.staff.admin
  const { body, status } = await client.post('/contacts/upload', { rows: people(60, 'Do Sul') })
  expect([status, body]).toEqual([200, { created: 60, known: 0, refused: [] }])
})

test('people who are put into a list from a file are those of before whoever did it was one no more', async () => {
  const { id, client } = await another(crypto.randomUUID())
  const { body: list } = await client.post<{ id: number }>('/contact-lists', { name: 'Do arquivo' })
  const listed = () => count(`contact_list_items where contact_list_id = ${list.id}`)
  onceBegun(listed, () => ends['is an administrator no more'](id))
  const answer = await client.post<{ details: object }>(`/contact-lists/${list.id}/upload`, sheet(people(600, 'Da lista')))
  expect([answer.status, answer.body.details]).toEqual([403, { created: 500, known: 0, refused: [] }])
  expect(await listed()).toBe(500)
})

test('a list that is made of contacts, some at a time, has those of before whoever asked for it was one no more', async () => {
  const { id, client } = await another(crypto.randomUUID())
  await store.client.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
    insert into contacts (company_id, name, number, phone_key, created_at, updated_at)
    select ${norte.id}, 'Da base', '5511' || (70000000 + i), '5511' || (70000000 + i), 1, 1 from n`)
  const listed = () => count("contact_list_items where contact_list_id = (select id from contact_lists where name = 'De todos')")
  onceBegun(listed, () => ends['is an administrator no more'](id))
  expect((await client.post('/contact-lists/from', { name: 'De todos', contacts: {} })).status).toBe(200)
  await until(() => count("contact_lists where name = 'De todos' and is_filled = 1"))
  expect(await listed()).toBeGreaterThan(0)
  expect(await listed()).toBeLessThan(1_200)
})

test('rows of a spreadsheet that wait for their turn to be written are nobody’s whose rights end before', async () => {
  const { id, client } = await another(crypto.randomUUID())
  const { promise: open, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
  const write = store.write.bind(store)
  spyOn(store, 'write').mockImplementation(async (db, work) => {
    if (whose.getStore() === 'asked') {
      begins()
      await open
    }
    return write(db, work)
  })
  const rows = [{ shortcode: 'tarde-demais', message: 'Oi' }]
  const importing = whose.run('asked', () => client.post('/quick-messages/import', { rows }))
  await begun
  await ends['is an administrator no more'](id)
  release()
  expect((await importing).status).toBe(403)
  expect(await count("quick_messages where shortcode = 'tarde-demais'")).toBe(0)
})

test('tickets that are closed all at once stay where they are from when whoever asked is one no more', async () => {
  const { id, client } = await another(crypto.randomUUID())
  await Promise.all(Array.from({ length: 40 }, () => sul.makeTicket({ queueId: sul.queues[1].id })))
  await Promise.all(Array.from({ length: 40 }, () => norte.makeTicket({ queueId: norte.queues[1].id })))
  const waiting = () => count(`tickets where status = 'pending' and company_id = ${norte.id}`)
  const before = await waiting()
  onceBegun(
    async () => (await waiting()) < before,
    () => ends['is an administrator no more'](id),
  )
  const asked = { status: 'pending', selectedQueueIds: [norte.queues[1].id] }
  expect((await client.post('/tickets/closeAll', asked)).status).toBe(403)
  expect(before - (await waiting())).toBe(25)
})
