import { beforeAll, expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import type { Company } from '../../../tests/factories'
import type { TranscriptPage } from './transcript'

const office = await testOffice()
const { norte, sul } = office
const { ana, bia, admin } = norte.staff

let ticket: Awaited<ReturnType<Company['makeTicket']>>
const ask = (query = '', who = ana) => who.client.get<TranscriptPage>(`/messages/${ticket.id}/transcript${query}`)
const none = { voice: false, seconds: null, waveform: null, width: null, height: null, size: 10, hash: 'a'.repeat(64) }

beforeAll(async () => {
  const [sales, support] = norte.queues
  ticket = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id })
  const [earlier, hidden] = [
    await norte.makeTicket({ contactId: ticket.contactId, queueId: sales.id, status: 'closed' }),
    await norte.makeTicket({ contactId: ticket.contactId, queueId: support.id, status: 'closed' }),
  ]
  await norte.makeMessage(earlier, { body: 'de antes' })
  await norte.makeMessage(hidden, { body: 'de outra fila' })
  await norte.makeMessage(ticket, { body: 'Bom dia' })
  await norte.makeMessage(ticket, { body: 'Bom dia, Ana aqui', fromMe: true, userId: ana.id })
  await norte.makeMessage(ticket, {
    body: 'Imagem',
    mediaType: 'image',
    media: { ...none, mimetype: 'image/jpeg', fileName: 'antena.jpg' },
  })
  await norte.makeMessage(ticket, { body: 'segredo', isDeleted: true })
})

test('a transcript says who said what and when, a file by its name, and nothing of what was deleted', async () => {
  const { body } = await ask()
  const { name } = (await ana.client.get<{ contact: { name: string } }>(`/tickets/${ticket.id}`)).body.contact
  expect(body.messages.map(({ author, fromMe, text, fileName, isDeleted }) => ({ author, fromMe, text, fileName, isDeleted }))).toEqual([
    { author: name, fromMe: false, text: 'Bom dia', fileName: null, isDeleted: false },
    { author: ana.name, fromMe: true, text: 'Bom dia, Ana aqui', fileName: null, isDeleted: false },
    { author: name, fromMe: false, text: '', fileName: 'antena.jpg', isDeleted: false },
    { author: name, fromMe: false, text: '', fileName: null, isDeleted: true },
  ])
  expect(body.messages.every(({ createdAt }) => !Number.isNaN(Date.parse(createdAt)))).toBe(true)
  expect(JSON.stringify(body)).not.toContain('segredo')
})

test('the whole conversation is what the asker sees of it', async () => {
  const texts = async (who: typeof ana) => (await ask('?all=true', who)).body.messages.map(({ text }) => text)
  expect(await texts(ana)).toContain('de antes')
  expect(await texts(ana)).not.toContain('de outra fila')
  expect(await texts(admin)).toContain('de outra fila')
  expect((await ask('', bia)).status).toBe(403)
  expect((await ask('', sul.staff.admin)).status).toBe(404)
})

test('a long one comes in pieces, each message once and in its order', async () => {
  const long = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
  const bodies = Array.from({ length: 1_001 }, (_, i) => `linha ${i}`)
  for (const body of bodies) await norte.makeMessage(long, { body })
  const told: string[] = []
  let after = ''
  for (let hasMore = true, pieces = 0; hasMore; pieces++) {
    const { body } = await ana.client.get<TranscriptPage>(`/messages/${long.id}/transcript${after}`)
    told.push(...body.messages.map(({ text }) => text))
    after = `?after=${body.messages.at(-1)!.id}`
    hasMore = body.hasMore
    expect(pieces).toBeLessThan(3)
  }
  expect(told).toEqual(bodies)
})
