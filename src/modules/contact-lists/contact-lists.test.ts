import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { turn, until } from '../../../tests/until'
import type { Ctx } from '#kernel/context'
import { numberCheckFlow } from '../../flows/number-check'
import { listFill } from '../../flows/contact-lists/make'
import { contactListItems as items } from '../contact-list-items/schema'
import { MOST } from '../contact-list-items'
import { contactLists } from '.'
import { attachTag } from '../../flows/tickets/tags'

const office = await testOffice()
const { norte, sul } = office
const leader = norte.staff.supervisor.client
const admin = norte.staff.admin.client

type List = {
  id: number
  name: string
  contactsCount: string
  valid: number
  invalid: number
  unchecked: number
  source: string
  isFilled: boolean
  sourceCount: number | null
  isCheckStopped: boolean
}
type Item = { id: number; name: string; number: string; email: string; isWhatsappValid: boolean | null; contactListId: number }
const made = async (name: string) => (await leader.post<List>('/contact-lists', { name })).body
const list = async (id: number) => (await leader.get<List>(`/contact-lists/${id}`)).body
const itemsOf = async (id: number) => (await leader.get<{ contacts: Item[] }>(`/contact-list-items?contactListId=${id}`)).body.contacts

test('leaders make lists; agents neither read nor write them, and another company sees nothing', async () => {
  const { id } = await made('Parque Dez')
  expect((await norte.staff.ana.client.get('/contact-lists')).status).toBe(403)
  expect((await norte.staff.ana.client.post('/contact-lists', { name: 'Minha' })).status).toBe(403)
  expect((await sul.staff.admin.client.get(`/contact-lists/${id}`)).status).toBe(404)
  expect((await sul.staff.admin.client.post('/contact-list-items', { name: 'Ana', number: newPhone(), contactListId: id })).status).toBe(
    404,
  )
  expect((await sul.staff.admin.client.post(`/contact-lists/${id}/upload`, { rows: [] })).status).toBe(404)
})

test('a person is in a list once, in whatever spelling of the number', async () => {
  const { id } = await made('Uma vez')
  const add = (number: string) => leader.post<Item>('/contact-list-items', { name: 'Helena', number, contactListId: id })
  expect((await add('+55 (11) 98123-4567')).body).toMatchObject({ number: '5511981234567', isWhatsappValid: null })
  expect(await add('551181234567')).toMatchObject({ status: 400, body: { details: { number: ['Este número já está na lista'] } } })
  expect(await add('5511 abc 98')).toMatchObject({ status: 400 })
  expect(await list(id)).toMatchObject({ contactsCount: '1', unchecked: 1, valid: 0 })
})

test('who has no number is listed, and counts as nobody to write to', async () => {
  const { id } = await made('Sem número')
  expect((await leader.post<Item>('/contact-list-items', { name: 'Sem', contactListId: id })).body.isWhatsappValid).toBe(false)
})

test('only an administrator takes people out of a list', async () => {
  const { id } = await made('Ficam')
  const { body } = await leader.post<Item>('/contact-list-items', { name: 'Fica', number: newPhone(), contactListId: id })
  expect((await leader.delete(`/contact-list-items/${body.id}`)).status).toBe(403)
  expect((await admin.delete(`/contact-list-items/${body.id}`)).status).toBe(200)
  expect((await list(id)).contactsCount).toBe('0')
})

test('a spreadsheet brings people, completes who is there, and says what is wrong with each other row', async () => {
  const { id } = await made('Planilha')
  const number = newPhone()
  await leader.post('/contact-list-items', { name: number, number, contactListId: id })
  const rows = [
    { name: 'Edson', number, email: 'edson@exemplo.com' },
    { name: 'Nova', number: newPhone() },
    { name: 'Curto', number: '12' },
    { name: '', number: newPhone() },
  ]
  const { body } = await leader.post<{ created: number; known: number; refused: { row: number }[] }>(`/contact-lists/${id}/upload`, {
    rows,
  })
  expect(body).toMatchObject({ created: 1, known: 1, refused: [{ row: 2 }, { row: 3 }] })
  expect(await itemsOf(id)).toMatchObject([{ name: 'Edson', email: 'edson@exemplo.com', number }, { name: 'Nova' }])
})

test('people stand in the order of their names, whatever the accents and the case', async () => {
  const { id } = await made('Em ordem')
  const names = ['Zuleika', 'ângela', 'Ávila', 'Beto', 'Éder', 'Edna']
  await leader.post(`/contact-lists/${id}/upload`, { rows: names.map(name => ({ name, number: newPhone() })) })
  const inOrder = ['ângela', 'Ávila', 'Beto', 'Éder', 'Edna', 'Zuleika']
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(inOrder)
  const [, second] = await itemsOf(id)
  await leader.put(`/contact-list-items/${second!.id}`, { name: 'Ömer' })
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['ângela', 'Beto', 'Éder', 'Edna', 'Ömer', 'Zuleika'])
})

test('a list is narrowed to those whom campaigns reach, and to each reason why they do not', async () => {
  const { id } = await made('Situações')
  const left = newPhone()
  const rows = ['Boa', 'Ruim', 'Nova'].map(name => ({ name, number: newPhone() }))
  await leader.post(`/contact-lists/${id}/upload`, { rows: [...rows, { name: 'Saiu', number: left }] })
  await leader.post('/contact-list-items', { name: 'Sem', contactListId: id })
  await norte.ctx.db
    .run(sql`update contact_list_items set is_whatsapp_valid = case name when 'Boa' then 1 when 'Saiu' then 1 when 'Nova' then null else 0 end
    where contact_list_id = ${id}`)
  await admin.post('/opt-outs', { name: 'Saiu', number: left })
  const names = async (situation: string) =>
    (
      await leader.get<{ contacts: Item[]; count: number }>(`/contact-list-items?contactListId=${id}&situation=${situation}`)
    ).body.contacts.map(({ name }) => name)
  for (const [situation, name] of Object.entries({ valid: 'Boa', invalid: 'Ruim', unchecked: 'Nova', noNumber: 'Sem', optedOut: 'Saiu' }))
    expect(await names(situation)).toEqual([name])
  expect(await names('')).toHaveLength(5)
  expect(await leader.get(`/contact-list-items?contactListId=${id}&situation=other`)).toMatchObject({ status: 400 })
})

test('a list holds so many people and no more, however they come into it', async () => {
  const [{ id }, { id: other }] = [await made('Cheia'), await made('Outra')]
  await norte.ctx.db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MOST})
    insert into contact_list_items (company_id, contact_list_id, name, number, phone_key, created_at, updated_at)
    select ${norte.id}, ${id}, 'Pessoa ' || i, '5511' || (30000000 + i), '5511' || (30000000 + i), 0, 0 from n`)
  const one = { name: 'Mais uma', number: newPhone() }
  const { body } = await leader.post<Item>('/contact-list-items', { ...one, contactListId: other })
  const full = { status: 409, body: { code: 'ERR_LIST_FULL', details: { most: MOST } } }
  expect(await leader.post(`/contact-lists/${id}/upload`, { rows: [one] })).toMatchObject(full)
  expect(await leader.post('/contact-list-items', { ...one, contactListId: id })).toMatchObject(full)
  expect(await leader.put(`/contact-list-items/${body.id}`, { contactListId: id })).toMatchObject(full)
  const known = await leader.post(`/contact-lists/${id}/upload`, { rows: [{ name: 'Pessoa 1', number: '551130000001' }] })
  expect(known).toMatchObject({ status: 200, body: { created: 0, known: 1 } })
  expect((await list(id)).contactsCount).toBe(String(MOST))
})

test('a file of older clients is read, and its people are answered', async () => {
  const { id } = await made('Arquivo')
  const form = new FormData()
  form.set('file', new File([`nome;numero;email\nPriscila;${newPhone()};\nSem número;;`], 'clientes.csv'))
  const { body } = await leader.post<Item[]>(`/contact-lists/${id}/upload`, form)
  expect(body.map(({ name }) => name)).toEqual(['Priscila'])
})

/** A list of people who are known, when all of them came. */
async function from(given: object) {
  const { body } = await leader.post<List>('/contact-lists/from', given)
  expect(body).toMatchObject({ isFilled: false, contactsCount: '0' })
  return until(async () => {
    const now = await list(body.id)
    return now.isFilled && now
  })
}

test('a list is made of a tag, and of a filter of contacts; whom the network knows needs no check', async () => {
  await attachTag(norte.ctx, norte.tickets.closed.id, norte.tag.id)
  expect(await from({ name: 'Da etiqueta', tagId: norte.tag.id })).toMatchObject({ source: 'tag', contactsCount: '1' })
  const known = await norte.makeContact('Conhecida')
  await norte.ctx.db.run(`update contacts set lid = '991' where id = ${known.id}`)
  const all = await from({ name: 'Com e-mail', contacts: { email: 'with' } })
  expect(Number(all.contactsCount)).toBeGreaterThan(5)
  expect(all.valid).toBe(1)
  expect((await from({ name: 'Ninguém', contacts: { dateEnd: '2001-01-01' } })).contactsCount).toBe('0')
  expect((await leader.post('/contact-lists/from', { name: 'De nada' })).status).toBe(400)
})

test('a list is filled in pieces, which a process that is killed neither loses nor repeats, and tells how far it is', async () => {
  const { ctx } = sul
  await ctx.db.run(sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < 2499)
    insert into contacts (company_id, name, named, number, phone_key, email, created_at, updated_at)
    select ${sul.id}, 'Pessoa ' || i, 1, '5511' || (70000000 + i), '5511' || (70000000 + i), 'p@exemplo.com', 0, 0 from n`)
  const { id } = await contactLists.insert(ctx, { name: 'Grande', source: 'filter', isFilled: false })
  const { signal } = new AbortController()
  const payload = { listId: id, from: { contacts: { email: true }, outcome: 'delivered' }, userId: sul.staff.admin.id }
  const run = (within: Ctx, stop = signal) => listFill().run(within, payload, { id: 1, attempts: 1, signal: stop })
  const killed = ctx.store.write(ctx.db, async db => {
    await run({ ...ctx, db })
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  const look = async () => (await sul.staff.admin.client.get<List>(`/contact-lists/${id}`)).body
  expect(await look()).toMatchObject({ contactsCount: '0', isFilled: false })
  const socket = await sul.staff.admin.client.socket()
  const part = new AbortController()
  // It is told to end after its first piece, as a process that stops tells it.
  const first = { ...ctx, publish: (...told: Parameters<Ctx['publish']>) => (part.abort(), ctx.publish(...told)) }
  expect(await run(first, part.signal)).toEqual({ again: 0 })
  await socket.next(`company-${sul.id}-ContactListItem-${id}`)
  expect(await look()).toMatchObject({ contactsCount: '1000', isFilled: false, sourceCount: expect.any(Number) })
  expect((await look()).sourceCount).toBeGreaterThanOrEqual(2500)
  await run(ctx)
  const [{ n }] = (await ctx.db.all<{ n: number }>(
    sql`select count(distinct phone_key) n from contacts where company_id = ${sul.id} and email <> '' and number is not null`,
  )) as [{ n: number }]
  expect(n).toBeGreaterThanOrEqual(2500)
  expect(await look()).toMatchObject({ contactsCount: String(n), isFilled: true })
  socket.close()
})

test('numbers are checked some at a time, progress is told, and a check that was ended goes on', async () => {
  const { id } = await made('Conferir')
  const phones = Array.from({ length: 35 }, () => newPhone())
  await leader.post(`/contact-lists/${id}/upload`, { rows: phones.map((number, i) => ({ name: `Pessoa ${i}`, number })) })
  const asked: string[][] = []
  const job = numberCheckFlow({
    isOpen: () => true,
    lookup: (_, numbers) => {
      asked.push(numbers)
      // The network writes the first without the ninth digit, and does not know the last.
      return Promise.resolve(
        numbers
          .filter(one => one !== phones.at(-1))
          .map(one => ({ asked: one, pn: one === phones[0] ? one.replace(/^(55\d\d)9/, '$1') : one, lid: `1${one}` })),
      )
    },
  })
  const socket = await leader.socket()
  const run = () => job.run(norte.ctx, { listId: id }, { id: 1, attempts: 1, signal: new AbortController().signal })
  expect(await run()).toEqual({ again: expect.any(Number) })
  expect(await list(id)).toMatchObject({ valid: 30, unchecked: 5 })
  await socket.next(`company-${norte.id}-ContactListItem-${id}`)
  await run()
  expect(await run()).toBeUndefined()
  expect(asked.map(numbers => numbers.length)).toEqual([30, 5])
  expect(await list(id)).toMatchObject({ valid: 34, invalid: 1, unchecked: 0 })
  const [first] = await norte.ctx.db
    .select()
    .from(items)
    .where(eq(items.number, phones[0]!.replace(/^(55\d\d)9/, '$1')))
  expect(first).toMatchObject({ lid: `1${phones[0]}`, isWhatsappValid: true })
  expect((await leader.post<List>(`/contact-lists/${id}/check`)).body).toMatchObject({ unchecked: 1, invalid: 0 })
  socket.close()
})

test('people who come into a list whose numbers are being checked make nobody ask faster', async () => {
  // Lists of a company wait for each other.
  await norte.ctx.db.run(sql`delete from jobs where kind = 'number-check'`)
  const { id } = await made('Em partes')
  const upload = () => leader.post(`/contact-lists/${id}/upload`, { rows: [{ name: 'Pessoa', number: newPhone() }] })
  const due = async () =>
    (await norte.ctx.db.all<{ dueAt: number }>(sql`select due_at dueAt from jobs where kind = 'number-check' and key = ${String(id)}`))[0]!
      .dueAt
  await upload()
  // It has just asked, and asks again after its pause.
  const next = Date.now() + 8_000
  await norte.ctx.db.run(sql`update jobs set state = 'scheduled', due_at = ${next} where kind = 'number-check' and key = ${String(id)}`)
  await upload()
  expect(await due()).toBe(next)
})

test('a check is stopped and gone on with, and nobody who comes meanwhile is asked about', async () => {
  const { id } = await made('Parar')
  const fill = (n: number) =>
    leader.post(`/contact-lists/${id}/upload`, { rows: Array.from({ length: n }, () => ({ name: 'Pessoa', number: newPhone() })) })
  await fill(31)
  const asked: string[][] = []
  const job = numberCheckFlow({
    isOpen: () => true,
    lookup: (_, numbers) => (asked.push(numbers), Promise.resolve(numbers.map(pn => ({ asked: pn, pn, lid: null })))),
  })
  const run = () => job.run(norte.ctx, { listId: id }, { id: 1, attempts: 1, signal: new AbortController().signal })
  const planned = async () => (await norte.ctx.db.all(sql`select 1 from jobs where kind = 'number-check' and key = ${String(id)}`)).length
  await run()
  expect(await planned()).toBe(1)
  const { body } = await leader.delete<List>(`/contact-lists/${id}/check`)
  expect(body).toMatchObject({ isCheckStopped: true, valid: 30, unchecked: 1 })
  await fill(1)
  expect(await run()).toBeUndefined()
  expect(await planned()).toBe(0)
  expect(asked.map(numbers => numbers.length)).toEqual([30])
  expect((await leader.post<List>(`/contact-lists/${id}/check`)).body).toMatchObject({ isCheckStopped: false, unchecked: 2 })
  expect(await planned()).toBe(1)
  await run()
  expect(await list(id)).toMatchObject({ valid: 32, unchecked: 0 })
  expect((await sul.staff.admin.client.delete(`/contact-lists/${id}/check`)).status).toBe(404)
})

test('a list that is deleted is gone with its people, at once and then row by row', async () => {
  const { id } = await made('Vai embora')
  const { body } = await leader.post<Item>('/contact-list-items', { name: 'Vai', number: newPhone(), contactListId: id })
  await leader.delete(`/contact-lists/${id}`)
  expect((await leader.get(`/contact-lists/${id}`)).status).toBe(404)
  expect((await leader.get(`/contact-list-items/${body.id}`)).status).toBe(404)
  await turn()
  await until(async () => (await norte.ctx.db.select().from(items).where(eq(items.contactListId, id))).length === 0)
})
