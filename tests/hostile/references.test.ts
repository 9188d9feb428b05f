import { afterAll, expect, test } from 'bun:test'
import { clientOf } from '../client'
import { hintOf } from '#kernel/fields'
import { nouns } from '../../src/nouns'
import { openOffice } from '../factories'
import { at, bodyOf, routesOf, tokenFor } from './routes'

const office = await openOffice()
afterAll(() => office.close())
const { norte, sul, product } = office
const { client } = norte.staff.admin
const withBody = routesOf(product).filter(route => route.body)

type Reference = { theirs: unknown; none: unknown }
const NOBODY = 999_999_999
/** The row of another company that a field names, where a schema says of which noun; a row of the installation is of no other company. */
function said(schema: object): Reference | undefined {
  const { of, input } = hintOf(schema as Parameters<typeof hintOf>[0])
  if (!of) return
  const facts = nouns.find(({ tableName }) => tableName === of)?.facts
  const id = !facts || facts.scope.kind === 'installation' ? NOBODY - 1 : sul.rows[facts.api.path]!.id
  return input === 'references' ? { theirs: [id], none: [NOBODY] } : { theirs: id, none: NOBODY }
}
/** A field of one name is of one noun, also in a body that does not say so. */
const SAID: Record<string, Reference> = Object.fromEntries(
  withBody.flatMap(({ body }) =>
    Object.entries(body!).flatMap(([field, schema]) => (said(schema as object) ? [[field, said(schema as object)!]] : [])),
  ),
)
/** Those of which no schema says what they name: what is theirs is found beside the row, or is no row of a noun. */
const BY_HAND: Record<string, Reference> = {
  connectionId: { theirs: sul.connection.id, none: NOBODY },
  parentId: { theirs: sul.rows['/queue-options']!.id, none: NOBODY },
  mentions: { theirs: [sul.staff.ana.id], none: [NOBODY] },
  contactIds: { theirs: [sul.tickets.open.contactId], none: [NOBODY] },
  ticketId: { theirs: sul.tickets.open.id, none: NOBODY },
  userId: { theirs: sul.staff.ana.id, none: NOBODY },
  tagId: { theirs: sul.tag.id, none: NOBODY },
  campaignId: { theirs: sul.rows['/campaigns']!.id, none: NOBODY },
  tagListId: { theirs: sul.tag.id, none: NOBODY },
  tags: { theirs: [{ id: sul.tag.id }], none: [{ id: NOBODY }] },
  quotedId: { theirs: sul.chat.messageId, none: NOBODY },
  messageId: { theirs: sul.message.uid, none: 'NAOEXISTE' },
  invoiceId: { theirs: sul.rows['/invoices']!.id, none: NOBODY },
  quotedMsg: { theirs: { id: sul.message.uid }, none: { id: 'NAOEXISTE' } },
  id: { theirs: sul.integration.id, none: NOBODY },
}
const REFERENCES = { ...BY_HAND, ...SAID }
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
  'POST /ticket-notes clientId': 'a name that its writer chose for a note',
}
const named = withBody.flatMap(route => Object.keys(route.body!).map(field => [`${route.name} ${field}`, route, field] as const))
const referring = named.filter(([name, , field]) => (/Ids?$/.test(field) || field in REFERENCES) && !(name in NONE))

test('every field that names a row is known here', () => {
  expect(referring.filter(([, , field]) => !REFERENCES[field]).map(([name]) => name)).toEqual([])
  expect(nouns.flatMap(({ facts }) => Object.keys(facts.refs ?? {})).filter(field => !REFERENCES[field])).toEqual([])
})

test('what is kept here by hand is asked for somewhere, and said by no schema', () => {
  const fields = new Set(referring.map(([, , field]) => field))
  expect(Object.keys(BY_HAND).filter(field => SAID[field] || !fields.has(field))).toEqual([])
  expect(Object.keys(NONE).filter(name => !named.some(([one]) => one === name))).toEqual([])
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
