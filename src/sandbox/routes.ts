import type * as v from 'valibot'
import type { Ctx, CtxFor } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { rateLimit } from '#kernel/http/rate-limit'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { connections, type Connection } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { allow } from '#modules/rights'
import type { Control, Entry, PhoneView } from './network'
import type { SandboxHost } from './sandbox'
import { CallBody, FaultBody, File, FILE_BODY, Line, LinkBody, MessageBody, Phone, PhoneBody, PhonePatch, TypingBody } from './body'
import { sandboxEvents } from './events'

const MAX_MESSAGES = 300
/** What is kept of a company in memory, which it shares with the others: more than anybody tries out. */
const MOST = { phones: 100, megabytes: 128 }
const MINUTE_MS = 60_000
/** Rate limit of a company, of what is made in a minute: two a second. */
const MADE = 120
/** Code in the acknowledgement of a send that is refused. */
const REFUSAL = 463

/** The number of a simulated connection, made up before it is linked. */
const madeUp = (connectionId: number) => `55119${40_000_000 + connectionId}`
const MADE_UP = /^551194\d{7}$/
const numberOf = (connection: Connection) => connection.number ?? madeUp(connection.id)

/** A phone as one company may see it: without its conversations with other tenants. */
const shownPhone = ({ number, name, online, available, autoRead }: PhoneView, last?: Entry) => ({
  number,
  name,
  online,
  available,
  autoRead,
  last,
})

export type ShownPhone = ReturnType<typeof shownPhone>
/** A simulated connection. */
export type ShownLine = { id: number; name: string; status: string; number: string; linked: boolean; failNext: boolean }

/** Simulated phones of the company's simulated connections; those of another tenant answer 404 like unknown ones. */
export function sandboxRoutes(simulated: SandboxHost, ctxFor: CtxFor) {
  const events = sandboxEvents(ctxFor)
  /** Phones that a company created, by company: without a message, nothing else says whose they are. */
  const created = new Map<number, Set<string>>()
  const phonesOf = (companyId: number) => created.get(companyId) ?? created.set(companyId, new Set()).get(companyId)!

  /** Bytes of files that a company sent. */
  const sent = new Map<number, number>()
  const made = rateLimit(MADE, MINUTE_MS)
  const full = () => new AppError('ERR_SIMULATOR_FULL', 409, MOST)

  function takeFile({ companyId }: Ctx, bytes: number) {
    const all = (sent.get(companyId) ?? 0) + bytes
    if (all > MOST.megabytes * 2 ** 20) throw full()
    sent.set(companyId, all)
  }

  /** Numbers that are being linked, by the connection that gets them: no row says so yet. */
  const linking = new Map<string, number>()

  /** Refuses a number that any other connection has, or that a connection that is not made yet would be given: it is one tenant's alone. */
  async function refuseTaken(ctx: Ctx, number: string, connectionId?: number) {
    const rows = await connections.listAllTenants(ctx.db)
    const isTaken =
      rows.some(one => one.sandbox && one.id !== connectionId && numberOf(one) === number) ||
      (MADE_UP.test(number) && number !== madeUp(connectionId ?? 0)) ||
      (linking.get(number) ?? connectionId) !== connectionId
    if (isTaken) throw new AppError('ERR_DUPLICATED_CONTACT')
  }

  async function running(): Promise<Control> {
    const { control } = await simulated.start()
    events.follow(control)
    return control
  }

  async function loadLine(ctx: Ctx, id: number) {
    const connection = await connections.load(ctx, id)
    if (!connection.sandbox) throw notFound('wapp')
    return { connection, account: numberOf(connection), control: await running() }
  }

  /** All phones, and the last message that each exchanged with the account. */
  function conversations(control: Control, account: string) {
    const all = control.state().phones
    const last = new Map<string, Entry>()
    if (all.some(phone => phone.number === account)) for (const entry of control.transcript({ phone: account })) last.set(entry.chat, entry)
    return { all, last }
  }

  /** Whether the company may use a phone: its own, or one of nobody. */
  const isFree = (control: Control, phone: PhoneView, companyId: number) =>
    !phone.devices.length &&
    (phonesOf(companyId).has(phone.number) ||
      (![...created.values()].some(numbers => numbers.has(phone.number)) && !control.transcript({ phone: phone.number }).length))

  /** The sandbox forgets conversations when it stops: a free phone that is a contact of the company is assigned to it again. */
  async function adopt(ctx: Ctx, control: Control, all: PhoneView[]) {
    const free = all.filter(phone => !phonesOf(ctx.companyId).has(phone.number) && isFree(control, phone, ctx.companyId))
    if (!free.length) return
    const numbers = new Set((await contacts.all(ctx, '')).map(contact => contact.number))
    for (const { number } of free) if (numbers.has(number)) phonesOf(ctx.companyId).add(number)
  }

  async function phones(ctx: Ctx, id: number) {
    const { connection, account, control } = await loadLine(ctx, id)
    const { all, last } = conversations(control, account)
    await adopt(ctx, control, all)
    const companyPhones = phonesOf(ctx.companyId)
    const shown = all.filter(phone => !phone.devices.length && (companyPhones.has(phone.number) || last.has(phone.number)))
    const self = all.find(phone => phone.number === account)
    const refuses = control.state().faults.find(each => each.account === account)?.faults.refuse.times
    const line: ShownLine = {
      id,
      name: connection.name,
      status: connection.status,
      number: account,
      linked: Boolean(self?.devices.length),
      failNext: Boolean(refuses),
    }
    return {
      connection: line,
      phones: shown.map(phone => shownPhone(phone, transcriptOf(control, phone.number, account).at(-1))),
    }
  }

  /** The conversation with the account as the phone shows it; at most 300 messages, the newest. */
  const transcriptOf = (control: Control, phone: string, account: string) => {
    return control.find({ phone: account }) ? control.transcript({ phone, chat: account }).slice(-MAX_MESSAGES) : []
  }

  /** A connection and a phone of the company; 404 for a phone that is not the company's. */
  async function loadPhone(ctx: Ctx, { id, phone }: v.InferOutput<typeof Phone>) {
    const line = await loadLine(ctx, id)
    const { all, last } = conversations(line.control, line.account)
    const view = all.find(each => each.number === phone)
    if (!view || view.devices.length || !(phonesOf(ctx.companyId).has(phone) || last.has(phone))) throw notFound('contact')
    return { ...line, view }
  }

  /** Maps errors of the sandbox: the phone has no such message, or the connection is not linked. */
  async function mapped<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw / has no /.test((error as Error).message) ? notFound('message') : new AppError('ERR_WAPP_NOT_INITIALIZED')
    }
  }

  return router()
    .get('/', allow('sandbox:use'), async c => {
      const rows = (await connections.all(c.var.ctx)).filter(row => row.sandbox)
      return c.json({ connections: rows.map(({ id, name, status, number }) => ({ id, name, status, number })) })
    })
    .get('/:id', allow('sandbox:use'), valid('param', Line), async c => c.json(await phones(c.var.ctx, c.req.valid('param').id)))
    .post('/:id/link', allow('connections:write'), valid('param', Line), valid('json', LinkBody), async c => {
      const { ctx } = c.var
      const { connection, account, control } = await loadLine(ctx, c.req.valid('param').id)
      const { number = account } = c.req.valid('json')
      const existing = control.find({ phone: number })
      if (number !== account && existing && !isFree(control, existing, ctx.companyId)) throw new AppError('ERR_DUPLICATED_CONTACT')
      await refuseTaken(ctx, number, connection.id)
      linking.set(number, connection.id)
      try {
        const { pairingCode } = connection
        if (pairingCode && c.req.valid('json').number)
          await mapped(() => control.enterCode({ code: pairingCode, phone: number, name: connection.name }))
        else if (!(await simulated.link(() => connections.load(ctx, connection.id), number))) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      } finally {
        linking.delete(number)
      }
      return c.json({ number })
    })
    .post('/:id/fault', allow('sandbox:use'), valid('param', Line), valid('json', FaultBody), async c => {
      const { account, control } = await loadLine(c.var.ctx, c.req.valid('param').id)
      const times = c.req.valid('json').failNext ? 1 : 0
      await mapped(() => control.fault({ account, refuse: { code: REFUSAL, times } }))
      return c.json({ failNext: times > 0 })
    })
    .post('/:id/drop', allow('sandbox:use'), valid('param', Line), async c => {
      const { account, control } = await loadLine(c.var.ctx, c.req.valid('param').id)
      return c.json(await mapped(() => control.disconnect({ account })))
    })
    .post('/:id/phones', allow('sandbox:use'), valid('param', Line), valid('json', PhoneBody), async c => {
      const { control, account } = await loadLine(c.var.ctx, c.req.valid('param').id)
      const { phone = `55119${Math.floor(60_000_000 + Math.random() * 39_000_000)}`, name } = c.req.valid('json')
      const { ctx } = c.var
      const own = phonesOf(ctx.companyId)
      const existing = control.find({ phone })
      if (existing && !isFree(control, existing, ctx.companyId)) throw new AppError('ERR_DUPLICATED_CONTACT')
      await refuseTaken(ctx, phone)
      made.take(String(ctx.companyId))
      if (own.size >= MOST.phones && !own.has(phone)) throw full()
      const view = await mapped(() => control.addPhone({ phone, name, picture: 'sample' }))
      own.add(view.number)
      // The company knows its customers, so its own phone has them in its address book.
      if (name && control.find({ phone: account })) await mapped(() => control.saveContact({ phone: account, contact: view.number, name }))
      return c.json(shownPhone(view))
    })
    .put('/:id/phones/:phone', allow('sandbox:use'), valid('param', Phone), valid('json', PhonePatch), async c => {
      const { control, view } = await loadPhone(c.var.ctx, c.req.valid('param'))
      const { available, ...options } = c.req.valid('json')
      if (available !== undefined) await mapped(() => control.available({ phone: view.number, available }))
      return c.json(shownPhone(await mapped(() => control.changePhone({ phone: view.number, ...options }))))
    })
    .get('/:id/phones/:phone', allow('sandbox:use'), valid('param', Phone), async c => {
      const { control, account, view } = await loadPhone(c.var.ctx, c.req.valid('param'))
      return c.json({ ...shownPhone(view), messages: transcriptOf(control, view.number, account) })
    })
    .post('/:id/phones/:phone/messages', allow('sandbox:use'), valid('param', Phone), valid('json', MessageBody, FILE_BODY), async c => {
      const { control, account, view } = await loadPhone(c.var.ctx, c.req.valid('param'))
      const content = c.req.valid('json')
      made.take(String(c.var.ctx.companyId))
      if ('file' in content && content.file) takeFile(c.var.ctx, (content.file.length * 3) / 4)
      return c.json(await mapped(() => control.send({ from: view.number, to: account, ...content })))
    })
    .post('/:id/phones/:phone/typing', allow('sandbox:use'), valid('param', Phone), valid('json', TypingBody), async c => {
      const { control, account, view } = await loadPhone(c.var.ctx, c.req.valid('param'))
      await mapped(() => control.typing({ from: view.number, to: account, state: c.req.valid('json').state }))
      return c.body(null, 200)
    })
    .post('/:id/phones/:phone/read', allow('sandbox:use'), valid('param', Phone), async c => {
      const { control, account, view } = await loadPhone(c.var.ctx, c.req.valid('param'))
      return c.json(await mapped(() => control.read({ phone: view.number, chat: account })))
    })
    .post('/:id/phones/:phone/call', allow('sandbox:use'), valid('param', Phone), valid('json', CallBody), async c => {
      const { control, account, view } = await loadPhone(c.var.ctx, c.req.valid('param'))
      made.take(String(c.var.ctx.companyId))
      return c.json(await mapped(() => control.call({ from: view.number, to: account, ...c.req.valid('json') })))
    })
    .get('/:id/phones/:phone/media/:message', allow('sandbox:use'), valid('param', File), async c => {
      const { message, ...param } = c.req.valid('param')
      const { control, account, view } = await loadPhone(c.var.ctx, param)
      if (!transcriptOf(control, view.number, account).some(entry => entry.id === message)) throw notFound('media')
      const { file, mimetype, fileName } = await mapped(() => control.media({ phone: view.number, id: message }))
      const { media } = c.var.ctx
      const { hash } = await media.save(file)
      return c.json({ url: media.address({ hash, mimetype, fileName: fileName ?? null }) })
    })
}
