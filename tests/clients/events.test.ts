import { describe, expect, test } from 'bun:test'
import { typingFlow } from '../../src/flows/typing'
import { openOffice, newPhone, type Office } from '../factories'
import { testOffice } from '../office'

const office = await testOffice()
const norte = () => office.norte
const admin = () => norte().staff.admin.client
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

describe('typing', () => {
  type State = Parameters<ReturnType<typeof typingFlow>>[0]['state']
  async function types(ticket: { contactId: number }, ...states: State[]) {
    const { number } = (await admin().get<{ number: string }>(`/contacts/${ticket.contactId}`)).body
    for (const state of states)
      await typingFlow(office.ctxFor)({
        companyId: norte().id,
        connectionId: norte().connection.id,
        chat: { pn: number, lid: null },
        state,
      })
  }
  const heardBy = async (socket: Awaited<ReturnType<ReturnType<typeof admin>['socket']>>) =>
    (await socket.settled()).flatMap(({ event, payload }) => (event.endsWith('-presence') ? [payload!['presence']] : []))

  test('is told in the conversation, and nothing else of somebody’s presence', async () => {
    const { open } = norte().tickets
    const socket = await admin().socket(['joinChatBox', String(open.id)], ['joinTickets', 'open'])
    await types(open, 'available', 'composing', 'recording', 'paused', 'unavailable')
    expect(await heardBy(socket)).toEqual(['composing', 'recording', 'paused'])
    socket.close()
  })

  test.each(['closed', 'group'])('is never told to a client whose list of %s is open', async status => {
    const { open } = norte().tickets
    const socket = await admin().socket(
      ['joinNotification'],
      ['joinTickets', status],
      ['joinTickets', 'open'],
      ['joinChatBox', String(open.id)],
    )
    await types(open, 'composing')
    expect(await heardBy(socket)).toEqual([])
    await socket.join('leaveTickets', status)
    await types(open, 'composing')
    expect(await heardBy(socket)).toEqual(['composing'])
    socket.close()
  })

  test('is told to lists that ask for it, of the tickets that are seen', async () => {
    const { ana, bia, leo } = norte().staff
    const [seen, owned, not, without] = await Promise.all([
      norte().staff.supervisor.client.socket(['joinTyping'], ['joinTickets', 'closed']),
      ana.client.socket(['joinTyping']),
      bia.client.socket(['joinTyping']),
      ana.client.socket(['joinTickets', 'open'], ['joinNotification']),
    ])
    const free = await leo.client.socket(['joinTyping'])
    await types(norte().tickets.open, 'composing')
    await types(norte().tickets.unqueued, 'recording')
    expect([await heardBy(seen), await heardBy(owned), await heardBy(not), await heardBy(without), await heardBy(free)]).toEqual([
      ['composing'],
      ['composing'],
      [],
      [],
      ['recording'],
    ])
    for (const socket of [seen, owned, not, without, free]) socket.close()
  })

  test('ends for who loses the ticket', async () => {
    const ticket = await norte().makeTicket({ queueId: norte().queues[0].id, status: 'open', userId: norte().staff.ana.id })
    const socket = await norte().staff.ana.client.socket(['joinChatBox', String(ticket.id)], ['joinTyping'])
    await admin().put(`/tickets/${ticket.id}`, { queueId: norte().queues[1].id, userId: norte().staff.bia.id })
    await types(ticket, 'composing')
    expect(await heardBy(socket)).toEqual([])
    socket.close()
  })
})

describe('the addresses of files', () => {
  async function sent(in_: Office, host: string) {
    const { ana, admin } = in_.norte.staff
    const { id } = in_.norte.tickets.open
    const socket = await admin.client.socket(['joinChatBox', String(id)])
    const form = new FormData()
    form.set('medias', new File([PIXEL], 'foto.png', { type: 'image/png' }))
    const request = { method: 'POST', headers: { authorization: `Bearer ${ana.client.token}` }, body: form }
    expect((await in_.product.app.request(`http://${host}/messages/${id}`, request, { address: '127.0.0.1' })).status).toBe(200)
    const told = await socket.next(
      `company-${in_.norte.id}-appMessage`,
      ({ message }) => (message as { mediaUrl: unknown }).mediaUrl !== null,
    )
    socket.close()
    const { mediaUrl } = told.payload.message as { mediaUrl: string }
    const headers = { authorization: `Bearer ${admin.client.token}` }
    const answer = await in_.product.app.request(`http://outro.exemplo:3000/messages/${id}`, { headers }, { address: '127.0.0.1' })
    const { messages } = (await answer.json()) as { messages: { mediaUrl: string | null }[] }
    return { told: mediaUrl, listed: messages.findLast(message => message.mediaUrl)!.mediaUrl! }
  }

  test('name nobody’s own way to the server, in events and in answers', async () => {
    const { told, listed } = await sent(office, '10.0.0.5:3000')
    expect(told).toStartWith('/media/')
    expect(listed).toBe(told)
    expect((await office.product.app.request(told)).status).toBe(200)
  })

  test('begin with PUBLIC_URL where there is one, which the policy of the pages knows', async () => {
    const origin = 'https://atendimento.exemplo.com'
    const other = await openOffice({ PUBLIC_URL: origin, FRONTEND_URL: 'https://painel.exemplo.com' })
    const { told, listed } = await sent(other, '10.0.0.5:3000')
    const page = await other.product.app.request('/', { headers: { 'sec-fetch-mode': 'navigate' } })
    const file = await other.product.app.request(new URL(told).pathname + new URL(told).search)
    await other.close()
    expect(told).toStartWith(`${origin}/media/`)
    expect(listed).toBe(told)
    for (const kind of ['img-src', 'media-src'])
      expect(
        page.headers
          .get('content-security-policy')!
          .split('; ')
          .find(line => line.startsWith(kind)),
      ).toEndWith(` ${origin}`)
    expect([file.status, file.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
  })
})

describe('a picture that the browser made smaller', () => {
  async function sends(name: string, body: string, type = 'image/png') {
    const { ana } = norte().staff
    const ticket = await norte().makeTicket({ queueId: norte().queues[0].id, status: 'open', userId: ana.id })
    const form = new FormData()
    form.append('medias', new File([PIXEL], name, { type }))
    form.append('body', body)
    form.append('fromMe', 'true')
    expect((await ana.client.post(`/messages/${ticket.id}`, form)).status).toBe(200)
    type Message = { body: string; fileName: string }
    return (await ana.client.get<{ messages: Message[] }>(`/messages/${ticket.id}`)).body.messages[0]
  }

  test('gets the name that came as its text, and no caption', async () => {
    expect(await sends('blob', 'loja.png')).toMatchObject({ body: 'loja.png', fileName: 'loja.png' })
  })

  test('keeps a text that is no name of its kind as a caption', async () => {
    expect(await sends('blob', 'Veja a loja.')).toMatchObject({ body: 'Veja a loja.', fileName: 'blob' })
    expect(await sends('blob', 'contrato.pdf')).toMatchObject({ body: 'contrato.pdf', fileName: 'blob' })
    expect(await sends('foto.png', 'loja.png')).toMatchObject({ body: 'loja.png', fileName: 'foto.png' })
  })
})

describe('a reaction', () => {
  type Message = {
    id: string
    body: string
    mediaType: string
    fromMe: boolean
    isDeleted: boolean
    quotedMsgId: string | null
    quotedMsg: { body: string } | null
  }
  async function conversation() {
    const from = { pn: newPhone(), name: 'Helena' }
    const key = await office.receive(norte(), { from, text: 'Bom dia' })
    const { tickets } = (
      await admin().get<{ tickets: { id: number; contact: { number: string } }[] }>('/tickets?status=pending&showAll=true')
    ).body
    const { id } = tickets.find(ticket => ticket.contact.number === from.pn)!
    await admin().put(`/tickets/${id}`, { status: 'open', userId: norte().staff.admin.id })
    const react = (emoji: string) => office.receive(norte(), { from, content: { type: 'reaction', target: key, emoji } })
    const list = async () => (await admin().get<{ messages: Message[]; count: number; hasMore: boolean }>(`/messages/${id}`)).body
    return { id, key, react, list }
  }

  test('of the customer is a row that quotes its message, when it comes and later', async () => {
    const { id, key, react, list } = await conversation()
    const socket = await admin().socket(['joinChatBox', String(id)])
    await react('👍')
    const told = await socket.next(
      `company-${norte().id}-appMessage`,
      ({ message }) => (message as Message).mediaType === 'reactionMessage',
    )
    expect(told.payload).toMatchObject({
      action: 'create',
      ticket: { id, unreadMessages: 1, lastMessage: 'Bom dia' },
      contact: { name: 'Helena' },
    })
    const row = { body: '👍', fromMe: false, quotedMsgId: key.id, quotedMsg: { body: 'Bom dia' } }
    expect(told.payload.message).toMatchObject(row)
    const { messages, count, hasMore } = await list()
    expect([messages.map(message => message.mediaType), count, hasMore]).toEqual([['conversation', 'reactionMessage'], 1, false])
    expect(messages[1]).toMatchObject({ ...row, id: (told.payload.message as Message).id })
    socket.close()
  })

  test('that is exchanged or taken away changes the same row', async () => {
    const { id, react, list } = await conversation()
    await react('👍')
    const socket = await admin().socket(['joinChatBox', String(id)])
    const next = (matches: (message: Message) => boolean) =>
      socket.next(
        `company-${norte().id}-appMessage`,
        ({ message }) => (message as Message).mediaType === 'reactionMessage' && matches(message as Message),
      )
    await react('❤️')
    expect((await next(message => message.body === '❤️')).payload.action).toBe('update')
    await react('')
    expect((await next(message => message.isDeleted)).payload.action).toBe('update')
    expect((await list()).messages.map(message => message.mediaType)).toEqual(['conversation'])
    socket.close()
  })

  test('of one’s own is a row too, and neither is unread or a ticket’s last message', async () => {
    const { id, key, react, list } = await conversation()
    await react('👍')
    await admin().post(`/messages/${key.id}/reactions`, { type: '😀' })
    expect((await list()).messages.map(message => [message.body, message.fromMe])).toEqual([
      ['Bom dia', false],
      ['👍', false],
      ['😀', true],
    ])
    expect((await admin().get<object>(`/tickets/${id}`)).body).toMatchObject({ lastMessage: 'Bom dia', unreadMessages: 0 })
    const [, row] = (await list()).messages
    expect((await admin().delete(`/messages/${row!.id}`)).status).toBe(404)
  })
})
