import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { testOffice } from '../office'

const office = await testOffice()
afterEach(() => setSystemTime())

type Shown = { mediaUrl: string; fileName: string; body: string; mimetype: string; id: string }

/** Sends a file in the open ticket and returns its message as clients see it. */
async function upload(bytes: BlobPart, name: string, type: string): Promise<Shown> {
  const { ana } = office.norte.staff
  const form = new FormData()
  form.set('medias', new File([bytes], name, { type }))
  expect((await ana.client.post(`/messages/${office.norte.tickets.open.id}`, form)).status).toBe(200)
  return (await ana.client.get<{ messages: Shown[] }>(`/messages/${office.norte.tickets.open.id}`)).body.messages.at(-1)!
}
const open = (url: string, headers: Record<string, string> = {}) => office.product.app.request(url, { headers })
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('the signed address opens without a session, and nothing else does', async () => {
  const { mediaUrl } = await upload(PIXEL, 'foto.png', 'image/png')
  const answer = await open(mediaUrl)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PIXEL)
  const url = new URL(mediaUrl, 'http://localhost')
  const changed = (change: (url: URL) => void) => {
    const other = new URL(url)
    change(other)
    return other.href
  }
  const changes = [
    changed(url => (url.search = '')),
    changed(url => url.searchParams.delete('s')),
    changed(url => url.searchParams.set('s', 'x')),
    changed(url => url.searchParams.set('t', 'text/html')),
    changed(url => url.searchParams.set('n', 'outro.html')),
    changed(url => url.searchParams.set('e', String(Date.now() + 1e12))),
    changed(url => (url.pathname = `/media/${'0'.repeat(64)}`)),
    ...[
      '../secrets.json',
      '..%2fsecrets.json',
      '%2e%2e/secrets.json',
      '....//secrets.json',
      'a%00b',
      '/etc/passwd',
      'a/../../secrets.json',
    ].map(path => changed(url => (url.pathname = `/media/${path}`))),
  ]
  for (const other of changes) {
    const refused = await open(other, { authorization: `Bearer ${office.norte.staff.admin.client.token}` })
    expect([other, refused.status]).toEqual([other, 404])
    expect(await refused.text()).not.toContain('session')
  }
})

test('an address expires', async () => {
  const { mediaUrl } = await upload(PIXEL, 'foto.png', 'image/png')
  setSystemTime(new Date(Date.now() + 49 * 3600_000))
  expect((await open(mediaUrl)).status).toBe(404)
})

test('parts of a file are served, and parts that it has not are refused', async () => {
  const { mediaUrl } = await upload('0123456789', 'dez.mp4', 'video/mp4')
  const part = async (range: string) => {
    const answer = await open(mediaUrl, { range })
    return [answer.status, await answer.text(), answer.headers.get('content-range')]
  }
  expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10'])
  expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10'])
  expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10'])
  expect(await part('bytes=0-999999')).toEqual([206, '0123456789', 'bytes 0-9/10'])
  expect(await part('bytes=10-')).toEqual([416, '', 'bytes */10'])
  expect(await part('bytes=5-2')).toEqual([416, '', 'bytes */10'])
  expect(await part('bytes=-0')).toEqual([416, '', 'bytes */10'])
  for (const odd of ['bytes=0-1,3-4', 'bytes=a-b', 'lines=1-2', 'bytes=-', 'bytes=99999999999999999999-', 'x'.repeat(5000)])
    expect([odd, (await open(mediaUrl, { range: odd })).status]).toEqual([odd, odd.startsWith('bytes=999') ? 416 : 200])
})

test.each([
  ['grafico.svg', 'image/svg+xml'],
  ['pagina.html', 'text/html'],
  ['pagina.xhtml', 'application/xhtml+xml'],
  ['dados.xml', 'text/xml'],
  ['codigo.js', 'text/javascript'],
  ['sem-tipo', ''],
  ['quebra.png', 'image/png\r\nx-injected: 1'],
  ['nomeção "aspas".pdf.html', 'text/html'],
])('%s is a file to save: nothing in it runs', async (name, type) => {
  const { mediaUrl } = await upload('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', name, type)
  const { status, headers } = await open(mediaUrl)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toStartWith(name === 'quebra.png' ? '' : 'attachment')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toStartWith('sandbox')
  expect(headers.get('x-injected')).toBeNull()
})

test('a file name leads nowhere', async () => {
  for (const name of [
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    'a\u0000b.png',
    '-rf',
    '$(id).png',
    'x'.repeat(500),
    '\u202egpj.exe',
    '.',
    '..',
    '%2e%2e%2f',
  ]) {
    const { mediaUrl, fileName } = await upload(PIXEL, name, 'image/png')
    expect(fileName).not.toMatch(/[\p{Cc}/\\]/u)
    expect(fileName.length).toBeLessThanOrEqual(200)
    expect((await open(mediaUrl)).status).toBe(200)
  }
})

test('a message from the network can give its file any type and name', async () => {
  const from = { pn: '5511970001111' }
  const kinds = [
    'text/html\r\nx-injected: 1',
    'ção/ção',
    '',
    'image/png; name="\u202e',
    'x'.repeat(10_000),
    'image/svg+xml',
    'IMAGE/PNG',
    'text/html;image/png',
  ]
  for (const mimetype of kinds)
    for (const fileName of ['../../x\r\ny"', null, '\ud83d', '']) {
      const content = {
        type: 'media',
        mediaType: 'application',
        mimetype,
        fileName,
        caption: '',
        voice: false,
        seconds: null,
        waveform: null,
        width: null,
        height: null,
        size: null,
        async *download() {
          yield new Uint8Array(PIXEL)
        },
      } as const
      await office.receive(office.norte, { from, content })
    }
  const { client } = office.norte.staff.admin
  const { tickets } = (await client.get<{ tickets: { id: number; contact: { number: string } }[] }>('/tickets?status=pending&showAll=true'))
    .body
  const { id } = tickets.find(ticket => ticket.contact.number === from.pn)!
  for (const page of [1, 2])
    for (const { mediaUrl } of (await client.get<{ messages: Shown[] }>(`/messages/${id}?pageNumber=${page}`)).body.messages) {
      const { status, headers } = await open(mediaUrl)
      expect([mediaUrl, status]).toEqual([mediaUrl, 200])
      expect(headers.get('x-injected')).toBeNull()
      if (!headers.get('content-type')!.startsWith('image/png')) expect(headers.get('content-disposition')).toStartWith('attachment')
    }
})

test('what is no file, too many files or an empty one is refused in words', async () => {
  const { client } = office.norte.staff.ana
  const form = (...files: File[]) => {
    const data = new FormData()
    for (const file of files) data.append('medias', file)
    return data
  }
  const path = `/messages/${office.norte.tickets.open.id}`
  const none = form()
  none.set('medias', 'no file')
  expect(await client.post(path, none)).toMatchObject({ status: 400, body: { error: 'Escolha um arquivo!' } })
  expect((await client.post(path, form(new File([], 'nada.png')))).status).toBe(400)
  expect((await client.post(path, form(...Array.from({ length: 31 }, (_, i) => new File(['x'], `${i}.txt`))))).status).toBe(400)
  const many = form(new File(['x'], 'x.txt'))
  for (let i = 0; i < 20_000; i++) many.append('body', 'x')
  expect((await client.post(path, many)).status).toBeLessThan(500)
})
