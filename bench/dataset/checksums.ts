import { dataset, type Dataset } from './rows'

type Cell = string | number | boolean | null
const cell = (value: Cell) =>
  value === null ? '' : typeof value === 'string' && /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value)
const iso = (at: number) => new Date(at).toISOString()

function sum(head: string, rows: Iterable<Cell[]>) {
  const hash = new Bun.CryptoHasher('sha256')
  let lines = [head]
  for (const row of rows) {
    lines.push(row.map(cell).join(','))
    if (lines.length < 5000) continue
    hash.update(`${lines.join('\n')}\n`)
    lines = []
  }
  if (lines.length) hash.update(`${lines.join('\n')}\n`)
  return hash.digest('hex')
}

/** SHA-256 of each table as CSV, to compare with those of the reference generator. */
export function checksums(data: Dataset): Record<string, string> {
  function* messages() {
    for (const m of data.messages())
      yield [m.id, m.ticketId, m.contactId, m.queueId, m.fromMe, m.body, m.mediaType, m.mediaUrl, m.ack, m.read, iso(m.createdAt)]
  }
  const trackings = data.trackings().map(t => ({ ...t, ...data.tickets[t.ticketId - 1]! }))
  const at = (moment: number | null) => moment && iso(moment)
  const summaries = data.summaries()
  const tickets = data.tickets.map(t => {
    const { unread, lastMessage, updatedAt } = summaries[t.id - 1]!
    return [
      t.id,
      t.uuid,
      t.status,
      t.contactId,
      t.userId,
      t.queueId,
      t.connectionId,
      t.isGroup,
      unread,
      lastMessage,
      iso(t.createdAt),
      iso(updatedAt),
    ]
  })
  return {
    tickets: sum('id,uuid,status,contact_id,user_id,queue_id,connection_id,is_group,unread,last_message,created_at,updated_at', tickets),
    users: sum(
      'id,name,email,profile,created_at',
      data.users.map(u => [u.id, u.name, u.email, u.profile, iso(u.createdAt)]),
    ),
    queues: sum(
      'id,name,color,order,greeting',
      data.queues.map(q => [q.id, q.name, q.color, q.order, q.greeting]),
    ),
    user_queues: sum(
      'user_id,queue_id',
      data.userQueues.map(l => [l.userId, l.queueId]),
    ),
    connections: sum(
      'id,name,is_default',
      data.connections.map(c => [c.id, c.name, c.isDefault]),
    ),
    tags: sum(
      'id,name,color,kanban',
      data.tags.map(t => [t.id, t.name, t.color, t.kanban]),
    ),
    contacts: sum(
      'id,name,number,email,is_group,created_at',
      data.contacts().map(c => [c.id, c.name, c.number, c.email, c.isGroup, iso(c.createdAt)]),
    ),
    ticket_tags: sum(
      'ticket_id,tag_id',
      data.ticketTags().map(l => [l.ticketId, l.tagId]),
    ),
    trackings: sum(
      'id,ticket_id,connection_id,user_id,created_at,queued_at,started_at,finished_at,rated',
      trackings.map(t => [
        t.id,
        t.id,
        t.connectionId,
        t.userId,
        iso(t.createdAt),
        iso(t.queuedAt),
        at(t.startedAt),
        at(t.finishedAt),
        t.rating !== null,
      ]),
    ),
    ratings: sum(
      'ticket_id,user_id,rate,created_at',
      trackings.flatMap(t => (t.rating === null ? [] : [[t.id, t.userId, t.rating, at(t.ratedAt)]])),
    ),
    messages: sum('id,ticket_id,contact_id,queue_id,from_me,body,media_type,media_url,ack,read,created_at', messages()),
  }
}

if (import.meta.main) for (const [name, hash] of Object.entries(checksums(dataset()))) process.stdout.write(`${hash}  ${name}.csv\n`)
