import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../factories'

let office: Office
const asked: string[] = []
const inside = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => (asked.push(request.url), new Response('{"text":"segredo de dentro"}')),
})
/** Allowed by the operator, and leads wherever it is told to. */
const outside = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => Response.redirect(new URL(request.url).searchParams.get('to')!, 302),
})
beforeAll(async () => {
  office = await openOffice({ OUTBOUND_ALLOW: `127.0.0.1:${outside.port}` })
})
afterAll(async () => {
  await Promise.all([office?.close(), inside.stop(true), outside.stop(true)])
})

type Tried = { ok: boolean; error?: string }
/** What an administrator is told who lets the product ask an address. */
async function tryOut(urlN8N: string) {
  const { status, body } = await office.norte.staff.admin.client.post<Tried>('/queueIntegration/testSession', { type: 'webhook', urlN8N })
  return { status, ...body }
}

const PORT = inside.port
test.each([
  '127.0.0.1', 'localhost', '127.1', '0177.0.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '127.0.0.1.', '0.0.0.0', '0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]',
  '１２７.0.0.1', '127。0。0。1', 'user@127.0.0.1', 'exemplo.com@127.0.0.1', 'LOCALHOST',
])('nobody gets the product to ask its own machine: %s', async host => {
  expect(await tryOut(`http://${host}:${PORT}/`)).toMatchObject({ status: 200, ok: false, error: 'ERR_OUTBOUND_PRIVATE_ADDRESS' })
  expect(asked).toEqual([])
}) // prettier-ignore

test.each([
  '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '169.254.169.254', '192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '[fc00::1]', '[fd12::1]', '[fe80::1]', '[ff02::1]', '[::ffff:10.0.0.1]', '[64:ff9b::10.0.0.1]', '[2002:7f00:1::]', '[::10.0.0.1]', '[64:ff9b:1::a00:1]', '[2001:0:a00:1::]', '[fec0::1]',
])('nor a network behind it: %s', async host => {
  expect(await tryOut(`http://${host}/`)).toMatchObject({ status: 200, ok: false, error: 'ERR_OUTBOUND_PRIVATE_ADDRESS' })
}) // prettier-ignore

test.each([
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'ftp://exemplo.com/',
  'data:text/html,x',
  'unix:/var/run/x',
  'http:',
  'http://',
  '//exemplo.com',
  'javascript:1',
  'http://a b/',
])('what is no address of the web is refused before it is asked: %s', async address => {
  expect(await tryOut(address)).toMatchObject({ status: 400, code: 'ERR_VALIDATION' })
})

test('an address that the operator allows leads to no other', async () => {
  for (const to of [
    `http://127.0.0.1:${PORT}/`,
    `http://localhost:${PORT}/`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
  ]) {
    const { ok, error } = await tryOut(`http://127.0.0.1:${outside.port}/?to=${encodeURIComponent(to)}`)
    expect([to, ok, error]).toEqual([to, false, expect.stringMatching(/^ERR_OUTBOUND_(PRIVATE_ADDRESS|PROTOCOL|REDIRECT)$/)])
  }
  expect(asked).toEqual([])
})
