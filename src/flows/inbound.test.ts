import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { transaction } from '#kernel/context'
import { connections, type Content } from '#modules/connections'
import { newPhone, type Office } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { tickets } from '../modules/tickets/schema'

const office = await testOffice()
const { norte } = office

type Ticket = {
  id: number
  status: string
  queueId: number | null
  userId: number | null
  unreadMessages: number
  lastMessage: string
  isGroup: boolean
  fromMe: boolean
  contact: { name: string; number: string }
}
type Shown = {
  body: string
  mediaType: string
  mediaUrl: string | null
  fromMe: boolean
  read: boolean
  voice: boolean
  seconds: number | null
  quotedMsg: { body: string } | null
  contact: { name: string } | null
  isForwarded: boolean
  fileName: string | null
  dataJson: string | null
  reactions: { type: string }[]
}

const admin = () => norte.staff.admin.client
type Words = Parameters<Office['receive']>[1]
const receive = (words: Words) => office.receive(norte, words)
const ticketsOf = async (number: string) => {
  const { body } = await admin().get<{ tickets: Ticket[] }>(`/tickets?showAll=true&searchParam=${number}`)
  return body.tickets.filter(ticket => ticket.contact.number === number)
}
const ticketOf = async (number: string) => (await ticketsOf(number))[0]!
const messagesOf = async (number: string) =>
  (await admin().get<{ messages: Shown[] }>(`/messages/${(await ticketOf(number)).id}`)).body.messages
const close = (id: number, closedAt = new Date()) =>
  office.store.db.update(tickets).set({ status: 'closed', closedAt }).where(eq(tickets.id, id))

/** What one message of a stranger leaves in the conversation. */
async function arrives(content: Content, more: Partial<Words> = {}): Promise<Shown> {
  const number = newPhone()
  await receive({ from: { pn: number, name: 'Helena' }, content, ...more })
  return (await messagesOf(number)).at(-1)!
}
const file = (more: Partial<Extract<Content, { type: 'media' }>>): Content => ({
  type: 'media', mediaType: 'image', mimetype: 'image/jpeg', fileName: null, caption: '', voice: false, seconds: null, waveform: null, width: null, height: null, size: 3,
  async *download() { yield new Uint8Array([1, 2, 3]) }, ...more,
}) // prettier-ignore

describe('a message of each kind', () => {
  test('text', async () => {
    expect(await arrives({ type: 'text', body: 'oi' })).toMatchObject({
      body: 'oi',
      mediaType: 'conversation',
      fromMe: false,
      read: false,
      contact: { name: 'Helena' },
    })
  })

  test.each([
    [
      { mediaType: 'image', caption: 'olha' },
      { body: 'olha', caption: 'olha', mediaType: 'image' },
    ],
    [{ mediaType: 'image' }, { body: 'Imagem', caption: null, mediaType: 'image' }],
    [
      { mediaType: 'video', mimetype: 'video/mp4', seconds: 7 },
      { body: 'Vídeo', caption: null, mediaType: 'video', seconds: 7 },
    ],
    [
      { mediaType: 'audio', mimetype: 'audio/ogg; codecs=opus', voice: true, seconds: 4 },
      { body: 'Áudio', caption: null, mediaType: 'audio', voice: true, seconds: 4 },
    ],
    [
      { mediaType: 'application', mimetype: 'application/pdf', fileName: 'conta.pdf' },
      { body: 'conta.pdf', caption: null, mediaType: 'application', fileName: 'conta.pdf' },
    ],
    [
      { mediaType: 'sticker', mimetype: 'image/webp' },
      { body: 'sticker', caption: null, mediaType: 'image', fileName: 'sticker.webp' },
    ],
  ] as const)('file %o', async (about, expected) => {
    const message = await arrives(file(about))
    expect(message).toMatchObject(expected)
    const answer = await office.product.app.request(message.mediaUrl!)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  })

  test('place, as the contract writes it', async () => {
    const { body, mediaType } = await arrives({
      type: 'location',
      latitude: -23.5,
      longitude: -46.6,
      name: 'Praça da Sé',
      address: 'São Paulo',
      thumbnail: null,
    })
    expect(mediaType).toBe('locationMessage')
    expect(body).toBe('|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|Praça da Sé, São Paulo')
  })

  test('contact cards, one or several', async () => {
    const card = (name: string) => ({ name, vcard: `BEGIN:VCARD\nFN:${name}\nEND:VCARD` })
    expect(await arrives({ type: 'contacts', cards: [card('Caio')] })).toMatchObject({ mediaType: 'contactMessage' })
    const two = await arrives({ type: 'contacts', cards: [card('Caio'), card('Lia')] })
    expect(two.mediaType).toBe('contactsArrayMessage')
    expect(two.body).toContain('FN:Lia')
  })

  test('a missed call, and what this version can’t show', async () => {
    expect(await arrives({ type: 'call', video: true })).toMatchObject({
      mediaType: 'call_log',
      body: expect.stringMatching(/^Chamada de vídeo perdida às \d\d:\d\d$/),
    })
    const caller = newPhone()
    // 23:05 in São Paulo, by whose clock the company lives.
    await receive({ from: { pn: caller, name: 'Helena' }, content: { type: 'call', video: false }, at: new Date('2026-03-02T02:05:00Z') })
    expect((await messagesOf(caller))[0]).toMatchObject({ mediaType: 'call_log', body: 'Chamada de voz perdida às 23:05' })
    expect((await arrives({ type: 'unknown', kind: 'pollCreationMessage' })).body).toContain('Veja no celular')
  })

  test('a missed call where the company takes none: who called is asked once to write, and stays unread', async () => {
    await admin().put('/settings/call', { value: 'disabled' })
    const caller = newPhone()
    const hour = 3_600_000
    const at = new Date(Math.floor(Date.now() / hour) * hour)
    // Hours of the clock begin in between.
    for (const later of [-1, 0, 60_000])
      await receive({ from: { pn: caller, name: 'Helena' }, content: { type: 'call', video: false }, at: new Date(at.getTime() + later) })
    expect((await messagesOf(caller)).map(({ mediaType, fromMe }) => [mediaType, fromMe])).toEqual([
      ['call_log', false],
      ['conversation', true],
      ['call_log', false],
      ['call_log', false],
    ])
    const said = (await messagesOf(caller))[1]!.body
    expect(said).toStartWith('*Mensagem Automática:*')
    expect(said).not.toContain('{{')
    expect(await ticketOf(caller)).toMatchObject({ status: 'pending', unreadMessages: 3 })
    const late = newPhone()
    const yesterday = new Date(at.getTime() - 24 * hour)
    await receive({ from: { pn: late, name: 'Caio' }, content: { type: 'call', video: false }, at: yesterday })
    expect((await messagesOf(late)).map(({ mediaType }) => mediaType)).toEqual(['call_log'])
    await admin().put('/settings/call', { value: 'enabled' })
    expect(await arrives({ type: 'call', video: false })).toMatchObject({ mediaType: 'call_log' })
  })

  test('an answer shows what it quotes, and a forwarded one says so', async () => {
    const number = newPhone()
    const key = await receive({ from: { pn: number }, text: 'pergunta' })
    await receive({ from: { pn: number }, text: 'resposta', quoted: { id: key.id, body: 'pergunta' }, forwarded: true })
    expect((await messagesOf(number)).at(-1)).toMatchObject({ quotedMsg: { body: 'pergunta' }, isForwarded: true })
  })
})

test('what a customer deleted is not edited any more, and the list does not show what it would say', async () => {
  const number = newPhone()
  const target = await receive({ from: { pn: number }, text: 'engano' })
  await receive({ from: { pn: number }, content: { type: 'delete', target } })
  const { lastMessage } = await ticketOf(number)
  await receive({ from: { pn: number }, content: { type: 'edit', target, body: 'apagada e trocada' } })
  expect((await messagesOf(number)).at(-1)).toMatchObject({ body: 'engano', isDeleted: true, isEdited: false })
  expect((await ticketOf(number)).lastMessage).toBe(lastMessage)
})

test.each([
  { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: '', thumbnail: null },
  { type: 'contacts', cards: [{ name: 'Ana', vcard: 'BEGIN:VCARD\nFN:Ana\nTEL;waid=5511988887777:+5511988887777\nEND:VCARD' }] },
] satisfies Content[])('an edit makes no other link of a $type', async content => {
  const number = newPhone()
  const target = await receive({ from: { pn: number }, content })
  const [before] = await messagesOf(number)
  await receive({ from: { pn: number }, content: { type: 'edit', target, body: '|https://evil.example|Loja' } })
  expect(await messagesOf(number)).toEqual([before!])
})

test('a NUL in what a stranger sends hides nothing behind it', async () => {
  const { body } = await arrives({ type: 'text', body: 'Quero\0 cancelar' })
  expect(body).toBe('Quero cancelar')
})

describe('what a stranger sends is no longer than what we may send', () => {
  test('a text, a caption and an edit', async () => {
    const number = newPhone()
    const long = 'palavra '.repeat(20_000)
    const key = await receive({ from: { pn: number }, text: 'curto' })
    await receive({ from: { pn: number }, text: long })
    await receive({ from: { pn: number }, content: file({ caption: long }) })
    await receive({ from: { pn: number }, content: { type: 'edit', target: key, body: `${'x'.repeat(65_535)}😀` } })
    const [edited, ...rest] = await messagesOf(number)
    expect(edited!.body).toBe(`${'x'.repeat(65_535)}\ufffd`)
    for (const { body } of rest) expect(body).toBe(long.slice(0, 65_536))
  })

  test('the name and the type of a file, whose address stays one that can be asked for', async () => {
    const about = {
      mediaType: 'application',
      mimetype: `application/${'x'.repeat(60_000)}`,
      fileName: `${'n'.repeat(60_000)}.pdf`,
    } as const
    const { fileName, mediaUrl } = await arrives(file(about))
    expect(fileName).toBe('n'.repeat(200))
    expect(mediaUrl!.length).toBeLessThan(1_000)
    expect((await office.product.app.request(mediaUrl!)).status).toBe(200)
  })

  test('cards and places', async () => {
    const cards = Array.from({ length: 100 }, (_, i) => ({ name: `${i}`, vcard: `FN:${i}\n`.padEnd(1_000, 'x') }))
    const { body } = await arrives({ type: 'contacts', cards })
    expect(body.split('\nFN:').length).toBeLessThanOrEqual(65)
    expect(body.length).toBeLessThanOrEqual(65_536)
    const place = { latitude: 1, longitude: 2, name: 'n'.repeat(90_000), address: 'a', thumbnail: new Uint8Array(90_000) }
    expect((await arrives({ type: 'location', ...place })).body.length).toBeLessThan(3_000)
  })

  test('a reaction is one emoji or none', async () => {
    const number = newPhone()
    const key = await receive({ from: { pn: number } })
    const react = async (emoji: string) => {
      await receive({ from: { pn: number }, content: { type: 'reaction', target: key, emoji } })
      return (await messagesOf(number))[0]!.reactions.map(({ type }) => type)
    }
    for (const emoji of ['👍', '❤', '👩🏽‍🚒', '🇧🇷', '1️⃣']) expect(await react(emoji)).toEqual([emoji])
    for (const text of ['X'.repeat(200_000), 'ok', '👍👍', '1']) expect((await react(text)).filter(Boolean)).toEqual([])
  })

  test('its source is kept while it is of a likely length, and shown inside another message only where it is short', async () => {
    const number = newPhone()
    const raw = (length: number) => JSON.stringify({ message: { conversation: 'x'.repeat(length) } })
    const key = await receive({ from: { pn: number }, text: 'longa', raw: raw(100_000) })
    await receive({ from: { pn: number }, quoted: { id: key.id, body: 'longa' }, raw: raw(1_000) })
    await receive({ from: { pn: number }, content: { type: 'reaction', target: key, emoji: '👍' } })
    await receive({ from: { pn: number }, raw: raw(1_000_000) })
    const [first, reaction, answer, last] = await messagesOf(number)
    expect(first!.dataJson).toBe(raw(100_000))
    expect(reaction).toMatchObject({ mediaType: 'reactionMessage', dataJson: null, quotedMsg: { body: 'longa', dataJson: null } })
    expect(answer).toMatchObject({ dataJson: raw(1_000), quotedMsg: { body: 'longa', dataJson: null } })
    expect(last!.dataJson).toBeNull()
  })
})

describe('the ticket', () => {
  test('of a stranger waits, with what was said last and how much is unread', async () => {
    const number = newPhone()
    for (const text of ['um', 'dois']) await receive({ from: { pn: number, name: 'Caio' }, text })
    expect(await ticketsOf(number)).toMatchObject([
      { status: 'pending', queueId: null, userId: null, unreadMessages: 2, lastMessage: 'dois', contact: { name: 'Caio' } },
    ])
  })

  test('has the queue of a connection that has only one', async () => {
    const { id } = await connections.create(norte.ctx, { name: 'De uma fila', sandbox: true, queueIds: [norte.queues[1].id] })
    const number = newPhone()
    await office.receive({ ...norte, connection: await connections.load(norte.ctx, id) }, { from: { pn: number } })
    expect(await ticketOf(number)).toMatchObject({ queueId: norte.queues[1].id })
  })

  test('that ended in no queue waits in the queue of a connection that has only one, where its people see it', async () => {
    const [, support] = norte.queues
    const { id } = await connections.create(norte.ctx, { name: 'De uma fila só', sandbox: true, queueIds: [support.id] })
    const { id: contactId, number } = await norte.makeContact()
    // As a campaign leaves it.
    await norte.makeTicket({ contactId, whatsappId: id, queueId: null, status: 'closed', closedAt: new Date() })
    await office.receive({ ...norte, connection: await connections.load(norte.ctx, id) }, { from: { pn: number! }, text: 'Quero' })
    expect(await ticketOf(number!)).toMatchObject({ status: 'pending', queueId: support.id })
  })

  test('begins on no connection that is deleted in the same commit', async () => {
    const { id: connectionId } = await connections.create(norte.ctx, { name: 'Some', sandbox: true })
    const number = newPhone()
    // Read once, so that it is kept.
    await receive({ from: { pn: newPhone() }, connectionId })
    await Promise.allSettled([
      transaction(norte.ctx, ctx => connections.remove(ctx, connectionId)),
      receive({ from: { pn: number }, connectionId }),
    ])
    expect(await ticketsOf(number)).toEqual([])
    // WhatsApp hands it over again, and by then everybody knows.
    await receive({ from: { pn: number }, connectionId })
    expect(await ticketsOf(number)).toEqual([])
  })

  test('is one for any number of messages at the same moment', async () => {
    const number = newPhone()
    await Promise.all(Array.from({ length: 20 }, (_, i) => receive({ from: { pn: number }, text: `linha ${i}` })))
    expect(await ticketsOf(number)).toHaveLength(1)
    expect((await messagesOf(number)).map(message => message.body)).toEqual(Array.from({ length: 20 }, (_, i) => `linha ${i}`))
  })

  test('stays with its agent while it is open', async () => {
    const number = newPhone()
    await receive({ from: { pn: number } })
    const { id } = await ticketOf(number)
    await admin().put(`/tickets/${id}`, { status: 'open', queueId: norte.queues[0].id, userId: norte.staff.ana.id })
    await receive({ from: { pn: number }, text: 'mais' })
    expect(await ticketOf(number)).toMatchObject({ id, status: 'open', userId: norte.staff.ana.id })
  })

  test('that was closed a short while ago waits again', async () => {
    const number = newPhone()
    await receive({ from: { pn: number } })
    const { id } = await ticketOf(number)
    await close(id, new Date(Date.now() - 23 * 3600_000))
    await receive({ from: { pn: number }, text: 'voltei' })
    expect(await ticketsOf(number)).toMatchObject([{ id, status: 'pending', userId: null }])
  })

  test('that was closed longer ago than the company’s hours is followed by a new one', async () => {
    const number = newPhone()
    await receive({ from: { pn: number } })
    const { id } = await ticketOf(number)
    await close(id, new Date(Date.now() - 25 * 3600_000))
    await receive({ from: { pn: number }, text: 'outro assunto' })
    expect((await ticketsOf(number)).map(ticket => ticket.status)).toEqual(['pending', 'closed'])
    await norte.staff.admin.client.put('/settings/reopenHours', { value: '0' })
    await close((await ticketOf(number)).id)
    await receive({ from: { pn: number } })
    expect(await ticketsOf(number)).toHaveLength(3)
    await norte.staff.admin.client.put('/settings/reopenHours', { value: '24' })
  })

  test('that is closed stays so when an old message comes once more', async () => {
    const number = newPhone()
    await receive({ from: { pn: number }, id: 'ANTIGA', text: 'de ontem' })
    const { id } = await ticketOf(number)
    await close(id)
    await receive({ from: { pn: number }, id: 'ANTIGA', text: 'de ontem' })
    expect(await ticketsOf(number)).toMatchObject([{ id, status: 'closed' }])
    await close(id, new Date(Date.now() - 25 * 3600_000))
    await receive({ from: { pn: number }, id: 'ANTIGA', text: 'de ontem' })
    expect(await ticketsOf(number)).toHaveLength(1)
  })
})

test('what the phone’s owner writes is the company’s, read, and reopens nothing', async () => {
  const number = newPhone()
  await receive({ from: { pn: number }, text: 'oi' })
  const { id } = await ticketOf(number)
  await close(id)
  await receive({ from: { pn: number }, fromMe: true, text: 'do celular' })
  expect(await ticketsOf(number)).toMatchObject([{ id, status: 'closed', fromMe: true, lastMessage: 'do celular' }])
  expect((await messagesOf(number)).at(-1)).toMatchObject({ fromMe: true, read: true, contact: null })
})

describe('a group', () => {
  const group = { id: '120363123456789012', subject: 'Condomínio' }

  test('is one conversation of many people', async () => {
    for (const name of ['Lia', 'Caio']) {
      const pn = newPhone()
      await receive({ from: { pn, name }, group, participant: `${pn}@s.whatsapp.net`, text: `de ${name}` })
    }
    expect(await ticketsOf(group.id)).toMatchObject([{ isGroup: true, contact: { name: 'Condomínio' }, unreadMessages: 2 }])
    expect((await messagesOf(group.id)).map(message => message.contact?.name)).toEqual(['Lia', 'Caio'])
  })

  test('is left out when the company wants none', async () => {
    await admin().put('/settings/CheckMsgIsGroup', { value: 'enabled' })
    const other = { id: '120363999999999999', subject: 'Outro' }
    let settled = false
    await receive({ from: { pn: newPhone() }, group: other, ackJournal: async () => void (settled = true) })
    expect(await ticketsOf(other.id)).toEqual([])
    expect(settled).toBe(true)
    await admin().put('/settings/CheckMsgIsGroup', { value: 'disabled' })
  })
})

test('a message is stored with the journal in one: what fails leaves nothing', async () => {
  const number = newPhone()
  const failing = receive({ from: { pn: number }, ackJournal: () => Promise.reject(new Error('disk')) })
  expect(await failing.catch((error: Error) => error.message)).toContain('disk')
  expect(await ticketsOf(number)).toEqual([])
  expect((await admin().get<{ count: number }>(`/contacts?searchParam=${number}`)).body.count).toBe(0)
  await receive({ from: { pn: number } })
  expect(await ticketsOf(number)).toHaveLength(1)
})

test('a message of a connection that is gone, or of another company’s, is dropped', async () => {
  const number = newPhone()
  await office.receive({ ...norte, connection: office.sul.connection }, { from: { pn: number } })
  await office.receive({ ...norte, connection: { ...norte.connection, id: 999_999 } }, { from: { pn: number } })
  expect(await ticketsOf(number)).toEqual([])
})
