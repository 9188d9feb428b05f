import { describe, expect, test } from 'bun:test'
import type { Content, Key } from '#modules/connections'
import { readEnvelope } from '../../src/whatsapp/envelope'
import { newPhone, type Office } from '../factories'
import { testOffice } from '../office'

const office = await testOffice()

type Shown = { id: string; body: string; isDeleted: boolean; isEdited: boolean; reactions: unknown[]; fromMe: boolean }
const admin = () => office.norte.staff.admin.client
const receive = (words: Parameters<Office['receive']>[1]) => office.receive(office.norte, words)

async function ticketOf(number: string) {
  const { body } = await admin().get<{ tickets: { id: number; contact: { name: string; number: string } }[] }>(
    `/tickets?searchParam=${number}`,
  )
  return body.tickets.find(ticket => ticket.contact.number === number)!
}
const conversation = async (number: string) =>
  (await admin().get<{ messages: Shown[] }>(`/messages/${(await ticketOf(number)).id}`)).body.messages

/** Every way to change a message that was written before. */
const changes = (target: Key): Content[] => [
  { type: 'edit', target, body: 'trocado' },
  { type: 'delete', target },
  { type: 'reaction', target, emoji: '💣' },
]
const untouched = { isDeleted: false, isEdited: false, reactions: [] }

describe('a stranger changes nothing', () => {
  test('of another conversation', async () => {
    const [victim, stranger] = [newPhone(), newPhone()]
    const key = await receive({ from: { pn: victim }, text: 'verdade' })
    await receive({ from: { pn: stranger }, text: 'oi' })
    for (const content of changes(key)) await receive({ from: { pn: stranger }, content })
    for (const content of changes({ ...key, remoteJid: `${stranger}@s.whatsapp.net` })) await receive({ from: { pn: stranger }, content })
    expect(await conversation(victim)).toMatchObject([{ body: 'verdade', ...untouched }])
  })

  test('of another connection or company', async () => {
    const phone = newPhone()
    const key = await receive({ from: { pn: phone }, text: 'verdade' })
    for (const content of changes(key)) await office.receive(office.sul, { from: { pn: phone }, content })
    expect(await conversation(phone)).toMatchObject([{ body: 'verdade', ...untouched }])
  })

  test('that the company wrote to them', async () => {
    const phone = newPhone()
    await receive({ from: { pn: phone }, text: 'oi' })
    const key = await receive({ from: { pn: phone }, fromMe: true, text: 'o preço é 100' })
    for (const content of changes({ ...key, fromMe: true }).slice(0, 2)) await receive({ from: { pn: phone }, content })
    for (const content of changes({ ...key, fromMe: false }).slice(0, 2)) await receive({ from: { pn: phone }, content })
    expect((await conversation(phone)).at(-1)).toMatchObject({ body: 'o preço é 100', ...untouched })
  })

  test('that someone else wrote in a group', async () => {
    const group = { id: '120363000000000001', subject: 'Moradores' }
    const [author, other] = [newPhone(), newPhone()]
    const participant = `${author}@s.whatsapp.net`
    const key = await receive({ from: { pn: author, name: 'Autora' }, group, participant, text: 'da autora' })
    for (const content of changes({ ...key, participant: `${other}@s.whatsapp.net` }).slice(0, 2))
      await receive({ from: { pn: other }, group, participant: `${other}@s.whatsapp.net`, content })
    expect(await conversation(group.id)).toMatchObject([{ body: 'da autora', ...untouched }])
  })
})

test('what its author edits, deletes or reacts to changes; a group’s administrator deletes', async () => {
  const phone = newPhone()
  const key = await receive({ from: { pn: phone }, text: 'primeira' })
  for (const content of changes(key)) await receive({ from: { pn: phone }, content })
  expect(await conversation(phone)).toMatchObject([
    { body: 'trocado', isDeleted: true, isEdited: true, reactions: [{ type: '💣' }] },
    { body: '💣', mediaType: 'reactionMessage' },
  ])
  const group = { id: '120363000000000002', subject: 'Moradores' }
  const participant = `${phone}@s.whatsapp.net`
  const said = await receive({ from: { pn: phone }, group, participant, text: 'fora do assunto' })
  await receive({
    from: { pn: newPhone() },
    group,
    participant: '1@s.whatsapp.net',
    byAdmin: true,
    content: { type: 'delete', target: said },
  })
  expect(await conversation(group.id)).toMatchObject([{ isDeleted: true }])
})

test('the same id from two conversations is two messages; twice from one it is one', async () => {
  const [one, two] = [newPhone(), newPhone()]
  for (const pn of [one, two, one]) await receive({ from: { pn }, id: 'MESMO-ID', text: `de ${pn}` })
  await office.receive(office.sul, { from: { pn: one }, id: 'MESMO-ID', text: 'no Sul' })
  const [first, second] = [await conversation(one), await conversation(two)]
  expect(first.map(message => message.body)).toEqual([`de ${one}`])
  expect(second.map(message => message.body)).toEqual([`de ${two}`])
  expect(first[0]!.id).not.toBe(second[0]!.id)
})

test('a customer who uses the id of the company’s message takes nothing over', async () => {
  const phone = newPhone()
  await receive({ from: { pn: phone }, text: 'oi' })
  const key = await receive({ from: { pn: phone }, fromMe: true, id: 'NOSSO', text: 'da empresa' })
  await receive({ from: { pn: phone }, id: 'NOSSO', text: 'do cliente' })
  await receive({ from: { pn: phone }, content: { type: 'edit', target: { ...key, fromMe: false }, body: 'do cliente, melhor' } })
  expect((await conversation(phone)).map(message => message.body)).toEqual(['oi', 'da empresa', 'do cliente, melhor'])
})

test.each(['\u202eBalcão', '\u200e\u200fSuporte', 'A\u2066B\u2069', 'Linha\nde baixo', '\u0000nulo', '\u2028'])(
  'the name %j shows as plain letters',
  async name => {
    const phone = newPhone()
    await receive({ from: { pn: phone, name } })
    expect((await ticketOf(phone)).contact.name).not.toMatch(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069]/u)
    const id = `12036300000${phone.slice(-6)}`
    await receive({ from: { pn: phone }, group: { id, subject: name } })
    expect((await ticketOf(id)).contact.name).not.toMatch(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069]/u)
  },
)

test('one person who writes to two companies is a contact of each, and neither sees the other’s', async () => {
  const phone = newPhone()
  await receive({ from: { pn: phone, name: 'Helena Norte' }, text: 'para o Norte' })
  await office.receive(office.sul, { from: { pn: phone, name: 'Helena Sul' }, text: 'para o Sul' })
  const found = async (company: 'norte' | 'sul') => (await office[company].staff.admin.client.get(`/contacts?searchParam=${phone}`)).text
  expect(await found('norte')).not.toContain('Helena Sul')
  expect(await found('sul')).not.toContain('Helena Norte')
})

test('one group that is in two companies is a conversation of each, and neither sees the other’s', async () => {
  const group = { id: '120363000000000009', subject: 'Bairro' }
  const from = { pn: newPhone() }
  for (const [company, text] of [
    [office.norte, 'dito ao Norte'],
    [office.sul, 'dito ao Sul'],
  ] as const)
    await office.receive(company, { from, group, id: 'NO-GRUPO', text })
  const said = async (company: 'norte' | 'sul') => {
    const { client } = office[company].staff.admin
    const { tickets } = (await client.get<{ tickets: { id: number }[] }>(`/tickets?searchParam=${group.id}`)).body
    expect(tickets).toHaveLength(1)
    return (await client.get<{ messages: Shown[] }>(`/messages/${tickets[0]!.id}`)).body.messages.map(message => message.body)
  }
  expect(await said('norte')).toEqual(['dito ao Norte'])
  expect(await said('sul')).toEqual(['dito ao Sul'])
})

test('words in braces are filled in once, and only those that are known', async () => {
  const phone = newPhone()
  await receive({ from: { pn: phone, name: '$& {{protocol}}' } })
  const { id } = await ticketOf(phone)
  await admin().put(`/tickets/${id}`, { status: 'open' })
  for (const body of ['{{name}}', '{{constructor}}{{__proto__}}{{toString}}', '{{ name }}'.repeat(3000)])
    await admin().post(`/messages/${id}`, { body })
  const bodies = (await conversation(phone)).slice(1).map(message => message.body)
  expect(bodies[0]).toBe('$& {{protocol}}')
  expect(bodies[1]).toBe('{{constructor}}{{__proto__}}{{toString}}')
  expect(bodies[2]).toBe('$& {{protocol}}'.repeat(3000))
})

test.each([
  'status@broadcast', '1234@broadcast', '120363@newsletter', '0@s.whatsapp.net', `${'9'.repeat(40)}@s.whatsapp.net`, '@s.whatsapp.net', 'abc@s.whatsapp.net',
  '12@lid', '@lid', '@g.us', 'x@g.us', '1@bot', 'server@c.us', '5511999999999@evil.example',
])('%s is no conversation', from => {
  const me = { id: '5511990000001:1@s.whatsapp.net', lid: '100000000000001:1@lid' }
  for (const participant of [undefined, '5511988887777@s.whatsapp.net', 'status@broadcast']) {
    const attrs = { from, id: 'A1', t: '1700000000', ...(participant && { participant }) }
    let read: unknown = null
    try {
      read = readEnvelope(attrs, me)
    } catch {
      // A stanza that Baileys itself refuses makes no contact either.
    }
    expect(read).toBeNull()
  }
}) // prettier-ignore
