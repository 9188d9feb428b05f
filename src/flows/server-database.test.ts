import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contexts, transaction, type Ctx, type CtxFor } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { mediaStore } from '#kernel/media/media-store'
import { openLog } from '#kernel/process/log'
import { serverStore, type Store } from '#kernel/storage/libsql'
import { migrate } from '#kernel/storage/migrate'
import { companies } from '#modules/companies'
import { connections } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { messages, outbox } from '#modules/messages'
import { SYSTEM } from '#modules/rights'
import { tags } from '#modules/tags'
import { tickets } from '#modules/tickets'
import { inboundOf } from '../../tests/words'
import { deleteContact } from './delete-contact'
import { inboundFlow } from './inbound'
import { lateMediaFlow } from './late-media'
import { reply } from './reply'

// A database server is spoken to through another branch than a file; here it stands on a file, so that no server is needed.

let folder: string
let store: Store
let ctxFor: CtxFor
let ctx: Ctx
let connectionId: number
const told: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-'))
  store = serverStore(createClient({ url: `file:${join(folder, 'server.db')}` }))
  await migrate(store.client)
  ctxFor = contexts(store, mediaStore(folder, 'secret'), () => channel => void told.push(channel), SYSTEM)
  const company = await store.write(store.db, db => companies.create(db, { name: 'Norte' }))
  ctx = ctxFor(company.id)
  connectionId = (await connections.create(ctx, { name: 'Loja' })).id
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const channel = { isOpen: () => false, attachment: () => Promise.reject(new Error('closed')) as never }
const receive = (pn: string, text: string) => {
  const receive = inboundFlow({
    ctxFor,
    log: openLog('silent'),
    files: lateMediaFlow({ channel }),
    fetchAvatar: async () => {},
    countMessage: () => {},
  })
  return inboundOf({ receive }, ctx.companyId, connectionId, { from: { pn, name: 'Helena' }, text })
}
async function ticketOf(pn: string) {
  const [contact] = await contacts.known(ctx, { pn, lid: null })
  return (await tickets.activeOf(ctx, contact!.id, connectionId))!
}
const said = async (pn: string) => (await messages.list(ctx, await ticketOf(pn), 1, false)).messages.map(message => message.body)

test('on a database server a message is stored, its ticket shown and touched, and an answer waits in the outbox', async () => {
  const pn = '5511981110001'
  await receive(pn, 'Olá')
  const ticket = await ticketOf(pn)
  await reply(ctx, ticket.id, { body: 'Oi!', quotedUid: null, clientId: 'oi-1' })
  expect(await said(pn)).toEqual(['Olá', 'Oi!'])
  expect(await tickets.view(ctx, ticket)).toMatchObject({ lastMessage: 'Oi!', fromMe: true, unreadMessages: 1 })
  expect(await outbox.waitingChats(store.db, connectionId)).toEqual([ticket.contactId])
  expect(told).toContain('appMessage')
})

test('on a database server what is written at once is all there, and what fails leaves nothing', async () => {
  const numbers = [...Array(20).keys()].map(i => `55119811200${10 + i}`)
  await Promise.all(numbers.map(pn => receive(pn, `de ${pn}`)))
  for (const pn of numbers) expect(await said(pn)).toEqual([`de ${pn}`])
  const failed = transaction(ctx, async ctx => {
    await tags.create(ctx, { name: 'Fora', color: '#a169da', kanban: 0 })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(JSON.stringify(await store.client.execute('select name from tags'))).not.toContain('Fora')
  const outside = transaction(ctx, () => tags.create({ ...ctx, db: store.db }, { name: 'Por fora', color: '#a169da', kanban: 0 }))
  await expect(outside).rejects.toThrow('use its db')
})

test('on a database server what was not awaited in a transaction joins no other', async () => {
  let late: Promise<unknown> | undefined
  const over = Promise.withResolvers<void>()
  await transaction(ctx, async ctx => {
    late = over.promise.then(() => tags.create(ctx, { name: 'Atrasada', color: '#a169da', kanban: 0 }))
  })
  const failed = late!.catch((error: Error) => String(error.cause ?? error))
  await transaction(ctx, async () => {
    over.resolve()
    expect(await failed).toContain('this transaction is over')
  })
  expect(JSON.stringify(await store.client.execute('select name from tags'))).not.toContain('Atrasada')
})

test('on a database server jobs are claimed once', async () => {
  const pn = '5511981110003'
  await receive(pn, 'Adeus')
  await deleteContact(ctx, (await ticketOf(pn)).contactId)
  const claim = () => store.write(store.db, db => jobs.claim(db, 'here', [['purge', 5, 1_000, 5]], 10))
  const claimed = await Promise.all([claim(), claim()])
  expect(claimed.flat()).toHaveLength(1)
})
