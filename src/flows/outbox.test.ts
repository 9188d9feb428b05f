import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { AppError } from '#kernel/errors'
import type { Channel, Outbound, SendResult } from '#modules/connections'
import { delivery } from '#modules/messages'
import { openOffice, until, type Company, type Office } from '../../tests/factories'
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

describe('after its message', () => {
  async function sent() {
    const ticket = await open()
    await say(ticket, 'prezado')
    await drain()
    const { id } = (await norte.staff.ana.client.get<{ messages: { id: string }[] }>(`/messages/${ticket.id}`)).body.messages[0]!
    await accept([id])
    written.length = 0
    return id
  }

  test('an edit, a reaction and a delete are told, each once, and again on a new line until they are accepted', async () => {
    const id = await sent()
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
    const id = await sent()
    line = null
    await norte.staff.ana.client.post(`/messages/edit/${id}`, { body: 'Prezado' })
    await norte.staff.ana.client.delete(`/messages/${id}`)
    line = {}
    await drain()
    expect(written).toMatchObject([{ do: 'delete', target: { id } }])
  })
})

test('what is read is told to the network once', async () => {
  const ticket = await open()
  const message = await norte.makeMessage(ticket)
  await norte.staff.ana.client.get(`/messages/${ticket.id}`)
  await norte.staff.ana.client.get(`/messages/${ticket.id}`)
  await drain()
  expect(written).toMatchObject([{ do: 'read', keys: [{ id: message.wid }] }])
})
