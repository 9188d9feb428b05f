import { and, eq } from 'drizzle-orm'
import { randomToken } from '#kernel/http/tokens'
import type { Ctx } from '#kernel/context'
import { companies } from '#modules/companies'
import { connections } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { queues } from '#modules/queues'
import { sessions } from '#modules/sessions'
import { tags } from '#modules/tags'
import { tickets } from '#modules/tickets'
import { users } from '#modules/users'
import { boot, type Product } from '../boot'
import { untilStopped } from './until-stopped'
import { ConfigError, readConfig } from '../config'
import { say } from '../flows/say'
import { accept } from '../flows/tickets/accept'
import { retag } from '../flows/tickets/tags'
import { transfer } from '../flows/tickets/transfer'
import { contacts as contactTable } from '../modules/contacts/schema'
import { CUSTOMERS, EMAIL, QUEUES, SHOP, SHOP_NUMBER, TAGS } from './demo-story'

const ARRIVAL_MS = 20_000
const PHONES = 100

/** Serves a company of its own in DATA_DIR (./demo-data unless set), on a simulated WhatsApp whose customers write at once. */
export async function demo(say: (text: string) => void) {
  // Whoever administers the demonstration is made with it.
  const config = { ...readConfig({ DATA_DIR: './demo-data', ...process.env }), admin: undefined }
  const product = await untilStopped(boot(config))
  // A new one at every start: a password that everyone knows would open the door to the whole network.
  const password = randomToken(9)
  await furnish(product, password)
  say(`The demonstration is at ${product.url}`)
  say(`Sign in as ${EMAIL} with the password ${password}`)
}

/** Puts a company, a linked number and its first conversations into an empty installation; into a known one the phones, and a password. */
export async function furnish(product: Product, password: string, { renew = true } = {}) {
  const { control } = await product.sandbox.start()
  const isNew = !(await companies.exists(product.store.db))
  if (isNew) await sessions.setUp(product.ctxFor, { ...SHOP, email: EMAIL, password })
  const company = await companies.first(product.store.db)
  const ctx = product.ctxFor(company!.id)
  const marina = await users.byEmail(ctx.db, EMAIL)
  if (!marina) throw new ConfigError('DATA_DIR holds an installation that is no demonstration')
  if (!isNew && renew) await users.update(ctx, marina.id, { password })
  for (const { phone, name } of CUSTOMERS) control.addPhone({ phone, name })
  // Phones that were made by hand are forgotten with the process; whoever wrote from one is still a contact.
  const known = await ctx.db
    .select({ phone: contactTable.number, name: contactTable.name })
    .from(contactTable)
    .where(and(eq(contactTable.companyId, ctx.companyId), eq(contactTable.isGroup, false)))
    .limit(PHONES)
  for (const { phone, name } of known) if (phone) control.addPhone({ phone, name })
  if ((await connections.all(ctx)).length) return

  const rooms = []
  for (const queue of QUEUES) rooms.push(await queues.create(ctx, queue))
  const labels = new Map<string, number>()
  for (const tag of TAGS) labels.set(tag.name, (await tags.create(ctx, { ...tag, kanban: 0 })).id)
  await users.update(ctx, marina.id, { queueIds: rooms.map(queue => queue.id) })

  const connection = await connections.create(ctx, { name: 'Matriz', sandbox: true })
  product.channel.start(connection)
  if (!(await product.sandbox.link(() => connections.load(ctx, connection.id), SHOP_NUMBER))) return
  const hers = product.ctxFor(ctx.companyId, { ...ctx.actor, userId: marina.id, name: marina.name })
  for (const { phone, says, queue, tags: marks = [], answer } of CUSTOMERS) {
    for (const content of says) await control.send({ from: phone, to: SHOP_NUMBER, ...content })
    const ticket = await ticketOf(ctx, phone, connection.id, says.length)
    if (!ticket) return
    await retag(
      ctx,
      ticket.id,
      marks.map(name => labels.get(name)!),
    )
    const placed = await transfer(ctx, ticket, { queueId: rooms[queue]!.id })
    if (answer) await say(hers, await accept(hers, placed), { text: answer })
  }
}

/** The ticket that a phone's messages opened, once all of them are there. */
async function ticketOf(ctx: Ctx, phone: string, connectionId: number, messages: number) {
  for (const until = Date.now() + ARRIVAL_MS; Date.now() < until; await Bun.sleep(50)) {
    const [contact] = await contacts.known(ctx, { pn: phone, lid: null })
    const ticket = contact && (await tickets.activeOf(ctx, contact.id, connectionId))
    if (ticket && ticket.unreadMessages >= messages) return ticket
  }
}
