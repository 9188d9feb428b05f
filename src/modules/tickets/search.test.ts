import { expect, test } from 'bun:test'
import { dice } from '../../../tests/dice'
import { testOffice } from '../../../tests/office'
import { indexTexts } from '../messages/text-index'

const office = await testOffice()
const { norte, sul } = office
const [sales] = norte.queues
const { client } = office.store

type Found = { tickets: { id: number; hits?: { body: string }[]; hitCount?: number }[] }
const found = async (text: string, { staff } = norte) =>
  (await staff.admin.client.get<Found>(`/tickets?showAll=true&searchParam=${encodeURIComponent(text)}`)).body.tickets
/** Of each ticket its id and how many of its messages were found, in the order of ids. */
const counts = async (text: string) =>
  (await found(text)).map(({ id, hitCount = 0 }) => [id, hitCount] as const).toSorted(([a], [b]) => a - b)
const ticketOf = async (name: string) => norte.makeTicket({ queueId: sales.id, contactId: (await norte.makeContact(name)).id })

test('what is found stays right while messages come, are edited, deleted and moved, and people are renamed', async () => {
  const roll = dice(7)
  const words = ['jequitibá', 'aroeira', 'peroba']
  const tickets = await Promise.all(['Um', 'Dois', 'Três'].map(ticketOf))
  const foreign = await sul.makeTicket({})
  const texts = new Map<number, { ticketId: number; word: string }>()
  const any = <T>(of: readonly T[]) => of[roll(of.length)]!
  const steps = {
    async say() {
      const [ticket, word] = [any(tickets), any(words)]
      texts.set((await norte.makeMessage(ticket, { body: `uma ${word}` })).id, { ticketId: ticket.id, word })
    },
    async sayElsewhere() {
      await sul.makeMessage(foreign, { body: `uma ${any(words)}` })
    },
    async edit(id: number) {
      const word = any(words)
      await client.execute({ sql: 'update messages set body = ? where id = ?', args: [`outra ${word}`, id] })
      texts.set(id, { ...texts.get(id)!, word })
    },
    async unsay(id: number) {
      await client.execute({ sql: 'update messages set is_deleted = 1 where id = ?', args: [id] })
      texts.delete(id)
    },
    async erase(id: number) {
      await client.execute({ sql: 'delete from messages where id = ?', args: [id] })
      texts.delete(id)
    },
    async move(id: number) {
      const { id: ticketId } = any(tickets)
      await client.execute({ sql: 'update messages set ticket_id = ? where id = ?', args: [ticketId, id] })
      texts.set(id, { ...texts.get(id)!, ticketId })
    },
  }
  for (let i = 0; i < 120; i++) {
    const name = any(['say', 'say', 'say', 'sayElsewhere', ...Object.keys(steps)] as (keyof typeof steps)[])
    if (texts.size || name.startsWith('say')) await steps[name](any([...texts.keys()]))
    for (const word of words) {
      const expected = tickets.map(
        ({ id }) => [id, [...texts.values()].filter(text => text.ticketId === id && text.word === word).length] as const,
      )
      expect([i, name, word, await counts(word)]).toEqual([i, name, word, expected.filter(([, n]) => n)])
    }
  }
})

test('of a word that very many messages have, a ticket that comes to have it is found at once', async () => {
  const tickets = await Promise.all(Array.from({ length: 45 }, (_, i) => ticketOf(`Cedro ${i}`)))
  for (const ticket of tickets) await norte.makeMessage(ticket, { body: 'um cedro' })
  const columns = (await client.execute("select name from pragma_table_info('messages') where name not in ('id', 'client_id')")).rows.map(
    row => String(row['name']),
  )
  const copied = columns.map(name => (/^(uid|wid)$/.test(name) ? `m.${name} || n` : `m.${name}`)).join()
  await client.execute(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 100)
    insert into messages (${columns.join()}) select ${copied} from messages m, numbers where m.body = 'um cedro' order by m.ticket_id, n`)
  await office.store.write(office.store.db, db => indexTexts(db.$client))
  const page = async () => (await found('cedro')).map(({ id }) => id)
  expect(await page()).toContain(tickets.at(-1)!.id)
  const latest = await ticketOf('Rita')
  await norte.makeMessage(latest, { body: 'um cedro' })
  expect((await page())[0]).toBe(latest.id)
})

test('a message whose id another company’s last one had before it was deleted is found', async () => {
  const ticket = await ticketOf('Lia')
  await norte.makeMessage(ticket, { body: 'um pau-brasil' })
  const { id } = await sul.makeMessage(await sul.makeTicket({}), { body: 'outra coisa' })
  expect(await counts('brasil')).toEqual([[ticket.id, 1]])
  await client.execute(`delete from messages where id = ${id}`)
  expect((await norte.makeMessage(ticket, { body: 'mais um pau-brasil' })).id).toBe(id)
  expect(await counts('brasil')).toEqual([[ticket.id, 2]])
})

test('who is renamed is found by the new name at once, and no more by the old one', async () => {
  const { id, contactId } = await ticketOf('Quitéria Salgado')
  expect(await counts('quiteria')).toEqual([[id, 0]])
  await norte.staff.admin.client.put(`/contacts/${contactId}`, { name: 'Zulmira Salgado' })
  expect([await counts('quiteria'), await counts('zulmira')]).toEqual([[], [[id, 0]]])
  expect(await found('zulmira', sul)).toEqual([])
  const other = await ticketOf('Zulmira Neves')
  expect(await counts('zulmira')).toEqual([id, other.id].map(one => [one, 0]))
})

test('a note finds its ticket while it has the words, for who sees that ticket, and no message that is looked for', async () => {
  const [ticket, other] = [await ticketOf('Irene'), await ticketOf('Jonas')]
  const { admin, ana } = norte.staff
  type Seen = { tickets: { id: number; hits?: { id: string; isNote?: true; body: string }[] }[] }
  const hits = async (text: string, client = admin.client, more = '') => {
    const { body } = await client.get<Seen>(`/tickets?showAll=true&searchParam=${encodeURIComponent(text)}${more}`)
    return body.tickets.flatMap(({ id, hits = [] }) => hits.map(hit => [id, hit.id, hit.isNote, hit.body]))
  }
  const { body: note } = await admin.client.post<{ id: number }>('/ticket-notes', {
    ticketId: ticket.id,
    note: 'Só atende às terças-feiras',
  })
  const told = (id: number, text: string): (string | number | true | undefined)[][] => [[id, `note-${note.id}`, true, text]]
  expect(await hits('tercas feira')).toEqual(told(ticket.id, 'Só atende às terças-feiras'))
  expect(await hits('terças', ana.client)).toEqual(told(ticket.id, 'Só atende às terças-feiras'))
  const support = await norte.makeTicket({ queueId: norte.queues[1].id })
  await admin.client.post('/ticket-notes', { ticketId: support.id, note: 'Assunto da diretoria' })
  expect([(await hits('diretoria')).length, await hits('diretoria', ana.client)]).toEqual([1, []])
  expect([await found('terças', sul), await hits('terças', admin.client, '&writtenBy=customer')]).toEqual([[], []])
  await admin.client.put(`/ticket-notes/${note.id}`, { note: 'Só atende às quartas' })
  expect([await hits('terças'), await hits('quartas')]).toEqual([[], told(ticket.id, 'Só atende às quartas')])
  await client.execute({ sql: 'update ticket_notes set ticket_id = ? where id = ?', args: [other.id, note.id] })
  expect(await hits('quartas')).toEqual(told(other.id, 'Só atende às quartas'))
  await admin.client.delete(`/ticket-notes/${note.id}`)
  expect(await hits('quartas')).toEqual([])
})

test('a text that is stored before it is in the index is found once it is', async () => {
  const ticket = await ticketOf('Noel')
  await norte.makeMessage(ticket, { body: 'primeira sucupira' })
  const columns = (await client.execute("select name from pragma_table_info('messages') where name <> 'id'")).rows.map(row =>
    String(row['name']),
  )
  const copied = columns
    .map(name => (/^(uid|wid|client_id)$/.test(name) ? `${name} || 'late'` : name === 'body' ? `'sucupira tardia'` : name))
    .join()
  await client.execute(`insert into messages (${columns.join()}) select ${copied} from messages where ticket_id = ${ticket.id} limit 1`)
  expect(await counts('tardia')).toEqual([])
  await office.store.write(office.store.db, db => indexTexts(db.$client))
  expect(await counts('tardia')).toEqual([[ticket.id, 1]])
})
