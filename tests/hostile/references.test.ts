import { afterAll, expect, test } from 'bun:test'
import { clientOf } from '../client'
import { openOffice } from '../factories'
import { at, bodyOf, routesOf, tokenFor } from './routes'

const office = await openOffice()
afterAll(() => office.close())
const { norte, sul, product } = office
const { client } = norte.staff.admin
const withBody = routesOf(product).filter(route => route.body)

const REFERENCES: Record<string, { theirs: unknown; none: unknown }> = {
  queueId: { theirs: sul.queues[0].id, none: 999_999_999 },
  queueIds: { theirs: [sul.queues[0].id], none: [999_999_999] },
  transferQueueId: { theirs: sul.queues[0].id, none: 999_999_999 },
  whatsappId: { theirs: sul.connection.id, none: 999_999_999 },
  connectionId: { theirs: sul.connection.id, none: 999_999_999 },
  promptId: { theirs: sul.rows['/prompt']!.id, none: 999_999_999 },
  parentId: { theirs: sul.rows['/queue-options']!.id, none: 999_999_999 },
  integrationId: { theirs: sul.integration.id, none: 999_999_999 },
  mentions: { theirs: [sul.staff.ana.id], none: [999_999_999] },
  contactIds: { theirs: [sul.tickets.open.contactId], none: [999_999_999] },
  contactId: { theirs: sul.tickets.open.contactId, none: 999_999_999 },
  ticketId: { theirs: sul.tickets.open.id, none: 999_999_999 },
  userId: { theirs: sul.staff.ana.id, none: 999_999_999 },
  tagId: { theirs: sul.tag.id, none: 999_999_999 },
  campaignId: { theirs: sul.rows['/campaigns']!.id, none: 999_999_999 },
  tagListId: { theirs: sul.tag.id, none: 999_999_999 },
  fileListId: { theirs: sul.rows['/files']!.id, none: 999_999_999 },
  contactListId: { theirs: sul.rows['/contact-lists']!.id, none: 999_999_999 },
  tagIds: { theirs: [sul.tag.id], none: [999_999_999] },
  tags: { theirs: [{ id: sul.tag.id }], none: [{ id: 999_999_999 }] },
  quotedId: { theirs: sul.chat.messageId, none: 999_999_999 },
  messageId: { theirs: sul.message.uid, none: 'NAOEXISTE' },
  invoiceId: { theirs: sul.rows['/invoices']!.id, none: 999_999_999 },
  quotedMsg: { theirs: { id: sul.message.uid }, none: { id: 'NAOEXISTE' } },
  // A reseller is the installation's.
  resellerId: { theirs: 999_999_998, none: 999_999_999 },
  // A plan is the installation's: there is none of another company.
  planId: { theirs: 999_999_998, none: 999_999_999 },
  id: { theirs: sul.integration.id, none: 999_999_999 },
}
/** No row is meant by it, or naming a row that is not there does nothing. */
const NONE: Record<string, string> = {
  'POST /companies/cadastro planId': 'closed here; which plans a stranger may choose is tried in src/flows/sign-up.test.ts',
  'POST /tickets/closeAll selectedQueueIds': 'only tickets of the own company are closed',
  'POST /tickets/closeAll exceptQueueIds': 'only tickets of the own company are closed',
  'POST /messages/:ticketId clientId': 'a name that the sender chose for its message',
  'POST /messages/:ticketId/location clientId': 'a name that the sender chose for its message',
  'POST /messages/:ticketId/contacts clientId': 'a name that the sender chose for its message',
  'POST /chats/:id/messages clientId': 'a name that the sender chose for its message',
  'PUT /plugins/:name companyId': 'operators turn a plugin off for any company',
  'POST /invoice-items companyId': 'operators sell to any company',
  'POST /subscription taxId': 'the CPF or CNPJ of who pays',
  'POST /message/forward clientId': 'a name that the sender chose for its message',
}
const named = withBody.flatMap(route => Object.keys(route.body!).map(field => [`${route.name} ${field}`, route, field] as const))
const referring = named.filter(([name, , field]) => (/Ids?$/.test(field) || field in REFERENCES) && !(name in NONE))

test('every field that names a row is known here', () => {
  expect(referring.filter(([, , field]) => !REFERENCES[field]).map(([name]) => name)).toEqual([])
})

test.each(referring)('%s is refused as an unknown one', async (_, route, field) => {
  const ask = (value: unknown) =>
    clientOf(product, tokenFor(route, norte), '').call(route.method, at(route, norte), {
      ...bodyOf(route, norte),
      [field]: value,
      ...(field === 'queueIds' && { greetingMessage: 'Oi' }),
      ...(field === 'userId' && { status: 'open' }),
    })
  const { theirs, none } = REFERENCES[field]!
  const [foreign, unknown] = [await ask(theirs), await ask(none)]
  expect({ status: foreign.status, text: foreign.text }).toEqual({ status: unknown.status, text: unknown.text })
  expect(foreign.status).toBe(404)
})

test('closing the queues of another company closes nothing', async () => {
  await client.post('/tickets/closeAll', { status: 'open', selectedQueueIds: [sul.queues[0].id] })
  expect((await sul.staff.admin.client.get<{ status: string }>(`/tickets/${sul.tickets.open.id}`)).body.status).toBe('open')
  expect((await client.get<{ status: string }>(`/tickets/${norte.tickets.open.id}`)).body.status).toBe('open')
})
