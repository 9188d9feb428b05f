import { cube, numbersOf } from './numbers'
import { AREA_CODES, FIRST_NAMES, LAST_NAMES, QUEUE_COLORS, QUEUE_NAMES, WORDS } from './words'

// One company with a year of service history: the same rows in the same order, for any program.

const DAY = 86_400
const STATUS = ['closed', 'open', 'pending'] as const
const EXTENSIONS: Record<string, string> = { image: 'jpg', audio: 'ogg', application: 'pdf', video: 'mp4' }

type Ticket = {
  id: number
  uuid: string
  status: (typeof STATUS)[number]
  contactId: number
  userId: number | null
  queueId: number | null
  connectionId: number
  isGroup: boolean
  createdAt: number
}
/** The one opening of a ticket: when it waited, was somebody's and ended, and what the customer thought of it. */
type Tracking = {
  ticketId: number
  queuedAt: number
  startedAt: number | null
  finishedAt: number | null
  rating: number | null
  ratedAt: number | null
}
type Message = {
  id: string
  ticketId: number
  contactId: number | null
  queueId: number | null
  fromMe: boolean
  body: string
  mediaType: string
  mediaUrl: string | null
  ack: number
  read: boolean
  createdAt: number
}

/** How many of each a company has. */
export type Size = Record<'users' | 'queues' | 'connections' | 'tags' | 'contacts' | 'tickets' | 'messages', number>
/** The company of the benches, or a part of its history. */
export const reference = (scale = 1): Size => ({
  users: 50,
  queues: 10,
  connections: 5,
  tags: 200,
  contacts: Math.round(50_000 * scale),
  tickets: Math.round(60_000 * scale),
  messages: Math.round(1_000_000 * scale),
})
/** The end of its history. */
export const UNTIL = '2026-11-20T12:00:00Z'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

export function dataset(size = reference(), { seed = 0, until: anchor = Date.parse(UNTIL) } = {}) {
  const { bits, share, below } = numbersOf(seed)
  const lanes = Math.min(10, size.tags)
  const isGroup = (contact: number) => contact % 50 === 0

  const users = numbers(size.users).map(i => ({
    id: i,
    name: `${FIRST_NAMES[below(i, 1, 32)]} ${LAST_NAMES[below(i, 2, 32)]}`,
    email: `user${i}@bench.local`,
    profile: i <= 3 ? ('admin' as const) : ('user' as const),
    createdAt: anchor - 400 * DAY * 1000,
  }))
  const userQueues = users.flatMap(({ id }) =>
    [...new Set(numbers(2 + (id % 3)).map(j => ((id + (j - 1) * 3) % size.queues) + 1))].map(queueId => ({ userId: id, queueId })),
  )
  const queues = numbers(size.queues).map(i => ({
    id: i,
    name: nameOf(i),
    color: QUEUE_COLORS[(i - 1) % QUEUE_COLORS.length]!,
    order: i,
    greeting: `Olá! Você está no setor ${nameOf(i)}.`,
  }))
  const connections = numbers(size.connections).map(i => ({ id: i, name: `Conexão ${i}`, isDefault: i === 1 }))
  const tags = numbers(size.tags).map(i => ({
    id: i,
    name: i <= lanes ? `Etapa ${i}` : `Etiqueta ${i}`,
    color: `#${(bits(i, 3) & 0xffffff).toString(16).padStart(6, '0')}`,
    kanban: i <= lanes ? 1 : 0,
  }))

  function mediaTypeOf(m: number) {
    const draw = below(m, 23, 100)
    if (draw < 86) return below(m, 24, 2) ? 'conversation' : 'extendedTextMessage'
    return draw < 92 ? 'image' : draw < 96 ? 'audio' : draw < 98 ? 'application' : draw < 99 ? 'video' : 'locationMessage'
  }

  /** Every thousandth carries a text that no other has. */
  function bodyOf(m: number) {
    const words = numbers(3 + below(m, 25, 16)).map(j => WORDS[below(m * 32 + j - 1, 26, WORDS.length)])
    return words.join(' ') + (m % 1000 === 0 ? ` pedido ${100_000 + m / 1000}` : '')
  }

  function contact(i: number) {
    const last = LAST_NAMES[below(i, 6, 32)]
    return {
      id: i,
      name: isGroup(i) ? `Grupo ${last} ${i}` : `${FIRST_NAMES[below(i, 5, 32)]} ${last} ${i}`,
      number: isGroup(i)
        ? `1203630${String(i).padStart(11, '0')}`
        : `55${AREA_CODES[below(i, 4, 16)]}9${String(10_000_000 + i * 7).padStart(8, '0')}`,
      email: below(i, 7, 10) < 3 ? `contato${i}@exemplo.com.br` : '',
      isGroup: isGroup(i),
      createdAt: anchor - Math.floor(share(i, 8) * 390 * DAY) * 1000,
    }
  }

  function ticket(i: number): Ticket & { seconds: number } {
    const draw = below(i, 10, 100)
    const status = STATUS[draw < 5 ? 1 : draw < 8 ? 2 : 0]!
    const createdAt = anchor - Math.floor(share(i, 11) * (status === 'closed' ? 365 : 14) * DAY) * 1000
    const contactId = i <= size.contacts ? i : 1 + below(i, 13, Math.min(20_000, size.contacts))
    const hex = [30, 31, 32, 33].map(stream => bits(i, stream).toString(16).padStart(8, '0')).join('')
    return {
      id: i,
      uuid: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`,
      status,
      contactId,
      userId: status === 'pending' ? null : 1 + below(i, 16, size.users),
      queueId: below(i, 14, 20) === 0 ? null : 1 + below(i, 15, size.queues),
      connectionId: 1 + below(i, 17, size.connections),
      isGroup: isGroup(contactId),
      createdAt,
      seconds: Math.min(300 + Math.floor(cube(share(i, 12)) * 172_500), Math.max(60, (anchor - createdAt) / 1000)),
    }
  }
  const tickets = numbers(size.tickets).map(ticket)

  function tracking({ id, status, createdAt, seconds }: (typeof tickets)[number]): Tracking {
    const queuedAt = createdAt + 20_000
    const began = queuedAt + (30 + Math.floor(share(id, 40) * share(id, 40) * 3600)) * 1000
    const isRated = status === 'closed' && below(id, 41, 5) === 0
    const draw = below(id, 42, 100)
    return {
      ticketId: id,
      queuedAt,
      startedAt: status === 'pending' ? null : began,
      finishedAt: status === 'closed' ? began + seconds * 1000 : null,
      rating: isRated ? (draw < 60 ? 3 : draw < 90 ? 2 : 1) : null,
      ratedAt: isRated ? createdAt + seconds * 1000 + 4_000_000 : null,
    }
  }

  const even = Math.min(8, Math.floor(size.messages / size.tickets)) * size.tickets
  function message(m: number): Message {
    const at = m <= even ? (m - 1) % size.tickets : Math.floor(size.tickets * cube(share(m, 20)))
    const { id, contactId, queueId, status, createdAt, seconds } = tickets[at]!
    const fromMe = below(m, 21, 100) < 45
    const mediaType = mediaTypeOf(m)
    return {
      id: `BENCH${String(m).padStart(11, '0')}`,
      ticketId: id,
      contactId: fromMe ? null : contactId,
      queueId,
      fromMe,
      body: bodyOf(m),
      mediaType,
      mediaUrl: EXTENSIONS[mediaType] ? `media_${m}.${EXTENSIONS[mediaType]}` : null,
      ack: fromMe ? 1 + below(m, 28, 4) : 0,
      read: fromMe || status === 'closed' || below(m, 27, 10) > 0,
      createdAt: createdAt + Math.floor(share(m, 22) * seconds) * 1000,
    }
  }

  function* messages() {
    for (let m = 1; m <= size.messages; m++) yield message(m)
  }

  /** What a ticket's list entry takes from its messages: unread count, newest text and its time. Indexed by ticket id. */
  function summaries() {
    const of = tickets.map(({ createdAt }) => ({ unread: 0, lastMessage: '', lastAt: 0, updatedAt: createdAt }))
    for (const { ticketId, body, read, createdAt } of messages()) {
      const summary = of[ticketId - 1]!
      if (!read) summary.unread++
      if (createdAt < summary.lastAt) continue
      Object.assign(summary, { lastAt: createdAt, lastMessage: body, updatedAt: Math.max(createdAt, summary.updatedAt) })
    }
    return of
  }

  function ticketTags() {
    return tickets.flatMap(({ id }) => {
      if (below(id, 18, 10) >= 3) return []
      const drawn = numbers(1 + below(id, 19, 3)).map(
        j => 1 + (j === 1 && below(id, 34, 2) ? below(id, 35, lanes) : below(id * 4 + j - 1, 36, size.tags)),
      )
      return [...new Set(drawn)].map(tagId => ({ ticketId: id, tagId }))
    })
  }

  return {
    size,
    users,
    userQueues,
    queues,
    connections,
    tags,
    tickets,
    contacts: () => numbers(size.contacts).map(contact),
    messages,
    summaries,
    ticketTags,
    trackings: () => tickets.map(tracking),
  }
}
export type Dataset = ReturnType<typeof dataset>

/** There are ten names of queues; later ones are numbered. */
const nameOf = (i: number) => {
  const name = QUEUE_NAMES[(i - 1) % QUEUE_NAMES.length]!
  return i > QUEUE_NAMES.length ? `${name} ${Math.ceil(i / QUEUE_NAMES.length)}` : name
}
