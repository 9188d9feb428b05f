import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../chromium'
import { keepSecrets } from '../secrets'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Stills of help videos; nothing of the network is reached from here.
  // A name of the network is no secure context, as loopback is: there browsers withhold a part of their interfaces.
  '--host-resolver-rules=MAP i.ytimg.com ~NOTFOUND, MAP www.youtube-nocookie.com ~NOTFOUND, MAP rede.test 127.0.0.1',
  '--mute-audio',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]
/**
 * A page of a test lives for seconds: optimizing its scripts, and parsing those that do not run, costs more than it brings, and so do
 * processes of their own that draw and that fetch. What runs is compiled at once by the cheap compiler: interpreting what axe does costs a tenth more.
 */
const SHORT_LIVED = [
  '--js-flags=--no-opt --no-maglev --always-sparkplug --max-lazy',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
]
const AXE = await Bun.file(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js')).text()
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const PATIENCE_MS = 45_000

export const sizes = {
  wide: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} satisfies Record<string, BrowserContextOptions>
export type Size = keyof typeof sizes

/** What a page of a test found wrong by itself: errors of scripts and of the console, refusals of the policy, requests that failed. */
type Problems = string[]

/** Tells every refusal of the content security policy to the test, in all pages and frames. */
function tellViolations() {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    (window as unknown as { policyRefused(what: string): void }).policyRefused(
      `${effectiveDirective} refused ${blockedURI} at ${sourceFile}:${lineNumber}`,
    ),
  )
}

async function launch(flags: string[]) {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('These tests need Chromium; the variable CHROMIUM may name it')
  const start = () => chromium.launch({ executablePath, args: flags })
  // One start of some hundreds ends in a crash of Chromium itself, with nothing of ours in it yet.
  return start().catch(start)
}
/** The files of a worker share one, which ends with it: each person has a context of their own, as in a window that keeps nothing. */
let shared: Promise<Browser> | undefined
async function sharedBrowser(): Promise<Browser> {
  const asked = (shared ??= launch([...FLAGS, ...SHORT_LIVED]))
  const browser = await asked.catch(() => undefined)
  if (browser?.isConnected()) return browser
  // The first who sees it asks for another.
  if (shared === asked) shared = launch([...FLAGS, ...SHORT_LIVED])
  return shared
}

/** `measures` where what it needs is measured: one of its own, with all that a browser of a person has. */
export async function openBrowser({ measures } = { measures: false }) {
  const browser = await (measures ? launch(FLAGS) : sharedBrowser())
  const contexts: BrowserContext[] = []
  return {
    async open(size: Size, url: string, kept?: Kept, more?: BrowserContextOptions) {
      const person = await open(browser, size, url, kept, more)
      contexts.push(person.context)
      return person
    },
    async close() {
      await Promise.all(contexts.map(context => context.close()))
      if (measures) await browser.close()
    },
  }
}
export type Browsing = Awaited<ReturnType<typeof openBrowser>>

/** What the browser of somebody who signed in keeps. */
type Kept = { token: string; cookie: { name: string; value: string } }
const cookieOf = ({ cookie }: Kept, url: string) => ({ ...cookie, url, httpOnly: true, sameSite: 'Lax' as const })
/** In the page, before its scripts: the token is there once, and gone after a sign-out. A stored state would open a page of its own to write it. */
function seed({ token, origin }: { token: string; origin: string }) {
  if (self.origin !== origin || localStorage.getItem('seeded')) return
  localStorage.setItem('seeded', 'true')
  localStorage.setItem('token', token)
}

/** A person before a browser of their own. */
async function open(browser: Browser, size: Size, baseURL: string, kept?: Kept, more?: BrowserContextOptions) {
  const context = await browser.newContext({
    ...sizes[size],
    baseURL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // What goes through one is hidden from tests that answer in the place of the server.
    serviceWorkers: 'block',
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    ...more,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const problems: Problems = []
  const watch = (page: Page) => {
    page.on('pageerror', error => problems.push(`script: ${error.stack ?? error}`))
    page.on('console', message => {
      // A refused request is told by its response, with its address.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(`console: ${message.text()}`)
    })
    page.on('response', response => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
    })
    page.on('requestfailed', request => {
      // A page that is left, or a player that has enough, cancels its request.
      const reason = request.failure()?.errorText ?? ''
      if (!['net::ERR_ABORTED', 'net::ERR_NAME_NOT_RESOLVED'].includes(reason))
        problems.push(`${reason} ${request.method()} ${new URL(request.url()).pathname}`)
    })
  }
  context.on('page', watch)
  await context.exposeFunction('policyRefused', (what: string) => void problems.push(`policy: ${what}`))
  await context.addInitScript(tellViolations)
  if (kept) {
    await context.addCookies([cookieOf(kept, baseURL)])
    await context.addInitScript(seed, { token: kept.token, origin: new URL(baseURL).origin })
  }
  const page = await context.newPage()
  return {
    size,
    page,
    context,
    problems,
    /** Takes away what the story itself caused. */
    forgive: (cause: RegExp) => void problems.splice(0, problems.length, ...problems.filter(problem => !cause.test(problem))),
    async close() {
      const { cookies, origins } = await context.storageState()
      const stored = [...cookies, ...origins.flatMap(origin => origin.localStorage)].filter(({ name }) => /^(jrt|token)$/.test(name))
      for (const { value } of stored) keepSecrets('token', [value])
      await context.close()
    },
  }
}
export type Person = Awaited<ReturnType<typeof open>>

type Violation = { id: string; impact: string | null; nodes: { target: unknown; failureSummary?: string }[] }

/** In the page: rows whose name has no room, buttons of a table that its card cuts off, and dialogs that are wider than they are. */
function lost() {
  const nameless = [...document.querySelectorAll('.data td.cell-who')].filter(cell => cell.getClientRects().length && cell.clientWidth < 40)
  const cut = [...document.querySelectorAll('.card-b .data button')].filter(
    button => button.getBoundingClientRect().right > button.closest('.card-b')!.getBoundingClientRect().right,
  )
  const wider = [...document.querySelectorAll('[role=dialog] .body')].filter(body => body.scrollWidth > body.clientWidth + 1)
  return [
    ...wider.map(body => `the dialog has ${body.scrollWidth - body.clientWidth} pixels beside it`),
    ...nameless.map(cell => `no room for the name ${cell.textContent}`),
    ...cut.map(button => `${button.getAttribute('aria-label') ?? button.textContent} is cut off`),
  ]
}

/**
 * What axe finds serious. Of what is inert below a dialog it tells nothing, but walks through all of it unless that is excluded. In the other
 * theme nothing is painted: axe computes the styles it asks for, and the theme is back before the next frame.
 */
async function violations(page: Page, rules: string[], { inOtherTheme } = { inOtherTheme: false }) {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(AXE)
  const run = `axe.run({ exclude: [['[inert]']] }, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(result => result.violations)`
  const turned = `(${turnTheme})(); ${run}.finally(${turnTheme})`
  const found = await page.evaluate<Violation[]>(inOtherTheme ? turned : run)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id} at ${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`))
}
/** In the page: all that differs between the themes hangs on this attribute. */
const turnTheme = () => {
  const { dataset } = document.documentElement
  dataset['theme'] = dataset['theme'] === 'own-dark' ? 'own-light' : 'own-dark'
}

/** Looks at a mail as a reader of it draws it, in both themes. */
export async function lookAtMail({ page }: Person, html: string, name: string): Promise<string[]> {
  const found: string[] = []
  await page.goto('about:blank')
  await page.setContent(html)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await shoot(page, `${name}-${colorScheme}`)
    found.push(...(await violations(page, STANDARDS)).map(what => `${name} ${colorScheme}: ${what}`))
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return found
}

/**
 * Looks at the screen: what is wider than it, what is lost on it, and serious findings of axe, those of contrast in both themes. SHOTS names
 * a folder for pictures of it.
 */
export async function look({ page, size }: Person, name: string): Promise<string[]> {
  // A list that is read anew is pale until it has come.
  await page.locator('.is-dim').first().waitFor({ state: 'detached' })
  const isDark = await page.evaluate(() => document.documentElement.dataset['theme'] === 'own-dark')
  const [theme, other] = isDark ? ['dark', 'light'] : ['light', 'dark']
  await shoot(page, `${name}-${size}-${theme}`)
  const wider = (await page.evaluate(() => document.documentElement.scrollWidth)) - sizes[size].viewport.width
  const found = [
    ...(wider > 0 ? [`${wider} pixels wider than the screen`] : []),
    ...(await page.evaluate(lost)),
    ...(await violations(page, STANDARDS)).map(what => `${theme}: ${what}`),
  ]
  if (process.env.SHOTS) {
    await page.evaluate(turnTheme)
    await shoot(page, `${name}-${size}-${other}`)
    await page.evaluate(turnTheme)
  }
  // A phone has the colours of the wide screen.
  if (size === 'wide') found.push(...(await violations(page, ['color-contrast'], { inOtherTheme: true })).map(what => `${other}: ${what}`))
  return found.map(what => `${name}: ${what}`)
}

async function shoot(page: Page, name: string) {
  const folder = process.env.SHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  // Hiding the caret would put a style into the page, which its policy refuses.
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'initial' })
}
