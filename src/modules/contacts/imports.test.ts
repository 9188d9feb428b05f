import { expect, test } from 'bun:test'
import { utils, write, type BookType } from 'xlsx'
import { deflateRawSync } from 'node:zlib'
import { newPhone, until } from '../../../tests/factories'
import { openLines } from '../../../tests/faults/line'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const ana = () => norte.staff.ana.client

type Shown = { id: number; name: string; number: string; email: string }
type Page = { contacts: Shown[]; count: number }
type Outcome = { created: number; known: number; refused: { row: number; details: Record<string, string[]> }[] }
const add = (rows: object[]) => ana().post<Outcome>('/contacts/upload', { rows })
const find = async (text: string) => (await ana().get<Page>(`/contacts?searchParam=${encodeURIComponent(text)}`)).body.contacts

test('rows of a spreadsheet become contacts, and one event tells them all', async () => {
  const socket = await norte.staff.rui.client.socket()
  const number = newPhone()
  const { body } = await add([{ name: 'Zuleica Prado', number, email: 'zuleica@exemplo.com' }, { name: 'Sem número' }])
  expect(body).toMatchObject({ created: 1, known: 0, refused: [{ row: 1 }] })
  expect(await find(number)).toMatchObject([{ name: 'Zuleica Prado', number, email: 'zuleica@exemplo.com' }])
  expect((await socket.next(`company-${norte.id}-contact`)).payload).toEqual({ action: 'create', records: [] })
  socket.close()
})

test('what is wrong with each row is said at its field', async () => {
  const { body } = await add([
    { name: 'Sem número' },
    { name: 'X', number: newPhone() },
    { name: 'Arredondado', number: '5,51199E+12' },
    { name: 'Curto', number: '1234' },
    { name: 'Endereço', number: newPhone(), email: 'arroba' },
    { name: 'Dois em um', number: '11 98123-4567 / 11 98123-4568' },
  ])
  expect(body.created).toBe(0)
  expect(body.refused.map(({ row, details }) => [row, Object.entries(details).map(([field, [first]]) => `${field}: ${first}`)])).toEqual([
    [0, ['number: Required']],
    [1, ['name: Too Short!']],
    [2, ['number: Invalid number format. Only numbers is allowed.']],
    [3, ['number: Too Short!']],
    [4, ['email: Invalid email']],
    [5, ['number: Too Long!']],
  ])
})

test('a number is found in each of its spellings: with signs, without its country, with or without the ninth digit', async () => {
  const spellings = ['+55 (11) 98123-4567', '11981234567', '011 8123-4567', '55 11 8123 4567', '0055 11 98123.4567']
  const { body } = await add(spellings.map((number, i) => ({ name: `Número ${i}`, number })))
  expect(body).toEqual({ created: 1, known: 4, refused: [] })
  expect(await find('5511981234567')).toMatchObject([{ name: 'Número 0' }])
  await add([{ name: 'De fora', number: '+351 912 345 678' }])
  expect(await find('351912345678')).toMatchObject([{ number: '351912345678' }])
})

test('whoever is a contact already gets what is missing, and loses nothing that a person wrote', async () => {
  const [typed, heard] = [newPhone(), newPhone()]
  await ana().post('/contacts', { name: 'Como a Ana chama', number: typed, email: 'ana@exemplo.com' })
  await office.receive(norte, { from: { pn: heard, name: 'apelido' } })
  const { body } = await add([
    { name: 'Da planilha', number: typed, email: 'outra@exemplo.com' },
    { name: 'Nome da planilha', number: heard, email: 'planilha@exemplo.com' },
  ])
  expect(body).toEqual({ created: 0, known: 2, refused: [] })
  expect(await find(typed)).toMatchObject([{ name: 'Como a Ana chama', email: 'ana@exemplo.com' }])
  expect(await find(heard)).toMatchObject([{ name: 'apelido', email: 'planilha@exemplo.com' }])
})

test('tags and further facts come with a row: tags by their names, made where there are none, facts that are missing', async () => {
  const number = newPhone()
  await ana().post('/contacts', { name: 'Já cliente', number, extraInfo: [{ name: 'Plano', value: '600' }] })
  const { body } = await add([
    {
      name: 'Já cliente',
      number,
      tags: 'etiqueta norte; Revenda',
      extraInfo: [
        { name: 'plano', value: '300' },
        { name: 'CPF', value: '1' },
      ],
    },
    { name: 'Etiqueta curta', number: newPhone(), tags: 'ab' },
  ])
  expect(body).toMatchObject({ created: 0, known: 1, refused: [{ row: 1, details: { tags: ['Mensagem muito curta'] } }] })
  const [shown] = (await ana().get<{ contacts: { id: number; tags: { name: string }[] }[] }>(`/contacts?searchParam=${number}`)).body
    .contacts
  expect(shown!.tags.map(({ name }) => name)).toEqual(['Etiqueta Norte', 'Revenda'])
  const whole = await ana().get<{ extraInfo: { name: string; value: string }[]; tagIds: number[] }>(`/contacts/${shown!.id}`)
  expect(whole.body.extraInfo.map(({ name, value }) => [name, value])).toEqual([
    ['Plano', '600'],
    ['CPF', '1'],
  ])
  expect(whole.body.tagIds).toHaveLength(2)
  expect((await sul.staff.ana.client.get<{ tags: { name: string }[] }>('/tags')).text).not.toContain('Revenda')
})

test('a list brings so many new tags and no more; those that are known cost nothing', async () => {
  const tagged = (tags: string) => ({ name: 'Com etiquetas', number: newPhone(), tags })
  const rows = Array.from({ length: 6 }, (_, i) => tagged(Array.from({ length: 20 }, (_, j) => `nova ${i} ${j}`).join(',')))
  const { body } = await add([...rows, tagged('nova 0 0; NOVA 0 1')])
  expect(body).toMatchObject({ created: 6, refused: [{ row: 5, details: { tags: ['Uma lista traz até 100 etiquetas novas'] } }] })
  const { body: found } = await ana().get<{ count: number }>('/tags?searchParam=nova')
  expect(found.count).toBe(100)
})

test('more rows than one request may bring are refused', async () => {
  expect((await add(Array.from({ length: 1_001 }, () => ({ name: 'Ana', number: '5511900000000' })))).status).toBe(400)
})

/** What a client of the family sends. */
async function upload(bytes: Uint8Array<ArrayBuffer> | string, name = 'contatos.xlsx') {
  const form = new FormData()
  form.append('file', new File([bytes], name))
  return ana().post<Shown[] & { code?: string }>('/contacts/upload', form)
}
const book = (rows: unknown[][], type: BookType): Uint8Array<ArrayBuffer> => {
  const made = utils.book_new()
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows), 'Base')
  return new Uint8Array(write(made, { type: 'array', bookType: type, compression: true }) as ArrayBuffer)
}

test.each(['xlsx', 'biff8', 'csv'] as const)('a whole %s of a client of the family answers with the contacts that it made', async type => {
  const [one, two] = [newPhone(), newPhone()]
  const { status, body } = await upload(
    book(
      [
        ['Nome', 'Número', 'E-mail'],
        ['Úrsula Dias', type === 'csv' ? one : Number(one), 'ursula@exemplo.com'],
        ['', two, ''],
        ['Caetano Melo', two, ''],
      ],
      type,
    ),
  )
  expect(status).toBe(200)
  expect(body.map(({ name, number, email }) => [name, number, email])).toEqual([
    ['Úrsula Dias', one, 'ursula@exemplo.com'],
    ['Caetano Melo', two, ''],
  ])
})

test('a text with ; or , in UTF-8 or the letters of Windows is read', async () => {
  const [one, two] = [newPhone(), newPhone()]
  expect((await upload(`\uFEFFnome;numero;email\r\n"Ção; José";${one};\r\n`)).body).toMatchObject([{ name: 'Ção; José', number: one }])
  const latin = Uint8Array.from(`nome,número\nJoão,${two}\n`, letter => letter.charCodeAt(0))
  expect((await upload(latin)).body).toMatchObject([{ name: 'João', number: two }])
})

/** A zip of one part that unpacks to so many bytes, and says of itself what it likes. */
function zip(name: string, unpacked: number, told = unpacked) {
  const packed = deflateRawSync(Buffer.alloc(unpacked, 'a'))
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(told, 22)
  local.writeUInt16LE(name.length, 26)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(told, 24)
  central.writeUInt16LE(name.length, 28)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]))
}
/** One cell at the very end of a row. */
const far = Array.from({ length: 16_384 }, (_, i) => (i === 16_383 ? 'longe' : null))

test.each([
  ['a zip that unpacks to a quarter of a gigabyte', () => zip('xl/worksheets/sheet1.xml', 2 ** 28), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['a zip that lies about its size', () => zip('xl/worksheets/sheet1.xml', 2 ** 28, 100), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['a sheet of sixteen thousand columns', () => book([['Nome', 'Número'], far], 'xlsx'), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['a million rows', () => `nome,numero\n${'a,1\n'.repeat(1_000_000)}`, 'ERR_SPREADSHEET_TOO_LARGE'],
  ['more megabytes than are read', () => 'a'.repeat(11 * 2 ** 20), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['a package of another kind', () => zip('Index/Document.iwa', 1_000), 'ERR_SPREADSHEET_UNREADABLE'],
  [
    'a zip that broke off before its directory',
    () => new Uint8Array(Buffer.alloc(4096, 0xee).fill('PK\u0003\u0004', 0, 4)),
    'ERR_SPREADSHEET_UNREADABLE',
  ],
  ['the beginning of a zip', () => 'PK\u0003\u0004nada mais', 'ERR_SPREADSHEET_UNREADABLE'],
  ['a picture', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 'ERR_SPREADSHEET_UNREADABLE'],
])('%s is refused with a sentence', async (_, file: () => Uint8Array<ArrayBuffer> | string, code) => {
  const { status, body } = await upload(file())
  expect([status, body.code]).toEqual([code === 'ERR_SPREADSHEET_TOO_LARGE' ? 413 : 415, code])
})

test('a form without a file is refused', async () => {
  expect(await ana().post<{ code: string }>('/contacts/upload', new FormData())).toMatchObject({
    status: 400,
    body: { code: 'ERR_FILE_REQUIRED' },
  })
})

test('the address book of a linked phone becomes contacts when somebody asks for it, of the own company alone', async () => {
  const [line] = await openLines(office, norte, 1)
  const phone = newPhone()
  await ana().post(`/sandbox/${line!.id}/phones`, { phone, name: 'Iolanda da Agenda' })
  const rows = () => office.store.client.execute('select * from phone_book')
  await until(async () => (await rows()).rows.length > 0)
  expect(await find(phone)).toEqual([])
  const socket = await norte.staff.rui.client.socket()
  expect((await sul.staff.ana.client.post('/contacts/import')).body).toEqual({ message: 'contacts imported', created: 0, known: 0 })
  expect((await ana().post('/contacts/import')).body).toEqual({ message: 'contacts imported', created: 1, known: 0 })
  expect((await socket.next(`company-${norte.id}-contact`)).payload).toEqual({ action: 'create', records: [] })
  expect(await find(phone)).toMatchObject([{ name: 'Iolanda da Agenda' }])
  expect((await ana().post('/contacts/import')).body).toEqual({ message: 'contacts imported', created: 0, known: 1 })
  socket.close()
})
