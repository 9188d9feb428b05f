import { users } from '#modules/users'
import { companies } from '../../src/modules/companies/schema'
import { connections as connectionTable } from '../../src/modules/connections/schema'
import { resellers } from '../../src/modules/resellers/schema'
import { users as userTable } from '../../src/modules/users/schema'
import { nouns } from '../../src/nouns'
import { writeBeside } from '../e2e/beside'
import { NUMBER, type Shop } from '../e2e/shop'
import { refusedSample, sampleOf, written } from '../sample'
import { until } from '../until'

/** The customer who writes everything, someone with fields of every kind, and the two of a payload: alone and in a group. */
const CUSTOMER = '5511987654321'
export const COMPANY = '</title><img src=x onerror=pwn()>'
export const KNOWN = '5541960000001'
export const caller = (at: number) => String(5521980000000 + at)
const member = (at: number) => String(5531970000000 + at)

/** Every field that a customer fills in. */
export async function writeAll(shop: Shop, all: string[]) {
  const { control } = shop
  const write = (content: object, from = CUSTOMER, to = NUMBER) =>
    control.send({ from, to, ...content } as Parameters<Shop['control']['send']>[0])
  control.addPhone({ phone: CUSTOMER, name: 'Helena Prado' })
  let { id: quote } = await write({ type: 'text', text: 'primeira de todas' })
  for (const [at, text] of all.entries()) {
    control.addPhone({ phone: caller(at), name: text, about: text })
    control.addPhone({ phone: member(at), name: text })
    await write({ type: 'text', text }, caller(at))
    const group = control.createGroup({ subject: text, description: text, creator: member(at), participants: [NUMBER] })
    await write({ type: 'text', text }, member(at), group.id)

    const { id } = await write({ type: 'text', text, quote, link: { url: 'https://exemplo.com', title: text, description: text } })
    await write({ type: 'reaction', message: id, emoji: text })
    quote = id
    await write({ type: 'document', fileName: text, caption: `legenda ${text}`, mimetype: at % 2 ? 'text/html' : text })
    const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:cartão ${text}\nORG:${text}\nURL:${text}\nTEL;waid=${text}:${text}\nEND:VCARD`
    await write({ type: 'raw', message: { contactMessage: { displayName: text, vcard } } })
    const place = { degreesLatitude: 1, degreesLongitude: 1, name: `lugar|${text}|${text}`, address: text, url: text }
    await write({ type: 'raw', message: { locationMessage: place } })
    if (at % 2) await write({ type: 'poll', name: `enquete ${text}`, options: [text] })
    else await write({ type: 'raw', message: { buttonsMessage: { contentText: `botão ${text}`, footerText: text } } })
  }
  await write({ type: 'document', fileName: 'foto\u202egpj.exe' })
  await write({ type: 'text', text: '\u202e.sárta arap' })
  for (const text of all.slice(0, 4)) await write({ type: 'image', caption: `foto ${text}`, quote })
}

/** The product has told the phones that everything came. */
export const hasAll = (shop: Shop) =>
  shop.control
    .state()
    .phones.filter(phone => phone.number !== NUMBER)
    .every(phone => shop.control.transcript({ phone: phone.number }).every(entry => !entry.fromMe || entry.status !== 'sent'))

/** Nouns whose rows are made in another way, and why. */
const APART: Record<string, string> = {
  '/contacts': 'by customers who write; one with fields of its own beside them',
  '/users': 'by rows, since each of them would be signed in',
  '/whatsapp': 'by rows, since each of them would begin a session',
  '/ticket-notes': 'of a ticket that is there when the others are made',
}

/** Everyone who is there operates the installation from then on, and sees all of its pages. */
export const operateAll = (shop: Shop) => writeBeside(shop.folder, db => db.update(userTable).set({ super: true }))

/** Every field that someone of the company fills in, and the company's own name. */
export async function fillInAll(shop: Shop, all: string[]) {
  for (const path of Object.keys(APART))
    if (!nouns.some(({ facts }) => facts.api.path === path)) throw new Error(`${path} is the path of no noun any more`)
  await writeBeside(shop.folder, async db => {
    await db.update(companies).set({ name: COMPANY })
    // Those that the operator of the installation sees beside the own one.
    for (const name of all) await db.insert(companies).values({ name })
    await db.insert(resellers).values(all.map((name, at) => ({ name, domains: [`r${at}.nortefibra.test`] })))
    for (const [at, name] of all.entries())
      await users.createFirst(db, {
        companyId: shop.owner.user.companyId,
        name,
        email: `u${at}@nortefibra.test`,
        passwordHash: '',
        super: false,
      })
    // Without a session of their own: they never begin.
    const { companyId } = shop.owner.user
    await db.insert(connectionTable).values(all.map(name => ({ companyId, name, status: 'DISCONNECTED' as const })))
  })
  const { owner } = shop
  shop.control.addPhone({ phone: KNOWN })
  const fields = all.map(text => ({ name: text, value: text }))
  const contact = await owner.post<{ id: number }>('/contacts', { name: '<b onclick=pwn()>', number: KNOWN, extraInfo: fields })
  const [queue] = await owner.get<{ id: number }[]>('/queue')
  /** The first row of each noun, by its table. */
  const first: Record<string, number | undefined> = { queues: queue!.id, contacts: contact.id }
  for (const text of all)
    for (const { facts, tableName } of nouns.filter(one => !APART[one.facts.api.path])) {
      const sample = sampleOf(facts.body, of => first[of], Object.keys(facts.unique ?? {})) as object
      const made = owner.post<{ id: number }>(facts.api.path, { ...sample, ...written(facts.body, text) })
      const { id } = await made.catch((error: Error) => {
        throw new Error(refusedSample(facts.name, error.message))
      })
      first[tableName] ??= id
    }
  await shop.control.send({ from: KNOWN, to: NUMBER, type: 'text', text: 'Oi' })
  const asked = () => owner.get<{ tickets: { id: number }[] }>(`/tickets?searchParam=${KNOWN}&showAll=true`)
  const ticket = await until(async () => (await asked()).tickets[0], undefined, `a ticket of ${KNOWN}`)
  for (const note of all) await owner.post('/ticket-notes', { note, ticketId: ticket.id })
}
