import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { AppError } from '#kernel/errors'
import { openOutbox } from './outbox.fixture'

const { office, norte, client, network, written, reset, open, say, shown, ids, states, accept, drain, waiting, later } = await openOutbox()
afterAll(() => office.close())
beforeEach(reset)

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
    network.line = {}
    await drain()
    expect(written).toEqual([...once, ...once])
    await accept(once.map(outbound => (outbound as { id: string }).id))
    expect(await waiting()).toBe(0)
  })

  test('a delete is told although an edit still waited, and the edit no more', async () => {
    const { id } = await sent()
    network.line = null
    await client.post(`/messages/edit/${id}`, { body: 'Prezado' })
    await client.delete(`/messages/${id}`)
    network.line = {}
    await drain()
    expect(written).toMatchObject([{ do: 'delete', target: { id } }])
  })

  const refusals = [
    ['by the client', () => (network.take = () => Promise.reject(new AppError('ERR_SENDING_WAPP_MSG', 400, { reason: '403' })))],
    ['by the server', () => {}],
  ] as const
  /** The server's no to all that was written, unless nothing was. */
  const refuse = (reason: string) => states(ids(), 'failed', reason)

  test.each(refusals)('an edit that is refused for good %s is taken back, and says why until the next', async (_, arrange) => {
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
    await states([id], 'delivered')
    expect(await shown(ticket)).toMatchObject([{ ...back, status: 'delivered' }])
    network.take = async () => {}
    await client.post(`/messages/edit/${id}`, { body: 'Caro' })
    expect(await shown(ticket)).toMatchObject([{ body: 'Caro', isEdited: true, failReason: null }])
    socket.close()
  })

  test('of edits that nobody got none is an earlier text', async () => {
    const { id } = await sent()
    const earlier = async () =>
      (await client.get<{ history: { body: string }[] }>(`/messages/${id}/history`)).body.history.map(one => one.body)
    await client.post(`/messages/edit/${id}`, { body: 'Prezado' })
    await drain()
    await accept(ids())
    written.length = 0
    network.line = null
    for (const body of ['Caro', 'Olá']) await client.post(`/messages/edit/${id}`, { body })
    expect(await earlier()).toEqual(['prezado', 'Prezado', 'Caro'])
    network.line = {}
    network.take = () => Promise.reject(new AppError('ERR_SENDING_WAPP_MSG', 400, { reason: '403' }))
    await drain()
    expect(await earlier()).toEqual(['prezado'])
    network.line = null
    await client.post(`/messages/edit/${id}`, { body: 'Oi' })
    await client.delete(`/messages/${id}`)
    network.line = {}
    await drain()
    expect(await earlier()).toEqual(['prezado'])
  })

  test.each(refusals)('a delete that is refused for good %s is taken back, and says why', async (_, arrange) => {
    const { ticket, id } = await sent()
    network.line = null
    await client.post(`/messages/edit/${id}`, { body: 'nunca saiu' })
    await client.delete(`/messages/${id}`)
    network.line = {}
    arrange()
    await drain()
    await refuse('403')
    expect(await shown(ticket)).toMatchObject([{ body: 'prezado', isDeleted: false, isEdited: false, failReason: 'forbidden' }])
    expect((await client.get(`/tickets/${ticket.id}`)).body).toMatchObject({ lastMessage: 'prezado' })
    expect(await waiting()).toBe(0)
  })

  test('of two edits that are refused one after the other, what the customer has stands in the end', async () => {
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
    await client.post(`/messages/edit/${id}`, { body: 'Prezado' })
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

test('an edit of what was never written changes what is written, and is told by nothing else', async () => {
  const ticket = await open()
  await say(ticket, 'prezado')
  await client.post(`/messages/edit/${(await shown(ticket))[0]!.id}`, { body: 'Prezado' })
  await drain()
  expect(written).toMatchObject([{ do: 'text', body: 'Prezado' }])
})

test('what is deleted before the network has it has failed: nobody waits for it any more', async () => {
  const [held, halfway] = [await open(), await open()]
  await say(held, 'prezado')
  await client.delete(`/messages/${(await shown(held))[0]!.id}`)
  expect(await shown(held)).toMatchObject([{ status: 'failed', isDeleted: true }])
  await say(halfway, 'prezada')
  await drain()
  await client.delete(`/messages/${(await shown(halfway))[0]!.id}`)
  expect(await shown(halfway)).toMatchObject([{ status: 'queued', isDeleted: true }])
  network.line = {}
  await drain()
  expect(await shown(halfway)).toMatchObject([{ status: 'failed', isDeleted: true }])
  expect(written).toMatchObject([{ do: 'text', body: 'prezada' }, { do: 'delete' }])
})
