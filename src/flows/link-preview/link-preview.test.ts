import { afterAll, beforeEach, expect, test } from 'bun:test'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { testOffice } from '../../../tests/office'
import { linkPreviewFlow } from './index'
import { wordsOf } from './page'

const office = await testOffice()
const { norte, sul } = office
let asked: string[] = []
const page = (html: string, type = 'text/html; charset=utf-8') => new Response(html, { headers: { 'content-type': type } })
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (pathname === '/planos')
      return page(
        '<head><title>Fora</title><meta property="og:title" content="Planos &amp; preços"><meta name="description" content="Fibra\nem casa"></head>',
      )
    if (pathname === '/grande') return page(`<title>x</title>${'x'.repeat(1_100_000)}`)
    if (pathname === '/arquivo') return page('<title>x</title>', 'application/pdf')
    return new Response('', { status: 404 })
  },
})
afterAll(() => site.stop(true))
const preview = linkPreviewFlow(guardedFetch(() => true))
const link = (path: string) => `http://127.0.0.1:${site.port}${path}`
const say = async (body: string, more: object = {}) => (await norte.makeMessage(norte.tickets.open, { body, ...more })).uid
const choose = (value: string) => norte.staff.admin.client.put('/settings/linkPreviews', { value })
beforeEach(async () => {
  asked = []
  await choose('enabled')
})

test('of a link the company sees title and summary, and its page is asked for once', async () => {
  const uids = [await say(`veja ${link('/planos')}.`), await say(`de novo ${link('/planos')}`)]
  for (const uid of uids)
    expect(await preview(norte.ctx, uid)).toEqual({
      address: link('/planos'),
      host: '127.0.0.1',
      title: 'Planos & preços',
      description: 'Fibra em casa',
    })
  expect(asked).toEqual(['/planos'])
})

test('nobody is asked unless the company wants it', async () => {
  await choose('disabled')
  expect(await preview(norte.ctx, await say(link('/desligado')))).toBeNull()
  expect(asked).toEqual([])
})

test('what is deleted, no text, too large, no page or not there has none', async () => {
  expect(await preview(norte.ctx, await say(link('/apagada'), { isDeleted: true }))).toBeNull()
  expect(await preview(norte.ctx, await say(`|${link('/lugar')}|aqui`, { mediaType: 'locationMessage' }))).toBeNull()
  expect(await preview(norte.ctx, await say(`http://ana:segredo@127.0.0.1:${site.port}/senha`))).toBeNull()
  expect(await preview(norte.ctx, await say('sem link'))).toBeNull()
  expect(asked).toEqual([])
  for (const path of ['/grande', '/arquivo', '/nada']) expect(await preview(norte.ctx, await say(link(path)))).toBeNull()
})

test('the product asks no private address for a customer, and tells nobody who does not see the message', async () => {
  const uid = await say(link('/planos'))
  const of = (client: typeof norte.staff.ana.client) => client.get<{ preview: object | null }>(`/messages/${uid}/preview`)
  expect((await of(norte.staff.ana.client)).body).toEqual({ preview: null })
  expect(asked).toEqual([])
  expect((await of(norte.staff.bia.client)).status).toBe(403)
  expect((await of(sul.staff.admin.client)).status).toBe(404)
})

test('words of a page are text: entities as letters, signs that turn letters round left out, cut at a length', () => {
  expect(wordsOf('<head><title>A &#60;b&#x3e; &eacute;</title></head>')).toEqual({ title: 'A <b> &eacute;', description: '' })
  expect(wordsOf(`<meta property="og:title" content="a\u202eb${'x'.repeat(900)}">`)!.title).toHaveLength(200)
  expect(wordsOf('<p>nada</p>')).toBeNull()
})
