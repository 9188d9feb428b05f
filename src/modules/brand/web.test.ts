import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startSmtp } from '../../../tests/peers/smtp'
import { sendTo } from '../../../tests/mail'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'
import { migrate } from '#kernel/storage/migrate'
import { openStore } from '#kernel/storage/libsql'
import { brandedWeb } from '.'
import { brands } from './schema'

const office = await testOffice()
const { norte, sul, product, store } = office
const operator = norte.staff.admin.client
const OTHER = /balc[aã]o/i

const SOURCES = join(import.meta.dir, '../../../web')
/** The page and the manifest as they stand in the sources, which the build only gives addresses. */
const sources = {
  page: () => new Response(Bun.file(join(SOURCES, 'index.html'))),
  file(request: Request) {
    const { pathname } = new URL(request.url)
    return /^\/(manifest\.webmanifest|icons\/\d+\.png)$/.test(pathname)
      ? new Response(Bun.file(join(SOURCES, 'static', pathname)))
      : undefined
  },
}
const web = brandedWeb({ db: store.db, media: norte.ctx.media, web: sources })
const at = (path: string, headers: Record<string, string> = {}) => new Request(`http://servidor.exemplo${path}`, { headers })
const page = async (path = '/login') => (await web.page(at(path))).text()
const manifest = async () => (await web.file(at('/manifest.webmanifest')))!.json() as Promise<Record<string, unknown>>

const svg = (size: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"><path d="M0 0"/></svg>`
async function put(target: string, content: string) {
  const form = new FormData()
  form.set('file', new File([content], 'logo.svg'))
  expect((await operator.post(`/brand/files/${target}`, form)).status).toBe(200)
}

test('without a brand everything is as the product comes', async () => {
  expect(await page()).toBe(await Bun.file(join(SOURCES, 'index.html')).text())
  expect(await manifest()).toEqual(await Bun.file(join(SOURCES, 'static/manifest.webmanifest')).json())
  for (const path of ['/public/logotipos/login.png', '/public/logotipos/favicon.ico', '/favicon.ico'])
    expect((await web.file(at(path)))!.headers.get('content-type')).toBe('image/png')
  expect(await web.file(at('/icons/192.png'))).toBeUndefined()
  expect(await web.file(at('/public/logotipos/outro.png'))).toBeUndefined()
  expect(await web.file(at('/public/logotipos/../../etc/passwd'))).toBeUndefined()
})

test('with one, the page, its manifest and its style wear it, and say no other name', async () => {
  await operator.put('/brand', {
    name: 'Bem <Viver> "&" &quot;',
    color: '#0b7f70',
    loginText: 'Atendimento da Bem Viver',
    helpText: '</script><b>oi',
  })
  await put('interno', svg('48 48'))
  const html = await page()
  expect(html).not.toMatch(OTHER)
  expect(html).toContain('<title>Bem &lt;Viver&gt; "&amp;" &amp;quot;</title>')
  expect(html).toMatch(/<link rel="icon" href="\/public\/logotipos\/interno\.svg\?v=\w+" type="image\/svg\+xml"/)
  expect(html).not.toContain('</script><b>oi')
  const attribute = /data-brand="([^"]*)"/.exec(html)![1]!
  expect(JSON.parse(attribute.replaceAll('&quot;', '"'))).toMatchObject({ name: 'Bem <Viver> "&" &quot;', helpText: '</script><b>oi' })
  expect(html).not.toContain('apple-180')
  const address = /<link rel="stylesheet" href="(\/brand\.css\?v=\w+)">/.exec(html)![1]!
  const sheet = (await web.file(at(address)))!
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  expect(await sheet.text()).toMatch(/^:root,\[data-theme\$='-light'\]\{--brand-fill:#0b7f70;--brand-ink:#ffffff;/)
  const installed = await manifest()
  expect(installed).toMatchObject({
    name: 'Bem <Viver> "&" &quot;',
    theme_color: '#0b7f70',
    icons: [{ sizes: 'any', type: 'image/svg+xml' }],
    // What other applications share comes in under any name.
    share_target: { action: '/share', method: 'POST' },
  })
  expect(JSON.stringify(installed)).not.toMatch(OTHER)
})

test('the page that a browser keeps for a time without a line is the same', async () => {
  expect(await (await web.file(at('/index.html')))!.text()).toBe(await page())
})

test('a database that can’t be read holds up no page that was read before', async () => {
  const other = await openStore(':memory:')
  await migrate(other.client)
  await other.db.insert(brands).values({ id: 1, name: 'Loja da Ana' })
  const its = brandedWeb({ db: other.db, media: norte.ctx.media, web: sources })
  const before = await (await its.page(at('/login'))).text()
  expect(before).toContain('<title>Loja da Ana</title>')
  await other.close()
  expect(await (await its.page(at('/login'))).text()).toBe(before)
})

test('a name without a logo is one: its first letter, in its colour, wherever a logo stands', async () => {
  await operator.delete('/brand')
  await operator.put('/brand', { name: '<ana', color: '#0b7f70' })
  const html = await page()
  const address = /<link rel="icon" href="(\/brand\.svg\?v=\w+)" type="image\/svg\+xml"/.exec(html)![1]!
  expect(html).not.toContain('apple-180')
  expect((await manifest())['icons']).toEqual([{ src: address, sizes: 'any', type: 'image/svg+xml' }])
  for (const path of [address, '/favicon.ico', '/public/logotipos/login.png', '/public/logotipos/apple-touch-icon.png']) {
    const answer = (await web.file(at(path)))!
    expect([path, answer.headers.get('content-type')]).toEqual([path, 'image/svg+xml'])
    expect(await answer.text()).toMatch(/fill="#0b7f70".*fill="#ffffff">&lt;<\/text>/)
  }
  // What a notice of the service worker shows.
  expect(await (await web.file(at('/icons/192.png')))!.text()).toContain('&lt;</text>')
  await put('login', svg('48 48'))
  expect(await (await web.file(at('/icons/192.png')))!.text()).toBe(await (await web.file(at('/public/logotipos/login.svg')))!.text())
  expect(await web.file(at(address))).toBeUndefined()
  expect(await page()).not.toContain('/brand.svg')
})

test('a page that did not change is not sent again, and one that did is', async () => {
  const tag = (await web.page(at('/login'))).headers.get('etag')!
  const again = () => web.page(at('/tickets?v=1', { 'if-none-match': tag }))
  expect((await again()).status).toBe(304)
  expect((await web.page(at('/tickets?v=1'))).headers.get('cache-control')).toBe('no-cache')
  await operator.put('/brand', { name: 'Bem Viver' })
  expect((await again()).status).toBe(200)
})

test('what the host of a request says is nowhere in what is answered', async () => {
  expect(await page()).not.toContain('servidor.exemplo')
  const answer = await product.app.request('/public/logotipos/login.png', { headers: { host: 'evil.example' } }, { address: '127.0.0.1' })
  expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain('evil.example')
})

test('mails and the description of the API say the brand’s name, and no other', async () => {
  const smtp = await startSmtp({})
  await sendTo(smtp, operator.put)
  await operator.put('/brand', { name: 'Bem Viver', color: '#0b7f70', mailFooter: 'Rua A, 1\nManaus <AM>' })
  await product.app.request(
    '/forgetpassword',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: sul.staff.ana.email }) },
    { address: '127.0.0.1' },
  )
  const [mail] = await until(() => smtp.mails.length > 0 && smtp.mails)
  expect(mail!.headers).toMatchObject({ from: 'Bem Viver <nao-responda@loja.com.br>' })
  expect(mail!.text.replaceAll('\r', '')).toContain('-- \nBem Viver\nRua A, 1\nManaus <AM>')
  expect(mail!.html).toContain('Manaus &lt;AM&gt;')
  expect(mail!.html).toContain('font-weight:700;color:#006f62">Bem Viver<')
  expect(JSON.stringify(mail)).not.toMatch(OTHER)
  const { body, text } = await operator.get<{ info: { title: string } }>('/openapi.json')
  expect(body.info.title).toBe('Bem Viver')
  expect(text).not.toMatch(OTHER)
  await smtp.close()
})
