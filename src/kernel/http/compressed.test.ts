import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { newPhone, openOffice, type Office } from '../../../tests/factories'

let office: Office
beforeAll(async () => {
  office = await openOffice()
  for (let i = 0; i < 3; i++)
    await office.receive(office.norte, { from: { pn: newPhone() }, text: `${i} ${'o modem não liga '.repeat(60)}` })
}, 30_000)
afterAll(() => office?.close())

const ask = async (path: string, encodings?: string, method = 'GET') => {
  const { token } = office.norte.staff.admin.client
  const headers = { authorization: `Bearer ${token}`, ...(encodings && { 'accept-encoding': encodings }) }
  const answer = await office.product.app.request(path, { method, headers })
  return { answer, bytes: await answer.bytes(), encoding: answer.headers.get('content-encoding') }
}
const LIST = '/tickets?showAll=true'
const decompress = { gzip: Bun.gunzipSync, zstd: Bun.zstdDecompressSync }
const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0, gzip;q=0.5', 'gzip'],
] as const)('a list is compressed for who accepts %s: %s', async (offered, chosen) => {
  const plain = await ask(LIST)
  const compressed = await ask(LIST, offered)
  expect(compressed.encoding).toBe(chosen)
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 3)
  expect(read(decompress[chosen](compressed.bytes as Uint8Array<ArrayBuffer>))).toBe(read(plain.bytes))
  expect(compressed.answer.headers.get('content-type')).toBe(plain.answer.headers.get('content-type'))
})

test.each([undefined, 'identity', 'br', 'gzip;q=0, zstd;q=0'])('nothing is compressed for who accepts %s', async offered => {
  const { encoding, answer, bytes } = await ask(LIST, offered)
  expect(encoding).toBeNull()
  expect(JSON.parse(read(bytes)).tickets).not.toBeEmpty()
  // Whoever keeps an answer for others has to ask for each of its forms.
  expect(answer.headers.get('vary')).toContain('accept-encoding')
})

test.each([
  ['what fits into one packet', '/version', 'GET'],
  ['what the cookie opens', '/auth/me', 'GET'],
  ['the same under /api', '/api/auth/me', 'GET'],
  ['a refusal', '/tickets/999999', 'GET'],
  ['what is done', '/auth/refresh_token', 'POST'],
])('%s is left as it is', async (_, path, method) => {
  expect((await ask(path, 'gzip', method)).encoding).toBeNull()
})

test.each(['gzip', 'zstd'] as const)('much is compressed beside the event loop, and is the same: %s', async chosen => {
  const plain = await ask('/openapi.json')
  expect(plain.bytes.length).toBeGreaterThan(64 * 1024)
  const compressed = await ask('/openapi.json', chosen)
  expect(compressed.encoding).toBe(chosen)
  expect(read(decompress[chosen](compressed.bytes as Uint8Array<ArrayBuffer>))).toBe(read(plain.bytes))
})

test('the description of the API is written once, and is not sent again to who has it', async () => {
  const written = spyOn(JSON, 'stringify')
  const first = await ask('/openapi.json', 'zstd')
  const before = written.mock.calls.length
  for (const offered of ['zstd', 'gzip', undefined]) await ask('/openapi.json', offered)
  expect(written.mock.calls.length).toBe(before)
  written.mockRestore()
  const etag = first.answer.headers.get('etag')!
  const again = await office.product.app.request('/openapi.json', { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
})
