import type { Answer, Call } from './call'
import { PASSWORD } from './dataset/load'
import { type Dataset, UNTIL } from './dataset/rows'
import type { Goal } from './figures'

export type Case = {
  name: string
  call(i: number): Call
  /** Whether an answer is the whole one: a bench of empty pages would be fast. */
  holds(answer: Answer): boolean
  goals?: { perSecond?: Goal; p99?: Goal; p95Alone?: Goal }
  /** How long it is asked for, where a few seconds are too few. */
  seconds?: number
  /** Asked a second time while messages are written. */
  alsoWhileWriting?: true
}

const PAGES = { tickets: 40, messages: 20, contacts: 30, tags: 100 }
type List = keyof typeof PAGES
const COMMON = ['boleto', 'entrega', 'nota', 'comprovante', 'agendamento', 'cartão']
const page = (list: List, count: number) => (answer: Answer) =>
  answer.count === count && answer[list]?.length === Math.min(PAGES[list], count)
const found = (list: List) => (answer: Answer) => (answer.count ?? 0) > 0 && (answer[list]?.length ?? 0) > 0
const lastFull = (list: List, count: number) => Math.max(1, Math.floor(count / PAGES[list]))
const query = (path: string, parameters: Record<string, string | number>) => `${path}?${new URLSearchParams(parameters as never)}`

const LIST_GOALS = { perSecond: { atLeast: 1000 }, p99: { atMost: 100 } }
const SEARCH_GOALS = { perSecond: { atLeast: 1000 }, p95Alone: { atMost: 20 } }

/** What is asked of the largest ticket, a small one and the lists, as people's applications ask it. */
export function cases(data: Dataset, admin: string, agent: string): Case[] {
  const ofStatus = (status: string) => data.tickets.filter(ticket => ticket.status === status)
  const closed = ofStatus('closed').length
  const sizes = new Map<number, number>()
  for (const { ticketId } of data.messages()) sizes.set(ticketId, (sizes.get(ticketId) ?? 0) + 1)
  const small = data.tickets.filter(({ id }) => sizes.get(id)! >= PAGES.messages && sizes.get(id)! <= 30).slice(-200)
  const largest = sizes.get(1)!
  const ask = (path: string, parameters: Record<string, string | number>) => ({ path: query(path, parameters), token: admin })
  const list = (status: string, pageNumber = 1) => ask('/tickets', { showAll: 'true', status, pageNumber })
  const people = data
    .contacts()
    .slice(0, 1000)
    .filter(({ isGroup }) => !isGroup)
  const someName = (i: number) => people[i % people.length]!.name.replace(/ \d+$/, '')
  const lists: Case[] = [
    ...['open', 'pending', 'closed'].map(status => ({
      name: `GET /tickets, ${status}`,
      call: () => list(status),
      holds: page('tickets', ofStatus(status).length),
      goals: LIST_GOALS,
      ...(status !== 'pending' && { alsoWhileWriting: true as const }),
    })),
    {
      name: 'GET /tickets, closed, the last full page',
      call: () => list('closed', lastFull('tickets', closed)),
      holds: page('tickets', closed),
      goals: LIST_GOALS,
    },
    {
      name: "GET /tickets, an agent's open ones",
      call: () => ({ path: '/tickets?status=open&pageNumber=1', token: agent }),
      holds: found('tickets'),
      goals: LIST_GOALS,
    },
    {
      name: 'GET /tickets by the name of a contact',
      call: i => ask('/tickets', { showAll: 'true', searchParam: someName(i), pageNumber: 1 }),
      holds: found('tickets'),
      goals: SEARCH_GOALS,
    },
    {
      name: 'GET /tickets by a text that one message has',
      call: i => ask('/tickets', { showAll: 'true', searchParam: `pedido ${100_001 + (i % (data.size.messages / 1000))}`, pageNumber: 1 }),
      holds: answer => answer.count === 1 && answer.tickets?.length === 1,
      goals: SEARCH_GOALS,
    },
    {
      name: 'GET /tickets by a word that many messages have',
      call: i => ask('/tickets', { showAll: 'true', searchParam: COMMON[i % COMMON.length]!, pageNumber: 1 }),
      holds: found('tickets'),
      goals: SEARCH_GOALS,
      alsoWhileWriting: true,
    },
  ]
  const conversations: Case[] = [
    {
      name: 'GET /messages of a small ticket',
      call: i => ask(`/messages/${small[i % small.length]!.id}`, { pageNumber: 1 }),
      holds: answer => answer.messages?.length === PAGES.messages,
      goals: { perSecond: { atLeast: 1560 } },
      alsoWhileWriting: true,
    },
    {
      name: 'GET /messages of the largest ticket',
      call: () => ask('/messages/1', { pageNumber: 1 }),
      holds: page('messages', largest),
      goals: { perSecond: { atLeast: 1700 } },
    },
    {
      name: 'GET /messages of the largest ticket, the last full page',
      call: () => ask('/messages/1', { pageNumber: lastFull('messages', largest) }),
      holds: page('messages', largest),
    },
  ]
  return [
    { name: 'GET /version', call: () => ({ path: '/version' }), holds: answer => Boolean(answer.version) },
    {
      name: 'POST /auth/login',
      // Someone else each time, from a place of their own: the limits of tries are for one person and one place.
      call: i => ({
        method: 'POST',
        path: '/auth/login',
        address: `198.51.100.${i % 250}`,
        body: { email: data.users[i % data.users.length]!.email, password: PASSWORD },
      }),
      holds: answer => Boolean(answer.token),
      seconds: 8,
    },
    ...lists,
    ...conversations,
    {
      name: 'GET /contacts',
      call: () => ask('/contacts', { pageNumber: 1 }),
      holds: page('contacts', data.size.contacts),
      goals: { perSecond: { atLeast: 1000 } },
    },
    {
      name: 'GET /contacts by name',
      call: i => ask('/contacts', { searchParam: someName(i), pageNumber: 1 }),
      holds: found('contacts'),
      goals: { perSecond: { atLeast: 1000 } },
      alsoWhileWriting: true,
    },
    ...[30, 365].map(days => {
      const date_to = new Date(UNTIL).toISOString().slice(0, 10)
      const date_from = new Date(Date.parse(date_to) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      return {
        name: `GET /dashboard, ${days} days`,
        call: () => ask('/dashboard', { date_from, date_to }),
        holds: ({ counters }: Answer) => counters?.supportHappening === ofStatus('open').length && counters.supportFinished! > 0,
        goals: { perSecond: { atLeast: 300 } },
        alsoWhileWriting: true as const,
      }
    }),
    { name: 'GET /tags', call: () => ask('/tags', { pageNumber: 1 }), holds: page('tags', data.tags.length) },
  ]
}
