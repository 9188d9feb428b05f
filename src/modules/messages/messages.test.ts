import { describe, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { delivery, messages } from '#modules/messages'
import { until, type Company } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte } = office

type Shown = {
  id: string
  body: string
  ack: number
  status: string
  fromMe: boolean
  read: boolean
  isDeleted: boolean
  isEdited: boolean
  quotedMsgId: string | null
  quotedMsg: { body: string } | null
  reactions: { type: string; userId: number }[]
  mediaType: string
  mediaUrl: string | null
  failReason: string | null
}
type Page = { messages: Shown[]; count: number; hasMore: boolean; ticket: { id: number; unreadMessages: number } }

const ana = () => norte.staff.ana.client
const read = async (ticketId: number, query = '') => (await ana().get<Page>(`/messages/${ticketId}${query}`)).body
const last = async (ticketId: number) => (await read(ticketId)).messages.at(-1)!
const open = () => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id })

describe('a conversation', () => {
  test('is told twenty at a time, the oldest of a page first', async () => {
    const ticket = await open()
    for (let i = 0; i < 45; i++) await norte.makeMessage(ticket, { body: `linha ${i}` })
    const pages = [await read(ticket.id), await read(ticket.id, '?pageNumber=2'), await read(ticket.id, '?pageNumber=3')]
    expect(pages.map(page => page.messages[0]!.body)).toEqual(['linha 25', 'linha 5', 'linha 0'])
    expect(pages[0]!.messages.at(-1)!.body).toBe('linha 44')
    expect(pages.map(page => page.hasMore)).toEqual([true, true, false])
    expect(pages[0]).toMatchObject({ count: 45, ticket: { id: ticket.id } })
  })

  test('carries the contact’s earlier tickets when asked, as far as one sees them', async () => {
    const ticket = await open()
    const earlier = await norte.makeTicket({ contactId: ticket.contactId, queueId: norte.queues[0].id, status: 'closed' })
    const hidden = await norte.makeTicket({ contactId: ticket.contactId, queueId: norte.queues[1].id, status: 'closed' })
    await norte.makeMessage(earlier, { body: 'antes' })
    await norte.makeMessage(hidden, { body: 'em outra fila' })
    await norte.makeMessage(ticket, { body: 'agora' })
    expect((await read(ticket.id)).messages.map(message => message.body)).toEqual(['agora'])
    expect((await read(ticket.id, '?history=true')).messages.map(message => message.body)).toEqual(['antes', 'agora'])
  })

  test('is told around a message too, and goes on from there in both directions', async () => {
    const ticket = await open()
    const said = []
    for (let i = 0; i < 70; i++) said.push(await norte.makeMessage(ticket, { body: `linha ${i}` }))
    const at = async (query: string) => {
      const { messages, ...page } = (await ana().get<Page & { hasNewer: boolean }>(`/messages/${ticket.id}?${query}`)).body
      return { from: messages[0]?.body, to: messages.at(-1)?.body, n: messages.length, older: page.hasMore, newer: page.hasNewer }
    }
    const linha = (from: number, to: number, n: number) => ({ from: `linha ${from}`, to: `linha ${to}`, n })
    expect(await at(`around=${said[30]!.uid}`)).toEqual({ ...linha(10, 50, 41), older: true, newer: true })
    expect(await at(`before=${said[10]!.uid}&history=true`)).toEqual({ ...linha(0, 9, 10), older: false, newer: true })
    expect(await at(`after=${said[50]!.uid}&history=true`)).toEqual({ ...linha(51, 69, 19), older: true, newer: false })
    expect(await at(`after=${said[69]!.uid}`)).toEqual({ from: undefined, to: undefined, n: 0, older: true, newer: false })
    expect(await at(`around=${said[0]!.uid}`)).toEqual({ ...linha(0, 20, 21), older: false, newer: true })
  })

  test('around a message is told of its own alone, and marks nothing as read', async () => {
    const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id, unreadMessages: 1 })
    const { uid } = await norte.makeMessage(ticket)
    const hidden = await norte.makeTicket({ contactId: ticket.contactId, queueId: norte.queues[1].id, status: 'closed' })
    const others = [office.sul.message.uid, norte.message.uid, (await norte.makeMessage(hidden)).uid, 'NADA']
    for (const other of others)
      for (const side of ['around', 'before', 'after'])
        expect((await ana().get(`/messages/${ticket.id}?history=true&${side}=${other}`)).status).toBe(404)
    expect(await read(ticket.id, `?around=${uid}`)).toMatchObject({ ticket: { unreadMessages: 1 }, messages: [{ id: uid, read: false }] })
  })

  test('is read only when the one who has it looks', async () => {
    const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id, unreadMessages: 1 })
    await norte.makeMessage(ticket)
    await norte.staff.supervisor.client.get(`/messages/${ticket.id}`)
    expect((await norte.staff.supervisor.client.get<Page>(`/messages/${ticket.id}`)).body.ticket.unreadMessages).toBe(1)
    expect((await read(ticket.id, '?markRead=false')).ticket.unreadMessages).toBe(1)
    expect(await read(ticket.id)).toMatchObject({ ticket: { unreadMessages: 0 }, messages: [{ read: true }] })
  })
})

describe('an answer', () => {
  test('is a row before it is sent, and told to who follows the ticket', async () => {
    const ticket = await open()
    const socket = await ana().socket(['joinChatBox', String(ticket.id)])
    expect((await ana().post(`/messages/${ticket.id}`, { body: 'Bom dia' })).status).toBe(200)
    expect(await last(ticket.id)).toMatchObject({ body: 'Bom dia', fromMe: true, ack: 0, status: 'queued' })
    const { payload } = await socket.next(`company-${norte.id}-appMessage`)
    expect(payload).toMatchObject({ action: 'create', message: { body: 'Bom dia' }, ticket: { lastMessage: 'Bom dia' } })
    socket.close()
  })

  test('with the same name of its sender is one, however often it is sent', async () => {
    const ticket = await open()
    const body = { body: 'uma vez', clientId: crypto.randomUUID() }
    await Promise.all([1, 2, 3].map(() => ana().post(`/messages/${ticket.id}`, body)))
    expect((await read(ticket.id)).count).toBe(1)
  })

  test('is said once also where it is repeated after the ticket was closed, or given to somebody who keeps it', async () => {
    const ticket = await open()
    const body = { body: 'chegou antes', clientId: crypto.randomUUID() }
    const place = { latitude: 1, longitude: 2, clientId: crypto.randomUUID() }
    const file = `/messages/${ticket.id}?clientId=arquivo-1`
    const form = () => {
      const form = new FormData()
      form.append('clientId', 'arquivo-1')
      form.append('medias', new File(['%PDF-1.4'], 'boleto.pdf', { type: 'application/pdf' }))
      return form
    }
    const repeated = async () => [
      (await ana().post(`/messages/${ticket.id}`, body)).status,
      (await ana().post(`/messages/${ticket.id}/location`, place)).status,
      (await ana().post(file, form())).status,
    ]
    expect(await repeated()).toEqual([200, 200, 200])
    const { admin, bia } = norte.staff
    await admin.client.put(`/tickets/${ticket.id}`, { status: 'closed', justClose: true })
    expect(await repeated()).toEqual([200, 200, 200])
    await admin.client.put(`/tickets/${ticket.id}`, { status: 'open', userId: bia.id, queueId: norte.queues[1].id })
    expect((await ana().post(`/messages/${ticket.id}`, body)).status).toBe(200)
    expect((await ana().post(file, form())).status).toBe(200)
    expect((await admin.client.get<Page>(`/messages/${ticket.id}`)).body.count).toBe(3)
    // The name is its author's alone.
    expect((await ana().post(`/messages/${ticket.id}`, { ...body, clientId: crypto.randomUUID() })).status).toBe(403)
    expect((await ana().post(`/messages/${ticket.id}?clientId=arquivo-2`, form())).status).toBe(403)
    expect((await office.sul.staff.admin.client.post(`/messages/${ticket.id}`, body)).status).toBe(404)
    expect((await office.sul.staff.admin.client.post(file, form())).status).toBe(404)
  })

  test('takes a conversation from no robot when it is repeated', async () => {
    const ticket = await open()
    const body = { body: 'chegou antes', clientId: crypto.randomUUID() }
    await ana().post(`/messages/${ticket.id}`, body)
    await norte.ctx.db.run(sql`update tickets set chatbot = 1 where id = ${ticket.id}`)
    await ana().post(`/messages/${ticket.id}`, body)
    expect((await norte.staff.admin.client.get<{ chatbot: boolean }>(`/tickets/${ticket.id}`)).body.chatbot).toBe(true)
  })

  test('that lay in a client for too long is refused, unless it came', async () => {
    const ticket = await open()
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const write = (clientId: string, minutes: number) =>
      ana().post(`/messages/${ticket.id}`, { body: 'ainda hoje', clientId, writtenAt: at(minutes) })
    expect((await write('na-hora-1', 2)).status).toBe(200)
    expect(await write('na-sexta-1', 60)).toMatchObject({ status: 409, body: { code: 'ERR_MESSAGE_LATE' } })
    expect((await write('na-hora-1', 60)).status).toBe(200)
    const send = (clientId: string, minutes: number) => {
      const form = new FormData()
      form.append('clientId', clientId)
      form.append('writtenAt', at(minutes))
      form.append('medias', new File(['%PDF-1.4'], 'boleto.pdf', { type: 'application/pdf' }))
      return ana().post(`/messages/${ticket.id}`, form)
    }
    expect((await send('arquivo-na-hora', 2)).status).toBe(200)
    expect(await send('arquivo-na-sexta', 60)).toMatchObject({ status: 409, body: { code: 'ERR_MESSAGE_LATE' } })
    expect((await send('arquivo-na-hora', 60)).status).toBe(200)
    expect((await read(ticket.id)).count).toBe(2)
    // A moment of which nothing makes a date is none.
    const odd = { body: 'ainda hoje', clientId: 'sem-hora-1', writtenAt: `${at(60).slice(0, 19)}-03` }
    expect(await ana().post(`/messages/${ticket.id}`, odd)).toMatchObject({
      status: 400,
      body: { details: { writtenAt: ['Informe data e hora'] } },
    })
    expect((await ana().get(`/messages/${ticket.id}?aroundTime=2026-01-01T00:00:00-03`)).status).toBe(400)
  })

  test('answers nothing that the customer said after it was sent, and nobody read', async () => {
    const ticket = await open()
    const { number } = (await norte.staff.admin.client.get<{ number: string }>(`/contacts/${ticket.contactId}`)).body
    const state = async () => {
      const { unreadMessages, waitingSince } = (
        await norte.staff.admin.client.get<{ unreadMessages: number; waitingSince: string | null }>(`/tickets/${ticket.id}`)
      ).body
      return [unreadMessages, Boolean(waitingSince)]
    }
    const before = new Date().toISOString()
    await office.receive(norte, { from: { pn: number }, text: 'Não mande o técnico hoje' })
    await ana().post(`/messages/${ticket.id}`, { body: 'O técnico vai hoje', sentAt: before })
    const form = new FormData()
    form.append('sentAt', before)
    form.append('medias', new File(['%PDF-1.4'], 'ordem.pdf', { type: 'application/pdf' }))
    await ana().post(`/messages/${ticket.id}`, form)
    expect(await state()).toEqual([1, true])
    await ana().post(`/messages/${ticket.id}`, { body: 'Combinado', sentAt: new Date().toISOString() })
    expect(await state()).toEqual([0, false])
  })

  test('has no name that a robot gives its words', async () => {
    for (const clientId of ['turn-1-1', 'greeting:1:1', 'campaign:1:message', 'invoice-reminder:1'])
      expect(await ana().post(`/messages/${norte.tickets.open.id}`, { body: 'x', clientId })).toMatchObject({
        status: 400,
        body: { details: { clientId: [expect.any(String)] } },
      })
  })

  test('with a name that another ticket has too is said in both', async () => {
    const [one, other] = [await open(), await open()]
    const clientId = crypto.randomUUID()
    for (const ticket of [one, other, one, other]) await ana().post(`/messages/${ticket.id}`, { body: 'em cada uma', clientId })
    for (const ticket of [one, other]) expect((await read(ticket.id)).messages.map(message => message.body)).toEqual(['em cada uma'])
  })

  test('quotes a message of the same conversation only', async () => {
    const ticket = await open()
    const quoted = await norte.makeMessage(ticket, { body: 'pergunta' })
    await ana().post(`/messages/${ticket.id}`, { body: 'resposta', quotedMsg: { id: quoted.uid } })
    expect(await last(ticket.id)).toMatchObject({ quotedMsgId: quoted.uid, quotedMsg: { body: 'pergunta' } })
    expect((await ana().post(`/messages/${ticket.id}`, { body: 'x', quotedMsg: { id: norte.message.uid } })).status).toBe(404)
  })

  test('fills in the words in braces', async () => {
    const contact = await norte.makeContact('Helena Prado')
    const ticket = await norte.makeTicket({
      contactId: contact.id,
      queueId: norte.queues[0].id,
      status: 'open',
      userId: norte.staff.ana.id,
    })
    await ana().post(`/messages/${ticket.id}`, { body: '{{firstName}}, o protocolo é {{protocol}}' })
    expect((await last(ticket.id)).body).toBe(`Helena, o protocolo é ${ticket.id}`)
  })

  test('is refused when it is blank, too long, or the ticket is closed', async () => {
    const ticket = await open()
    for (const body of ['', '  \n ', 'x'.repeat(65_537)]) expect((await ana().post(`/messages/${ticket.id}`, { body })).status).toBe(400)
    expect((await ana().post(`/messages/${norte.tickets.closed.id}`, { body: 'oi' })).body).toEqual({
      error: 'Este atendimento está fechado. Reabra para responder.',
      code: 'ERR_TICKET_CLOSED',
    })
  })

  test('with files is a message each, the caption with the first', async () => {
    const ticket = await open()
    const form = new FormData()
    for (const name of ['um.txt', 'dois.txt']) form.append('medias', new File([name], name, { type: 'text/plain' }))
    form.append('body', 'Seguem os dois')
    expect((await ana().post(`/messages/${ticket.id}`, form)).status).toBe(200)
    const { messages: sent } = await read(ticket.id)
    expect(sent.map(message => [message.body, message.mediaType])).toEqual([
      ['Seguem os dois', 'application'],
      ['dois.txt', 'application'],
    ])
    expect(await (await office.product.app.request(sent[1]!.mediaUrl!)).text()).toBe('dois.txt')
  })
})

describe('a message of one’s own', () => {
  const sent = async (values: Partial<Parameters<Company['makeMessage']>[1]> = {}) => {
    const ticket = await open()
    const own = { fromMe: true, userId: norte.staff.ana.id, body: 'errado' }
    return { ticket, message: await norte.makeMessage(ticket, { ...own, ...values }) }
  }

  test('is changed by who wrote it, and by leaders; of robots and the phone by these alone', async () => {
    const { ana, bia, supervisor, admin } = norte.staff
    const { client: stranger } = office.sul.staff.admin
    for (const userId of [bia.id, null]) {
      const { ticket, message } = await sent({ userId })
      const change = (by: typeof stranger, body: string) => by.post(`/messages/edit/${message.uid}`, { body })
      const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } }
      expect(await change(ana.client, 'palavras de outra pessoa')).toMatchObject(refused)
      expect(await ana.client.delete(`/messages/${message.uid}`)).toMatchObject(refused)
      expect([(await change(stranger, 'x')).status, (await stranger.delete(`/messages/${message.uid}`)).status]).toEqual([404, 404])
      expect(await last(ticket.id)).toMatchObject({ body: 'errado', isEdited: false, isDeleted: false })
      for (const leader of [supervisor, admin]) expect((await change(leader.client, `certo ${leader.name}`)).status).toBe(200)
      expect(await last(ticket.id)).toMatchObject({ body: `certo ${admin.name}`, userId })
      expect((await supervisor.client.delete(`/messages/${message.uid}`)).status).toBe(200)
    }
  })

  test('is edited within a quarter of an hour', async () => {
    const { ticket, message } = await sent()
    expect((await ana().post(`/messages/edit/${message.uid}`, { body: 'certo' })).status).toBe(200)
    expect(await last(ticket.id)).toMatchObject({ body: 'certo', isEdited: true })
    const older = await sent({ createdAt: new Date(Date.now() - 16 * 60_000) })
    expect((await ana().post(`/messages/edit/${older.message.uid}`, { body: 'tarde' })).status).toBe(400)
  })

  test('is deleted, and the list says so', async () => {
    const { ticket, message } = await sent()
    expect((await ana().delete(`/messages/${message.uid}`)).status).toBe(200)
    expect((await last(ticket.id)).isDeleted).toBe(true)
    expect((await ana().get<{ lastMessage: string }>(`/tickets/${ticket.id}`)).body.lastMessage).toBe('🚫 _Mensagem Apagada_')
    expect((await ana().post(`/messages/edit/${message.uid}`, { body: 'x' })).status).toBe(400)
  })

  test('that failed is sent again under the same id', async () => {
    const { ticket, message } = await sent({ status: 'queued' })
    await delivery.fail(norte.ctx, message.id, 'refused')
    expect(await last(ticket.id)).toMatchObject({ status: 'failed', failReason: 'refused' })
    expect((await ana().post(`/messages/${message.uid}/retry`)).status).toBe(200)
    expect(await last(ticket.id)).toMatchObject({ id: message.uid, status: 'queued', failReason: null })
    expect((await ana().post(`/messages/${message.uid}/retry`)).status).toBe(400)
  })

  test('that failed is sent again once, however often that is asked', async () => {
    const { message } = await sent({ status: 'failed' })
    const answers = await Promise.all([1, 2, 3].map(() => ana().post(`/messages/${message.uid}/retry`)))
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    const { rows } = await office.store.client.execute(`select count(*) as n from outbox where message_id = ${message.id}`)
    expect(rows[0]!.n).toBe(1)
  })

  test('that failed and was deleted is not sent again', async () => {
    const { ticket, message } = await sent({ status: 'failed' })
    await ana().delete(`/messages/${message.uid}`)
    expect((await ana().post(`/messages/${message.uid}/retry`)).status).toBe(400)
    expect(await last(ticket.id)).toMatchObject({ status: 'failed', isDeleted: true })
  })
})

test('a customer’s message can neither be edited nor deleted', async () => {
  const ticket = await open()
  const message = await norte.makeMessage(ticket)
  expect((await ana().post(`/messages/edit/${message.uid}`, { body: 'x' })).body).toEqual({ error: 'ERR_EDITING_WAPP_MSG' })
  expect((await ana().delete(`/messages/${message.uid}`)).body).toEqual({ error: 'ERR_DELETE_WAPP_MSG' })
})

test('a reaction replaces the one before, and an empty one takes it away', async () => {
  const ticket = await open()
  const message = await norte.makeMessage(ticket)
  const react = (type: string) => ana().post<{ reactions: unknown[] }>(`/messages/${message.uid}/reactions`, { type })
  await react('👍')
  expect((await react('❤️')).body.reactions).toMatchObject([{ type: '❤️', userId: norte.staff.ana.id }])
  expect((await react('')).body.reactions).toEqual([])
  expect((await react('abc')).status).toBe(400)
})

test('a reaction of the customer that comes between the look and the write of an agent’s stays', async () => {
  const { store } = office
  const ticket = await open()
  const message = await norte.makeMessage(ticket)
  const asked = Promise.withResolvers<void>()
  const customer = { type: '❤️', fromMe: false, userId: null, contactId: ticket.contactId }
  const first = store.write(store.db, async db => {
    await asked.promise
    await messages.react({ ...norte.ctx, db }, message, customer)
  })
  const write = store.write.bind(store)
  const spy = spyOn(store, 'write').mockImplementation((db, work) => {
    asked.resolve()
    return write(db, work)
  })
  const { body } = await ana().post<{ reactions: { type: string }[] }>(`/messages/${message.uid}/reactions`, { type: '👍' })
  spy.mockRestore()
  await first
  expect(body.reactions.map(one => one.type)).toEqual(['❤️', '👍'])
})

describe('what the network says of a message', () => {
  const receipt = (wid: string, state: 'sent' | 'delivered' | 'read' | 'played' | 'failed', reason?: string) =>
    delivery.setStates(norte.ctx, { companyId: norte.id, connectionId: norte.connection.id, ids: [wid], state, reason })

  test('only rises, and clients see it as a number', async () => {
    const ticket = await open()
    const message = await norte.makeMessage(ticket, { fromMe: true, status: 'queued' })
    const socket = await ana().socket(['joinChatBox', String(ticket.id)])
    const seen: number[] = []
    for (const state of ['sent', 'read', 'delivered', 'sent', 'played', 'read'] as const) {
      await receipt(message.wid, state)
      seen.push((await last(ticket.id)).ack)
    }
    expect(seen).toEqual([2, 4, 4, 4, 5, 5])
    await until(() => socket.heard.filter(one => one.event.endsWith('appMessage')).length === 3)
    socket.close()
  })

  test('fails what was not delivered yet, with the reason', async () => {
    const ticket = await open()
    const message = await norte.makeMessage(ticket, { fromMe: true, status: 'sent' })
    await receipt(message.wid, 'failed', '463')
    expect(await last(ticket.id)).toMatchObject({ status: 'failed', failReason: 'restricted', ack: 0 })
    const read = await norte.makeMessage(ticket, { fromMe: true, status: 'read' })
    await receipt(read.wid, 'failed')
    expect((await last(ticket.id)).status).toBe('read')
  })

  test('of an id of a customer’s message changes nothing', async () => {
    const ticket = await open()
    const message = await norte.makeMessage(ticket)
    await receipt(message.wid, 'read')
    expect(await last(ticket.id)).toMatchObject({ status: 'received', ack: 0 })
  })
})
