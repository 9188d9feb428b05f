import { describe, expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { prompts } from '#modules/prompts'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'

const office = await testOffice()
const { norte } = office

type Shown = {
  id: number
  name: string
  isDefault: boolean
  status: string
  sandbox: boolean
  queues: { id: number }[]
  token: string | null
  hasToken: boolean
}
const admin = () => norte.staff.admin.client
let names = 0
const make = (more: object = {}) => admin().post<Shown>('/whatsapp', { name: `Loja ${++names}`, sandbox: true, ...more })

test('a connection starts when it is made, with its queues', async () => {
  const { status, body } = await make({ queueIds: [norte.queues[0].id] })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'OPENING', isDefault: false, sandbox: true })
  expect(body.queues.map(queue => queue.id)).toEqual([norte.queues[0].id])
})

test('more than one queue asks for a greeting', async () => {
  const queueIds = norte.queues.map(queue => queue.id)
  const details = { greetingMessage: ['ERR_WAPP_GREETING_REQUIRED'] }
  expect(await make({ queueIds })).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_GREETING_REQUIRED', details } })
  const { status, body } = await make({ queueIds, greetingMessage: 'Escolha' })
  expect(status).toBe(200)
  const change = async (values: object) => (await admin().put(`/whatsapp/${body.id}`, values)).status
  expect([await change({ greetingMessage: ' ' }), await change({ name: 'Com menu' })]).toEqual([400, 200])
  expect(await change({ greetingMessage: '', queueIds: queueIds.slice(1) })).toBe(200)
  expect(await change({ queueIds })).toBe(400)
})

test('a name is taken once a company, a token once an installation; the token is never told', async () => {
  const { body } = await make({ name: 'Única', token: 'token-da-loja-unica' })
  expect(body).toMatchObject({ token: '', hasToken: true })
  expect((await make({ name: 'Única' })).status).toBe(400)
  expect(
    (await office.sul.staff.admin.client.post('/whatsapp', { name: 'Única', sandbox: true, token: 'token-da-loja-unica' })).status,
  ).toBe(400)
  expect((await office.sul.staff.admin.client.post('/whatsapp', { name: 'Única', sandbox: true })).status).toBe(200)
  expect((await admin().get('/whatsapp')).text).not.toContain('token-da-loja')
})

test('exactly one is the default, also when it goes', async () => {
  const { client } = office.sul.staff.admin
  const defaults = async () => (await client.get<Shown[]>('/whatsapp')).body.filter(one => one.isDefault).map(one => one.id)
  const { body } = await client.post<Shown>('/whatsapp', { name: 'Nova', sandbox: true, isDefault: true })
  expect(await defaults()).toEqual([body.id])
  expect((await client.put(`/whatsapp/${body.id}`, { isDefault: false })).body).toEqual({ error: 'ERR_NO_OTHER_WHATSAPP' })
  const socket = await client.socket()
  expect(await client.delete(`/whatsapp/${body.id}`)).toMatchObject({ status: 200, body: { message: 'Whatsapp deleted.' } })
  expect(await defaults()).toEqual([office.sul.connection.id])
  const { payload } = await socket.next(`company-${office.sul.id}-whatsapp`, ({ action }) => action === 'update')
  expect(payload).toMatchObject({ whatsapp: { id: office.sul.connection.id, isDefault: true } })
  socket.close()
})

test('a change keeps what it does not name, and is told', async () => {
  const { body } = await make({ farewellMessage: 'Até logo', expiresTicket: '12' })
  const socket = await norte.staff.ana.client.socket()
  const changed = await admin().put<Shown>(`/whatsapp/${body.id}`, { name: 'Matriz' })
  expect(changed.body).toMatchObject({ name: 'Matriz', farewellMessage: 'Até logo', expiresTicket: 12 })
  expect((await socket.next(`company-${norte.id}-whatsapp`)).payload).toMatchObject({ action: 'update', whatsapp: { name: 'Matriz' } })
  socket.close()
})

test('deleting one keeps the conversations', async () => {
  const { body } = await make()
  const ticket = await norte.makeTicket({ whatsappId: body.id, queueId: norte.queues[0].id })
  await norte.makeMessage(ticket, { connectionId: body.id })
  await admin().delete(`/whatsapp/${body.id}`)
  expect((await admin().get(`/tickets/${ticket.id}`)).body).toMatchObject({ whatsappId: null })
  expect((await admin().get<{ count: number }>(`/messages/${ticket.id}`)).body.count).toBe(1)
})

describe('the state of a session', () => {
  test('is kept and told with its QR code', async () => {
    const { id } = norte.connection
    const socket = await admin().socket()
    await connections.setState(norte.ctx, id, { status: 'qrcode', qrcode: '2@abc' })
    const { payload } = await socket.next(
      `company-${norte.id}-whatsappSession`,
      told => (told.session as { qrcode?: string }).qrcode === '2@abc',
    )
    expect(payload).toMatchObject({ action: 'update', session: { id: id, status: 'qrcode' } })
    expect((await admin().get(`/whatsapp/${id}`)).body).toMatchObject({ status: 'qrcode', qrcode: '2@abc' })
    socket.close()
  })

  test('is begun, begun anew and ended by its addresses', async () => {
    const { body } = await make()
    expect(await admin().post(`/whatsappsession/${body.id}`)).toMatchObject({ status: 200, body: { message: 'Starting session.' } })
    expect(await admin().put(`/whatsappsession/${body.id}`, {})).toMatchObject({ status: 200, body: { message: 'Starting session.' } })
    expect(await admin().delete(`/whatsappsession/${body.id}`)).toMatchObject({ status: 200, body: { message: 'Session disconnected.' } })
    expect((await admin().get(`/whatsapp/${body.id}`)).body).toMatchObject({ status: 'DISCONNECTED', qrcode: '' })
  })
})

describe('a restart', () => {
  test('opens every linked number anew, and each says how far it is', async () => {
    const { body } = await make()
    const socket = await admin().socket()
    const told = (status: string) =>
      socket.next(`company-${norte.id}-whatsappSession`, ({ session }) => {
        const { id, status: now } = session as Shown
        return id === body.id && now === status
      })
    await told('qrcode')
    expect((await admin().post(`/sandbox/${body.id}/link`, {})).status).toBe(200)
    await told('CONNECTED')
    const number = (await admin().get<{ number: string }>(`/whatsapp/${body.id}`)).body.number

    const states = () =>
      socket.heard.flatMap(({ event, payload }) => {
        const session = event.endsWith('-whatsappSession') ? (payload!['session'] as Shown) : undefined
        return session?.id === body.id ? session.status : []
      })
    const before = states().length
    expect(await admin().post('/whatsapp-restart/')).toMatchObject({ status: 200, body: { message: 'Whatsapp restart.' } })
    await until(() => states().slice(before).at(-1) === 'CONNECTED')
    expect(states().slice(before)[0]).toBe('OPENING')
    expect((await admin().get(`/whatsapp/${body.id}`)).body).toMatchObject({ status: 'CONNECTED', number })
    socket.close()
  })

  test('is refused to who may not change connections, and touches no other company', async () => {
    expect((await norte.staff.ana.client.post('/whatsapp-restart')).status).toBe(403)
    const socket = await office.sul.staff.admin.client.socket()
    expect((await admin().post('/whatsapp-restart')).status).toBe(200)
    expect((await socket.settled()).filter(({ event }) => event.endsWith('-whatsappSession'))).toEqual([])
    socket.close()
  })

  test('leaves what a person disconnected as it is', async () => {
    const { body } = await make()
    await admin().delete(`/whatsappsession/${body.id}`)
    await admin().post('/whatsapp-restart')
    expect((await admin().get(`/whatsapp/${body.id}`)).body).toMatchObject({ status: 'DISCONNECTED', reason: 'logged_out' })
  })
})

test('all that its conversations are told, and who answers them, is one form; what is not said is the usual', async () => {
  const usual = { maxUseBotQueues: 3, timeUseBotQueues: 0, expiresTicket: 0, promptId: null, transferQueueId: null, timeToTransfer: null }
  const { body } = await make()
  expect(body).toMatchObject(usual)
  const [queue] = norte.queues
  const promptId = norte.rows['/prompt']!.id
  const given = {
    ...{
      greetingMessage: 'Oi',
      complationMessage: 'Até',
      ratingMessage: 'Foi bom?',
      farewellMessage: 'Obrigada',
      outOfHoursMessage: 'Fechado',
    },
    ...{ promptId, integrationId: norte.integration.id, maxUseBotQueues: 2, timeUseBotQueues: 15 },
    ...{ transferQueueId: queue.id, timeToTransfer: 10, expiresTicket: 12, expiresInactiveMessage: 'Encerrado' },
  }
  expect(await admin().put(`/whatsapp/${body.id}`, given)).toMatchObject({ status: 200, body: given })
  expect((await admin().get(`/whatsapp/${body.id}`)).body).toMatchObject(given)
})

test('a prompt, an integration or a queue that is deleted leaves its connections without it, and they hear of it', async () => {
  const { client } = norte.staff.admin
  const queue = (await client.post<{ id: number }>('/queue', { name: 'De passagem', color: '#123457' })).body
  const prompt = (await client.post<{ id: number }>('/prompt', { ...norte.sample(prompts.facts), name: 'De passagem' })).body
  const { body } = await make({ transferQueueId: queue.id, timeToTransfer: 5, promptId: prompt.id })
  const socket = await norte.staff.ana.client.socket()
  const told = (key: string) =>
    socket.next(`company-${norte.id}-whatsapp`, ({ whatsapp }) => {
      const shown = whatsapp as Record<string, unknown>
      return shown?.['id'] === body.id && shown[key] === null
    })
  expect((await client.delete(`/prompt/${prompt.id}`)).status).toBe(200)
  expect((await told('promptId')).payload).toMatchObject({ whatsapp: { transferQueueId: queue.id, qrcode: '' } })
  expect((await client.delete(`/queue/${queue.id}`)).status).toBe(200)
  await told('transferQueueId')
  socket.close()
})

test('the plan says how many connections there may be', async () => {
  await office.store.client.execute('update plans set connections = 1')
  expect(await make()).toMatchObject({ status: 400, body: { error: 'Número máximo de conexões já alcançado: 1' } })
  await office.store.client.execute('update plans set connections = 100')
})

test('one connection is run by whoever holds its lease', async () => {
  const { id } = norte.connection
  const { db } = office.store
  expect(await connections.lease(db, id, 'um', 10_000)).toBe(true)
  expect(await connections.lease(db, id, 'dois', 10_000)).toBe(false)
  expect(await connections.lease(db, id, 'um', 10_000)).toBe(true)
  await connections.release(db, id, 'dois')
  expect(await connections.lease(db, id, 'dois', 10_000)).toBe(false)
  await connections.release(db, id, 'um')
  expect(await connections.lease(db, id, 'dois', -1)).toBe(true)
  expect(await connections.lease(db, id, 'um', 10_000)).toBe(true)
})

test('a token that could be guessed is refused at its field', async () => {
  const { status, body } = await make({ name: 'Curta', token: 'curto' })
  expect({ status, body }).toMatchObject({ status: 400, body: { details: { token: ['Use pelo menos 16 caracteres'] } } })
})
