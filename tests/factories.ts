import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { hashPassword } from '#kernel/http/passwords'
import { companies } from '#modules/companies'
import { connections, type Connection } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { messages } from '#modules/messages'
import { queues } from '#modules/queues'
import type { Profile } from '#modules/rights'
import { sessions } from '#modules/sessions'
import { tags } from '#modules/tags'
import { tickets } from '#modules/tickets'
import { users, type User } from '#modules/users'
import { boot } from '../src/boot'
import { nouns } from '../src/nouns'
import { readConfig } from '../src/config'
import { invoiceItems, invoices } from '../src/modules/invoices/schema'
import { tickets as ticketTable } from '../src/modules/tickets/schema'
import { userQueues, users as userTable } from '../src/modules/users/schema'
import { clientOf, type Client } from './client'
import { keepInstallations, keepSecrets, logLevel, neverTold } from './secrets'
import { refusedSample, sampleOf } from './sample'
import { migrated } from './migrated'
import { inboundOf, type Words } from './words'

export { until } from './until'

/** Everyone's password. */
export const PASSWORD = 'fita-amarela'
/** What every integration was given to keep. */
const SEALED = 'segredo-da-integracao'
/** Nothing listens there, and nobody else is asked. */
const NOWHERE = 'ws://127.0.0.1:9/ws/chat'

type Person = User & { client: Client }
export type Staff = 'admin' | 'supervisor' | 'ana' | 'bia' | 'leo' | 'rui'
/** Who works in a company: profile, queues by index, and whether tickets without a queue are seen. */
const STAFF: Record<Staff, { profile: Profile; queues: number[]; allTicket?: boolean }> = {
  admin: { profile: 'admin', queues: [] },
  supervisor: { profile: 'supervisor', queues: [0, 1] },
  ana: { profile: 'user', queues: [0] },
  bia: { profile: 'user', queues: [1] },
  /** Sees tickets without a queue. */
  leo: { profile: 'user', queues: [], allTicket: true },
  /** Holds no queue at all. */
  rui: { profile: 'user', queues: [] },
}

export type Office = Awaited<ReturnType<typeof openOffice>>
export type Company = Awaited<ReturnType<Office['company']>>

/** The real product in this process, with two companies that have everything twice. */
export async function openOffice(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'office-'))
  const base = {
    DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: logLevel('silent'),
    WHATSAPP_URL: NOWHERE,
    WHATSAPP_ROOT_KEY: '00'.repeat(32),
  }
  const secrets = await migrated(folder)
  const product = await boot(readConfig({ ...base, ...environment }))
  const passwordHash = await hashPassword(PASSWORD)
  const { store, ctxFor } = product
  keepSecrets('password', [PASSWORD])
  neverTold(product, [...Object.values(secrets), PASSWORD, passwordHash, SEALED])

  const sessionOf = async (user: User) => sessions.open(ctxFor(user.companyId), user, secrets.session, 'Firefox of the tests')

  /** Signs a person in once more, without the slow check of the password. */
  async function signIn(user: User): Promise<Client> {
    const { token, cookie } = await sessionOf(user)
    return clientOf(product, token, cookie!)
  }

  async function company(name: string, { isOperator = false } = {}) {
    const word = name.toLowerCase()
    const made = await store.write(store.db, db => companies.create(db, { name, email: `${word}@exemplo.com` }))
    const ctx = ctxFor(made.id)
    const rooms = [
      await queues.create(ctx, { name: `Vendas ${name}`, color: '#33a340', greetingMessage: 'Oi' }),
      await queues.create(ctx, { name: `Suporte ${name}`, color: '#0094ce' }),
    ] as const
    const hired = await store.write(store.db, async db => {
      const rows: [Staff, User][] = []
      for (const [who, { profile, queues, allTicket }] of Object.entries(STAFF) as [Staff, (typeof STAFF)[Staff]][]) {
        const values = { companyId: made.id, name: `${who} ${name}`, email: `${who}@${word}.com`, passwordHash, profile }
        const [user] = await db
          .insert(userTable)
          .values({ ...values, super: isOperator && who === 'admin', allTicket: allTicket ? 'enabled' : 'desabled' })
          .returning()
        for (const at of queues) await db.insert(userQueues).values({ userId: user!.id, queueId: rooms[at]!.id })
        rows.push([who, user!])
      }
      return rows
    })
    const staff = Object.fromEntries(
      await Promise.all(hired.map(async ([who, user]) => [who, { ...user, client: await signIn(user) }] as const)),
    ) as Record<Staff, Person>
    const connectionToken = `canário-${name}-${crypto.randomUUID()}`.normalize('NFD').replace(/\p{M}/gu, '')
    keepSecrets('token', [connectionToken])
    const { id } = await connections.create(ctx, { name: `Loja ${name}`, sandbox: true, token: connectionToken })
    const connection = await connections.load(ctx, id)
    const shop = { ...made, ctx, queues: rooms, connection, connectionToken, staff }
    return { ...shop, ...(await furnish(shop)) }
  }

  const office = {
    product,
    store,
    folder,
    secrets,
    ctxFor,
    company,
    signIn,
    /** A message from the network, past WhatsApp itself. */
    receive: (company: { ctx: { companyId: number }; connection: Connection }, words: Words) =>
      inboundOf(product, company.ctx.companyId, company.connection.id, words),
    close: async () => {
      product.sockets.close()
      await product.stop()
      keepInstallations(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return { ...office, norte: await company('Norte', { isOperator: true }), sul: await company('Sul') }
}

type Shop = {
  name: string
  ctx: ReturnType<Awaited<ReturnType<typeof boot>>['ctxFor']>
  queues: readonly [{ id: number }, { id: number }]
  connection: Connection
  staff: Record<Staff, Person>
}

let phones = 0
/** A number that nobody has yet, with the digits of a Brazilian mobile. */
export const newPhone = () => `55119${String(81000000 + ++phones)}`

/** Contacts, tags, and a ticket of every kind with a message from each side. Every text names the company, so that a leak shows. */
async function furnish({ name, ctx, queues: [sales, support], connection, staff: { admin, ana, bia, rui } }: Shop) {
  const tag = await tags.create(ctx, { name: `Etiqueta ${name}`, color: '#a169da', kanban: 0 })

  async function contact(called = `Cliente ${name}`) {
    const number = newPhone()
    return contacts.insert(ctx, {
      name: called,
      number,
      phoneKey: number.replace(/^(55\d{2})9/, '$1'),
      email: `canario-${name}@exemplo.com`,
    })
  }

  type Kind = Partial<typeof ticketTable.$inferInsert>
  async function ticket(values: Kind = {}) {
    const contactId = values.contactId ?? (await contact()).id
    const [row] = await ctx.db
      .insert(ticketTable)
      .values({ companyId: ctx.companyId, contactId, whatsappId: connection.id, status: 'pending', ...values })
      .returning()
    return row!
  }
  async function message(of: { id: number; contactId: number }, values: Partial<Parameters<typeof messages.insert>[1]> = {}) {
    const fromMe = values.fromMe ?? false
    const wid = values.wid ?? crypto.randomUUID().replaceAll('-', '').toUpperCase()
    const made = await messages.insert(ctx, {
      ticketId: of.id,
      chatId: of.contactId,
      contactId: fromMe ? null : of.contactId,
      connectionId: connection.id,
      wid,
      uid: wid,
      remoteJid: '1@s.whatsapp.net',
      fromMe,
      body: `canário ${name}`,
      mediaType: 'conversation',
      status: fromMe ? 'delivered' : 'received',
      ...values,
    })
    return made
  }

  const made = {
    pending: await ticket({ queueId: sales.id }),
    open: await ticket({ queueId: sales.id, status: 'open', userId: ana.id }),
    support: await ticket({ queueId: support.id, status: 'open', userId: bia.id }),
    closed: await ticket({ queueId: sales.id, status: 'closed', closedAt: new Date() }),
    unqueued: await ticket(),
    group: await ticket({ queueId: sales.id, isGroup: true }),
  }
  for (const one of Object.values(made)) {
    await message(one)
    await message(one, { fromMe: true })
  }
  const { body: integration } = await admin.client.post<{ id: number }>('/queueIntegration', {
    type: 'webhook',
    name: `Robô ${name}`,
    settings: { urlN8N: `http://127.0.0.1:9/canário-${name}`, token: SEALED },
  })
  const { body: room } = await admin.client.post<{ id: number; uuid: string }>('/chats', {
    title: `Equipe ${name}`,
    users: [{ id: bia.id }],
  })
  const { body: said } = await admin.client.post<{ id: number }>(`/chats/${room.id}/messages`, { message: `canário ${name}` })
  const { body: note } = await admin.client.post<{ id: number }>('/ticket-notes', { note: `canário ${name}`, ticketId: made.open.id })
  const [invoice] = await ctx.db
    .insert(invoices)
    .values({
      companyId: ctx.companyId,
      detail: `canário ${name}`,
      cents: 9_990,
      dueDate: '2026-01-31',
      months: 1,
      day: 31,
      status: 'cancelled',
    })
    .returning()
  const [item] = await ctx.db
    .insert(invoiceItems)
    .values({ companyId: ctx.companyId, kind: 'item', text: `canário ${name}`, cents: 990, invoiceId: invoice!.id })
    .returning()
  /** A row of every noun, by its path: those that are there, and a sample of the others. */
  const rows: Record<string, { id: number }> = {
    [users.facts.api.path]: rui,
    [connections.facts.api.path]: connection,
    [contacts.facts.api.path]: { id: made.open.contactId },
    '/queueIntegration': integration,
    '/ticket-notes': note,
    '/invoices': invoice!,
    '/invoice-items': item!,
  }
  /** What a noun takes from this company, with rows of its own where others must be named. */
  const rowOf = (of: string) => {
    const noun = nouns.find(({ tableName }) => tableName === of)
    if (!noun) throw new Error(`no noun of src/nouns.ts has the table ${of}, which a reference chooses from`)
    return rows[noun.facts.api.path]?.id
  }
  const sample = ({ body, unique }: (typeof nouns)[number]['facts']) =>
    sampleOf(body, rowOf, Object.keys(unique ?? {})) as Record<string, unknown>
  for (const { facts, tableName } of nouns) {
    if (rows[facts.api.path]) continue
    const { path } = facts.api
    // A row of the installation is everyone's: its operator made it, and the others find it there.
    if (facts.scope.kind === 'installation' && !admin.super) {
      rows[path] = (await ctx.db.get<{ id: number }>(sql`select min(id) id from ${sql.identifier(tableName)}`))!
      continue
    }
    const { body, status, text } = await admin.client.post<{ id: number }>(path, sample(facts))
    if (status !== 200) throw new Error(refusedSample(facts.name, text))
    rows[path] = body
  }
  /** The one reseller, whom the operator makes. */
  const reseller = admin.super
    ? (await admin.client.post<{ id: number }>('/resellers', { name: 'Revenda', domains: 'revenda.exemplo.com', email: 'r@exemplo.com' }))
        .body.id
    : (await ctx.db.get<{ id: number }>(sql`select min(id) id from resellers`))!.id
  const makers = { makeTicket: ticket, makeMessage: message, makeContact: contact }
  return {
    tag,
    integration,
    rows,
    reseller,
    chat: { ...room, messageId: said.id },
    sample,
    tickets: made,
    ...makers,
    message: await message(made.open, { fromMe: true }),
  }
}

export { tickets, contacts, messages, connections, users }
