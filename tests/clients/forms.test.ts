import { describe, expect, test } from 'bun:test'
import { PASSWORD } from '../factories'
import { testOffice } from '../office'

const office = await testOffice()
const admin = () => office.norte.staff.admin.client
const word = () => crypto.randomUUID().slice(0, 8)
type Row = Record<string, unknown> & { id: number }

describe('a user', () => {
  const form = () => ({
    name: 'Nova Pessoa',
    email: `${word()}@norte.com`,
    password: 'fita-verde',
    profile: 'user',
    queueIds: [office.norte.queues[0].id],
    allTicket: 'desabled',
  })

  test('is made with no connection chosen', async () => {
    for (const whatsappId of [false, '', null]) {
      const { status, body } = await admin().post<Row>('/users', { ...form(), whatsappId })
      expect([whatsappId, status, body.whatsappId]).toEqual([whatsappId, 200, null])
    }
  })

  test('is saved as the form sends it, with an empty password that changes none', async () => {
    const { email, ...rest } = form()
    const { body } = await admin().post<Row>('/users', { email, ...rest })
    const saved = await admin().put<Row>(`/users/${body.id}`, {
      ...body,
      queueIds: rest.queueIds,
      name: 'Outro Nome',
      password: '',
      whatsappId: false,
    })
    expect(saved).toMatchObject({ status: 200, body: { name: 'Outro Nome' } })
    const login = { email, password: 'fita-verde' }
    const headers = { 'content-type': 'application/json' }
    const signed = await office.product.app.request('/auth/login', { method: 'POST', headers, body: JSON.stringify(login) })
    expect(signed.status).toBe(200)
    expect((await admin().post('/users', { ...form(), password: '' })).status).toBe(400)
  })

  test('without the right to others saves the own row, and gains nothing by it', async () => {
    const { ana, bia } = office.sul.staff
    const own = (await ana.client.get<Row & { queues: { id: number }[] }>(`/users/${ana.id}`)).body
    const whole = { ...own, queueIds: own.queues.map(queue => queue.id), password: '' }
    expect(await ana.client.put<Row>(`/users/${ana.id}`, { ...whole, name: 'Ana Maria' })).toMatchObject({
      status: 200,
      body: { name: 'Ana Maria' },
    })
    for (const more of [
      { profile: 'admin' },
      { queueIds: [...whole.queueIds, office.sul.queues[1].id] },
      { queueIds: [office.sul.queues[1].id] },
      { allTicket: 'enabled' },
      { whatsappId: office.sul.connection.id },
    ])
      expect([more, (await ana.client.put(`/users/${ana.id}`, { ...whole, ...more })).status]).toEqual([more, 403])
    expect((await ana.client.put(`/users/${bia.id}`, { name: 'Da Ana' })).status).toBe(403)
    expect((await ana.client.put<Row>(`/users/${ana.id}`, { ...whole, super: true })).body.super).toBe(false)
    expect((await ana.client.get<Row>(`/users/${ana.id}`)).body).toMatchObject({ profile: 'user', allTicket: 'desabled', whatsappId: null })
  })

  test('changes the own password in that form only with the current one, which it is asked for in a sentence; every session ends', async () => {
    const { leo } = office.sul.staff
    const form = { name: leo.name, email: leo.email, password: 'fita-verde' }
    expect(await leo.client.put(`/users/${leo.id}`, form)).toMatchObject({ status: 400, body: { error: 'Informe a sua senha atual' } })
    expect((await leo.client.put(`/users/${leo.id}`, { ...form, currentPassword: PASSWORD })).status).toBe(200)
    expect((await leo.client.get('/tickets')).status).toBe(403)
  })
})

test('a queue is saved with its numbers as text, and with nothing chosen', async () => {
  const color = () => `#${word().slice(0, 6)}`
  for (const [orderQueue, stored] of [
    ['3', 3],
    ['', null],
    [null, null],
    [7, 7],
  ] as const) {
    const sent = {
      name: `Fila ${word()}`,
      color: color(),
      orderQueue,
      integrationId: '',
      promptId: '',
      greetingMessage: null,
      schedules: [],
    }
    const { status, body } = await admin().post<Row>('/queue', sent)
    expect([orderQueue, status, body.orderQueue, body.integrationId]).toEqual([orderQueue, 200, stored, null])
    expect((await admin().put<Row>(`/queue/${body.id}`, { ...body, orderQueue: '12', integrationId: false })).body.orderQueue).toBe(12)
  }
  expect((await admin().post('/queue', { name: `Fila ${word()}`, color: color(), orderQueue: 'x' })).status).toBe(400)
})

test('a tag without a colour has the default one', async () => {
  for (const color of ['', null, undefined])
    expect((await admin().post<Row>('/tags', { name: `Etiqueta ${word()}`, color, kanban: 0 })).body.color).toBe('#A4CCCC')
  const { id } = (await admin().post<Row>('/tags', { name: `Etiqueta ${word()}`, color: '#112233' })).body
  expect((await admin().put<Row>(`/tags/${id}`, { color: '' })).body.color).toBe('#A4CCCC')
  const { tags, hasMore } = (await admin().get<{ tags: { id: number; ticketsCount: string }[]; hasMore: boolean }>('/tags')).body
  expect([tags.find(tag => tag.id === id)?.ticketsCount, hasMore]).toEqual(['0', false])
})

describe('a connection', () => {
  const path = () => `/whatsapp/${office.norte.connection.id}`
  const row = async () => (await admin().get<Row & { token: string; hasToken: boolean; queues: { id: number }[] }>(path())).body

  test('saved as it was read keeps the token that is never shown; null removes it', async () => {
    expect((await admin().put(path(), { token: 'segredo-da-api-da-loja' })).status).toBe(200)
    const { queues, ...read } = await row()
    expect(read).toMatchObject({ token: '', hasToken: true })
    const saved = { ...read, queueIds: queues.map(queue => queue.id), farewellMessage: 'Até logo' }
    expect((await admin().put<Row>(path(), saved)).body).toMatchObject({ farewellMessage: 'Até logo', hasToken: true })
    const [kept] = (
      await office.store.client.execute({ sql: 'select token from connections where id = ?', args: [office.norte.connection.id] })
    ).rows
    expect(kept!['token']).toBe('segredo-da-api-da-loja')
    expect((await admin().put<Row>(path(), { token: null })).body).toMatchObject({ hasToken: false })
    expect((await admin().put<Row>(path(), { token: '' })).body).toMatchObject({ hasToken: false })
  })

  test('takes numbers as text, empty ones, and nothing chosen', async () => {
    const sent = {
      transferQueueId: false,
      integrationId: '',
      timeToTransfer: '',
      maxUseBotQueues: '5',
      expiresTicket: '',
      greetingMessage: null,
    }
    const answer = await admin().put<Row>(path(), sent)
    expect(answer).toMatchObject({
      status: 200,
      body: { transferQueueId: null, integrationId: null, timeToTransfer: null, maxUseBotQueues: 5, expiresTicket: 0, greetingMessage: '' },
    })
  })
})

describe('an integration', () => {
  const path = () => `/queueIntegration/${office.norte.integration.id}`
  type Shown = Row & { urlN8N: string; settings: { urlN8N: string } }
  const read = async () => (await admin().get<Shown>(path())).body

  test('follows the field that was changed, beside the settings as they were read', async () => {
    const before = await read()
    const changed = await admin().put<Shown>(path(), { ...before, urlN8N: 'https://exemplo.com/novo' })
    expect(changed).toMatchObject({
      status: 201,
      body: { urlN8N: 'https://exemplo.com/novo', settings: { urlN8N: 'https://exemplo.com/novo' } },
    })
    const settings = { ...changed.body.settings, urlN8N: 'https://exemplo.com/outro' }
    expect((await admin().put<Shown>(path(), { ...changed.body, settings })).body.urlN8N).toBe('https://exemplo.com/outro')
    // The key was for another host.
    expect([before.secrets, (await read()).secrets]).toEqual([['token'], []])
  })
})

test('a contact’s extra facts are told with it', async () => {
  const { contactId } = office.norte.tickets.pending
  const socket = await office.norte.staff.ana.client.socket()
  const { body } = await admin().put<Row & { extraInfo: object[] }>(`/contacts/${contactId}`, {
    extraInfo: [{ id: '', name: 'Plano', value: '300 MB' }],
  })
  const told = await socket.next(`company-${office.norte.id}-contact`, ({ contact }) => (contact as Row).id === contactId)
  expect(body.extraInfo).toMatchObject([{ name: 'Plano', value: '300 MB' }])
  expect((told.payload.contact as typeof body).extraInfo).toMatchObject([{ name: 'Plano', value: '300 MB' }])
  socket.close()
})

test('a form that is refused says the first sentence, the code beside it, and what is wrong with each field', async () => {
  const { status, body } = await admin().post('/users', { name: 'A', email: 'sem-arroba', password: 'fita-verde' })
  expect([status, body]).toEqual([
    400,
    { error: 'Too Short!', code: 'ERR_VALIDATION', details: { name: ['Too Short!'], email: ['E-mail inválido'] } },
  ])
  expect((await admin().post('/queue', { name: 'x', color: '#123456' })).body).toMatchObject({
    error: 'ERR_QUEUE_INVALID_NAME',
    code: 'ERR_VALIDATION',
  })
  expect((await admin().post('/tags', { name: 1 })).body).toMatchObject({ error: 'Obrigatório', code: 'ERR_VALIDATION' })
  expect((await admin().post('/tags', {})).body).toMatchObject({ error: 'Obrigatório', details: { name: ['Obrigatório'] } })
  expect((await admin().post<{ error: string }>('/tickets', { contactId: 'x' })).body.error).toStartWith('contactId: ')
  const headers = { authorization: `Bearer ${admin().token}`, 'content-type': 'application/json' }
  const broken = await office.product.app.request('/tags', { method: 'POST', headers, body: '{' })
  expect([broken.status, await broken.json()]).toEqual([400, { error: 'ERR_VALIDATION', code: 'ERR_VALIDATION' }])
})
