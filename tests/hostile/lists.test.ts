import { expect, test } from 'bun:test'
import { deflateRawSync } from 'node:zlib'
import { utils, write } from 'xlsx'
import { newPhone } from '../factories'
import { testOffice } from '../office'

const { norte, sul } = await testOffice()
const leader = norte.staff.supervisor.client

type Outcome = { created: number; known: number; refused: { row: number }[] }
type Item = { name: string; number: string; email: string }
const listOf = async (name: string) => (await leader.post<{ id: number }>('/contact-lists', { name })).body.id
const itemsOf = async (id: number) => (await leader.get<{ contacts: Item[] }>(`/contact-list-items?contactListId=${id}`)).body.contacts
const countOf = async (id: number) => (await leader.get<{ contactsCount: string }>(`/contact-lists/${id}`)).body.contactsCount
async function upload(id: number, bytes: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new File([bytes], 'lista.xlsx'))
  return leader.post<Item[] & { code?: string }>(`/contact-lists/${id}/upload`, form)
}

/** A workbook of one part that unpacks to far more than its file has. */
function bomb(size: number): Uint8Array<ArrayBuffer> {
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const packed = deflateRawSync(Buffer.alloc(size, ' '))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(8, 8)
  head.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(head.length + name.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([head, name, packed, entry, name, end]))
}

test.each<[string, () => string | Uint8Array<ArrayBuffer>, number]>([
  ['a workbook that unpacks to a quarter of a gigabyte', () => bomb(2 ** 28), 413],
  ['a million rows', () => `nome;numero\n${'a;1\n'.repeat(1_000_000)}`, 413],
  ['a picture by the name of a workbook', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 415],
  ['the beginning of a workbook', () => 'PK\u0003\u0004nada mais', 415],
])('%s is refused, and the list stays as it was', async (_, bytes, status) => {
  const id = await listOf('Hostil')
  expect((await upload(id, bytes())).status).toBe(status)
  expect(await countOf(id)).toBe('0')
})

test('what a workbook calls a formula is neither run nor stored: its value is a text like any other', async () => {
  const id = await listOf('Fórmulas')
  const number = newPhone()
  const sheet = utils.aoa_to_sheet([
    ['nome', 'numero', 'email'],
    ['', number, ''],
  ])
  sheet['A2'] = { t: 's', f: 'HYPERLINK("http://exemplo.com","Rita")', v: 'Rita Alves' }
  const made = utils.book_new()
  utils.book_append_sheet(made, sheet, 'Base')
  await upload(id, new Uint8Array(write(made, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer))
  await leader.post(`/contact-lists/${id}/upload`, { rows: [{ name: '=cmd|calc!A1', number: newPhone() }] })
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['=cmd|calc!A1', 'Rita Alves'])
})

test('rows of wrong types are refused one by one, and keep nobody else out', async () => {
  const id = await listOf('Tipos')
  const wrong = [
    { name: 7, number: 5_511_981_234_567 },
    { name: ['Rita'], number: newPhone() },
    { name: { toString: 'Rita' }, number: newPhone() },
    { name: null, number: null },
    { name: 'Rita', number: { $gt: '' } },
    { name: 'Rita', number: newPhone(), email: ['a@exemplo.com'] },
    { name: 'R'.repeat(100_000), number: newPhone() },
    { name: 'Rita', number: '9'.repeat(5_000) },
    {},
  ]
  const { body } = await leader.post<Outcome>(`/contact-lists/${id}/upload`, { rows: [...wrong, { name: 'Rita', number: newPhone() }] })
  expect(body).toMatchObject({ created: 1, known: 0 })
  expect(body.refused.map(({ row }) => row)).toEqual(wrong.map((_, i) => i))
  expect((await leader.post(`/contact-lists/${id}/upload`, { rows: [7, 'Rita', null] })).status).toBe(400)
  const tooMany = Array.from({ length: 1_001 }, () => ({ name: 'Rita', number: newPhone() }))
  expect((await leader.post(`/contact-lists/${id}/upload`, { rows: tooMany })).status).toBe(400)
  expect(await countOf(id)).toBe('1')
})

test('one person in a thousand spellings is one row, and columns that are none of a person’s write nothing', async () => {
  const id = await listOf('Repetida')
  const phone = newPhone()
  const rows = Array.from({ length: 1_000 }, (_, i) => ({
    ...{ name: i ? `Rita ${i}` : phone, number: i % 2 ? `+${phone}` : phone, email: i === 999 ? 'rita@exemplo.com' : '' },
    ...{ companyId: sul.id, contactListId: sul.rows['/contact-lists']!.id, isWhatsappValid: true, id: 1, lid: '7' },
  }))
  expect((await leader.post<Outcome>(`/contact-lists/${id}/upload`, { rows })).body).toEqual({ created: 1, known: 999, refused: [] })
  const own = { name: 'Rita 1', email: 'rita@exemplo.com', contactListId: id, isWhatsappValid: null, companyId: norte.id }
  expect(await itemsOf(id)).toMatchObject([own])
})
