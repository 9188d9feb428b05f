import { expect, onTestFinished, test } from 'bun:test'
import { mkdirSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Glob } from 'bun'
import { transaction } from '#kernel/context'
import { contacts } from '#modules/contacts'
import { type Company, openOffice } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { until } from '../../tests/until'
import { boot } from '../boot'
import { openInstallation } from '../boot/installation'
import { type Config, readConfig } from '../config'
import { sample } from '../sandbox/network/samples'

const office = await testOffice()
const { norte, sul, store, product } = office
const operator = norte.staff.admin.client
const { media } = norte.ctx

const count = async (where: string) => Number((await store.client.execute(`select count(*) as n from ${where}`)).rows[0]!.n)
const hashOf = (text: string | Uint8Array) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const isThere = (content: string | Uint8Array) => media.read(hashOf(content)).exists()
/** As if what is on the disk had been saved yesterday. */
function age(folder = office.folder) {
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const path of new Glob('**/*').scanSync({ cwd: join(folder, 'media'), absolute: true })) utimesSync(path, yesterday, yesterday)
}
const filed = (field: string, content: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}, fileName = 'contrato.pdf') => {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.set(key, value)
  form.set(field, new File([content], fileName, { type: fileName.endsWith('.png') ? 'image/png' : 'application/pdf' }))
  return form
}
const idle = () => until(async () => (await count("jobs where kind in ('purge', 'file-release') and state <> 'scheduled'")) === 0, 20_000)

/** A company keeps files wherever it can. */
async function keepFiles(company: Company, name: string) {
  const { client } = company.staff.admin
  const texts = ['message', 'quick', 'room', 'list', 'picture', 'queue'].map(place => `${name} ${place}`)
  const [message, quick, room, list, picture, queue] = texts as [string, string, string, string, string, string]
  const ok = async (answer: Promise<{ status: number; text: string; body: unknown }>) => {
    const { status, text, body } = await answer
    expect([status < 300, text]).toEqual([true, text])
    return body as { id: number }
  }
  await ok(client.post(`/messages/${company.tickets.open.id}`, filed('medias', message)))
  await ok(client.post(`/messages/${company.tickets.open.id}`, filed('medias', 'de todos')))
  const saved = await ok(client.post('/quick-messages', { shortcode: name, message: 'Bom dia' }))
  await ok(client.post(`/quick-messages/${saved.id}/media-upload`, filed('file', quick)))
  const chat = await ok(client.post('/chats', { title: name, users: [{ id: company.staff.ana.id }] }))
  await ok(client.post(`/chats/${chat.id}/messages`, filed('medias', room)))
  const files = await ok(client.post('/files', { name, message: 'Bom dia', options: [{ name: 'contrato' }] }))
  const { body } = await client.get<{ options: { id: number }[] }>(`/files/${files.id}`)
  await ok(client.post(`/files/uploadList/${files.id}`, filed('files', list, { id: String(body.options[0]!.id), name: 'contrato' })))
  await contacts.setPicture(company.ctx, company.tickets.open.contactId, (await media.save(Buffer.from(picture))).hash)
  await ok(client.post(`/queue/${company.queues[0].id}/media-upload`, filed('file', queue)))
  for (const text of texts) expect([text, await isThere(text)]).toEqual([text, true])
  return texts
}

test('the files of a deleted company go from the disk, and those of others stay, even where the content is the same', async () => {
  const gone = await office.company('Leste')
  const theirs = await keepFiles(gone, 'leste')
  const ours = await keepFiles(sul, 'sul')
  age()
  expect((await operator.delete(`/companies/${gone.id}`)).status).toBe(200)
  await until(async () => !(await count(`companies where id = ${gone.id}`)), 20_000)
  await idle()
  for (const text of theirs) expect([text, await isThere(text)]).toEqual([text, false])
  for (const text of [...ours, 'de todos']) expect([text, await isThere(text)]).toEqual([text, true])
}, 60_000)

const PIXEL = await new Bun.Image(sample('image').bytes).resize(1, 1).png().bytes()
/** A picture that is like no other by the words behind it. */
const drawn = (text: string) => new Uint8Array(Buffer.concat([PIXEL, Buffer.from(text)]))
const contentOf = (place: string, text: string) => (place === 'announcement' ? drawn(text) : text)

/** Every place of a company, and of the installation, whose file can be replaced: how it is given one, and how it is taken away. */
async function places() {
  const { client } = norte.staff.admin
  const made = async (path: string, body: object) => {
    const answer = await client.post<{ id: number }>(path, body)
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text])
    return answer.body.id
  }
  const queue = await made('/queue', { name: 'Cobrança', color: '#0b7f70' })
  const option = await made('/queue-options', { queueId: queue, title: 'Boletos', message: '' })
  const list = await made('/files', { name: 'Contratos', message: 'Segue', options: [{ name: 'contrato' }] })
  const optionId = (await client.get<{ options: { id: number }[] }>(`/files/${list}`)).body.options[0]!.id
  const announcement = await made('/announcements', { title: 'Novo horário', text: 'Abrimos às 8h', priority: 3, status: true })
  const quick = await made('/quick-messages', { shortcode: 'saudar', message: 'Bom dia' })
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const contactId = norte.tickets.open.contactId
  const schedule = await made('/schedules', { body: 'Bom dia, tudo bem?', contactId, sendAt })
  const upload = (path: string) => ({
    give: (text: string) => client.post(`${path}/media-upload`, filed('file', text)),
    take: () => client.delete(path),
  })
  return {
    option: upload(`/queue-options/${option}`),
    announcement: {
      give: (text: string) => client.post(`/announcements/${announcement}/media-upload`, filed('file', drawn(text), {}, 'aviso.png')),
      take: () => client.delete(`/announcements/${announcement}`),
    },
    quick: upload(`/quick-messages/${quick}`),
    schedule: upload(`/schedules/${schedule}`),
    queue: upload(`/queue/${queue}`),
    list: {
      give: (text: string) => client.post(`/files/uploadList/${list}`, filed('files', text, { id: String(optionId), name: 'contrato' })),
      take: () => client.delete(`/files/${list}`),
    },
    picture: {
      give: async (text: string) => contacts.setPicture(norte.ctx, contactId, (await media.save(Buffer.from(text))).hash),
      take: () => contacts.setPicture(norte.ctx, contactId, null),
    },
  }
}

test('a file in the place of another, and a row that is deleted, take the old file from the disk', async () => {
  const all = Object.entries(await places())
  for (const [name, { give }] of all) await give(`${name} de antes`)
  for (const [name] of all) expect([name, await isThere(contentOf(name, `${name} de antes`))]).toEqual([name, true])
  age()
  for (const [name, { give }] of all) await give(`${name} de agora`)
  await idle()
  for (const [name] of all)
    expect([name, await isThere(contentOf(name, `${name} de antes`)), await isThere(contentOf(name, `${name} de agora`))]).toEqual([
      name,
      false,
      true,
    ])
  age()
  for (const [, { take }] of all) await take()
  await idle()
  for (const [name] of all) expect([name, await isThere(contentOf(name, `${name} de agora`))]).toEqual([name, false])
}, 60_000)

test('a menu that loses a branch loses the files of all that hung on it', async () => {
  const { client } = norte.staff.admin
  const queueId = norte.queues[0].id
  const made = async (parentId: number | null, text: string) => {
    const { id } = (await client.post<{ id: number }>('/queue-options', { queueId, parentId, title: text, message: '' })).body
    await client.post(`/queue-options/${id}/media-upload`, filed('file', text))
    return id
  }
  const top = await made(null, 'galho')
  await made(await made(top, 'ramo'), 'folha')
  age()
  await client.delete(`/queue-options/${top}`)
  await idle()
  for (const text of ['galho', 'ramo', 'folha']) expect([text, await isThere(text)]).toEqual([text, false])
})

test('what was saved a moment ago waits for the row that may name it, and is looked at again later', async () => {
  const { client } = sul.staff.admin
  const ticket = await sul.makeTicket({ queueId: sul.queues[0].id, status: 'open', userId: sul.staff.admin.id })
  await client.post(`/messages/${ticket.id}`, filed('medias', 'velho'))
  await client.post(`/messages/${ticket.id}`, filed('medias', 'de novo'))
  age()
  // The same content comes again, and its row is not there yet when the old one goes.
  await media.save(Buffer.from('de novo'))
  expect((await client.delete(`/contacts/${ticket.contactId}`)).status).toBe(200)
  await until(async () => !(await isThere('velho')), 20_000)
  await idle()
  expect(await isThere('de novo')).toBe(true)
  expect(await count("jobs where kind = 'file-release' and state = 'scheduled'")).toBe(1)
  age()
  await store.client.execute("update jobs set due_at = 1, state = 'waiting' where kind = 'file-release'")
  product.jobs.runner.wake()
  await until(async () => !(await isThere('de novo')), 20_000)
})

/** An installation whose process was killed between two files: one has its row, the other has none. */
async function killedOffice() {
  const { product, norte, folder } = await openOffice()
  onTestFinished(() => rm(folder, { recursive: true }))
  const its = product.ctxFor(norte.id).media
  const [named, unnamed] = [Buffer.from('com linha'), Buffer.from('sem linha')]
  await contacts.setPicture(norte.ctx, norte.tickets.open.contactId, (await its.save(named)).hash)
  await its.save(unnamed)
  await product.stop()
  age(folder)
  // A stop in order leaves no folder of what was being written.
  mkdirSync(join(folder, 'media', 'parts'))
  const config = readConfig({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' })
  const isThere = (content: Buffer) => its.read(hashOf(content)).exists()
  return { config, isLeft: () => isThere(unnamed), isNamedThere: () => isThere(named) }
}

test('what a process stored that was killed before it could name it goes at the next start, and what has a row stays', async () => {
  const { config, isLeft, isNamedThere } = await killedOffice()
  const again = await boot(config)
  await until(async () => !(await isLeft()), 20_000)
  expect(await isNamedThere()).toBe(true)
  await again.stop()
})

test.each<[string, (config: Config) => Promise<unknown>]>([
  ['had no room to write down what is to be done', startWithoutRoom],
  ['ended before it wrote that down', async config => (await openInstallation(config)).close()],
])('it goes at the start after one that %s', async (_, start) => {
  const { config, isLeft } = await killedOffice()
  await start(config)
  expect(await isLeft()).toBe(true)
  const again = await boot(config)
  await until(async () => !(await isLeft()), 20_000)
  await again.stop()
})

/** As where the disk is full at the wrong moment. */
async function startWithoutRoom(config: Config) {
  const write = async (sql: string) => {
    const { store, close } = await openInstallation(config)
    await store.client.execute(sql)
    await close()
  }
  await write(`create trigger no_room before insert on jobs when new.kind = 'file-release' begin select raise(fail, 'no room'); end`)
  await (await boot(config)).stop()
  await write('drop trigger no_room')
}

test('a file that its row refuses goes from the disk', async () => {
  const { client } = norte.staff.admin
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const { body: row } = await client.post<{ id: number }>('/schedules', {
    body: 'Lembrete',
    contactId: norte.tickets.open.contactId,
    sendAt,
  })
  await store.client.execute(`update schedules set status = 'ENVIADA' where id = ${row.id}`)
  expect((await client.post(`/schedules/${row.id}/media-upload`, filed('file', 'tarde demais'))).status).toBe(409)
  await idle()
  age()
  await store.client.execute("update jobs set due_at = 1, state = 'waiting' where kind = 'file-release'")
  product.jobs.runner.wake()
  await until(async () => !(await isThere('tarde demais')))
})

test('each table that names files is looked at in an index where it grows with every message', async () => {
  const plan = async (sql: string) => (await store.client.execute(`explain query plan ${sql}`)).rows.map(row => String(row.detail)).join()
  for (const table of ['messages', 'chat_messages'])
    expect(
      await plan(
        `select 1 from ${table} where media is not null and case when json_valid(media) then media ->> '$.hash' end in (select value from json_each('["a"]'))`,
      ),
    ).toContain(`USING INDEX ${table}_hash`)
})

test('a message that goes while it is forwarded is not forwarded without its file', async () => {
  const { client } = norte.staff.admin
  const ticket = norte.tickets.open
  await client.post(`/messages/${ticket.id}`, filed('medias', 'de passagem'))
  const [{ id: messageId }] = (await client.get<{ messages: [{ id: string }] }>(`/messages/${ticket.id}`)).body.messages
  const { id: contactId } = await norte.makeContact('Destino')
  age()
  // Asked from without: the request of somebody else is no part of the transaction.
  const { promise, resolve: ask } = Promise.withResolvers<void>()
  const forwarding = promise.then(() => client.post('/message/forward', { messageId, contactId }))
  const idly = promise.then(async () => {
    for (let n = 0; n < 3; n++) await client.get('/tags')
  })
  await transaction(norte.ctx, async ({ db }) => {
    ask()
    // Whatever it does before it writes is done by then.
    await idly
    await db.run(`delete from messages where ticket_id = ${ticket.id}`)
    expect(media.release(hashOf('de passagem'))).toBe(true)
  })
  expect((await forwarding).status).toBe(404)
  expect(await count(`messages where media ->> '$.hash' = '${hashOf('de passagem')}'`)).toBe(0)
})
