import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { AppError } from '#kernel/errors'
import type { Channel, Outbound, SendResult } from '#modules/connections'
import { delivery } from '#modules/messages'
import { openOffice, until, type Company, type Office } from '../../tests/factories'
import { turn } from '../../tests/until'
import { outboxFlow, type OutboxFlow } from './outbox'

let office: Office
let norte: Company
let outbox: OutboxFlow
beforeAll(async () => {
  office = await openOffice()
  ;({ norte } = office)
})
afterAll(() => office.close())

/** What was written to the network, and how it takes the next. */
const written: Outbound[] = []
let line: object | null = {}
let take: (outbound: Outbound) => Promise<void> = async () => {}
const channel: Pick<Channel, 'isOpen' | 'socketGeneration' | 'send'> = {
  isOpen: () => line !== null,
  socketGeneration: () => line,
  async send(outbound: Outbound): Promise<SendResult | null> {
    await take(outbound)
    written.push(outbound)
    return outbound.do === 'read' ? null : { key: { id: outbound.id, remoteJid: 'x@s.whatsapp.net', fromMe: true }, raw: '{}' }
  },
}

/** A process that starts anew on the same database. */
const restart = () =>
  (outbox = outboxFlow({
    store: office.store,
    ctxFor: office.ctxFor,
    channel: () => channel as Channel,
    log: office.product.log,
  }))
beforeEach(async () => {
  setSystemTime()
  await office.store.client.execute('delete from outbox')
  written.length = 0
  line = {}
  take = async () => {}
  restart()
})

type Ticket = Awaited<ReturnType<Company['makeTicket']>>
const open = () => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id })
const say = (ticket: Ticket, body: string) => norte.staff.ana.client.post(`/messages/${ticket.id}`, { body })
const bodies = () => written.map(outbound => (outbound as { body?: string }).body)
type Shown = { id: string; body: string; status: string; failReason: string | null; isDeleted: boolean; isEdited: boolean }
const shown = async (ticket: Ticket) =>
  (await norte.staff.ana.client.get<{ messages: Shown[] }>(`/messages/${ticket.id}?markRead=false`)).body.messages
const statusOf = async (ticket: Ticket) => {
  const { body } = await norte.staff.ana.client.get<{ messages: { status: string; failReason: string | null }[] }>(`/messages/${ticket.id}`)
  return body.messages.map(message => message.status)
}
const accept = (ids: string[]) =>
  delivery.setStates(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids, state: 'sent' })
const drain = () => outbox.drain(norte.connection.id)
const waiting = async () => Number((await office.store.client.execute('select count(*) as n from outbox')).rows[0]!.n)
const later = (ms: number) => setSystemTime(new Date(Date.now() + ms))

test('the messages of a chat leave in their order, under the ids that their rows have', async () => {
  const ticket = await open()
  for (let i = 0; i < 5; i++) await say(ticket, `linha ${i}`)
  await Promise.all([drain(), drain()])
  expect(bodies()).toEqual(['linha 0', 'linha 1', 'linha 2', 'linha 3', 'linha 4'])
  const { body } = await norte.staff.ana.client.get<{ messages: { id: string }[] }>(`/messages/${ticket.id}`)
  expect(written.map(outbound => (outbound as { id: string }).id)).toEqual(body.messages.map(message => message.id))
})

test('a slow chat holds up no other', async () => {
  const [slow, quick] = [await open(), await open()]
  await say(slow, 'devagar')
  await say(quick, 'depressa')
  const gate = Promise.withResolvers<void>()
  take = outbound => ((outbound as { body?: string }).body === 'devagar' ? gate.promise : Promise.resolve())
  const run = drain()
  await until(() => bodies().includes('depressa'))
  expect(bodies()).toEqual(['depressa'])
  gate.resolve()
  await run
})

test('an answer asks for its own chat alone', async () => {
  const [own, other] = [await open(), await open()]
  await say(own, 'minha')
  await say(other, 'outra')
  await outbox.drainChat(norte.connection.id, own.contactId)
  expect(bodies()).toEqual(['minha'])
  await drain()
  expect(bodies()).toEqual(['minha', 'outra'])
})

test('of many chats that wait for a connection only some are told at once, and all in the end', async () => {
  const many = 20
  for (let i = 0; i < many; i++) await say(await open(), `conversa ${i}`)
  const gate = Promise.withResolvers<void>()
  let [now, most] = [0, 0]
  take = async () => {
    most = Math.max(most, ++now)
    await gate.promise
    now--
  }
  const run = drain()
  await until(() => now === 16)
  gate.resolve()
  await run
  expect(most).toBe(16)
  expect(new Set(bodies()).size).toBe(many)
})

test('however the chats of a connection come to be due, so many are sent at once and no more', async () => {
  const tickets = await Promise.all(Array.from({ length: 40 }, open))
  for (const ticket of tickets) for (const nth of [1, 2]) await say(ticket, `${nth} de ${ticket.id}`)
  const gate = Promise.withResolvers<void>()
  let [now, most] = [0, 0]
  take = async () => {
    most = Math.max(most, ++now)
    await gate.promise
    now--
  }
  const runs = tickets.map(ticket => outbox.drainChat(norte.connection.id, ticket.contactId))
  await outbox.sweep()
  runs.push(drain())
  await until(() => now >= 16)
  for (let i = 0; i < 10; i++) await turn()
  gate.resolve()
  await Promise.all(runs)
  await outbox.settle()
  expect(most).toBe(16)
  for (const { id } of tickets) expect(bodies().filter(body => body!.endsWith(` de ${id}`))).toEqual([`1 de ${id}`, `2 de ${id}`])
})

test('what waits while nothing is connected leaves when it is', async () => {
  const ticket = await open()
  line = null
  await say(ticket, 'sem rede')
  await drain()
  expect(written).toEqual([])
  expect(await statusOf(ticket)).toEqual(['queued'])
  line = {}
  await drain()
  expect(bodies()).toEqual(['sem rede'])
})

describe('what was written and not accepted', () => {
  test('is written again under the same id after a crash, and then accepted once', async () => {
    const ticket = await open()
    await say(ticket, 'talvez perdida')
    await drain()
    restart()
    await drain()
    const ids = written.map(outbound => (outbound as { id: string }).id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    await accept([ids[0]!])
    expect(await statusOf(ticket)).toEqual(['sent'])
    restart()
    await drain()
    expect(written).toHaveLength(2)
    expect(await waiting()).toBe(0)
  })

  test('goes first on a new line, before what was added later', async () => {
    const ticket = await open()
    await say(ticket, 'primeira')
    await drain()
    line = {}
    await say(ticket, 'segunda')
    await drain()
    expect(bodies()).toEqual(['primeira', 'primeira', 'segunda'])
  })

  test('is written again after half a minute on the same line', async () => {
    const ticket = await open()
    await say(ticket, 'sem resposta')
    await drain()
    await outbox.sweep()
    await outbox.settle()
    expect(written).toHaveLength(1)
    later(31_000)
    await outbox.sweep()
    await outbox.settle()
    expect(written).toHaveLength(2)
  })

  test('is not given up by a process that dies again and again', async () => {
    const ticket = await open()
    await say(ticket, 'ainda não')
    for (let i = 0; i < 20; i++) {
      await drain()
      restart()
    }
    expect(written).toHaveLength(20)
    expect(await statusOf(ticket)).toEqual(['queued'])
  })

  test('fails at last, with the reason', async () => {
    const ticket = await open()
    await say(ticket, 'nunca')
    for (let i = 0; i < 11; i++) {
      await outbox.sweep()
      await outbox.settle()
      await drain()
      later(61_000)
    }
    setSystemTime()
    expect(await statusOf(ticket)).toEqual(['failed'])
    expect(written).toHaveLength(10)
    expect(await waiting()).toBe(0)
  })
})

describe('what the network refuses', () => {
  test('for good fails at once, and the next goes on', async () => {
    const ticket = await open()
    await say(ticket, 'recusada')
    await say(ticket, 'boa')
    take = outbound =>
      (outbound as { body?: string }).body === 'recusada'
        ? Promise.reject(new AppError('ERR_SENDING_WAPP_MSG', 400, { reason: 'blocked' }))
        : Promise.resolve()
    await drain()
    expect(bodies()).toEqual(['boa'])
    expect(await statusOf(ticket)).toEqual(['failed', 'queued'])
  })

  test('for now is tried again later, and nothing of the chat overtakes it', async () => {
    const ticket = await open()
    await say(ticket, 'um')
    await say(ticket, 'dois')
    let fails = 2
    take = () => (fails-- > 0 ? Promise.reject(new Error('socket hang up')) : Promise.resolve())
    await drain()
    expect(written).toEqual([])
    for (const ms of [1_500, 3_000]) {
      later(ms)
      await drain()
    }
    expect(bodies()).toEqual(['um', 'dois'])
    setSystemTime()
  })

  test('of a number that has no account says so', async () => {
    const ticket = await open()
    await say(ticket, 'ninguém')
    take = () => Promise.reject(new AppError('ERR_WAPP_INVALID_CONTACT', 400))
    await drain()
    const { body } = await norte.staff.ana.client.get<{ messages: { failReason: string }[] }>(`/messages/${ticket.id}`)
    expect(body.messages[0]!.failReason).toBe('not_on_whatsapp')
  })
})

test('a message that is deleted before it left never leaves', async () => {
  const ticket = await open()
  await say(ticket, 'engano')
  const { body } = await norte.staff.ana.client.get<{ messages: { id: string }[] }>(`/messages/${ticket.id}`)
  await norte.staff.ana.client.delete(`/messages/${body.messages[0]!.id}`)
  await drain()
  expect(written).toEqual([])
})

test('a message that is deleted while it waits for another try is not tried again, and its delete is told', async () => {
  const ticket = await open()
  await say(ticket, 'engano')
  take = () => Promise.reject(new Error('socket hang up'))
  await drain()
  take = async () => {}
  await norte.staff.ana.client.delete(`/messages/${(await shown(ticket))[0]!.id}`)
  later(1_500)
  await drain()
  expect(written.map(outbound => outbound.do)).toEqual(['delete'])
  setSystemTime()
})

describe('while the first of a chat is being sent', () => {
  /** Two of a chat, of which the first is held back until the work is done. */
  async function meanwhile(work: (ticket: Ticket) => Promise<unknown>) {
    const ticket = await open()
    await say(ticket, 'primeira')
    await say(ticket, 'segunda')
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    take = () => {
      begun.resolve()
      return gate.promise
    }
    const run = drain()
    await begun.promise
    await work(ticket)
    gate.resolve()
    await run
    return ticket
  }

  test('a message that is deleted never leaves', async () => {
    await meanwhile(async ticket => norte.staff.ana.client.delete(`/messages/${(await shown(ticket))[1]!.id}`))
    expect(bodies()).toEqual(['primeira'])
  })

  test('what is left of a deleted ticket or contact never leaves', async () => {
    await meanwhile(ticket => norte.staff.admin.client.delete(`/tickets/${ticket.id}`))
    await meanwhile(ticket => norte.staff.admin.client.delete(`/contacts/${ticket.contactId}`))
    expect(bodies()).toEqual(['primeira', 'primeira'])
  })

  test('a file that takes longer than an acceptance is waited for is sent once', async () => {
    await meanwhile(async () => {
      later(51_000)
      await outbox.sweep()
    })
    await outbox.settle()
    expect(bodies()).toEqual(['primeira', 'segunda'])
    await outbox.sweep()
    await outbox.settle()
    expect(bodies()).toEqual(['primeira', 'segunda'])
  })
})

describe('after its message', () => {
  async function sent() {
    const ticket = await open()
    await say(ticket, 'prezado')
    await drain()
    const { id } = (await shown(ticket))[0]!
    await accept([id])
    written.length = 0
    return { ticket, id }
  }

  test('an edit, a reaction and a delete are told, each once, and again on a new line until they are accepted', async () => {
    const { id } = await sent()
    const { client } = norte.staff.ana
    await client.post(`/messages/edit/${id}`, { body: 'Prezado' })
    await drain()
    await client.post(`/messages/${id}/reactions`, { type: '👍' })
    await drain()
    await client.delete(`/messages/${id}`)
    await drain()
    const target = { id }
    expect(written).toMatchObject([
      { do: 'edit', body: 'Prezado', target },
      { do: 'react', emoji: '👍', target },
      { do: 'delete', target },
    ])
    const once = [...written]
    line = {}
    await drain()
    expect(written).toEqual([...once, ...once])
    await accept(once.map(outbound => (outbound as { id: string }).id))
    expect(await waiting()).toBe(0)
  })

  test('a delete is told although an edit still waited, and the edit no more', async () => {
    const { id } = await sent()
    line = null
    await norte.staff.ana.client.post(`/messages/edit/${id}`, { body: 'Prezado' })
    await norte.staff.ana.client.delete(`/messages/${id}`)
    line = {}
    await drain()
    expect(written).toMatchObject([{ do: 'delete', target: { id } }])
  })

  const refusals = [
    ['by the client', () => (take = () => Promise.reject(new AppError('ERR_SENDING_WAPP_MSG', 400, { reason: '403' })))],
    ['by the server', () => {}],
  ] as const
  /** The server's no to all that was written, unless nothing was. */
  const refuse = (reason: string) => {
    const ids = written.map(outbound => (outbound as { id: string }).id)
    return delivery.setStates(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids, state: 'failed', reason })
  }

  test.each(refusals)('an edit that is refused for good %s is taken back, and says why until the next', async (_, arrange) => {
    const { client } = norte.staff.ana
    const { ticket, id } = await sent()
    const socket = await client.socket(['joinChatBox', String(ticket.id)])
    arrange()
    await client.post(`/messages/edit/${id}`, { body: 'Prezado' })
    await drain()
    await refuse('403')
    const back = { body: 'prezado', isEdited: false, status: 'sent', failReason: 'forbidden' }
    expect(await shown(ticket)).toMatchObject([back])
    expect((await client.get(`/tickets/${ticket.id}`)).body).toMatchObject({ lastMessage: 'prezado' })
    await socket.next(`company-${norte.id}-appMessage`, told => (told.message as { failReason?: string }).failReason === 'forbidden')
    expect(await waiting()).toBe(0)
    await delivery.setStates(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids: [id], state: 'delivered' })
    expect(await shown(ticket)).toMatchObject([{ ...back, status: 'delivered' }])
    take = async () => {}
    await client.post(`/messages/edit/${id}`, { body: 'Caro' })
    expect(await shown(ticket)).toMatchObject([{ body: 'Caro', isEdited: true, failReason: null }])
    socket.close()
  })

  test.each(refusals)('a delete that is refused for good %s is taken back, and says why', async (_, arrange) => {
    const { client } = norte.staff.ana
    const { ticket, id } = await sent()
    line = null
    await client.post(`/messages/edit/${id}`, { body: 'nunca saiu' })
    await client.delete(`/messages/${id}`)
    line = {}
    arrange()
    await drain()
    await refuse('403')
    expect(await shown(ticket)).toMatchObject([{ body: 'prezado', isDeleted: false, isEdited: false, failReason: 'forbidden' }])
    expect((await client.get(`/tickets/${ticket.id}`)).body).toMatchObject({ lastMessage: 'prezado' })
    expect(await waiting()).toBe(0)
  })

  test('of two edits that are refused one after the other, what the customer has stands in the end', async () => {
    const { client } = norte.staff.ana
    const { ticket, id } = await sent()
    for (const body of ['um', 'dois']) await client.post(`/messages/edit/${id}`, { body })
    await drain()
    const [first, second] = [...written]
    written.splice(0, 2, first!)
    await refuse('403')
    expect(await shown(ticket)).toMatchObject([{ body: 'dois' }])
    written.splice(0, 1, second!)
    await refuse('403')
    expect(await shown(ticket)).toMatchObject([{ body: 'prezado', isEdited: false, failReason: 'forbidden' }])
  })

  test('the server’s own trouble with an edit is waited out', async () => {
    const { ticket, id } = await sent()
    await norte.staff.ana.client.post(`/messages/edit/${id}`, { body: 'Prezado' })
    await drain()
    await refuse('503')
    expect(await shown(ticket)).toMatchObject([{ body: 'Prezado', failReason: null }])
    later(1_500)
    await drain()
    expect(written).toMatchObject([{ do: 'edit' }, { do: 'edit' }])
    expect((written[0] as { id: string }).id).toBe((written[1] as { id: string }).id)
    setSystemTime()
  })
})

describe('the server’s own trouble with a message', () => {
  const refuse = (id: string) =>
    delivery.setStates(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids: [id], state: 'failed', reason: '500' })

  test('is waited out, and ends in its failure at last', async () => {
    const ticket = await open()
    await say(ticket, 'insiste')
    for (let i = 0; i < 10; i++) {
      expect(await statusOf(ticket)).toEqual(['queued'])
      await drain()
      expect(written).toHaveLength(i + 1)
      await refuse((written[i] as { id: string }).id)
      later(61_000)
    }
    setSystemTime()
    expect(await shown(ticket)).toMatchObject([{ status: 'failed', failReason: 'unreachable' }])
    expect(await waiting()).toBe(0)
  })
})

test('an edit of what was never written changes what is written, and is told by nothing else', async () => {
  const ticket = await open()
  await say(ticket, 'prezado')
  await norte.staff.ana.client.post(`/messages/edit/${(await shown(ticket))[0]!.id}`, { body: 'Prezado' })
  await drain()
  expect(written).toMatchObject([{ do: 'text', body: 'Prezado' }])
})

test('what is read is told to the network once', async () => {
  const ticket = await open()
  const message = await norte.makeMessage(ticket)
  await norte.staff.ana.client.get(`/messages/${ticket.id}`)
  await norte.staff.ana.client.get(`/messages/${ticket.id}`)
  await drain()
  expect(written).toMatchObject([{ do: 'read', keys: [{ id: message.wid }] }])
})

test('of tens of thousands that are read at once the newest are told to the network', async () => {
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id, unreadMessages: 40_000 })
  await office.store.client
    .execute(`insert into messages (uid, company_id, ticket_id, chat_id, contact_id, connection_id, wid, body, from_me, media_type, status, created_at, updated_at)
    select 'unread ' || value, ${norte.id}, ${ticket.id}, ${ticket.contactId}, ${ticket.contactId}, ${norte.connection.id}, 'unread ' || value, 'oi', 0, 'conversation', 'received', 0, 0
    from generate_series(1, 40000)`)
  await norte.staff.ana.client.get(`/messages/${ticket.id}`)
  const { rows } = await office.store.client.execute(`select count(*) as n from messages where ticket_id = ${ticket.id} and read = 0`)
  expect(rows[0]!.n).toBe(0)
  await say(ticket, 'Estou aqui')
  await drain()
  expect(written).toMatchObject([{ do: 'read' }, { do: 'text', body: 'Estou aqui' }])
  const { keys } = written[0] as Extract<Outbound, { do: 'read' }>
  expect(keys.map(key => key.id)).toEqual(Array.from({ length: 500 }, (_, i) => `unread ${39_501 + i}`))
})
