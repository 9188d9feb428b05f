import { afterAll, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { PAYER } from '../billing'
import { sendTo } from '../mail'
import { startAsaas } from '../peers/asaas'
import { startPushService } from '../peers/push-service'
import { startSmtp } from '../peers/smtp'
import { until } from '../until'
import { ADMIN, signIn, type Client, type Ticket } from './client'
import { holder, type Place } from './hold'
import { installed, HOUR, PATIENCE_MS } from './installation'

const KEY = 'chave-do-asaas-de-quem-cai'
const [asaas, smtp, phones] = [startAsaas(KEY), await startSmtp(), startPushService()]
/** What a plugin was told of, and whether it is kept waiting. */
const told: string[] = []
let isKeptWaiting = false
/** What is never resolved: a push service that hangs. */
const kept = Promise.withResolvers<void>()
const hearer = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    told.push(await request.text())
    if (isKeptWaiting) await new Promise(() => {})
    return new Response('ok')
  },
})
const PLUGIN = `import { object } from 'valibot'
export default { name: 'ouvinte', version: '1', api: 1, settings: object({}), async reply() {}, events: ['message.received'],
  heard: ({ data }, settings, host) => host.fetch('http://127.0.0.1:${hearer.port}/', { method: 'POST', body: data.message.text }) }`

const house = await installed('5511940000005', { OUTBOUND_ALLOW: `${asaas.destination},${phones.destination},127.0.0.1:${hearer.port}` })
const { client, connectionId, customer, folder, sql } = house
afterAll(() => Promise.all([asaas.stop(), smtp.close(), phones.stop(), hearer.stop(true)]))

const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))
await client.post('/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, days: ALWAYS } })
await client.put('/payment-accounts/asaas', {
  isActive: true,
  settings: { apiKey: KEY, webhookToken: 'segredo-do-aviso-bem-comprido', baseUrl: asaas.baseUrl },
})
await sendTo(smtp, (path, body) => client.put(path, body))
await Bun.write(join(folder, 'plugins/ouvinte.js'), PLUGIN)
const hasPlugin = async () => (await client.ask<{ name: string }[]>('/queueIntegration/plugins')).some(({ name }) => name === 'ouvinte')
await until(hasPlugin, PATIENCE_MS, 'the plugin is there')
const { id: queueId } = await client.post<{ id: number }>('/queue', { name: 'Fila', color: '#0094ce' })
const { id: planId } = await client.post<{ id: number }>('/plans', { name: 'Equipe', users: 9, connections: 9, queues: 9, value: 100 })
await client.post('/queueIntegration', { type: 'ouvinte', name: 'Ouvinte', settings: {} })

const tomorrow = () => new Date(Date.now() + 24 * HOUR).toISOString()
let names = 0
const newName = (of: string) => `${of} ${++names}`

async function newList(numbers: string[]) {
  const { id } = await client.post<{ id: number }>('/contact-lists', { name: newName('Lista') })
  await client.post(`/contact-lists/${id}/upload`, { rows: numbers.map(number => ({ name: 'Cliente', number })) })
  return id
}
/** What became of a campaign to two people, and how often each of them heard it. */
async function newCampaign(scheduledAt: string) {
  const people = [customer(), customer()]
  const contactListId = await newList(people.map(({ phone }) => phone))
  const body = { name: newName('Aviso'), message1: 'Oi', contactListId, whatsappId: connectionId, scheduledAt }
  const { id } = await client.post<{ id: number }>('/campaigns', body)
  const status = async () => (await client.ask<{ status: string }>(`/campaigns/${id}/report`)).status
  return { id, became: async () => [await status(), ...people.map(({ heard }) => heard().length)] }
}
async function newTicket() {
  const { write, heard, ticket } = customer()
  await write('oi')
  const { id } = await ticket()
  return { id, heard, read: <T>() => client.ask<Ticket & T>(`/tickets/${id}`) }
}
/** A company that owes an invoice, and a charge for it. */
async function owing() {
  const person = { email: `${newName('dona').replace(' ', '')}@paga.example`, password: 'paga-sempre-em-dia' }
  const terms = { planId, recurrence: 'MENSAL', dueDate: tomorrow().slice(0, 10) }
  const { id } = await client.post<{ id: number }>('/companies', { name: newName('Paga'), ...person, ...terms })
  const hers: Client = await signIn(house.product.url, person)
  const { txid, invoice } = await hers.post<{ txid: string; invoice: { id: number; dueDate: string } }>('/subscription', PAYER)
  return { companyId: id, email: person.email, txid, invoice }
}
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email)).length

type Kill = {
  /** Makes the job, due or not; answers with what tells its outcome. */
  make(): Promise<() => unknown>
  /** The outcome, however often it was killed. */
  is: unknown
  /** A write of its work, or what holds it up there; without it, it is killed at its end alone. */
  work?: string | { keep(on: boolean): void; isThere(): boolean }
}

const LISTED = 1_100
const KINDS: Record<string, Kill> = {
  'number-check': {
    work: 'update on contact_list_items',
    async make() {
      const [known, other] = [customer().phone, customer().phone]
      const id = await newList([known, other, '5521900000000'])
      const valid =
        'select group_concat(is_whatsapp_valid) from (select is_whatsapp_valid from contact_list_items where contact_list_id = ? order by id)'
      return async () => (await sql(valid, [id]))[0]![0]
    },
    is: '1,1,0',
  },
  'list-fill': {
    // In the second piece.
    work: 'insert on contact_list_items when (select filled_to from contact_lists where id = new.contact_list_id) > 0',
    async make() {
      await sql(
        `insert or ignore into contacts (company_id, name, number, phone_key, lid, email, created_at, updated_at)
          select (select company_id from connections limit 1), 'Lida', 551190000000 + value, 551190000000 + value, 'l' || value, 'a@b.example', 0, 0
          from generate_series(1, ${LISTED})`,
      )
      const { id } = await client.post<{ id: number }>('/contact-lists/from', { name: newName('De quem tem'), contacts: { email: 'with' } })
      const people = '(select count(distinct phone_key) from contact_list_items where contact_list_id = ?1)'
      return async () => (await sql(`select is_filled, source_count, ${people} from contact_lists where id = ?1`, [id]))[0]
    },
    is: [1, LISTED, LISTED],
  },
  'campaign-start': {
    work: 'update on campaigns',
    async make() {
      const { id, became } = await newCampaign(tomorrow())
      await sql('update campaigns set scheduled_at = ? where id = ?', [Date.now() - 1_000, id])
      return became
    },
    is: ['FINALIZADA', 1, 1],
  },
  'campaign-fill': {
    work: 'insert on campaign_shipments',
    make: async () => (await newCampaign(new Date().toISOString())).became,
    is: ['FINALIZADA', 1, 1],
  },
  schedule: {
    work: 'update on schedules',
    async make() {
      const { phone, heard } = customer()
      const { id: contactId } = await client.post<{ id: number }>('/contacts', { name: 'Cliente', number: phone, email: '' })
      const body = { body: 'Lembrete', contactId, sendAt: tomorrow(), whatsappId: connectionId }
      const { id } = await client.post<{ id: number }>('/schedules', body)
      await sql('update schedules set send_at = ? where id = ?', [Date.now() - 1_000, id])
      return async () => [(await client.ask<{ status: string }>(`/schedules/${id}`)).status, ...heard()]
    },
    is: ['ENVIADA', 'Lembrete'],
  },
  snooze: {
    work: 'update on tickets',
    async make() {
      const { id, read } = await newTicket()
      await client.put(`/tickets/${id}/snooze`, { until: tomorrow() })
      await sql('update tickets set snoozed_until = ? where id = ?', [Date.now() - 1_000, id])
      return async () => (await read<{ returnedBy: string | null }>()).returnedBy
    },
    is: 'due',
  },
  'auto-close': {
    work: 'update on tickets',
    async make() {
      const { id, heard, read } = await newTicket()
      await client.put(`/tickets/${id}`, { status: 'open', userId: client.user.id })
      await client.post(`/messages/${id}`, { body: 'até logo', clientId: newName('ate-logo') })
      await until(() => heard().includes('até logo'), PATIENCE_MS, 'the answer')
      await client.put(`/whatsapp/${connectionId}`, { expiresTicket: 2, expiresInactiveMessage: 'Encerrado.' })
      await sql('update tickets set updated_at = updated_at - ? where id = ?', [3 * HOUR, id])
      return async () => [(await read()).status, ...heard()]
    },
    is: ['closed', 'até logo', 'Encerrado.'],
  },
  'transfer-timer': {
    work: 'update on tickets',
    async make() {
      const { id, read } = await newTicket()
      await client.put(`/whatsapp/${connectionId}`, { transferQueueId: queueId, timeToTransfer: 1 })
      await sql('update tickets set waiting_since = waiting_since - ? where id = ?', [HOUR, id])
      const times = async () =>
        (await sql("select count(*) from ticket_activities where kind = 'transferred' and ticket_id = ?", [id]))[0]![0]
      return async () => [(await read<{ queueId: number }>()).queueId, await times()]
    },
    is: [queueId, 1],
  },
  availability: {
    work: 'update on users',
    async make() {
      const { id } = client.user
      await client.put('/users/me/availability', { state: 'paused', until: tomorrow() })
      await sql('update users set away_until = ? where id = ?', [Date.now() - 1_000, id])
      return async () => (await sql('select availability, away_until from users where id = ?', [id]))[0]
    },
    is: ['available', null],
  },
  'payment-check': {
    work: 'update on invoices',
    async make() {
      const { companyId, txid, invoice } = await owing()
      asaas.payments.get(txid)!.status = 'RECEIVED'
      const months = `select status, (select round((julianday(due_date) - julianday(?)) / 30.4) from companies where id = ?) from invoices where id = ?`
      return async () => (await sql(months, [invoice.dueDate, companyId, invoice.id]))[0]
    },
    is: ['paid', 1],
  },
  'invoice-reminder': {
    work: 'update on invoice_reminders',
    async make() {
      const { companyId, email, invoice } = await owing()
      // As the plan of reminders does every ten minutes.
      const [[id]] = (await sql(
        `insert into invoice_reminders (company_id, invoice_id, due_date, step, created_at, updated_at)
          select company_id, id, due_date, -1, 0, 0 from invoices where id = ? returning id`,
        [invoice.id],
      )) as [[number]]
      await sql(
        `insert into jobs (company_id, kind, key, payload, priority, due_at, state, created_at, updated_at)
          values (?, 'invoice-reminder', ?, json_object('reminderId', ?), 20, ?, 'scheduled', 0, 0)`,
        [companyId, String(id), id, Date.now() + HOUR],
      )
      return async () => [(await sql('select state from invoice_reminders where id = ?', [id]))[0]![0], mailsTo(email)]
    },
    is: ['sent', 1],
  },
  'password-reset': {
    work: 'insert on password_resets',
    async make() {
      const before = mailsTo(ADMIN.email)
      await client.post('/forgetpassword', { email: ADMIN.email })
      return () => mailsTo(ADMIN.email) - before
    },
    is: 1,
  },
  'file-release': {
    async make() {
      const { id } = await client.post<{ id: number }>('/quick-messages', {
        shortcode: newName('tabela').replace(' ', '-'),
        message: 'Bom dia',
      })
      const body = new FormData()
      body.set('file', new File([newName('tabela')], 'tabela.pdf', { type: 'application/pdf' }))
      const stored = () => new Glob('media/??/*').scanSync({ cwd: folder })
      const before = new Set(stored())
      await client.ask(`/quick-messages/${id}/media-upload`, { method: 'POST', body })
      const path = join(
        folder,
        [...stored()].find(one => !before.has(one))!,
      )
      const yesterday = new Date(Date.now() - 24 * HOUR)
      utimesSync(path, yesterday, yesterday)
      await client.ask(`/quick-messages/${id}`, { method: 'DELETE' })
      return () => existsSync(path)
    },
    is: false,
  },
  // Told at least once.
  'plugin-event': {
    work: { keep: on => (isKeptWaiting = on), isThere: () => told.length > 0 },
    async make() {
      told.length = 0
      await customer().write('houve algo')
      await until(async () => (await sql("select 1 from jobs where kind = 'plugin-event'")).length, PATIENCE_MS, 'the event')
      return async () => [...new Set(told)]
    },
    is: ['houve algo'],
  },
  // Told at least once, under one name, which the device shows once.
  push: {
    work: { keep: on => (phones.answer = on ? () => kept.promise : undefined), isThere: () => phones.pushed.length > 0 },
    async make() {
      const { write, ticket } = customer()
      await write('oi')
      const { id } = await ticket()
      await client.put(`/tickets/${id}`, { status: 'open', userId: client.user.id })
      const { publicKey } = await client.ask<{ publicKey: string }>('/push-subscriptions')
      await client.post('/push-subscriptions', phones.subscribe(publicKey))
      phones.pushed.length = 0
      await write('socorro')
      await until(async () => (await sql("select 1 from jobs where kind = 'push'")).length, PATIENCE_MS, 'the notice')
      return () => [...new Set(phones.pushed.map(({ notice }) => (notice as { id: string; body: string }).body))]
    },
    is: ['socorro'],
  },
}

const { park, release, moveTo, isHeld } = holder(house)

/** Nothing is under way that could change an outcome. */
const isAtRest = async () => (await sql("select 1 from jobs where state in ('waiting', 'running')")).length === 0

async function outcomeOf(kind: string, { make, is }: Kill, kills: { hold?: Place; reached(): Promise<unknown> }[]) {
  await park(kind)
  const outcome = await make()
  await release(kind, kills[0]?.hold)
  for (const [n, { reached }] of kills.entries()) {
    await reached()
    await house.product.end('SIGKILL')
    await moveTo(kind, kills[n + 1]?.hold)
    // Held again it may never come to say that it has started.
    if (kills[n + 1]) house.product.start().catch(() => {})
    else await house.start()
  }
  let last: unknown
  await until(
    async () => Bun.deepEquals((last = await outcome()), is),
    PATIENCE_MS,
    () => `${kind}: its outcome is ${JSON.stringify(last)}`,
  )
  await until(isAtRest, PATIENCE_MS, 'all is done')
  return outcome()
}

test.each(Object.keys(KINDS))(
  '%s: killed in its work and before its end it comes to what it comes to otherwise',
  async kind => {
    const one = KINDS[kind]!
    expect(await outcomeOf(kind, one, [])).toEqual(one.is)
    const held = (hold: Place) => ({ hold, reached: () => isHeld(kind) })
    const { work } = one
    const inside = typeof work === 'object' && {
      async reached() {
        await until(work.isThere, PATIENCE_MS, `${kind} is there`)
        work.keep(false)
      },
    }
    if (typeof work === 'object') work.keep(true)
    const kills = [inside || (typeof work === 'string' && held({ write: work })), held('the end')].filter(kill => kill !== false)
    expect(await outcomeOf(kind, one, kills)).toEqual(one.is)
  },
  150_000,
)
