import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type Client } from '@libsql/client'
import { hashPassword } from '#kernel/http/passwords'
import { migrate } from '#kernel/storage/migrate'
import { phoneKey } from '#modules/contacts'
import { indexAllTexts } from '../../src/modules/messages/text-index'
import type { Dataset } from './rows'

export const PASSWORD = 'bench-2026'
const NAME = 'Bench'
const BATCH = 2000
const ACKS = ['received', 'sent', 'sent', 'delivered', 'read'] as const

/** Inserts rows, given as arrays in the order of the columns, some thousand a statement. */
async function bulk(client: Client, table: string, columns: string[], rows: Iterable<unknown[]>) {
  const values = columns.map((_, i) => `value ->> '$[${i}]'`).join(', ')
  const sql = `insert into ${table} (${columns.join(', ')}) select ${values} from json_each(?)`
  let batch: unknown[][] = []
  const flush = async () => {
    if (batch.length) await client.execute({ sql, args: [JSON.stringify(batch)] })
    batch = []
  }
  for (const row of rows) if (batch.push(row) === BATCH) await flush()
  await flush()
}

type Offsets = { company: number; users: number; queues: number; connections: number; tags: number; contacts: number; tickets: number }

/** One company with the whole data set, `copy` times over for as many companies; copies get ids behind those before them. */
async function loadCompany(client: Client, data: Dataset, copy: number, passwordHash: string) {
  const at: Offsets = {
    company: copy + 1,
    users: copy * data.size.users,
    queues: copy * data.size.queues,
    connections: copy * data.size.connections,
    tags: copy * data.size.tags,
    contacts: copy * data.size.contacts,
    tickets: copy * data.size.tickets,
  }
  const { company } = at
  const now = Date.now()
  const own = (id: number | null, offset: number) => (id === null ? null : id + offset)

  if (!copy)
    await bulk(
      client,
      'plans',
      ['id', 'name', 'users', 'connections', 'queues', 'created_at', 'updated_at'],
      [[1, NAME, 1000, 100, 200, now, now]],
    )
  await bulk(client, 'companies', ['id', 'name', 'plan_id', 'created_at', 'updated_at'], [[company, `${NAME} ${company}`, 1, now, now]])
  await bulk(
    client,
    'settings',
    ['company_id', 'key', 'value', 'created_at', 'updated_at'],
    [[company, 'singleSession', 'disabled', now, now]],
  )
  await bulk(
    client,
    'queues',
    ['id', 'company_id', 'name', 'color', 'greeting_message', 'order_queue', 'created_at', 'updated_at'],
    data.queues.map(q => [q.id + at.queues, company, q.name, q.color, q.greeting, q.order, now, now]),
  )
  await bulk(
    client,
    'users',
    ['id', 'company_id', 'name', 'email', 'password_hash', 'profile', 'super', 'created_at', 'updated_at'],
    data.users.map(u => [
      u.id + at.users,
      company,
      u.name,
      copy ? u.email.replace('@', `.${company}@`) : u.email,
      passwordHash,
      u.profile,
      u.id === 1 && !copy ? 1 : 0,
      u.createdAt,
      u.createdAt,
    ]),
  )
  await bulk(
    client,
    'user_queues',
    ['user_id', 'queue_id', 'created_at', 'updated_at'],
    data.userQueues.map(l => [l.userId + at.users, l.queueId + at.queues, now, now]),
  )
  // A status with a reason keeps the product from starting these connections.
  await bulk(
    client,
    'connections',
    ['id', 'company_id', 'name', 'is_default', 'status', 'reason', 'created_at', 'updated_at'],
    data.connections.map(c => [c.id + at.connections, company, c.name, c.isDefault ? 1 : 0, 'DISCONNECTED', 'logged_out', now, now]),
  )
  await bulk(
    client,
    'tags',
    ['id', 'company_id', 'name', 'color', 'kanban', 'created_at', 'updated_at'],
    data.tags.map(t => [t.id + at.tags, company, t.name, t.color, t.kanban, now, now]),
  )
  await bulk(
    client,
    'contacts',
    ['id', 'company_id', 'name', 'named', 'number', 'phone_key', 'email', 'is_group', 'created_at', 'updated_at'],
    data
      .contacts()
      .map(c => [
        c.id + at.contacts,
        company,
        c.name,
        1,
        c.number,
        c.isGroup ? `group:${c.number}` : phoneKey(c.number),
        c.email,
        c.isGroup ? 1 : 0,
        c.createdAt,
        c.createdAt,
      ]),
  )

  const places = oneActiveEach(data)
  const summaries = data.summaries()
  await bulk(
    client,
    'tickets',
    [
      'id',
      'uuid',
      'company_id',
      'contact_id',
      'whatsapp_id',
      'user_id',
      'queue_id',
      'status',
      'unread_messages',
      'last_message',
      'is_group',
      'closed_at',
      'created_at',
      'updated_at',
    ],
    data.tickets.map(t => {
      const { unread, lastMessage, updatedAt } = summaries[t.id - 1]!
      const uuid = copy ? crypto.randomUUID() : t.uuid
      const { connection, status } = places[t.id - 1]!
      const closedAt = status === 'closed' ? updatedAt : null
      return [
        t.id + at.tickets,
        uuid,
        company,
        t.contactId + at.contacts,
        connection + at.connections,
        own(t.userId, at.users),
        own(t.queueId, at.queues),
        status,
        unread,
        lastMessage.slice(0, 255),
        t.isGroup ? 1 : 0,
        closedAt,
        t.createdAt,
        updatedAt,
      ]
    }),
  )
  await bulk(
    client,
    'ticket_tags',
    ['ticket_id', 'tag_id', 'created_at', 'updated_at'],
    data.ticketTags().map(l => [l.ticketId + at.tickets, l.tagId + at.tags, now, now]),
  )

  await bulk(
    client,
    'ticket_trackings',
    ['company_id', 'ticket_id', 'contact_id', 'user_id', 'created_at', 'queued_at', 'started_at', 'finished_at', 'rating'],
    data.trackings().map(t => {
      const ticket = data.tickets[t.ticketId - 1]!
      const { status } = places[t.ticketId - 1]!
      return [
        company,
        t.ticketId + at.tickets,
        ticket.contactId + at.contacts,
        own(ticket.userId, at.users),
        ticket.createdAt,
        t.queuedAt,
        t.startedAt,
        status === 'closed' ? (t.finishedAt ?? summaries[t.ticketId - 1]!.updatedAt) : t.finishedAt,
        t.rating,
      ]
    }),
  )

  // The order of ids is the order of arrival.
  const messages = [...data.messages()].sort((a, b) => a.createdAt - b.createdAt)
  await bulk(
    client,
    'messages',
    [
      'uid',
      'wid',
      'company_id',
      'ticket_id',
      'contact_id',
      'connection_id',
      'chat_id',
      'queue_id',
      'body',
      'from_me',
      'read',
      'media_type',
      'status',
      'created_at',
      'updated_at',
    ],
    messages.map(m => {
      const ticket = data.tickets[m.ticketId - 1]!
      return [
        m.id,
        m.id,
        company,
        m.ticketId + at.tickets,
        own(m.contactId, at.contacts),
        places[ticket.id - 1]!.connection + at.connections,
        ticket.contactId + at.contacts,
        own(m.queueId, at.queues),
        m.body,
        m.fromMe ? 1 : 0,
        m.read ? 1 : 0,
        m.mediaType,
        ACKS[m.ack],
        m.createdAt,
        m.createdAt,
      ]
    }),
  )
}

/**
 * The connection of each ticket. The few that would be a contact's second active one on it move to the next; those that find none
 * free are closed.
 */
function oneActiveEach({ tickets, size }: Dataset) {
  const taken = new Set<string>()
  return tickets.map(({ contactId, connectionId, status }) => {
    if (status === 'closed') return { connection: connectionId, status }
    for (let step = 0; step < size.connections; step++) {
      const connection = ((connectionId - 1 + step) % size.connections) + 1
      const place = `${contactId} ${connection}`
      if (taken.has(place)) continue
      taken.add(place)
      return { connection, status }
    }
    return { connection: connectionId, status: 'closed' as const }
  })
}

/** Makes a data folder with the data set, once per company. Everyone has the same password. */
export async function load(folder: string, data: Dataset, { companies = 1, password = PASSWORD } = {}) {
  await mkdir(folder, { recursive: true })
  // Nothing is sealed in it: an installation makes its own.
  await Bun.write(join(folder, 'secrets.json'), '{}')
  const client = createClient({ url: `file:${folder}/balcao.db`, concurrency: 1 })
  for (const pragma of ['journal_mode=wal', 'synchronous=off', 'cache_size=-256000', 'temp_store=memory'])
    await client.execute(`pragma ${pragma}`)
  await migrate(client)
  const passwordHash = await hashPassword(password)
  for (let copy = 0; copy < companies; copy++) await loadCompany(client, data, copy, passwordHash)
  await indexAllTexts(client)
  await client.execute("insert into messages_fts(messages_fts) values ('optimize')")
  await client.execute('analyze')
  await client.execute('pragma wal_checkpoint(truncate)')
  client.close()
}
