import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Browsing, openBrowser } from '../e2e/browser'
import { openOffice, type Office } from '../factories'

let office: Office
let browser: Browsing
beforeAll(async () => {
  ;[office, browser] = await Promise.all([openOffice(), openBrowser()])
}, 30_000)
afterAll(() => Promise.all([browser?.close(), office?.close()]))

const headersOf = async (path: string) => (await office.product.app.request(path, { headers: { 'sec-fetch-mode': 'navigate' } })).headers
const directives = (policy: string): Record<string, string[]> =>
  Object.fromEntries(policy.split('; ').map(directive => [directive.split(' ')[0]!, directive.split(' ').slice(1)]))

/** Where help videos come from: their stills and their player, which are all that a page shows of another place. */
const VIDEOS = { 'img-src': 'https://i.ytimg.com', 'frame-src': 'https://www.youtube-nocookie.com' }

test('nothing inline, and nothing of another place but help videos, is allowed by the policy of a page', async () => {
  for (const path of ['/', '/tickets', '/setup?token=x', '/nothing-here']) {
    const policy = directives((await headersOf(path)).get('content-security-policy')!)
    for (const [kind, video] of Object.entries(VIDEOS)) {
      expect(policy[kind]).toContain(video)
      policy[kind] = policy[kind]!.filter(source => source !== video)
    }
    for (const sources of Object.values(policy)) expect(sources.join(' ')).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|wss?:|\*/)
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'style-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    })
    expect(policy['frame-src']).toEqual([])
    // What no line names falls back to none.
    for (const silent of ['object-src', 'worker-src']) expect(policy[silent]).toBeUndefined()
  }
})

test('a page may hear the microphone and ask where it is, and nothing else', async () => {
  const permissions = (await headersOf('/')).get('permissions-policy')!
  expect(permissions.split(', ').sort()).toEqual([
    'camera=()',
    'display-capture=()',
    'geolocation=(self)',
    'microphone=(self)',
    'payment=()',
    'usb=()',
  ])
})

test('https is demanded only of an installation that people reach by it', async () => {
  const secure = await openOffice({ PUBLIC_URL: 'https://atendimento.exemplo.com' })
  const answer = await secure.product.app.request('/version')
  await secure.close()
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect((await headersOf('/version')).get('strict-transport-security')).toBeNull()
})

test('what a page does against the policy is counted', async () => {
  const policy = (await headersOf('/')).get('content-security-policy')!
  const page = `<!doctype html><title>Hostil</title><link rel="icon" href="data:,">
    <script>window.ran = 'inline'</script>
    <style>body { color: red }</style>
    <p style="color: red" onclick="window.ran = 'handler'">oi</p>
    <iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
    <script src="/write.js"></script>`
  const script = "addEventListener('load', () => { try { document.body.innerHTML += '<img src=x onerror=ran=1>' } catch {} })"
  const hostile = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.endsWith('.js')
        ? new Response(script, { headers: { 'content-type': 'text/javascript' } })
        : new Response(page, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } }),
  })
  const person = await browser.open('wide', hostile.url.href)
  await person.page.goto('/', { waitUntil: 'load' })
  await person.page.locator('p').click()
  expect(await person.page.evaluate(() => 'ran' in window)).toBe(false)
  const refused = person.problems.flatMap(problem => /^policy: (\S+)/.exec(problem)?.[1] ?? [])
  await person.close()
  await hostile.stop(true)
  expect(new Set(refused)).toEqual(
    new Set(['script-src-elem', 'style-src-elem', 'style-src-attr', 'script-src-attr', 'require-trusted-types-for']),
  )
})
