import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import type { EditedBrand } from '.'
import { brands } from './schema'

const office = await testOffice()
const { norte, sul, product, store } = office
const operator = norte.staff.admin.client

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
const SVG = `<svg ${XMLNS} viewBox="0 0 48 48"><rect width="48" height="48" fill="#0b7f70"/></svg>`
/** A picture of one colour. */
async function png(width: number, height = width) {
  const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
  return new Bun.Image(dot).resize(width, height).png().bytes()
}
function form(content: string | Uint8Array, name = 'logo.svg', type = 'image/svg+xml') {
  const form = new FormData()
  form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type }))
  return form
}
const put = (target: string, content: string | Uint8Array, name?: string, type?: string) =>
  operator.post<EditedBrand>(`/brand/files/${target}`, form(content, name, type))
const code = async (target: string, content: string | Uint8Array, name?: string) => {
  const { status, body } = await put(target, content, name)
  return [status, (body as unknown as { code?: string; error?: string }).code ?? (body as unknown as { error?: string }).error]
}
const open = (path: string, headers: Record<string, string> = {}) =>
  Promise.resolve(product.app.request(path, { headers }, { address: '127.0.0.1' }))
const reset = () => operator.delete<EditedBrand>('/brand')

test('an operator names it, and everybody who is signed in hears of it', async () => {
  const [own, other] = [await norte.staff.ana.client.socket(), await sul.staff.ana.client.socket()]
  const { body } = await operator.put<EditedBrand>('/brand', {
    name: '  Bem Viver ',
    color: '#0B7',
    loginText: 'Olá',
    helpLink: 'https://a.example',
  })
  expect(body).toMatchObject({
    name: 'Bem Viver',
    color: '#00bb77',
    colorDark: '',
    loginText: 'Olá',
    helpLink: 'https://a.example',
    files: [],
  })
  expect(body.colors!.light).toMatchObject({ ink: '#ffffff', isCorrected: true })
  for (const [socket, { id }] of [
    [own, norte],
    [other, sul],
  ] as const) {
    expect((await socket.next(`company-${id}-brand`)).payload).toMatchObject({ brand: { name: 'Bem Viver', loginText: 'Olá' } })
    socket.close()
  }
  await operator.put('/brand', { id: 7, createdAt: 1, hash: 'x' })
  expect(await store.db.select().from(brands)).toMatchObject([{ id: 1, name: 'Bem Viver' }])
  expect((await operator.put<EditedBrand>('/brand', { loginText: '' })).body).toMatchObject({ name: 'Bem Viver', loginText: '' })
  expect((await reset()).body).toMatchObject({ name: '', colors: null, shown: { name: 'Balcão' } })
})

test('nobody else reads, changes, exports or imports it', async () => {
  for (const { client } of [sul.staff.admin, sul.staff.supervisor, norte.staff.ana]) {
    const asked = await Promise.all([
      client.get('/brand'),
      client.get('/brand/export'),
      client.get('/brand/colors?color=%23ff0000'),
      client.put('/brand', { name: 'Meu' }),
      client.delete('/brand'),
      client.post('/brand/import', form('{}')),
      client.post('/brand/files/login', form(SVG)),
      client.post('/settings/media-upload?ref=login', form(SVG)),
      client.delete('/brand/files/login'),
    ])
    expect(asked.map(({ status, body }) => [status, (body as { error: string }).error])).toEqual(asked.map(() => [403, 'ERR_NO_SUPER']))
  }
  expect((await operator.get<EditedBrand>('/brand')).body).toMatchObject({ name: '', files: [] })
})

test.each([
  ['name', 'Loja\r\nBcc: evil@example.com'],
  ['name', 'x'.repeat(61)],
  ['color', 'red;}body{display:none'],
  ['color', '#12'],
  ['colorDark', 'url(//evil.example)'],
  ['helpLink', 'javascript:alert(1)'],
  ['mailFooter', 'x'.repeat(501)],
])('%s refuses %p', async (key, value) => {
  expect(await operator.put('/brand', { [key]: value })).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
})

test('contrast is told before anything is saved', async () => {
  const { body } = await operator.get<EditedBrand['colors']>('/brand/colors?color=%23ffd400&colorDark=%23000000')
  expect(body).toMatchObject({ light: { fill: '#ffd400', ink: '#17181c', isCorrected: false }, dark: { isCorrected: true } })
  expect((await operator.get<EditedBrand['colors']>('/brand/colors')).body).toMatchObject({ light: { fill: '#2f5fd1' } })
  expect((await operator.get('/brand/colors?color=red')).status).toBe(400)
})

test('a logo is at its address for everybody, as what it is, with a validator, and where nothing of it runs', async () => {
  const { body } = await put('login', SVG.replace('<rect', '<!-- x --><rect'), '../../ logo.svg')
  expect(body.files).toEqual([
    {
      target: 'login',
      address: expect.stringMatching(/^\/public\/logotipos\/login\.svg\?v=\w+$/),
      fileName: '.._.._ logo.svg',
      size: expect.any(Number),
      width: 48,
      height: 48,
    },
  ])
  const { address } = body.files[0]!
  const answer = await open(address)
  expect(await answer.text()).toBe(SVG.replace(XMLNS, `${XMLNS} xmlns:xlink="http://www.w3.org/1999/xlink"`))
  const headers = Object.fromEntries(answer.headers)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
  })
  expect((await open(address, { 'if-none-match': headers['etag']! })).status).toBe(304)
  // Older clients know one ending, and a random query.
  for (const path of ['login.png', 'login.png?r=0.3', 'signup.png', 'interno.svg']) {
    const older = await open(`/public/logotipos/${path}`)
    expect([path, older.status, older.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml'])
    expect(older.headers.get('cache-control')).toBe('no-cache')
  }
  // A browser that opens it sees it, and not the application.
  expect((await open(address, { accept: 'text/html', 'sec-fetch-mode': 'navigate' })).headers.get('content-type')).toBe('image/svg+xml')
  await operator.delete('/brand/files/login')
  expect((await operator.get<EditedBrand>('/brand')).body.files).toEqual([])
})

test('sizes are derived from a square picture, and a small or a wide one is left as it is', async () => {
  await put('login', await png(300, 100), 'largo.png', 'image/png')
  await put('favicon', await png(32), 'f.png', 'image/png')
  const { body } = await put('favicon-256x256', await png(256), 'q.png', 'image/png')
  expect(body.shown.logos.login).toMatchObject({ isWide: true })
  for (const edge of [180, 192, 512]) {
    const answer = await open(`/public/logotipos/icon-${edge}.png`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(await new Bun.Image(await answer.bytes()).metadata()).toMatchObject({ width: edge, height: edge })
  }
  expect((await open('/public/logotipos/icon-4096.png')).status).not.toBe(200)
  expect(await new Bun.Image(await (await open('/favicon.ico')).bytes()).metadata()).toMatchObject({ width: 32 })
  expect(await new Bun.Image(await (await open('/public/logotipos/apple-touch-icon.png')).bytes()).metadata()).toMatchObject({ width: 180 })
  await reset()
})

test('bytes decide what a picture is, whatever it is called', async () => {
  const jpeg = await new Bun.Image(await png(64)).jpeg().bytes()
  const whole = await png(64)
  expect(await code('login', jpeg, 'logo.png')).toEqual([400, 'ERR_LOGO_TYPE'])
  expect(await code('login', 'GIF89a', 'logo.png')).toEqual([400, 'ERR_LOGO_TYPE'])
  expect(await code('login', '%PDF-1.4', 'logo.svg')).toEqual([400, 'ERR_LOGO_TYPE'])
  expect(await code('login', '<html><script>alert(1)</script></html>', 'logo.png')).toEqual([400, 'ERR_LOGO_UNSAFE'])
  expect(await code('favicon', `<svg ${XMLNS} onload="alert(1)"/>`, 'favicon.ico')).toEqual([400, 'ERR_LOGO_UNSAFE'])
  expect(await code('login', whole.slice(0, 40), 'logo.png')).toEqual([400, 'ERR_PICTURE_UNREADABLE'])
  expect(await code('favicon', new Uint8Array([0, 0, 1, 0, 1, 0]), 'favicon.ico')).toEqual([400, 'ERR_PICTURE_UNREADABLE'])
  expect(await code('login', '', 'logo.png')).toEqual([400, 'ERR_FILE_EMPTY'])
  expect(await code('login', 'x'.repeat(1024 * 1024 + 1), 'logo.svg')).toEqual([413, 'ERR_FILE_TOO_LARGE'])
  expect(await code('picture', SVG)).toEqual([400, 'ERR_PICTURE_TYPE'])
  expect(await code('outro', SVG)).toEqual([400, 'ERR_VALIDATION'])
  expect(await code('../login', SVG)).toEqual([404, 'ERR_NOT_FOUND'])
  expect(await operator.post('/brand/files/login', new FormData())).toMatchObject({ status: 400, body: { code: 'ERR_FILE_REQUIRED' } })
  expect((await put('picture', jpeg, 'p.png')).body.shown.picture).toMatch(/picture\.jpg/)
  expect((await reset()).body.files).toEqual([])
})

test('a picture that would fill the memory is refused by its header', async () => {
  const bomb = Buffer.from(await png(64))
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  bomb.writeUInt32BE(Bun.hash.crc32(bomb.subarray(12, 29)), 29)
  expect(await code('login', bomb, 'logo.png')).toEqual([400, 'ERR_PICTURE_UNREADABLE'])
})

test('pictures inside a drawing are looked at like those that come alone', async () => {
  const inside = (...pictures: Uint8Array[]) =>
    `<svg ${XMLNS} viewBox="0 0 9 9">${pictures.map(bytes => `<image xlink:href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/>`).join('')}</svg>`
  const bomb = Buffer.from(await png(64))
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(Bun.hash.crc32(bomb.subarray(12, 29)), 29)
  const unreadable = [400, 'ERR_PICTURE_UNREADABLE']
  expect(await code('login', inside(bomb))).toEqual(unreadable)
  expect(await code('login', inside((await png(64)).slice(0, 40)))).toEqual(unreadable)
  expect(await code('login', inside(new TextEncoder().encode(SVG)))).toEqual(unreadable)
  const large = await png(3_000)
  expect(await code('login', inside(large, large))).toEqual(unreadable)
  const kept = await png(64)
  const { body } = await put('login', inside(kept))
  expect(await (await open(body.shown.logos.login!.address)).text()).toContain(Buffer.from(kept).toString('base64'))
  await reset()
})

test('an icon file is kept when its pictures lie inside it', async () => {
  const inner = await png(32)
  const ico = Buffer.alloc(22 + inner.length)
  ico.set([0, 0, 1, 0, 1, 0, 32, 32])
  ico.writeUInt32LE(inner.length, 14)
  ico.writeUInt32LE(22, 18)
  ico.set(inner, 22)
  expect((await put('favicon', ico, 'favicon.ico')).body.files[0]).toMatchObject({ width: 32, height: 32 })
  expect((await open('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon')
  const large = await png(3_000)
  const twice = Buffer.alloc(38 + large.length)
  twice.set([0, 0, 1, 0, 2, 0])
  for (const entry of [6, 22]) {
    twice.writeUInt32LE(large.length, entry + 8)
    twice.writeUInt32LE(38, entry + 12)
  }
  twice.set(large, 38)
  expect(await code('favicon', twice, 'favicon.ico')).toEqual([400, 'ERR_PICTURE_UNREADABLE'])
  ico.set(inner.slice(0, inner.length - 20).fill(7, 40), 22)
  expect(await code('favicon', ico, 'favicon.ico')).toEqual([400, 'ERR_PICTURE_UNREADABLE'])
  ico.set(inner, 22)
  ico.writeUInt32LE(inner.length + 1, 14)
  expect(await code('favicon', ico, 'favicon.ico')).toEqual([400, 'ERR_PICTURE_UNREADABLE'])
  await reset()
})

test('older clients upload a logo by its name', async () => {
  const answer = await operator.post('/settings/media-upload?ref=interno', form(SVG))
  expect(answer).toMatchObject({ status: 200, body: { mensagem: 'Arquivo Anexado' } })
  expect((await operator.get<EditedBrand>('/brand')).body.files.map(({ target }) => target)).toEqual(['interno'])
  expect((await operator.post('/settings/media-upload?ref=../../etc', form(SVG))).status).toBe(400)
  await reset()
})

test('a brand is taken elsewhere as one file, and what is wrong with it changes nothing', async () => {
  await operator.put('/brand', { name: 'Bem Viver', color: '#0b7f70', mailFooter: 'Rua A, 1' })
  await put('interno', SVG)
  await put('picture', await png(40, 30), 'p.png')
  const { body: file, text } = await operator.get<{ files: { target: string; data: string }[]; brand: object }>('/brand/export')
  const before = (await operator.get<EditedBrand>('/brand')).body
  await reset()
  await put('signup', SVG)
  expect((await operator.post<EditedBrand>('/brand/import', form(text, 'marca.json'))).body).toEqual(before)
  const evil = Buffer.from(`<svg ${XMLNS}><script>alert(1)</script></svg>`).toString('base64')
  const refused = (more: object) => operator.post('/brand/import', form(JSON.stringify({ ...file, ...more }), 'marca.json'))
  expect(await refused({ files: [...file.files, { target: 'login', fileName: 'a.svg', data: evil }] })).toMatchObject({
    status: 400,
    body: { code: 'ERR_LOGO_UNSAFE' },
  })
  const wrong = [{ format: 'x' }, { brand: { color: 'red' } }, { files: [{ target: '../x', fileName: 'a', data: evil }] }, { files: 'x' }]
  for (const more of wrong) expect(await refused(more)).toMatchObject({ status: 400, body: { code: 'ERR_BRAND_FILE' } })
  expect(await operator.post('/brand/import', form('nada', 'marca.json'))).toMatchObject({ status: 400, body: { code: 'ERR_BRAND_FILE' } })
  expect((await operator.get<EditedBrand>('/brand')).body).toEqual(before)
  await reset()
})
