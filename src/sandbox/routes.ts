import type * as v from 'valibot'
import type { Ctx, CtxFor } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { connections, type Connection } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { allow } from '#modules/rights'
import type { Control, Entry, PhoneView } from './network'
import type { SandboxHost } from './sandbox'
import { CallBody, FaultBody, File, Line, LinkBody, MessageBody, Phone, PhoneBody, PhonePatch, TypingBody } from './body'
import { sandboxEvents } from './events'

const KEPT = 300
/** The acknowledgement with which a refused send is answered. */
const REFUSAL = 463

/** The number under which a simulated connection is linked when it has none yet. */
const numberOf = (connection: Connection) => connection.number ?? `55119${40_000_000 + connection.id}`

/** What a company sees of a phone: nothing of its talks with other companies. */
const shownPhone = ({ number, name, online, available, autoRead }: PhoneView, last?: Entry) => ({
  number,
  name,
  online,
  available,
  autoRead,
  last,
})

/** Simulated phones that talk with the company's simulated connections; another company's are as unknown ones. */
export function sandboxRoutes(simulated: SandboxHost, ctxFor: CtxFor) {
  const news = sandboxEvents(ctxFor)
  /** Phones that a company made and that have said nothing yet. */
  const made = new Map<number, Set<string>>()
  const madeBy = (companyId: number) => made.get(companyId) ?? made.set(companyId, new Set()).get(companyId)!

  async function running(): Promise<Control> {
    const { control } = await simulated.start()
    news.follow(control)
    return control
  }

  async function line(ctx: Ctx, id: number) {
    const connection = await connections.row(ctx, id)
    if (!connection.sandbox) throw notFound('wapp')
    return { connection, account: numberOf(connection), control: await running() }
  }

  /** The phone shown to the account, by the last message between them. */
  function talks(control: Control, account: string) {
    const known = control.state().phones
    const last = new Map<string, Entry>()
    if (known.some(phone => phone.number === account))
      for (const entry of control.transcript({ phone: account })) last.set(entry.chat, entry)
    return { known, last }
  }

  /** Nobody's telephone yet, or the company's own. */
  const isFree = (control: Control, phone: PhoneView, companyId: number) =>
    !phone.devices.length &&
    (madeBy(companyId).has(phone.number) ||
      (![...made.values()].some(numbers => numbers.has(phone.number)) && !control.transcript({ phone: phone.number }).length))

  /** The simulated network forgets talks when it stops: a phone that was a contact before is the company's again. */
  async function adopt(ctx: Ctx, control: Control, known: PhoneView[]) {
    const free = known.filter(phone => !madeBy(ctx.companyId).has(phone.number) && isFree(control, phone, ctx.companyId))
    if (!free.length) return
    const numbers = new Set((await contacts.all(ctx, '')).map(contact => contact.number))
    for (const { number } of free) if (numbers.has(number)) madeBy(ctx.companyId).add(number)
  }

  async function phones(ctx: Ctx, id: number) {
    const { connection, account, control } = await line(ctx, id)
    const { known, last } = talks(control, account)
    await adopt(ctx, control, known)
    const own = madeBy(ctx.companyId)
    const shown = known.filter(phone => !phone.devices.length && (own.has(phone.number) || last.has(phone.number)))
    const self = known.find(phone => phone.number === account)
    const refuses = control.state().faults.find(each => each.account === account)?.faults.refuse.times
    return {
      connection: {
        id,
        name: connection.name,
        status: connection.status,
        number: account,
        linked: Boolean(self?.devices.length),
        failNext: Boolean(refuses),
      },
      phones: shown.map(phone => shownPhone(phone, ownView(control, phone.number, account).at(-1))),
    }
  }

  /** The conversation as the phone shows it. */
  const ownView = (control: Control, phone: string, account: string) => {
    const exists = control.state().phones.some(each => each.number === account)
    return exists ? control.transcript({ phone, chat: account }).slice(-KEPT) : []
  }

  /** The line and a phone of the company on it. */
  async function onLine(ctx: Ctx, { id, phone }: v.InferOutput<typeof Phone>) {
    const found = await line(ctx, id)
    const { known, last } = talks(found.control, found.account)
    const view = known.find(each => each.number === phone)
    if (!view || view.devices.length || !(madeBy(ctx.companyId).has(phone) || last.has(phone))) throw notFound('contact')
    return { ...found, view }
  }

  /** What the sandbox can't do: the phone has no such message, or the connection is not linked. */
  const told = async <T>(work: () => T | Promise<T>): Promise<T> => {
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
      const { connection, account, control } = await line(ctx, c.req.valid('param').id)
      const { number = account } = c.req.valid('json')
      const known = control.state().phones.find(phone => phone.number === number)
      if (number !== account && known && !isFree(control, known, ctx.companyId)) throw new AppError('ERR_DUPLICATED_CONTACT')
      const { pairingCode } = connection
      if (pairingCode && c.req.valid('json').number)
        await told(() => control.enterCode({ code: pairingCode, phone: number, name: connection.name }))
      else if (!(await simulated.link(() => connections.row(ctx, connection.id), number))) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      return c.json({ number })
    })
    .post('/:id/fault', allow('sandbox:use'), valid('param', Line), valid('json', FaultBody), async c => {
      const { account, control } = await line(c.var.ctx, c.req.valid('param').id)
      const times = c.req.valid('json').failNext ? 1 : 0
      await told(() => control.fault({ account, refuse: { code: REFUSAL, times } }))
      return c.json({ failNext: times > 0 })
    })
    .post('/:id/drop', allow('sandbox:use'), valid('param', Line), async c => {
      const { account, control } = await line(c.var.ctx, c.req.valid('param').id)
      return c.json(await told(() => control.disconnect({ account })))
    })
    .post('/:id/phones', allow('sandbox:use'), valid('param', Line), valid('json', PhoneBody), async c => {
      const { control } = await line(c.var.ctx, c.req.valid('param').id)
      const { phone = `55119${Math.floor(60_000_000 + Math.random() * 39_000_000)}`, name } = c.req.valid('json')
      const known = control.state().phones.find(each => each.number === phone)
      if (known && !isFree(control, known, c.var.ctx.companyId)) throw new AppError('ERR_DUPLICATED_CONTACT')
      const view = await told(() => control.addPhone({ phone, name, picture: 'sample' }))
      madeBy(c.var.ctx.companyId).add(view.number)
      return c.json(shownPhone(view))
    })
    .put('/:id/phones/:phone', allow('sandbox:use'), valid('param', Phone), valid('json', PhonePatch), async c => {
      const { control, view } = await onLine(c.var.ctx, c.req.valid('param'))
      const { available, ...options } = c.req.valid('json')
      if (available !== undefined) await told(() => control.available({ phone: view.number, available }))
      return c.json(shownPhone(await told(() => control.changePhone({ phone: view.number, ...options }))))
    })
    .get('/:id/phones/:phone', allow('sandbox:use'), valid('param', Phone), async c => {
      const { control, account, view } = await onLine(c.var.ctx, c.req.valid('param'))
      return c.json({ ...shownPhone(view), messages: ownView(control, view.number, account) })
    })
    .post('/:id/phones/:phone/messages', allow('sandbox:use'), valid('param', Phone), valid('json', MessageBody), async c => {
      const { control, account, view } = await onLine(c.var.ctx, c.req.valid('param'))
      return c.json(await told(() => control.send({ from: view.number, to: account, ...c.req.valid('json') })))
    })
    .post('/:id/phones/:phone/typing', allow('sandbox:use'), valid('param', Phone), valid('json', TypingBody), async c => {
      const { control, account, view } = await onLine(c.var.ctx, c.req.valid('param'))
      await told(() => control.typing({ from: view.number, to: account, state: c.req.valid('json').state }))
      return c.body(null, 200)
    })
    .post('/:id/phones/:phone/read', allow('sandbox:use'), valid('param', Phone), async c => {
      const { control, account, view } = await onLine(c.var.ctx, c.req.valid('param'))
      return c.json(await told(() => control.read({ phone: view.number, chat: account })))
    })
    .post('/:id/phones/:phone/call', allow('sandbox:use'), valid('param', Phone), valid('json', CallBody), async c => {
      const { control, account, view } = await onLine(c.var.ctx, c.req.valid('param'))
      return c.json(await told(() => control.call({ from: view.number, to: account, ...c.req.valid('json') })))
    })
    .get('/:id/phones/:phone/media/:message', allow('sandbox:use'), valid('param', File), async c => {
      const { message, ...param } = c.req.valid('param')
      const { control, account, view } = await onLine(c.var.ctx, param)
      if (!ownView(control, view.number, account).some(entry => entry.id === message)) throw notFound('media')
      const { file, mimetype, fileName } = await told(() => control.media({ phone: view.number, id: message }))
      const { media } = c.var.ctx
      const { hash } = await media.save(file)
      return c.json({ url: media.address({ hash, mimetype, fileName: fileName ?? null }) })
    })
}
