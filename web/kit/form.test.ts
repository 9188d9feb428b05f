import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as v from 'valibot'
import { ConnectionBody } from '../../src/modules/connections/body'
import { QueueBody } from '../../src/modules/queues/body'
import { QuickMessageBody } from '../../src/modules/quick-messages/body'
import { UserBody, UserPatch } from '../../src/modules/users/body'
import { openPage } from '../../tests/page'

let page: ReturnType<typeof openPage>
let kit: typeof import('./api') &
  typeof import('./form') &
  typeof import('./i18n') &
  typeof import('../crud/describe') &
  typeof import('./field-text')
beforeAll(async () => {
  page = openPage(0, { token: '' })
  kit = {
    ...(await import('./api')),
    ...(await import('./form')),
    ...(await import('./i18n')),
    ...(await import('../crud/describe')),
    ...(await import('./field-text')),
  }
  await Promise.all([kit.setLanguage('pt'), kit.allTexts()])
})
afterAll(() => page.close())

const inputs = (body: Parameters<typeof kit.fieldsOf>[0]) => Object.fromEntries(kit.fieldsOf(body).map(field => [field.name, field.input]))

test('a form is drawn from the schema that the server validates with', () => {
  expect(inputs(QueueBody)).toEqual({
    name: 'text',
    color: 'color',
    greetingMessage: 'longText',
    orderQueue: 'number',
    outOfHoursMessage: 'longText',
    promptId: 'reference',
    integrationId: 'reference',
  })
  expect(inputs(QuickMessageBody)).toEqual({ shortcode: 'text', message: 'longText', geral: 'switch' })
  expect(inputs(ConnectionBody)).toEqual({
    name: 'text',
    sandbox: 'switch',
    isDefault: 'switch',
    warmsUp: 'switch',
    ignoresHealth: 'switch',
    queueIds: 'references',
    greetingMessage: 'longText',
    complationMessage: 'longText',
    ratingMessage: 'longText',
    farewellMessage: 'longText',
    outOfHoursMessage: 'longText',
    promptId: 'reference',
    integrationId: 'reference',
    maxUseBotQueues: 'number',
    timeUseBotQueues: 'number',
    transferQueueId: 'reference',
    timeToTransfer: 'number',
    expiresTicket: 'number',
    expiresInactiveMessage: 'longText',
    token: 'secret',
  })
  expect(kit.fieldsOf(UserBody)).toMatchObject([
    { name: 'name', input: 'text', max: 50, isOptional: false },
    { name: 'email', input: 'text', max: 120 },
    { name: 'password', input: 'secret' },
    { name: 'profile', input: 'choice', options: ['admin', 'supervisor', 'user'], isOptional: true },
    { name: 'queueIds', input: 'references', of: 'queues' },
    { name: 'whatsappId', input: 'reference', of: 'connections', isOptional: true },
    { name: 'allTicket', input: 'choice' },
  ])
})

test('a change may leave out every field, but empties none that its row was made with', () => {
  const optional = kit.fieldsOf(UserPatch, UserBody).flatMap(({ name, isOptional }) => (isOptional ? [name] : []))
  expect(optional).toEqual(['profile', 'queueIds', 'whatsappId', 'allTicket', 'currentPassword'])
})

test('what a schema has no words for is said in those of a form', () => {
  const body = v.object({ ...QuickMessageBody.entries, note: v.pipe(v.string(), v.maxLength(3)), kind: v.picklist(['a']) })
  const parsed = v.safeParse(body, { message: 'ok!', note: 'longer', kind: 'b' })
  expect(parsed.issues?.map(({ message }) => kit.fieldText(message))).toEqual([
    'Obrigatório',
    'Até 3 caracteres',
    'Este valor não serve aqui',
  ])
})

test('a text that is too long or too short is told how long it may be', async () => {
  const body = v.object({ name: v.pipe(v.string(), v.minLength(2, 'Too Short!')), text: v.pipe(v.string(), v.maxLength(5, 'Too Long!')) })
  const sheet = kit.form(body, { name: 'a', text: 'abcdef' }, async () => {})
  await sheet.submit()
  expect(sheet.errors.value).toEqual({ name: 'Pelo menos 2 caracteres', text: 'Até 5 caracteres' })
})

test('a form is changed by another file, and by no equal value', () => {
  const sheet = kit.form(v.object({ ids: v.array(v.number()), media: v.optional(v.instance(File)) }), { ids: [1, 2] }, async () => {})
  expect(sheet.dirty.value).toBe(false)
  sheet.set('ids', [1, 2])
  expect(sheet.dirty.value).toBe(false)
  sheet.set('media', new File(['a'], 'a.txt'))
  expect(sheet.dirty.value).toBe(true)
  sheet.set('media', undefined)
  expect(sheet.dirty.value).toBe(false)
})

test('what the server refuses stands at the field until its value changes', async () => {
  const sheet = kit.form(QueueBody, { name: 'Vendas', color: '#0094ce' }, () =>
    Promise.reject(kit.fieldError('name', 'ERR_QUEUE_NAME_ALREADY_EXISTS')),
  )
  expect(await sheet.submit()).toBe(false)
  expect(sheet.errors.value['name']).toBe('Já existe uma fila com esse nome')
  sheet.set('name', 'Suporte')
  expect(sheet.errors.value['name']).toBeUndefined()
})

test('a refusal with a code of its own stands at the field that it names', async () => {
  const details = { name: ['ERR_QUEUE_NAME_ALREADY_EXISTS'], limit: 3 } as never
  const sheet = kit.form(QueueBody, { name: 'Vendas', color: '#0094ce' }, () =>
    Promise.reject(new kit.ApiError(400, { error: 'ERR_QUEUE_INVALID_NAME', details })),
  )
  expect(await sheet.submit()).toBe(false)
  expect(sheet.errors.value).toEqual({ name: 'Já existe uma fila com esse nome' })
})

test('who submits again while it is being saved gets the outcome of that save, and nothing is sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  const sheet = kit.form(QueueBody, { name: 'Vendas', color: '#0094ce' }, () => (sent++, promise))
  const both = [sheet.submit(), sheet.submit()]
  resolve()
  expect(await Promise.all(both)).toEqual([true, true])
  expect(sent).toBe(1)
  await sheet.submit()
  expect(sent).toBe(2)
})

test('a body that does not fit is not sent', async () => {
  let sent = 0
  const sheet = kit.form(QueueBody, { name: 'V', color: '#0094ce' }, async () => void sent++)
  expect(await sheet.submit()).toBe(false)
  expect([sent, sheet.errors.value['name']]).toEqual([0, 'Use de 2 a 50 caracteres'])
})
