import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { AppError } from '#kernel/errors'
import { shipments } from '#modules/campaigns'
import type { Outbound } from '#modules/connections'
import { turn, until } from '../../tests/until'
import { optOuts } from '#modules/opt-outs'
import { campaigns, shipments as shipmentRows } from '../modules/campaigns/schema'
import { saveSettings } from '../modules/campaigns/settings'
import { contacts } from '../modules/contacts/schema'
import { messages } from '../modules/messages/schema'
import { openOutbox, type Ticket } from './outbox.fixture'

const {
  office,
  norte,
  client,
  network,
  written,
  restart,
  reset,
  open,
  say,
  shown,
  statusOf,
  bodies,
  ids,
  states,
  accept,
  drain,
  drainChat,
  sweep,
  settle,
  waiting,
  later,
} = await openOutbox()
afterAll(() => office.close())
beforeEach(reset)

test('the messages of a chat leave in their order, under the ids that their rows have', async () => {
  const ticket = await open()
  for (let i = 0; i < 5; i++) await say(ticket, `linha ${i}`)
  await Promise.all([drain(), drain()])
  expect(bodies()).toEqual(['linha 0', 'linha 1', 'linha 2', 'linha 3', 'linha 4'])
  const { body } = await client.get<{ messages: { id: string }[] }>(`/messages/${ticket.id}`)
  expect(ids()).toEqual(body.messages.map(message => message.id))
})

test('a slow chat holds up no other', async () => {
  const [slow, quick] = [await open(), await open()]
  await say(slow, 'devagar')
  await say(quick, 'depressa')
  const gate = Promise.withResolvers<void>()
  network.take = outbound => ((outbound as { body?: string }).body === 'devagar' ? gate.promise : Promise.resolve())
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
  await drainChat(own)
  expect(bodies()).toEqual(['minha'])
  await drain()
  expect(bodies()).toEqual(['minha', 'outra'])
})

test('what was written in the very millisecond in which its line came is not written again', async () => {
  const ticket = await open()
  await say(ticket, 'uma vez')
  later(0)
  await drainChat(ticket)
  await drain()
  await drain()
  expect(bodies()).toEqual(['uma vez'])
})

test('of many chats that wait for a connection only some are told at once, and all in the end', async () => {
  const many = 20
  for (let i = 0; i < many; i++) await say(await open(), `conversa ${i}`)
  const gate = Promise.withResolvers<void>()
  let [now, most] = [0, 0]
  network.take = async () => {
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
  network.take = async () => {
    most = Math.max(most, ++now)
    await gate.promise
    now--
  }
  const runs = tickets.map(ticket => drainChat(ticket))
  await sweep()
  runs.push(drain())
  await until(() => now >= 16)
  for (let i = 0; i < 10; i++) await turn()
  gate.resolve()
  await Promise.all(runs)
  await settle()
  expect(most).toBe(16)
  for (const { id } of tickets) expect(bodies().filter(body => body!.endsWith(` de ${id}`))).toEqual([`1 de ${id}`, `2 de ${id}`])
})

test('what waits while nothing is connected leaves when it is', async () => {
  const ticket = await open()
  network.line = null
  await say(ticket, 'sem rede')
  await drain()
  expect(written).toEqual([])
  expect(await statusOf(ticket)).toEqual(['queued'])
  network.line = {}
  await drain()
  expect(bodies()).toEqual(['sem rede'])
})

describe('what a campaign said before its line fell', () => {
  /** What was said last in a ticket is of a campaign, and the network has not taken it. */
  async function ofCampaign(ticket: Ticket, status: 'EM_ANDAMENTO' | 'CANCELADA' = 'EM_ANDAMENTO') {
    const { ctx, id: companyId, connection } = norte
    const [said] = await ctx.db.select().from(messages).where(eq(messages.ticketId, ticket.id)).orderBy(desc(messages.id))
    const [contact] = await ctx.db.select().from(contacts).where(eq(contacts.id, ticket.contactId))
    const [campaign] = await ctx.db.insert(campaigns).values({ companyId, name: 'Oferta', status }).returning()
    const number = contact!.number!
    const person = { companyId, campaignId: campaign!.id, name: 'Ana', number, phoneKey: number, isChecked: true }
    await ctx.db.insert(shipmentRows).values({ ...person, state: 'queued', messageId: said!.id })
    await shipments.pace.save(ctx, { connectionId: connection.id, lastAt: new Date(), burst: 1, roll: 0, pendingId: said!.id })
    return { campaignId: campaign!.id, messageId: said!.id, number }
  }

  test('waits for the hours of campaigns, and holds back nothing else of the chat', async () => {
    const ticket = await open()
    const elsewhen = (new Date().getUTCDay() + 9) % 7
    const hoursAreOn = (isOn: (day: number) => boolean) =>
      saveSettings(norte.ctx, {
        settings: { days: Array.from({ length: 7 }, (_, day) => ({ isOn: isOn(day), from: '00:00', to: '23:59' })) },
      })
    await say(ticket, 'novidade')
    await ofCampaign(ticket)
    await say(ticket, 'resposta')
    await hoursAreOn(day => day === elsewhen)
    await drain()
    expect(bodies()).toEqual(['resposta'])
    await hoursAreOn(() => true)
    await sweep()
    await settle()
    expect(bodies()).toEqual(['resposta', 'novidade'])
  })

  test.each([
    ['asked to leave', { state: 'stopped', reason: 'opted_out' }],
    ['was cancelled', { state: 'failed', reason: 'withdrawn' }],
    ['was paused', undefined],
  ] as const)('is withdrawn where who it is for, or the campaign, %s meanwhile', async (why, becomes) => {
    const ticket = await open()
    await say(ticket, 'oferta')
    const { campaignId, messageId, number } = await ofCampaign(ticket, why === 'was cancelled' ? 'CANCELADA' : 'EM_ANDAMENTO')
    if (why === 'asked to leave') await optOuts.add(norte.ctx, { pn: number, lid: null }, { name: 'Ana', word: 'SAIR' })
    if (why === 'was paused') await norte.ctx.db.update(campaigns).set({ pausedAt: new Date() }).where(eq(campaigns.id, campaignId))
    await drain()
    expect([bodies(), await statusOf(ticket)]).toEqual([[], ['failed']])
    if (becomes) return expect(await shipments.ofMessage(norte.ctx, messageId)).toMatchObject(becomes)
    // They are next again, when somebody goes on.
    const [again] = await norte.ctx.db.select().from(shipmentRows).where(eq(shipmentRows.campaignId, campaignId))
    expect(again).toMatchObject({ state: 'waiting', reason: null, messageId: null })
  })

  test('is withdrawn where the campaign was deleted after it was cancelled, before and after its people are purged', async () => {
    for (const arePurged of [false, true]) {
      const ticket = await open()
      await say(ticket, 'oferta')
      const { campaignId } = await ofCampaign(ticket, 'CANCELADA')
      if (arePurged) await norte.ctx.db.delete(shipmentRows)
      expect((await norte.staff.admin.client.delete(`/campaigns/${campaignId}`)).status).toBe(200)
      await drain()
      expect([bodies(), await statusOf(ticket)]).toEqual([[], ['failed']])
    }
  })
})

describe('what was written and not accepted', () => {
  test('is written again under the same id after a crash, and then accepted once', async () => {
    const ticket = await open()
    await say(ticket, 'talvez perdida')
    await drain()
    restart()
    await drain()
    expect(ids()).toHaveLength(2)
    expect(new Set(ids()).size).toBe(1)
    await accept([ids()[0]!])
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
    network.line = {}
    await say(ticket, 'segunda')
    await drain()
    expect(bodies()).toEqual(['primeira', 'primeira', 'segunda'])
  })

  test('is written again after half a minute on the same line', async () => {
    const ticket = await open()
    await say(ticket, 'sem resposta')
    await drain()
    await sweep()
    await settle()
    expect(written).toHaveLength(1)
    later(31_000)
    await sweep()
    await settle()
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
      await sweep()
      await settle()
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
    network.take = outbound =>
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
    network.take = () => (fails-- > 0 ? Promise.reject(new Error('socket hang up')) : Promise.resolve())
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
    network.take = () => Promise.reject(new AppError('ERR_WAPP_INVALID_CONTACT', 400))
    await drain()
    const { body } = await client.get<{ messages: { failReason: string }[] }>(`/messages/${ticket.id}`)
    expect(body.messages[0]!.failReason).toBe('not_on_whatsapp')
  })
})

test('a message that is deleted before it left never leaves', async () => {
  const ticket = await open()
  await say(ticket, 'engano')
  const { body } = await client.get<{ messages: { id: string }[] }>(`/messages/${ticket.id}`)
  await client.delete(`/messages/${body.messages[0]!.id}`)
  await drain()
  expect(written).toEqual([])
})

test('a message that is deleted while it waits for another try is not tried again, and its delete is told', async () => {
  const ticket = await open()
  await say(ticket, 'engano')
  network.take = () => Promise.reject(new Error('socket hang up'))
  await drain()
  network.take = async () => {}
  await client.delete(`/messages/${(await shown(ticket))[0]!.id}`)
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
    network.take = () => {
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
    await meanwhile(async ticket => client.delete(`/messages/${(await shown(ticket))[1]!.id}`))
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
      await sweep()
    })
    await settle()
    expect(bodies()).toEqual(['primeira', 'segunda'])
    await sweep()
    await settle()
    expect(bodies()).toEqual(['primeira', 'segunda'])
  })
})

describe('the server’s own trouble with a message', () => {
  const refuse = (id: string) => states([id], 'failed', '500')

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

test('what is read is told to the network once', async () => {
  const ticket = await open()
  const message = await norte.makeMessage(ticket)
  await client.get(`/messages/${ticket.id}`)
  await client.get(`/messages/${ticket.id}`)
  await drain()
  expect(written).toMatchObject([{ do: 'read', keys: [{ id: message.wid }] }])
})

test('of tens of thousands that are read at once the newest are told to the network', async () => {
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id, unreadMessages: 40_000 })
  await office.store.client
    .execute(`insert into messages (uid, company_id, ticket_id, chat_id, contact_id, connection_id, wid, body, from_me, media_type, status, created_at, updated_at)
    select 'unread ' || value, ${norte.id}, ${ticket.id}, ${ticket.contactId}, ${ticket.contactId}, ${norte.connection.id}, 'unread ' || value, 'oi', 0, 'conversation', 'received', 0, 0
    from generate_series(1, 40000)`)
  await client.get(`/messages/${ticket.id}`)
  const { rows } = await office.store.client.execute(`select count(*) as n from messages where ticket_id = ${ticket.id} and read = 0`)
  expect(rows[0]!.n).toBe(0)
  await say(ticket, 'Estou aqui')
  await drain()
  expect(written).toMatchObject([{ do: 'read' }, { do: 'text', body: 'Estou aqui' }])
  const { keys } = written[0] as Extract<Outbound, { do: 'read' }>
  expect(keys.map(key => key.id)).toEqual(Array.from({ length: 500 }, (_, i) => `unread ${39_501 + i}`))
})
