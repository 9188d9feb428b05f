import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { fileNameOf } from '#kernel/media/row-file'
import { composer, conversation, goTo, inHead, pressButton, row, showList, signIn, takeIt, thread } from '../e2e/agent'
import { type Browsing, openBrowser, type Person } from '../e2e/browser'
import { NUMBER, openShop, type Shop, until } from '../e2e/shop'
import { caller, COMPANY, fillInAll, hasAll, KNOWN, operateAll, writeAll } from './everywhere'
import { payloads } from './payloads'

setDefaultTimeout(180_000)

/** An address of somebody else: whoever makes a browser or the server ask it has run something. */
const asked: string[] = []
const canary = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: ({ url }) => (asked.push(url), new Response('window.top.pwn?.()')) })
const all = payloads(`127.0.0.1:${canary.port}`)
/** WhatsApp's marks become type, and rows run lines together. */
const bare = (text: string) => text.replace(/[*_~`\s]/g, '')

let shop: Shop
let browser: Browsing
let ana: Person
/** What ran, and every dialog that opened. */
const ran: string[] = []
const notices: string[] = []

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  await Promise.all([writeAll(shop, all), fillInAll(shop, all)])
  await until(() => hasAll(shop))
  const login = await shop.person('Ana Lima', 'admin')
  await operateAll(shop)
  ana = await browser.open('wide', shop.url)
  ana.page.on('dialog', dialog => void ran.push(`dialog ${dialog.message()}`))
  await ana.context.grantPermissions(['notifications'])
  await ana.context.exposeFunction('pwn', () => void ran.push(ana.page.url()))
  await ana.context.exposeFunction('noticed', (...words: string[]) => void notices.push(...words))
  await ana.page.goto('/login')
  await signIn(ana, login)
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await canary.stop(true)
})
afterEach(async () => {
  expect({ ran, asked, problems: ana.problems }).toEqual({ ran: [], asked: [], problems: [] })
  const links = await ana.page.locator('a[href]').evaluateAll(found => found.map(link => (link as HTMLAnchorElement).protocol))
  expect(links.filter(protocol => !/^(https?|blob):$/.test(protocol))).toEqual([])
})

/** Everything of the corpus stands in what the elements say, as it was written. */
async function expectAll(elements: string, shown = (text: string) => text) {
  expectIn(await ana.page.locator(elements).allTextContents(), shown)
}
function expectIn(texts: Iterable<string>, shown = (text: string) => text) {
  const said = [...texts].map(bare)
  expect(all.filter(text => !said.some(each => each.includes(bare(shown(text)))))).toEqual([])
}
/** Goes up a conversation from its end until something is drawn: what is far from what is read is not. */
async function upTo(wanted: Locator, read = async () => {}) {
  const box = thread(ana)
  const place = () => box.evaluate(({ scrollTop, scrollHeight }) => `${scrollTop} ${scrollHeight}`)
  await box.evaluate(element => element.scrollTo(0, element.scrollHeight))
  for (;;) {
    await ana.page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await read()
    if (await wanted.count()) return
    const before = await place()
    await box.evaluate(element => element.scrollBy(0, -2 * element.clientHeight))
    await until(async () => (await place()) !== before)
  }
}
/** Scrolls until there is no more to come. */
async function toTheEnd(list: string) {
  while (await ana.page.locator(`${list} .more-line`).count()) {
    const before = await ana.page.locator(`${list} > *`).count()
    await ana.page.locator(list).evaluate(element => element.scrollTo(0, element.scrollHeight))
    await until(async () => (await ana.page.locator(`${list} > *`).count()) !== before)
  }
}

test('people and groups of any name wait in the lists', async () => {
  await showList(ana, 'Aguardando')
  await row(ana, 'Helena Prado').waitFor()
  await toTheEnd('.ticket-list')
  await expectAll('.ticket .name')
  await expectAll('.ticket .last')
  await ana.page.getByRole('tab', { name: 'Grupos' }).click()
  await row(ana, 'Helena Prado').waitFor({ state: 'detached' })
  await ana.page.locator('.ticket').first().waitFor()
  await toTheEnd('.ticket-list')
  await expectAll('.ticket .name')
})

test('a conversation of every kind of message is text', async () => {
  await ana.page.getByRole('tab', { name: 'Abertos' }).click()
  await showList(ana, 'Aguardando')
  await row(ana, 'Helena Prado').getByRole('link').click()
  await takeIt(ana)
  const parts = ['.words', '.quoted', '.file-card .font-medium', '.words:has-text("legenda")', '.contact-card:has-text("cartão")']
  parts.push('.words:has-text("enquete"), .words:has-text("botão")', '.loc-link:has-text("lugar")')
  const said = new Map(parts.map(part => [part, new Set<string>()]))
  const places = new Set<string>()
  await upTo(thread(ana).getByText('primeira de todas'), async () => {
    for (const [part, texts] of said) for (const text of await ana.page.locator(part).allTextContents()) texts.add(text)
    // What is no emoji is no reaction.
    expect(await ana.page.locator('.reactions').count()).toBe(0)
    const links = thread(ana).locator('.loc-link')
    for (const host of await links.evaluateAll(links => links.map(link => (link as HTMLAnchorElement).host))) places.add(host)
  })
  for (const [part, texts] of said) expectIn(texts, part === '.file-card .font-medium' ? fileNameOf : undefined)
  expect(places).toEqual(new Set(['maps.google.com']))
})

test('what is written backwards turns no name and nothing beside it round', async () => {
  const file = thread(ana).getByRole('article').filter({ hasText: 'fotogpj.exe' })
  await upTo(file)
  await file.getByText('EXE', { exact: true }).waitFor()
  expect(await file.getByRole('link').getAttribute('download')).toBe('fotogpj.exe')
  const words = thread(ana).locator('.words').filter({ hasText: 'sárta arap' })
  await upTo(words)
  expect(await words.evaluate(element => getComputedStyle(element).unicodeBidi)).toBe('isolate')
})

test('emoji are chosen and put in without a style or a script of their own', async () => {
  await composer(ana).fill('')
  await pressButton(ana, 'Emoji', conversation(ana))
  await ana.page.getByLabel('Buscar emoji').fill('coração vermelho')
  await ana.page.locator('[frimousse-emoji]').filter({ visible: true }).first().click()
  await until(async () => await composer(ana).inputValue())
  await composer(ana).fill('')
})

test('a hostile file shows its name in the viewer, and opens nothing of its own', async () => {
  const pictures = thread(ana).getByRole('button', { name: /^Abrir/ })
  await upTo(pictures)
  await pictures.last().click()
  await ana.page.getByRole('dialog').getByText('foto').waitFor()
  await ana.page.keyboard.press('Escape')
})

test('the desktop, the window and the bell are told words', async () => {
  const { page } = ana
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.Notification = class {
      static permission = 'granted'
      constructor(title: string, { body }: { body: string }) {
        void (window as unknown as { noticed(...words: string[]): void }).noticed(title, body)
      }
    } as never
  })
  await shop.control.send({ from: caller(0), to: NUMBER, type: 'text', text: all[1]! })
  await until(() => notices.includes(all[1]!))
  expect(notices).toContain(all[0]!)
  expect(await page.title()).toContain(COMPANY)
  await pressButton(ana, /^Notificações/, page.locator('.topbar'))
  await page.locator('.pop-list .opt').first().waitFor()
  expect(bare((await page.locator('.pop-list').textContent())!)).toContain(bare(all.at(-1)!))
  await page.keyboard.press('Escape')
})

test('what is searched is found as text, with tags and people to narrow it', async () => {
  const { page } = ana
  const list = page.getByRole('region', { name: 'Lista de atendimentos' })
  await pressButton(ana, 'Buscar', list)
  for (const text of ['pwn()', all[1]!]) {
    await page.getByLabel('Nome, número ou mensagem').fill(text)
    await page.locator('.ticket').first().waitFor()
  }
  for (const filter of ['Tag', 'Atendente']) {
    await pressButton(ana, filter, list)
    await page.locator('.pop [role=option]').first().waitFor()
    await expectAll('.pop .clip')
    await page.keyboard.press('Escape')
  }
})

test('what is known of a contact is text beside the conversation and in its form', async () => {
  const { page } = ana
  await page.getByLabel('Nome, número ou mensagem').fill(KNOWN)
  await row(ana, '<b onclick=pwn()>').getByRole('link').click()
  await inHead(ana, 'Dados do contato')
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.getByRole('heading', { name: '<b onclick=pwn()>' }).waitFor()
  await expectAll('.contact-pane dt')
  await expectAll('.contact-pane dd')
  // The conversation shows those of them that have room.
  await pane.locator('.note-card').first().waitFor()
  await expectAll('.contact-pane .note-card p')
  await pressButton(ana, 'Editar dados', pane)
  const fields = pane.getByRole('textbox')
  await until(async () => (await fields.count()) > all.length)
  const filled = await fields.evaluateAll(found => found.map(field => (field as HTMLInputElement).value))
  expect(all.filter(text => filled.filter(value => value === text).length < 2)).toEqual([])
  await page.keyboard.press('Escape')
})

/** The pages that crudPage draws, by their entry in the drawer. */
const source = (name: string) => Bun.file(join(import.meta.dir, '../../web', name)).text()
const [routes, loads] = await Promise.all([source('routes.tsx'), source('pages.ts')])
const folders = new Map(
  [...loads.matchAll(/'([^']+)': \w+\(\(\) => import\('\.\/pages\/([\w-]+)\//g)].map(([, path, folder]) => [path, folder]),
)
const drawn = new Set(
  await Array.fromAsync(new Glob('*/*.tsx').scan({ cwd: join(import.meta.dir, '../../web/pages') }), async file =>
    /\bcrudPage</.test(await Bun.file(join(import.meta.dir, '../../web/pages', file)).text()) ? file.split('/')[0]! : '',
  ),
)
const lists = [...routes.matchAll(/path: '([^']+)',\s+nav: \{\s*label: \{ pt: '([^']+)'/g)].flatMap(([, path, label]) =>
  drawn.has(folders.get(path) ?? '') ? label! : [],
)

/** A row of a table, or a card in its place. */
const LINE = '.page-body :is(tbody tr, .video-card)'

test.each(lists)('every line of the page %s is text', async name => {
  await goTo(ana, name)
  const rows = ana.page.locator(LINE)
  await rows.first().waitFor()
  const count = Number(await ana.page.locator('.page-head .sub').textContent())
  await until(async () => {
    await ana.page.locator('.page-body').evaluate(element => element.scrollTo(0, element.scrollHeight))
    return (await rows.count()) === count
  })
  await expectAll(LINE)
})

test('the menu of a queue is text in its tree, and as the customer reads it', async () => {
  await goTo(ana, 'Filas')
  await ana.page.getByRole('table').getByRole('row').filter({ hasText: 'Suporte' }).click()
  await ana.page.getByRole('tab', { name: 'Menu de opções' }).click()
  await ana.page.locator('.tree .what').first().waitFor()
  await expectAll('.tree .what')
  await expectAll('.menu-preview .bubble', text => text.slice(0, 100))
  await ana.page.keyboard.press('Escape')
})
