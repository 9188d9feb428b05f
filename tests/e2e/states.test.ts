import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Right, ruleOf } from '#modules/rights'
import { nouns } from '../../src/nouns'
import { words as crud } from '../../web/crud/words'
import { sampleOf, written } from '../sample'
import { agent } from './agent'
import { look, openBrowser, type Person } from './browser'
import { PAGES, source } from './routes'
import { client, OWNER, openHouse } from './shop'
import { until } from '../until'
import { shown, visit } from './visit'

// Every page in each state that it may be met in.
setDefaultTimeout(300_000)

/** What pages ask for that have no entry in the drawer, or where the entry asks for more than the page. */
const RIGHT: Record<string, Right | undefined> = {
  '/subscription': 'invoices:pay',
  '/openapi': undefined,
  '/coupons': 'invoices:operate',
  '/opt-outs': 'campaigns:use',
  '/campaigns/:id': 'campaigns:use',
  '/campaign/:id/report': 'campaigns:use',
  '/contact-lists/:id/contacts': 'campaigns:use',
  // Whoever is told that a number is down sees which one.
  '/connections': undefined,
}
const rightOf = ({ path, right }: (typeof PAGES)[number]) => (path in RIGHT ? RIGHT[path] : right)
/** Pages that are never empty: they have a row from the start, show how things stand, or are a form. */
const NEVER_EMPTY = [
  ...['/kanban', '/schedules', '/', '/users', '/companies', '/plans', '/receita', '/plugins', '/subscription', '/settings'],
  ...['/campaigns-config', '/campaigns/:id', '/campaign/:id/report', '/messages-api', '/openapi'],
]
/** Pages that ask the server for nothing before somebody does something. */
const ASK_NOTHING = ['/todolist', '/messages-api', '/settings', '/campaigns/:id']
/** An empty page whose next step is not this person's to take, or stands beside it. */
const NO_STEP = ['/todolist', '/financeiro/:id?', '/reports', '/tickets/:uuid?/:message?']

const [house, browser] = await Promise.all([
  openHouse({ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, SANDBOX: 'on' }),
  openBrowser(),
])
const owner = await client(house.url, OWNER)
await owner.put('/settings/singleSession', { value: 'disabled' })
const password = OWNER.password
const ana = { email: 'ana@nortefibra.test', password }
await owner.post('/users', { name: 'Ana Lima', ...ana, profile: 'user', queueIds: [] })
const plan = await owner.post<{ id: number }>('/plans', { name: 'Básico', users: 5, connections: 5, queues: 5 })
const sul = { email: 'sul@sul.test', password }
await owner.post('/companies', { name: 'Sul', ...sul, planId: plan.id })
const [operator, person, admin] = await Promise.all([
  agent(browser, house.url, 'wide', OWNER),
  agent(browser, house.url, 'phone', ana),
  agent(browser, house.url, 'wide', sul),
])
afterAll(async () => {
  await Promise.all([operator, person, admin].map(each => each.close()))
  await browser.close()
  await house.close()
})

/** The rows that pages of one row show, by the page. */
const ids: Record<string, string | number> = { '/campaigns/:id': 'new', '/campaign/:id/report': 1, '/contact-lists/:id/contacts': 1 }
const addressOf = (path: string) => path.replace(/\/:\w+\?/g, '').replace(':id', String(ids[path])) || '/'
const nameOf = (path: string) => addressOf(path).replaceAll('/', '-').slice(1) || 'dashboard'

/** What nobody can read: a key in the place of its text, a slot that nothing filled; and what is wider than the screen. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector<HTMLElement>('main')!
    const raw = main.innerText.split('\n').filter(line => /^[a-z]+\.[a-zA-Z.]+$|\bundefined\b|\bNaN\b|\[object /.test(line.trim()))
    const wider = document.documentElement.scrollWidth - innerWidth
    return [...raw.filter(line => line !== 'openapi.json'), ...(wider > 0 ? [`${wider} pixels wider than the screen`] : [])]
  })
/** What stands in the place of rows: its sentences, and how many next steps it has. */
const placeholders = (page: Page) =>
  page.locator('main .empty').evaluateAll(all =>
    all.map(one => ({
      title: one.querySelector('h1, h2')?.textContent ?? '',
      text: one.querySelector('p')?.textContent ?? '',
      steps: one.querySelectorAll('.do :is(button, a)').length,
      isBad: one.querySelector('.art.bad') !== null,
    })),
  )
/** Walks every page, and says what it found by page. */
async function walk(who: Person, state: string, wrong: (path: string) => Promise<string[]>, among = PAGES.toReversed()) {
  const found: string[] = []
  await who.page.goto('/todolist')
  await shown(who.page)
  for (const { path } of among) {
    await visit(who.page, addressOf(path))
    const problems = [...(await faults(who.page)), ...(await wrong(path))]
    if (process.env.SHOTS) problems.push(...(await look(who, `${state}-${nameOf(path)}`)))
    found.push(...problems.map(problem => `${path}: ${problem}`))
  }
  return found
}

test('every page without an entry in the drawer says here which right it asks for', () => {
  expect(PAGES.length).toBeGreaterThan(30)
  const silent = PAGES.filter(({ path, right }) => !right && !(path in RIGHT) && source.split(`'${path}'`)[1]!.indexOf('nav:') < 0)
  expect(silent).toEqual([])
})

test('with nothing in it, every page says what it is for, and has the button of the next step', async () => {
  expect(
    await walk(operator, 'empty', async path => {
      const empty = () => placeholders(operator.page)
      const isEmpty = !NEVER_EMPTY.includes(path)
      const found = isEmpty
        ? await until(async () => {
            const all = await empty()
            return all.length ? all : undefined
          }).catch(() => [])
        : await empty()
      if (!found.length) return NEVER_EMPTY.includes(path) ? [] : ['says nothing where it is empty']
      return found.flatMap(({ title, text, steps, isBad }) => [
        ...(title && text ? [] : ['has no sentence']),
        ...(steps || NO_STEP.includes(path) || found.some(one => one.steps) ? [] : [`"${title}" has no next step`]),
        ...(isBad && path !== '/campaign/:id/report' ? [`"${title}" is no empty page`] : []),
      ])
    }),
  ).toEqual([])
  operator.forgive(/^404 GET \/(campaigns\/1\/report|contact-lists\/1)$/)
  expect(operator.problems).toEqual([])
})

/** What a person may open is shown; what not leads home and says why. */
async function denied(who: Person, reasonOf: (right: Right) => string | undefined) {
  const { page } = who
  const found: string[] = []
  await page.clock.install()
  await page.goto('/tickets')
  await shown(page)
  for (const one of PAGES) {
    const right = rightOf(one)
    const reason = right && reasonOf(right)
    // Who has no dashboard has the tickets for a home.
    if (!reason || one.path === '/') continue
    await page.evaluate(address => history.pushState(null, '', address), addressOf(one.path))
    const said = page.locator('.toast-b').filter({ hasText: reason })
    const isTold = await said
      .first()
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      )
    if (!isTold) found.push(`${one.path}: is not told "${reason}" but "${await page.locator('.toast-b').allInnerTexts()}"`)
    if (process.env.SHOTS) await look(who, `denied-${nameOf(one.path)}`)
    // A second, after which one is led home, and those that the notice stays.
    await page.clock.fastForward(5_000)
    await page.waitForURL(url => ['/', '/tickets'].includes(url.pathname))
    await said.waitFor({ state: 'detached' })
  }
  // The clock that was put forward takes the line for dead, which is opened anew.
  who.forgive(/^403 GET |WebSocket is already in CLOSING/)
  return found
}

test('a page that somebody has no right to says so, and leads home', async () => {
  const reasonOf = (right: Right) => {
    const { profiles, super: isOperators } = ruleOf(right)
    if (isOperators) return 'Sem permissão para acessar!'
    return profiles.includes('user') ? undefined : crud('noRight')
  }
  expect(await denied(person, reasonOf)).toEqual([])
  expect(person.problems).toEqual([])
})

test('a page that the plan of the company is without says so, and leads home', async () => {
  const reasonOf = (right: Right) => {
    const { plan: feature, super: isOperators } = ruleOf(right)
    return isOperators ? 'Sem permissão para acessar!' : feature && crud('noPlan')
  }
  expect(await denied(admin, reasonOf)).toEqual([])
  expect(admin.problems).toEqual([])
})

/** Rows by the interface, those of every noun and what is none; every other one with names as long as they may be. */
const made: Record<string, { id: number }[]> = {}
async function seed(count: number) {
  const add = async (name: string, most: number, body: (n: number) => object, path = name) => {
    const rows = (made[name] ??= [])
    while (rows.length < Math.min(most, count)) rows.push(await owner.post<{ id: number }>(path, body(rows.length)))
  }
  const text = (n: number) => `${n} Assunto comprido que ninguém abrevia, ${'com detalhes '.repeat(12)}`
  for (const { facts, tableName } of nouns)
    await add(
      tableName,
      MOST[tableName] ?? count,
      n => ({
        ...(sampleOf(facts.body, of => made[of]?.[0]?.id ?? null, Object.keys(facts.unique ?? {})) as object),
        ...(n % 2 && written(facts.body, text(n))),
      }),
      facts.api.path,
    )
  const [queue, connection] = [made['queues']![0]!.id, made['connections']![0]!.id]
  await add('/tickets', count, n => ({
    contactId: made['contacts']![n]!.id,
    queueId: queue,
    whatsappId: connection,
    userId: owner.user.id,
  }))
  await add('/chats', count, n => ({ title: n % 2 ? text(n).slice(0, 60) : `Equipe ${n}`, users: [{ id: made['users']![0]!.id }] }))
  await add('/resellers', 3, n => ({ name: `Revenda ${n}`, domains: `revenda${n}.test`, email: `revenda${n}@revenda.test` }))
  await add('/companies', count, n => ({ name: `Empresa ${n}`, email: `empresa${n}@empresa.test`, planId: plan.id }))
  Object.assign(ids, { '/campaign/:id/report': made['campaigns']![0]!.id, '/contact-lists/:id/contacts': made['contact_lists']![0]!.id })
}
/** Notes hang on tickets; passwords are slow to hash, and each connection opens a line. */
const MOST: Record<string, number> = { ticket_notes: 0, users: 4, connections: 3 }
/** What is kept in the browser alone, and what a company is asked to pay on a day. */
const NOT_MADE = ['/todolist', '/financeiro/:id?']
/** Beside a list, where nothing of it is open. */
const CHOOSE = /^(Escolha um|Primeiros passos)/
/** A campaign that did not begin has reached nobody; nothing is simulated here. */
const NOTHING_YET = ['/campaign/:id/report', '/sandbox']

test.each([1, 45])('with %d of everything, every page shows what there is', async count => {
  await seed(count)
  expect(
    await walk(
      operator,
      `with-${count}`,
      async () => {
        const empty = (await placeholders(operator.page)).filter(({ title }) => !CHOOSE.test(title))
        return empty.map(({ title }) => `says "${title}"`)
      },
      PAGES.filter(({ path }) => ![...NOT_MADE, ...NOTHING_YET].includes(path)),
    ),
  ).toEqual([])
  expect(operator.problems).toEqual([])
})

/** In the page: as long as it is told to, no request for rows is answered. Who answers in the server's place by the browser's own means has it load every script anew. */
function failing() {
  const { fetch } = globalThis
  const isSession = (address: string) => /\/(auth|session|brand|version)\b(?!=)/.test(new URL(address, location.href).pathname)
  const failed = () => Response.json({ error: 'ERR_INTERNAL', code: 'ERR_INTERNAL' }, { status: 500 })
  globalThis.fetch = Object.assign(async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    return sessionStorage.getItem('failing') && !isSession(address) ? failed() : fetch(input, init)
  }, fetch)
}
const fail = (page: Page, isFailing: boolean) =>
  page.evaluate(isFailing => (isFailing ? sessionStorage.setItem('failing', 'yes') : sessionStorage.removeItem('failing')), isFailing)

test('where the server fails, every page says so, and its button reads again', async () => {
  const { page, context } = operator
  await context.addInitScript(failing)
  const found: string[] = []
  for (const { path } of PAGES) {
    await fail(page, true)
    await page.goto(addressOf(path))
    await shown(page)
    const bad = page.locator('main .empty:has(.art.bad)')
    const isSaid =
      ASK_NOTHING.includes(path) ||
      (await bad
        .first()
        .waitFor({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        ))
    if (!isSaid) found.push(`${path}: says nothing`)
    found.push(...(await faults(page)).map(fault => `${path}: ${fault}`))
    if (process.env.SHOTS) found.push(...(await look(operator, `error-${nameOf(path)}`)))
    await fail(page, false)
    for (let left = await bad.count(); left; left = await bad.count()) {
      // A page whose line came back in this moment has read by itself what failed.
      const again = bad.first().getByRole('button', { name: 'Tentar de novo' })
      await again.click({ timeout: 5_000 }).catch((error: unknown) => again.isVisible().then(isThere => isThere && Promise.reject(error)))
      await until(async () => (await bad.count()) < left)
    }
    await shown(page)
  }
  expect(found).toEqual([])
  expect(operator.problems).toEqual([])
})
