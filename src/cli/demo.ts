import { boot, type Product } from '../boot'
import { untilStopped } from '../cli'
import { readConfig } from '../config'
import { companies } from '#modules/companies'
import { connections } from '#modules/connections'
import { queues } from '#modules/queues'
import { sessions } from '#modules/sessions'
import { tags } from '#modules/tags'
import { users } from '#modules/users'

const SHOP = { company: 'Norte Fibra', name: 'Marina Costa' }
const SIGN_IN = { email: 'demo@balcao.local', password: 'demonstracao' }
const SHOP_NUMBER = '5511940000001'
const QUEUES = [
  { name: 'Vendas', color: '#33a340' },
  { name: 'Suporte', color: '#0094ce' },
]
const TAGS = [
  { name: 'VIP', color: '#a169da' },
  { name: 'Urgente', color: '#dd5652' },
  { name: 'Orçamento', color: '#b27f00' },
]
const CUSTOMERS = [
  { phone: '5511987654321', name: 'Helena Prado', says: ['Oi! O modem chegou sem a fonte.', 'Consegue mandar outra?'] },
  { phone: '5521998765432', name: 'Caio Mendes', says: ['Bom dia, vocês atendem em Niterói?'] },
  { phone: '5531991234567', name: 'Dona Lúcia', says: ['A internet caiu de novo aqui em casa', 'Desde ontem à noite'] },
  { phone: '5551993456789', name: 'Rafael Tavares', says: ['Quero o plano de 600 mega. Como faço?'] },
]

/** Serves a company of its own in DATA_DIR (./demo-data unless set), on a simulated WhatsApp whose customers write at once. */
export async function demo(say: (text: string) => void) {
  const product = await boot(readConfig({ DATA_DIR: './demo-data', ...process.env }))
  untilStopped(product)
  await furnish(product)
  say(`The demonstration is at ${product.url}`)
  say(`Sign in as ${SIGN_IN.email} with the password ${SIGN_IN.password}`)
}

async function furnish(product: Product) {
  const { control } = await product.sandbox.start()
  if (!(await companies.exists(product.store.db))) await sessions.found(product.ctxFor, { ...SHOP, ...SIGN_IN })
  const company = await companies.first(product.store.db)
  const ctx = product.ctxFor(company!.id)
  for (const { phone, name } of CUSTOMERS) control.addPhone({ phone, name, picture: 'sample' })
  const [known] = await connections.all(ctx)
  if (known) return
  const rooms = []
  for (const queue of QUEUES) rooms.push(await queues.create(ctx, queue))
  for (const tag of TAGS) await tags.create(ctx, { ...tag, kanban: 0 })
  const admin = await users.byEmail(ctx.db, SIGN_IN.email)
  await users.update(ctx, admin!.id, { queueIds: rooms.map(queue => queue.id) })
  const connection = await connections.create(ctx, { name: 'Loja (simulada)', sandbox: true, queueIds: [rooms[0]!.id] })
  product.channel.start(connection)
  const linked = await product.sandbox.link(() => connections.row(ctx, connection.id), SHOP_NUMBER)
  if (!linked) return
  for (const { phone, says } of CUSTOMERS) for (const text of says) await control.send({ from: phone, to: SHOP_NUMBER, type: 'text', text })
}
