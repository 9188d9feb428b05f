import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openOffice, until, type Office } from '../factories'
import { customerOf, openLines, type Line } from '../faults/line'
import { forged } from './forged'

let office: Office
let control: NonNullable<Office['product']['sandbox']['control']>
/** Two numbers of one company, and one of another. */
let shop: Line
let branch: Line
let other: Line
beforeAll(async () => {
  office = await openOffice()
  ;[shop, branch] = (await openLines(office, office.norte, 2)) as [Line, Line]
  ;[other] = (await openLines(office, office.sul, 1)) as [Line]
  control = office.product.sandbox.control!
}, 180_000)
afterAll(() => office?.close())

const select = async (sql: string, ...args: (string | number)[]) =>
  (await office.store.client.execute({ sql, args })).rows.map(row => ({ ...row }))
const MESSAGE = `select m.wid, m.body, m.from_me, m.is_deleted, m.is_edited, m.reactions, m.connection_id, c.number
  from messages m join contacts c on c.id = m.chat_id`
const message = (connectionId: number, wid: string) => select(`${MESSAGE} where m.connection_id = ? and m.wid = ?`, connectionId, wid)

let marks = 0
/** Writes, and resolves when it is stored: so is, by then, all that the same phone sent before. */
async function say(from: string, line: Line, text = `marca ${++marks}`, id?: string) {
  const sent = await control.send({ from, to: line.account, type: 'text', text, ...(id && { id }) })
  await until(async () => (await message(line.id, sent.id)).length > 0, 10_000)
  return sent.id
}
const phone = (name: string, number: string) => control.addPhone({ phone: number, name })
const lidOf = (number: string) => control.state().phones.find(one => one.number === number)!.lid
const send = (from: string, line: Line, raw: object) =>
  control.send({ from, to: line.account, type: 'raw', message: raw as Record<string, unknown> })
const jid = (number: string) => `${number}@s.whatsapp.net`

describe('a stranger can not speak for somebody else', () => {
  const stranger = '5521970000001'
  let victim: string
  let word: string
  let ours: string
  beforeAll(async () => {
    phone('Estranho', stranger)
    victim = customerOf(shop.account)
    word = await say(victim, shop, 'palavra do cliente')
    ours = (await control.send({ from: shop.account, to: victim, type: 'text', text: 'o preço é 100' })).id
    await until(async () => (await message(shop.id, ours)).length > 0)
    await say(stranger, shop)
    // The own phone shares its keys some time after it was linked.
    await until(async () => (await keysOf('app-state-sync-key')).length > 0)
  })

  const ticketOf = async (number: string) => {
    const found = 'select t.id from tickets t join contacts c on c.id = t.contact_id where c.number = ? and t.whatsapp_id = ?'
    return Number((await select(found, number, shop.id))[0]!.id)
  }
  const keysOf = (...types: string[]) =>
    select(
      `select type, id, value from wa_keys where connection_id = ? and type in (select value from json_each(?)) order by 1, 2`,
      shop.id,
      JSON.stringify(types),
    )
  const everything = async () => ({
    messages: await select(`${MESSAGE} where c.number <> ? order by m.id`, stranger),
    contacts: await select('select id, name, number, lid from contacts order by id'),
    keys: await keysOf('app-state-sync-key', 'app-state-sync-version', 'lid-mapping'),
    history: await select(
      `select value ->> 'myAppStateKeyId' as id, value ->> 'processedHistoryMessages' as history from wa_creds where connection_id = ?`,
      shop.id,
    ),
  })

  test.each(Object.keys(forged('1', '1')) as (keyof ReturnType<typeof forged>)[])('with %s', async kind => {
    const before = await everything()
    const lie = forged(victim, lidOf(stranger))[kind]
    await send(stranger, shop, lie)
    await send(stranger, shop, { ephemeralMessage: { message: lie } })
    await send(stranger, shop, { deviceSentMessage: { destinationJid: jid(victim), message: lie } })
    await say(stranger, shop)
    expect(await everything()).toEqual(before)
    // What the company writes still goes to the person it is meant for, and to nobody else.
    const { client } = office.norte.staff.admin
    const ticketId = await ticketOf(victim)
    const body = `para você, depois de ${kind}`
    await client.put(`/tickets/${ticketId}`, { status: 'open' })
    expect((await client.post(`/messages/${ticketId}`, { body })).status).toBe(200)
    await until(() => control.transcript({ phone: victim }).some(entry => entry.text === body))
    expect(control.transcript({ phone: stranger }).map(entry => entry.text)).not.toContain(body)
  })

  test('with a message that says it was sent by the company', async () => {
    const before = await everything()
    const { id } = await send(stranger, shop, {
      deviceSentMessage: { destinationJid: jid(victim), message: { conversation: 'pague neste outro Pix' } },
    })
    await say(stranger, shop)
    expect(await everything()).toEqual(before)
    expect(await message(shop.id, id)).toMatchObject([{ from_me: 0, number: stranger }])
  })

  test('with an edit, a delete or a reaction of a message in another chat', async () => {
    const before = await everything()
    for (const id of [word, ours])
      for (const fromMe of [true, false])
        for (const remoteJid of [jid(victim), `${lidOf(victim)}@lid`, jid(stranger)])
          for (const participant of [undefined, jid(victim)]) {
            const key = { id, fromMe, remoteJid, ...(participant && { participant }) }
            const edit = { protocolMessage: { type: 'MESSAGE_EDIT', key, editedMessage: { conversation: 'trocada' } } }
            await send(stranger, shop, { protocolMessage: { type: 'REVOKE', key } })
            await send(stranger, shop, edit)
            await send(stranger, shop, { editedMessage: { message: edit } })
            await send(stranger, shop, { reactionMessage: { key, text: '💣' } })
          }
    await say(stranger, shop)
    expect(await everything()).toEqual(before)
  }, 30_000)

  test('nor its customer with one that the company wrote, on this number or another', async () => {
    await say(victim, branch)
    for (const line of [shop, branch])
      for (const fromMe of [true, false]) {
        const key = { id: ours, fromMe, remoteJid: jid(victim) }
        await send(victim, line, { protocolMessage: { type: 'REVOKE', key } })
        await send(victim, line, { protocolMessage: { type: 'MESSAGE_EDIT', key, editedMessage: { conversation: 'o preço é 1' } } })
      }
    for (const line of [shop, branch]) await say(victim, line)
    expect(await message(shop.id, ours)).toMatchObject([{ body: 'o preço é 100', is_deleted: 0, is_edited: 0 }])
  })

  test('a quote, a mention or a card of whoever it likes makes nobody known', async () => {
    const before = await select('select count(*) as n from contacts')
    const odd = [
      'status@broadcast',
      '0@s.whatsapp.net',
      `${'9'.repeat(40)}@lid`,
      '120363@newsletter',
      'x@evil.example',
      '@',
      '',
      jid('5511900000009'),
    ]
    for (const one of odd) {
      const contextInfo = {
        stanzaId: 'NENHUMA',
        participant: one,
        remoteJid: one,
        mentionedJid: odd,
        quotedMessage: { conversation: 'inventada' },
      }
      await send(stranger, shop, { extendedTextMessage: { text: `cita ${one}`, contextInfo } })
      await send(stranger, shop, { contactMessage: { displayName: one, vcard: `BEGIN:VCARD\nTEL;waid=${one}:${one}\nEND:VCARD` } })
    }
    await say(stranger, shop)
    expect(await select('select count(*) as n from contacts')).toEqual(before)
  })
})

test('one id from two customers, on two numbers and in two companies is as many messages', async () => {
  const id = '3A00000000000000MESMO'
  const second = '5521970000002'
  phone('Segunda', second)
  const said = [
    [customerOf(shop.account), shop],
    [second, shop],
    [second, branch],
    [second, other],
  ] as const
  for (const [i, [from, line]] of said.entries()) await control.send({ from, to: line.account, id, type: 'text', text: `texto ${i}` })
  await until(async () => (await select('select 1 from messages where wid = ?', id)).length >= said.length)
  expect(await select(`${MESSAGE} where m.wid = ? order by m.body`, id)).toMatchObject(
    said.map(([number, line], i) => ({ body: `texto ${i}`, number, connection_id: line.id, is_edited: 0 })),
  )
  expect(await select('select distinct company_id, uid from messages where wid = ?', id)).toHaveLength(said.length)
  // An edit finds the one that its author wrote there, and no other.
  await control.send({ from: second, to: branch.account, type: 'edit', message: id, text: 'texto trocado' })
  await say(second, branch)
  expect((await select('select body from messages where wid = ? order by body', id)).map(row => row.body)).toEqual([
    'texto 0',
    'texto 1',
    'texto 3',
    'texto trocado',
  ])
})

test.each(['send', 'edit', '.', '..', 'history', 'Preview'])(
  'a message whose sender calls it %s is asked about by a name of our own',
  async id => {
    const number = customerOf(shop.account)
    await say(number, shop, `de nome ${id}`, id)
    const [row] = await select('select uid from messages where wid = ? and company_id = ?', id, office.norte.ctx.companyId)
    expect(row!.uid).toMatch(/^[\da-f-]{36}$/)
    const { client } = office.norte.staff.admin
    for (const what of ['preview', 'history']) expect((await client.get(`/messages/${row!.uid}/${what}`)).status).toBe(200)
    // Delivered twice, it is one.
    await control.send({ from: number, to: shop.account, type: 'text', text: `de nome ${id}`, id })
    await say(number, shop)
    expect(await message(shop.id, id)).toHaveLength(1)
  },
)

test.each([
  ['turned round', '\u202eoãclaB'],
  ['set apart', '\u2066Balcão\u2069'],
  ['with marks of direction', '\u200e\u200fSuporte'],
  ['with a gap that nobody sees', 'B\u200balcão'],
  ['of two lines', 'Nota:\r\nvendida'],
  ['of signs for a terminal', '\u0000\u001b[2J'],
  ['of tags', '\u{e0041}\u{e0042}'],
  ['of signs that nobody sees', '\u00ad\u061c\u180e'],
])('a name %s is shown in plain letters, of a person and of a group', async (_, name) => {
  const number = `55219711${String(marks++).padStart(5, '0')}`
  phone(name, number)
  await say(number, shop)
  const group = control.createGroup({ subject: name, creator: number, participants: [shop.account] })
  const { id } = await control.send({ from: number, to: group.id, type: 'text', text: 'no grupo' })
  await until(async () => (await message(shop.id, id)).length > 0)
  const names = await select('select name from contacts where number in (?, ?)', number, group.id.replace('@g.us', ''))
  expect(names).toHaveLength(2)
  for (const row of names) expect(row.name).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u)
})
