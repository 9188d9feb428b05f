import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { pictureSize, thumbnail } from '#kernel/media/picture'
import { testOffice } from '../office'

const office = await testOffice()

const send = (form: FormData) => office.norte.staff.ana.client.post(`/messages/${office.norte.tickets.open.id}`, form)
/** What lies in the data folder, beside the database. */
const files = async () =>
  (await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: office.folder, dot: true })))
    .filter(name => !name.startsWith('balcao.db'))
    .toSorted()

test('an upload is a file of the media folder, named by what is in it, whatever its name and fields say', async () => {
  const before = await files()
  const bytes = `conteúdo ${crypto.randomUUID()}`
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  for (const path of [
    '../../fora',
    '/etc/fora',
    '..\\..\\fora',
    '%2e%2e%2ffora',
    '%252e%252e%252ffora',
    '․․/fora',
    'a\u0000b',
    '-rf',
    '$(touch fora)',
    '`id`',
    ';ls',
    'x'.repeat(5_000),
  ]) {
    const form = new FormData()
    form.append('medias', new File([bytes], path, { type: 'image/png' }))
    for (const field of ['typeArch', 'fileId', 'name', 'ref', 'path', 'folder', 'companyId', 'ticketId', 'whatsappId'])
      form.append(field, field.endsWith('Id') ? String(office.sul.id) : path.replaceAll('\0', ''))
    expect((await send(form)).status).toBe(200)
  }
  const added = (await files()).filter(name => !before.includes(name))
  expect(added).toEqual([join('media', hash.slice(0, 2), hash.slice(2))])
  expect((await office.sul.staff.admin.client.get<{ count: number }>(`/messages/${office.sul.tickets.open.id}`)).body.count).toBe(3)
})

test('no other program is ever started but one of the product’s own for each plugin, and never a shell', async () => {
  const starting: string[] = []
  for (const pattern of ['src/**/*.ts', 'plugins/**/*.ts'])
    for await (const path of new Bun.Glob(pattern).scan(join(import.meta.dir, '../..')))
      if (
        !/\.(test|fixture)\.ts$/.test(path) &&
        /child_process|\bspawn(Sync)?\(|\bexec(File)?(Sync)?\(\s*['"`]|Bun\.\$|import \{ \$/.test(
          await Bun.file(join(import.meta.dir, '../..', path)).text(),
        )
      )
        starting.push(path)
  expect(starting).toEqual(['src/plugins/process.ts'])
})

/** A picture of nothing, packed to a thousandth of what it is. */
function bomb(edge: number) {
  const part = (name: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge)
  head.writeUInt32BE(edge, 4)
  head[8] = 1
  const lines = deflateSync(Buffer.alloc((Math.ceil(edge / 8) + 1) * edge), { level: 1 })
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    part('IHDR', head),
    part('IDAT', lines),
    part('IEND', Buffer.alloc(0)),
  ])
}

test('a picture that would fill the memory is sent as it is, and never unpacked', async () => {
  const small = bomb(100)
  expect(await thumbnail(small)).not.toBeNull()
  const large = bomb(10_000)
  expect(large.length).toBeLessThan(200_000)
  expect(await pictureSize(large)).toEqual({ width: 10_000, height: 10_000 })
  expect(await thumbnail(large)).toBeNull()
  const form = new FormData()
  form.append('medias', new File([large], 'grande.png', { type: 'image/png' }))
  expect((await send(form)).status).toBe(200)
})

test.each([
  ['a picture cut short', 'image/png', bomb(100).subarray(0, 40)],
  ['a picture of negative size', 'image/png', Buffer.concat([bomb(100).subarray(0, 16), Buffer.alloc(8, 0xff), bomb(100).subarray(24)])],
  [
    'a GIF without an end',
    'image/gif',
    Buffer.concat([Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0', 'latin1'), Buffer.alloc(200_000, 0x2c)]),
  ],
  ['a picture that is a script', 'image/jpeg', Buffer.from('<script>alert(1)</script>')],
  ['a zip in a zip', 'application/zip', Buffer.from('PK\u0003\u0004'.repeat(1000), 'latin1')],
])('%s is kept as the file that it is', async (_, type, bytes) => {
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(bytes)], 'arquivo', { type }))
  expect((await send(form)).status).toBe(200)
})

test.each([
  ['nothing but a head', Buffer.from('OggS\0\u0002', 'latin1')],
  [
    'pages that never end',
    Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from('OggS\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff', 'latin1'))),
  ],
  ['what is no sound', Buffer.alloc(500_000, 7)],
])('a recording of %s is refused in words, and nothing is kept of it', async (_, bytes) => {
  const before = await files()
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(bytes)], 'audio-record-site-1.ogg', { type: 'audio/ogg' }))
  const { status, body } = await send(form)
  expect({ status, body }).toMatchObject({ status: 415, body: { code: 'ERR_AUDIO_UNREADABLE' } })
  expect(await files()).toEqual(before)
})

test('the texts of a form end their lines as those of a page do, and together are no longer than a megabyte', async () => {
  const before = await files()
  const form = new FormData()
  const file = new File(['x'], 'nota.txt', { type: 'text/plain' })
  form.append('medias', file)
  form.append('body', 'duas\r\nlinhas')
  expect((await send(form)).status).toBe(200)
  const { ana } = office.norte.staff
  const { body } = await ana.client.get<{ messages: { body: string }[] }>(`/messages/${office.norte.tickets.open.id}`)
  expect(body.messages.at(-1)!.body).toBe('duas\nlinhas')
  const large = new FormData()
  large.append('medias', new File(['y'], 'outra.txt', { type: 'text/plain' }))
  for (const name of ['body', 'outro', 'mais']) large.append(name, '\r\n'.repeat(200_000))
  expect(await send(large)).toMatchObject({ status: 413, body: { code: 'ERR_BODY_TOO_LARGE' } })
  expect((await files()).length).toBe(before.length + 1)
})
