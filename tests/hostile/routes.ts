import { validates } from '#kernel/http/validation'
import { requiredRight, type Right } from '#modules/rights'
import type { Product } from '../../src/boot'
import { nouns } from '../../src/nouns'
import type { Company } from '../factories'
import { textFields } from '../sample'

export type Route = {
  name: string
  method: string
  path: string
  right: Right | undefined
  body: object | undefined
  query: object | undefined
}

/** The fields of an object, or of all the forms that a body may have. */
function entriesOf(schema: object | undefined): object | undefined {
  const { entries, options } = (schema ?? {}) as { entries?: object; options?: object[] }
  return options ? Object.assign({}, ...options.map(entriesOf)) : entries
}

type Registered = { method: string; path: string; handler: object }

/** Every address that the product answers at the root, with what its handlers ask for. A new route is here by itself. */
export function routesOf({ app }: Pick<Product, 'app'>): Route[] {
  const own = (app.routes as Registered[]).filter(({ method, path }) => method !== 'ALL' && !path.startsWith('/api/'))
  const named = Map.groupBy(own, ({ method, path }) => `${method} ${path}`)
  return [...named].map(([name, handlers]) => {
    const { method, path } = handlers[0]!
    const checked = handlers.flatMap(({ handler }) => validates(handler) ?? [])
    const entries = (target: string) => entriesOf(checked.find(one => one.target === target)?.schema)
    const right = handlers.map(({ handler }) => requiredRight(handler)).find(Boolean)
    return { name, method, path, right, body: entries('json'), query: entries('query') }
  })
}

/** Answers without a session, and why. */
export const OPEN: Record<string, string> = {
  'GET /media/:hash': 'the address itself is signed and expires',
  'GET /openapi.json': 'the description of the API holds no data',
  'GET /healthz': 'for whoever watches over the process',
  'GET /metrics': 'only from this machine; holds no data of a company',
  'POST /auth/login': 'this is where a session begins',
  'POST /auth/refresh_token': 'asks for the cookie of a session',
  'GET /auth/me': 'answers to the cookie of a session too',
  'DELETE /auth/logout': 'answers to the cookie of a session too',
  'POST /auth/signup': 'says that nobody signs up by themselves',
  'POST /companies/cadastro': 'strangers sign up here, while operators let them',
  'POST /forgetpassword': 'who forgot the password has no session; says the same for every address',
  'POST /forgetpassword/:email': 'the same, as older clients ask',
  'POST /resetpasswords': 'asks for the token of a mail',
  'POST /resetpasswords/:email/:token/:password': 'the same, as older clients ask',
  'GET /session/setup': 'says only whether there is a company',
  'POST /session/setup': 'asks for the one-time token of the first run',
  'GET /plans/list': 'prices, for whoever thinks of signing up',
  'GET /plans/register': 'the same, as older clients ask',
  'GET /version': 'a number',
  'POST /messages/send': 'asks for the token of a connection',
  'GET /messages/send/:id': 'asks for the token of a connection',
  'DELETE /auth/entry': 'asks for the session of an operator in another company',
  'GET /companies/:id/export': 'the address itself is signed and expires',
  'POST /subscription/webhook': 'providers of payments call it; what they say is only asked about',
  'POST /subscription/webhook/:type': 'the same, by the name of the provider',
  'POST /subscription/webhook/:type/:hook': 'the same of a reseller’s account, by a name that nobody guesses',
  'GET /settings/:key': 'three keys of the installation are public; all others ask for a session',
}

/** What opens a route to a company: the session of its administrator, or the token of its connection. */
export const tokenFor = ({ path }: Route, { connectionToken, staff }: Company) =>
  path.startsWith('/messages/send') ? connectionToken : staff.admin.client.token

/** Answers to everyone who is signed in, and why. */
export const EVERYONE: Record<string, string> = {
  'GET /settings/:key': 'a client needs its company’s settings; none of them is a secret',
  'GET /companies/listPlan/:id': 'the own company’s plan decides what the client shows',
  'GET /companies/:id': 'the own company’s name and hours',
  'GET /users': 'names and queues of colleagues, to hand a ticket over; more is for administrators',
  'PUT /users/me': 'the own profile',
  'PUT /users/me/availability': 'what one says of oneself',
  'PUT /users/me/preferences': 'how one likes to work oneself',
  'GET /auth/sessions': 'the own sessions',
  'DELETE /auth/sessions/others': 'the own sessions',
  'GET /whatsapp/:id/health': 'whoever sees a connection sees how its number fares, in counts alone',
  'GET /users/:id': 'the own row; only an administrator reads others',
  'GET /settings': 'a client needs its company’s settings; none of them is a secret',
  'POST /tags/sync': 'the ticket itself says who may see it',
  'GET /tickets': 'each ticket says who may see it',
  'GET /tickets/pins': 'what one pinned oneself',
  'GET /drafts': 'what one began to write oneself',
  'GET /push-subscriptions': 'the key that a browser subscribes to; it is public',
  'POST /push-subscriptions': 'the own device',
  'DELETE /push-subscriptions': 'the own device',
  'GET /tickets/:id': 'each ticket says who may see it',
  'GET /tickets/u/:uuid': 'each ticket says who may see it',
  'GET /tickets/:id/others': 'each ticket says who may see it',
  'GET /messages/:ticketId': 'the ticket says who may see it',
  'GET /messages/:ticketId/shared': 'each ticket says who may see it',
  'GET /messages/:ticketId/transcript': 'each ticket says who may see it',
  'GET /messages/:ticketId/search': 'each ticket says who may see it',
  'GET /note-mentions': 'where one is named oneself, in tickets that one sees',
  'POST /note-mentions/seen': 'the own mentions, of a ticket that one sees',
  'GET /message-failures': 'what one wrote oneself, in tickets that one sees',
  'POST /message-failures/seen': 'the own ones, of a ticket that one sees',
  'GET /note-mentions/readers': 'of a ticket that one sees, who else sees it',
  'GET /messages/:id/history': 'the ticket says who may see it',
  'GET /messages/:id/preview': 'the ticket says who may see it',
}

/** A noun whose facts name no right to read is read by everyone of the company, within its scope. */
for (const { facts } of nouns)
  if (!facts.rights.read)
    for (const path of ['', '/list', '/:id']) EVERYONE[`GET ${facts.api.path}${path}`] ??= 'the facts of the noun name no right to read'

/** The number of a simulated phone that a company has. */
export function phoneOf(company: Company) {
  return `551196000000${company.id}`
}

/** The row of a company that a path names. A path that is not here fails the walk. */
export const ROWS: Record<string, (company: Company) => string | number> = {
  '/media/:hash': () => '0'.repeat(64),
  '/plugins/:name': () => 'webhook',
  '/settings/:key': () => 'singleSession',
  '/brand/files/:target': () => 'login',
  '/forgetpassword/:email': () => 'ninguem@exemplo.com',
  '/resetpasswords/:email': () => 'ninguem@exemplo.com',
  '/resetpasswords/:email/:token': () => 'nenhum',
  '/resetpasswords/:email/:token/:password': () => 'Fita-amarela-7',
  '/files/uploadList/:id': company => company.rows['/files']!.id,
  '/invoices/:id': company => company.rows['/invoices']!.id,
  '/payment-accounts/:provider': () => 'pix',
  '/invoice-items/:id': company => company.rows['/invoice-items']!.id,
  '/subscription/webhook/:type': () => 'pix',
  '/subscription/webhook/:type/:hook': () => 'nenhum',
  '/companies/listPlan/:id': company => company.id,
  '/companies/:id': company => company.id,
  '/resellers/:id': company => company.reseller,
  '/whatsappsession/:id': company => company.connection.id,
  '/ticket-tags/:ticketId': company => company.tickets.open.id,
  '/ticket-tags/:ticketId/:tagId': company => company.tag.id,
  '/tickets/u/:uuid': company => company.tickets.open.uuid,
  '/tickets/:id': company => company.tickets.open.id,
  '/drafts/:id': company => company.tickets.open.id,
  '/messages/:ticketId': company => company.tickets.open.id,
  '/messages/edit/:id': company => company.message.uid,
  '/messages/send/:id': company => company.message.uid,
  '/messages/:id': company => company.message.uid,
  '/chats/:uuid': company => company.chat.uuid,
  '/chats/:id': company => company.chat.id,
  '/chats/:id/messages/:messageId': company => company.chat.messageId,
  '/sandbox/:id': company => company.connection.id,
  '/sandbox/:id/phones/:phone': phoneOf,
  '/sandbox/:id/phones/:phone/media/:message': () => 'A1',
}

/** What every company has under the same name, so that there is no row of another's to ask for. */
export const SHARED = new Set([
  '/forgetpassword/:email',
  '/resetpasswords/:email',
  '/resetpasswords/:email/:token',
  '/resetpasswords/:email/:token/:password',
  '/plugins/:name',
  '/settings/:key',
  '/brand/files/:target',
  '/payment-accounts/:provider',
  '/subscription/webhook/:type',
  '/subscription/webhook/:type/:hook',
  '/media/:hash',
  '/sandbox/:id/phones/:phone/media/:message',
])

/** Rows of the installation, which are nobody's and no company's. */
export const COMMON = new Set(nouns.filter(({ facts }) => facts.scope.kind === 'installation').map(({ facts }) => `${facts.api.path}/:id`))

/** What has no answer without a filter. */
export const QUERIES: Record<string, (company: Company) => string> = {
  'GET /invoice-items': company => `companyId=${company.id}`,
  'GET /tickets/active': company => `contactId=${company.tickets.open.contactId}`,
  'GET /contacts/:id/merge': company => `contactId=${company.tickets.closed.contactId}`,
  'GET /dashboard': () => 'days=30',
  'GET /note-mentions/readers': company => `ticketId=${company.tickets.open.id}`,
  'GET /schedules/calendar': () => 'from=2030-01-01&to=2030-01-31',
  'GET /dashboard/ticketsUsers': () => 'initialDate=2026-01-01&finalDate=2026-01-31',
  'GET /dashboard/ticketsDay': () => 'initialDate=2026-01-01&finalDate=2026-01-31',
}

/** The parameters of a path, each as the path up to it. */
export const keysOf = ({ path }: Pick<Route, 'path'>) =>
  [...path.matchAll(/:\w+/g)].map(found => path.slice(0, found.index + found[0].length))

/** The address of a company's own row, with one of its parameters exchanged. */
export const at = (route: Route, company: Company, key?: string, value?: string | number) =>
  keysOf(route).reduceRight(
    (path, one) => path.replace(one, one.replace(/:\w+$/, String(one === key ? value : ROWS[one]!(company)))),
    route.path,
  )

/** A body that passes, so that what is tried beside it decides. A route with a body that is not here fails the walk. */
export const BODIES: Record<string, (company: Company) => Record<string, unknown>> = {
  'POST /auth/login': () => ({ email: 'ninguem@exemplo.com', password: 'qualquer' }),
  'POST /session/setup': () => ({ token: 'x', company: 'Oeste', name: 'Alguém', email: 'a@oeste.com', password: 'fita-verde' }),
  'POST /companies/cadastro': () => ({ name: 'Oeste', email: 'a@oeste.com', password: 'fita-verde', planId: 1 }),
  'POST /forgetpassword': () => ({ email: 'ninguem@exemplo.com' }),
  'POST /resetpasswords': () => ({ email: 'ninguem@exemplo.com', token: 'nenhum', password: 'Fita-amarela-7' }),
  'PUT /plugins/:name': company => ({ companyId: company.id, enabled: true }),
  'PUT /users/me': () => ({ language: 'pt' }),
  'PUT /users/me/preferences': () => ({ undoSeconds: 5 }),
  'PUT /users/me/availability': () => ({ state: 'paused', reason: 'Almoço' }),
  'PUT /settings/:key': () => ({ value: 'disabled' }),
  'PUT /brand': () => ({ loginText: 'Olá' }),
  'POST /companies': () => ({ name: 'Oeste', email: `${crypto.randomUUID()}@oeste.com`, password: 'fita-amarela' }),
  'PUT /companies/:id': () => ({ phone: '(11) 98888-7777' }),
  'POST /companies/:id/reseller': company => ({ resellerId: company.reseller, planId: null }),
  'POST /resellers': () => ({
    name: crypto.randomUUID(),
    domains: `${crypto.randomUUID()}.com`,
    email: `${crypto.randomUUID()}@oeste.com`,
  }),
  'PUT /resellers/:id': () => ({ isActive: true }),
  'POST /resellers/:id/operators': () => ({ name: 'Sócia', email: `${crypto.randomUUID()}@oeste.com`, password: 'fita-amarela' }),
  'POST /companies/:id/due-date': () => ({ from: '2026-12-31' }),
  'POST /companies/:id/enter': () => ({ reason: 'Conferir a fila de vendas' }),
  'PUT /companies/:id/schedules': () => ({ schedules: [] }),
  'PUT /invoices/:id': () => ({ status: 'paid' }),
  'PUT /subscription': () => ({ email: 'contas@exemplo.com' }),
  'POST /subscription': company => ({ invoiceId: company.rows['/invoices']!.id }),
  'POST /subscription/plan': company => ({ planId: company.rows['/plans']!.id }),
  'POST /subscription/coupon': () => ({ code: 'NENHUM' }),
  'POST /invoice-items': company => ({ companyId: company.id, kind: 'item', text: 'Treinamento', value: 10 }),
  'PUT /payment-accounts/:provider': () => ({ settings: { pixKey: 'a@exemplo.com', merchant: 'Loja', city: 'Manaus' } }),
  'POST /payment-accounts/:provider/test': () => ({ settings: { pixKey: 'a@exemplo.com', merchant: 'Loja', city: 'Manaus' } }),
  'PUT /tags/kanban': () => ({ tagIds: [] }),
  'POST /tags/sync': company => ({ ticketId: company.tickets.pending.id, tags: [{ id: company.tag.id }] }),
  // Without a network that nobody has.
  'POST /whatsapp': () => ({ name: crypto.randomUUID(), sandbox: true }),
  'PUT /whatsappsession/:id': () => ({}),
  'POST /ticket-notes': company => ({
    note: 'Prefere ligação',
    ticketId: company.tickets.open.id,
    contactId: company.tickets.open.contactId,
  }),
  'POST /contacts/upload': () => ({ rows: [{ name: 'Da planilha', number: '5511900000007' }] }),
  'POST /contacts/:id/merge': company => ({ contactId: company.tickets.closed.contactId }),
  'POST /campaigns/:id/test': () => ({ number: '5511900000009' }),
  'POST /campaign-settings': () => ({ settings: { messageInterval: 5 } }),
  'POST /contact-lists/from': company => ({ name: 'Da etiqueta', tagId: company.tag.id }),
  'POST /contact-lists/:id/upload': () => ({ rows: [{ name: 'Da planilha', number: '5511900000008' }] }),
  'POST /tickets': company => ({ contactId: company.tickets.closed.contactId, queueId: company.queues[0].id }),
  'POST /tickets/closeAll': () => ({ status: 'pending', selectedQueueIds: [1_000_000_000] }),
  'PUT /tickets/:id': () => ({ chatbot: false }),
  'PUT /tickets/:id/snooze': () => ({ until: null }),
  'POST /push-subscriptions': () => ({
    endpoint: 'https://push.exemplo.com/aparelho',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  }),
  'PUT /drafts/:id': () => ({ text: 'Já verifico e', note: '', version: 0 }),
  'PUT /tickets/:id/bot': () => ({ pauseMinutes: 5 }),
  'POST /bots/try': () => ({ words: ['oi'] }),
  'POST /bots/talk/prompt': company => ({
    id: company.rows['/prompt']!.id,
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'sk-qualquer',
    talk: crypto.randomUUID(),
    words: 'oi',
  }),
  'POST /bots/talk/integration': () => ({
    type: 'webhook',
    settings: { urlN8N: 'http://127.0.0.1:9/' },
    talk: crypto.randomUUID(),
    words: 'oi',
  }),
  'POST /messages/send': () => ({ number: '5511900000000', body: 'oi' }),
  'POST /message/forward': company => ({ messageId: company.message.uid, contactId: company.tickets.closed.contactId }),
  'POST /chats': company => ({ title: 'Equipe', users: [{ id: company.staff.ana.id }] }),
  'PUT /chats/:id': () => ({ title: 'Equipe' }),
  'POST /chats/:id/messages': () => ({ message: 'oi' }),
  'PUT /chats/:id/messages/:messageId': () => ({ message: 'oi' }),
  'POST /message-failures/seen': company => ({ ticketId: company.tickets.open.id }),
  'POST /note-mentions/seen': company => ({ ticketId: company.tickets.open.id }),
  'POST /messages/:ticketId': () => ({ body: 'oi' }),
  'POST /messages/:ticketId/location': () => ({ latitude: -23.5, longitude: -46.6, name: 'Loja' }),
  'POST /messages/:ticketId/contacts': company => ({ contactIds: [company.tickets.closed.contactId] }),
  'POST /messages/edit/:id': () => ({ body: 'oi' }),
  'POST /messages/:id/reactions': () => ({ type: '👍' }),
  'POST /queueIntegration/testSession': () => ({ type: 'webhook', settings: { urlN8N: 'http://127.0.0.1:9/' } }),
  'POST /prompt/test': company => ({ id: company.rows['/prompt']!.id, baseUrl: 'http://127.0.0.1:9/v1' }),
  'POST /sandbox/:id/link': () => ({}),
  'POST /sandbox/:id/fault': () => ({ failNext: false }),
  'POST /sandbox/:id/phones': () => ({ name: 'Cliente' }),
  'PUT /sandbox/:id/phones/:phone': () => ({ online: true }),
  'POST /sandbox/:id/phones/:phone/messages': () => ({ type: 'text', text: 'oi' }),
  'POST /sandbox/:id/phones/:phone/typing': () => ({ state: 'paused' }),
  'POST /sandbox/:id/phones/:phone/call': () => ({}),
}
for (const { facts } of nouns) {
  const { path } = facts.api
  const [field] = textFields(facts.body)
  ROWS[`${path}/:id`] = company => company.rows[path]!.id
  BODIES[`POST ${path}`] ??= company => company.sample(facts)
  BODIES[`PUT ${path}/:id`] ??= company => ({ [field!]: company.sample(facts)[field!] })
  BODIES[`POST ${path}/import`] = company => ({ rows: [company.sample(facts)] })
}

export const bodyOf = ({ name, body }: Route, company: Company) => (body ? BODIES[name]!(company) : undefined)
