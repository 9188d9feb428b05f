import { expect, test } from 'bun:test'
import { PASSWORD } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { users as table } from './schema'

const office = await testOffice()

type Shown = { id: number; name: string; email: string; profile: string; queues: { id: number; UserQueue: { queueId: number } }[] }
const admin = () => office.norte.staff.admin.client
const fresh = () => ({ name: 'Pessoa Nova', email: `${crypto.randomUUID()}@norte.com`, password: PASSWORD })

test('an administrator makes a user with queues, and it signs in', async () => {
  const person = fresh()
  const { status, body } = await admin().post<Shown>('/users', {
    ...person,
    email: person.email.toUpperCase(),
    queueIds: [office.norte.queues[0].id],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: person.email, profile: 'user', companyId: office.norte.id })
  expect(body.queues.map(queue => queue.UserQueue.queueId)).toEqual([office.norte.queues[0].id])
  expect((await admin().post('/auth/login', { email: person.email, password: PASSWORD })).status).toBe(200)
})

test('an address is taken once in the whole installation, in words that clients know', async () => {
  const { email } = office.sul.staff.ana
  expect(await admin().post('/users', { ...fresh(), email })).toMatchObject({
    status: 400,
    body: { error: 'An user with this email already exists.' },
  })
  expect((await admin().put(`/users/${office.norte.staff.rui.id}`, { email })).status).toBe(400)
})

test('the list has the newest first, twenty a page, and finds by name and address', async () => {
  type Page = { users: Shown[]; count: number; hasMore: boolean }
  const rows = Array.from({ length: 18 }, (_, i) => ({
    name: `Turno ${i}`,
    email: `turno${i}@norte.com`,
    createdAt: new Date(Date.now() + i),
  }))
  for (const row of rows) await office.store.db.insert(table).values({ ...row, companyId: office.norte.id, passwordHash: '' })
  const { body } = await admin().get<Page>('/users?pageNumber=1')
  expect(body.users).toHaveLength(20)
  expect(body.hasMore).toBe(true)
  expect(body.users[0]!.name).toBe('Turno 17')
  expect((await admin().get<Page>('/users?searchParam=turno 1')).body.count).toBe(9)
  expect((await admin().get<Page>('/users?searchParam=bia@norte')).body.users.map(user => user.name)).toEqual(['bia Norte'])
})

test('who leads is told which of those a ticket can go to is an administrator, and nobody else is', async () => {
  type Named = { id: number; profile?: string }[]
  const { ana, admin: lead } = office.norte.staff
  const told = (await admin().get<Named>('/users/list')).body
  expect(told.find(({ id }) => id === lead.id)?.profile).toBe('admin')
  expect(told.find(({ id }) => id === ana.id)?.profile).toBe('user')
  expect((await ana.client.get<Named>('/users/list')).body.filter(one => 'profile' in one)).toEqual([])
})

test('the address of an operator is told to who leads, and to no colleague', async () => {
  const { ana, bia, admin: operator } = office.norte.staff
  const told = async ({ client }: typeof ana) => {
    const { body } = await client.get<{ id: number; email: string }[]>('/users/list')
    return [bia, operator].map(({ id }) => body.find(one => one.id === id)?.email)
  }
  expect(await told(ana)).toEqual([bia.email, ''])
  expect(await told(operator)).toEqual([bia.email, operator.email])
  expect((await office.sul.staff.ana.client.get('/users/list')).text).not.toContain('@norte.com')
})

test('someone who is no administrator reads only the own row', async () => {
  const { ana, bia } = office.norte.staff
  expect((await ana.client.get<Shown>(`/users/${ana.id}`)).body.name).toBe('ana Norte')
  expect((await ana.client.get(`/users/${bia.id}`)).status).toBe(404)
})

test('the last administrator can neither be deleted nor made less', async () => {
  const { id } = office.norte.staff.admin
  const words = { status: 400, body: { error: 'A empresa precisa de pelo menos um administrador' } }
  expect(await admin().put(`/users/${id}`, { profile: 'user' })).toMatchObject(words)
  expect(await admin().delete(`/users/${id}`)).toMatchObject(words)
})

test('the open tickets of who is deleted wait for somebody else', async () => {
  const { body } = await admin().post<Shown>('/users', { ...fresh(), queueIds: [office.norte.queues[0].id] })
  const ticket = await office.norte.makeTicket({ queueId: office.norte.queues[0].id, status: 'open', userId: body.id })
  const socket = await office.norte.staff.ana.client.socket(['joinTickets', 'pending'])
  expect(await admin().delete(`/users/${body.id}`)).toMatchObject({ status: 200, body: { message: 'User deleted' } })
  expect((await admin().get(`/tickets/${ticket.id}`)).body).toMatchObject({ status: 'pending', userId: null })
  await socket.next(`company-${office.norte.id}-ticket`, told => told.ticketId === ticket.id && told.action === 'update')
  socket.close()
})

test('the plan says how many users there may be', async () => {
  await office.store.client.execute('update plans set users = 1')
  expect(await office.sul.staff.admin.client.post('/users', fresh())).toMatchObject({
    status: 400,
    body: { error: 'Número máximo de usuários já alcançado: 1' },
  })
  await office.store.client.execute('update plans set users = 1000')
})

test('everyone changes the own name and language', async () => {
  const { rui } = office.norte.staff
  expect((await rui.client.put('/users/me', { name: 'Rui Alves', language: 'es' })).body).toMatchObject({
    name: 'Rui Alves',
    language: 'es',
    profile: 'user',
  })
})

test('what a person chooses is theirs: told to their windows, read with the sign-in, and nobody else’s to write or read', async () => {
  const { rui, leo, admin } = office.norte.staff
  const event = `company-${office.norte.id}-preferences`
  const [own, other] = await Promise.all([rui.client.socket(), leo.client.socket()])
  expect((await rui.client.put('/users/me/preferences', { undoSeconds: 5 })).body).toMatchObject({ undoSeconds: 5 })
  expect((await own.next(event)).payload).toMatchObject({ action: 'update', preferences: { undoSeconds: 5 } })
  expect((await other.settled()).filter(told => told.event === event)).toEqual([])
  for (const { close } of [own, other]) close()
  expect((await rui.client.put('/users/me/preferences', { undoSeconds: 4 })).status).toBe(400)
  expect((await rui.client.put('/users/me/preferences', {})).body).toMatchObject({ undoSeconds: 5 })
  expect((await admin.client.put(`/users/${rui.id}`, { preferences: { undoSeconds: 10 } })).body).not.toHaveProperty('preferences')
  expect((await leo.client.put('/users/me/preferences', {})).body).toMatchObject({ undoSeconds: 0 })
  const person = fresh()
  await admin.client.post('/users', person)
  const login = await admin.client.post<{ token: string }>('/auth/login', { email: person.email, password: PASSWORD })
  expect(login.body).toMatchObject({ user: { preferences: { undoSeconds: 0 } } })
})

test('the own password and address change with the current password alone, whichever way they are saved and whoever asks', async () => {
  const { ana, admin } = office.sul.staff
  for (const person of [ana, admin])
    for (const path of ['/users/me', `/users/${person.id}`])
      for (const change of [{ password: 'fita-verde' }, { email: 'outra@sul.com' }]) {
        const about = [person.name, path, change]
        const without = await person.client.put(path, { name: person.name, ...change })
        expect([about, without.status, without.body]).toMatchObject([
          about,
          400,
          { details: { currentPassword: ['Informe a sua senha atual'] } },
        ])
        const wrong = await person.client.put(path, { ...change, currentPassword: 'errada' })
        expect([about, wrong.status, wrong.body]).toMatchObject([
          about,
          400,
          { details: { currentPassword: ['A senha atual não confere'] } },
        ])
      }
  expect((await ana.client.put(`/users/${ana.id}`, { name: 'Ana', email: ana.email, password: '' })).status).toBe(200)
  expect((await admin.client.put(`/users/${admin.id}`, { password: 'fita-verde', currentPassword: PASSWORD })).status).toBe(200)
  expect((await admin.client.get('/users')).status).toBe(403)
  expect((await ana.client.post('/auth/login', { email: admin.email, password: 'fita-verde' })).status).toBe(200)
})

test('the current password is guessed ten times at most, and an administrator sets a colleague’s without it', async () => {
  const { rui, bia } = office.norte.staff
  const guess = (person: typeof rui, currentPassword: string) => person.client.put('/users/me', { password: 'fita-verde', currentPassword })
  for (let i = 0; i < 10; i++) expect((await guess(rui, `errada-${i}`)).status).toBe(400)
  expect((await guess(rui, PASSWORD)).status).toBe(429)
  expect((await guess(bia, PASSWORD)).status).toBe(200)
  expect((await admin().put(`/users/${rui.id}`, { password: 'fita-verde' })).status).toBe(200)
})

test('a name or an address that is left empty is said to be missing first', async () => {
  type Refused = { error: string; details: { name: string[]; email: string[] } }
  const { body } = await admin().post<Refused>('/users', { ...fresh(), name: ' ', email: '' })
  expect([body.error, body.details.name[0], body.details.email[0]]).toEqual(['Obrigatório', 'Obrigatório', 'Obrigatório'])
})

test.each([
  ['to whom a queue is taken away', { queueIds: [] }, 'user'],
  ['who is no administrator any more', { profile: 'user' }, 'admin'],
] as const)('what is open with somebody %s waits there for others, and what they serve stays theirs', async (_, change, profile) => {
  const { norte } = office
  const [sales, support] = norte.queues
  const queueIds = profile === 'user' ? [sales.id] : [support.id]
  const { body: person } = await admin().post<Shown>('/users', { ...fresh(), profile, queueIds })
  const held = { status: 'open', userId: person.id } as const
  const gone = await norte.makeTicket({ ...held, queueId: sales.id })
  const own = await norte.makeTicket({ ...held, queueId: profile === 'user' ? null : support.id })
  const socket = await norte.staff.ana.client.socket(['joinTickets', 'pending'])
  expect((await admin().put(`/users/${person.id}`, { name: 'Outro nome' })).status).toBe(200)
  const ticket = async ({ id }: { id: number }) => (await admin().get<{ status: string; userId: number | null }>(`/tickets/${id}`)).body
  expect(await ticket(gone)).toMatchObject(held)
  expect((await admin().put(`/users/${person.id}`, change)).status).toBe(200)
  expect(await ticket(gone)).toMatchObject({ status: 'pending', userId: null, queueId: sales.id })
  expect(await ticket(own)).toMatchObject(held)
  await socket.next(`company-${norte.id}-ticket`, ({ action, ticketId }) => action === 'update' && ticketId === gone.id)
  socket.close()
})

test('a person whose connection is deleted has none, and colleagues hear of it without the address', async () => {
  const { norte } = office
  const { id: whatsappId } = (await admin().post<{ id: number }>('/whatsapp', { name: 'Some logo', sandbox: true })).body
  const { id } = (await admin().post<{ id: number }>('/users', { ...fresh(), whatsappId })).body
  const socket = await norte.staff.ana.client.socket()
  expect((await admin().delete(`/whatsapp/${whatsappId}`)).status).toBe(200)
  const { payload } = await socket.next(`company-${norte.id}-user`, ({ user }) => (user as Shown | undefined)?.id === id)
  expect(payload['user']).toMatchObject({ name: 'Pessoa Nova' })
  expect(payload['user']).not.toHaveProperty('email')
  expect((await admin().get<{ whatsappId: number | null }>(`/users/${id}`)).body.whatsappId).toBeNull()
  socket.close()
})
