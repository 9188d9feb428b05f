import { afterAll, expect, test } from 'bun:test'
import type { BrowserContextOptions } from 'playwright-core'
import { startPushService } from '../peers/push-service'
import { until } from '../until'
import { accept, agent, composer, pressButton, row, signIn } from './agent'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const service = startPushService()
afterAll(() => service.stop())
const { shop, browser } = await testShop({ OUTBOUND_ALLOW: service.destination })

/** The browser's own push service is Google's: what it would answer comes from ours, what it would deliver is handed to the service worker. */
async function sit(options: BrowserContextOptions = {}, login?: { email: string; password: string }) {
  const person = await browser.open('wide', shop.url, undefined, { serviceWorkers: 'allow', permissions: ['notifications'], ...options })
  const { page, context } = person
  await context.exposeFunction('subscribeAt', (key: string) => service.subscribe(key))
  await context.addInitScript(() => {
    let kept: unknown = null
    const { subscribeAt } = window as unknown as { subscribeAt(key: string): Promise<{ endpoint: string }> }
    Object.assign(PushManager.prototype, {
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const json = await subscribeAt(applicationServerKey)
        return (kept = { ...json, toJSON: () => json, unsubscribe: async () => ((kept = null), true) })
      },
      getSubscription: async () => kept,
    })
    // A headless shell shows nothing, and so refuses all.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true })
  })
  await page.goto('/login')
  if (login) {
    await signIn(person, login)
    await page.goto('/tickets')
  }
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return person
}

async function openPreferences(person: Person) {
  await pressButton(person, /^Conta de/, person.page.getByRole('banner').first())
  await person.page.getByRole('menuitem', { name: 'Perfil' }).click()
  await pressButton(person, 'Preferências')
}

/** What a headless shell would show, if it showed anything: it is kept where the worker asks for it again. */
async function workerOf({ context }: Person) {
  const worker = await until(() => context.serviceWorkers()[0])
  await worker.evaluate(() => {
    const shown: object[] = []
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, options: object) => void shown.push({ title, ...options, close: () => {} }),
      getNotifications: async () => shown,
    })
    // No person pressed the notice, so that no window may come to the front.
    Object.assign((self as unknown as { WindowClient: { prototype: object } }).WindowClient.prototype, { focus: async () => {} })
  })
  return worker
}
type Worker = Awaited<ReturnType<typeof workerOf>>
const notices = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

test('a person turns notices on; what a customer writes while the window is hidden comes to the device, is shown, and opens the ticket', async () => {
  const customer = '5511933340001'
  shop.control.addPhone({ phone: customer, name: 'Cleide Nogueira' })
  const write = (text: string) => shop.control.send({ from: customer, to: NUMBER, type: 'text', text })
  await write('Bom dia')
  const person = await sit({}, await shop.person('Ana Lima'))
  const { page, context } = person
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    session.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    ),
  )
  await session.send('ServiceWorker.enable')
  await accept(person, 'Cleide Nogueira')
  await openPreferences(person)
  const toggle = page.getByRole('switch', { name: 'Avisos neste aparelho' })
  await toggle.click()
  await page.getByRole('switch', { name: 'Quem espera nas minhas filas' }).waitFor()
  expect(await look(person, 'push-on')).toEqual([])
  await page.keyboard.press('Escape')

  // Another tab is in front.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  // That it is in front is told by the page in its own time: what came before that is written once more.
  let looks = 0
  const pushed = await until(async () => {
    if (looks++ % 200 === 0) await write('Meu pedido chegou quebrado')
    return service.pushed[0]
  })
  // Of one that was written twice the title says so.
  const { title } = pushed.notice as { title: string }
  expect(['Cleide Nogueira', 'Cleide Nogueira (2)']).toContain(title)
  const told = { title, body: 'Meu pedido chegou quebrado' }
  expect(pushed.notice).toMatchObject(told)
  const data = JSON.stringify(pushed.notice)
  const worker = await workerOf(person)
  await session.send('ServiceWorker.deliverPushMessage', { origin: shop.url, registrationId: await registered, data })
  await until(async () => (await notices(worker)).length)
  expect(await notices(worker)).toMatchObject([told])

  // What a press of the notice has the worker say; the page takes notices away as soon as it is in front.
  await worker.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    Object.assign(self, { notification })
  })
  const press = () =>
    worker.evaluate(() => {
      const { notification } = self as unknown as { notification: Notification }
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
    })
  // The page has only begun: what listens to the worker is not there yet.
  await page.goto('/contacts', { waitUntil: 'commit' })
  await press()
  await composer(person).waitFor()
  expect(new URL(page.url()).pathname).toBe((pushed.notice as { path: string }).path)
  expect(person.problems).toEqual([])

  // Who signs out takes the device along.
  await pressButton(person, /^Conta de/, page.getByRole('banner').first())
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByLabel('E-mail').waitFor()
  const before = service.pushed.length
  await write('Alguém?')
  await row(await agent(browser, shop.url, 'wide', await shop.person('Bia Reis', 'admin')), 'Cleide').count()
  expect(service.pushed).toHaveLength(before)
  expect(service.refusals).toEqual([])
  await person.close()
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const WITHOUT: [what: string, options: { userAgent?: string }, change: () => void, words: string][] = [
  [
    'is blocked',
    {},
    () => void Object.defineProperty(Notification, 'permission', { get: () => 'denied', configurable: true }),
    'Os avisos foram bloqueados',
  ],
  [
    'is an iPhone’s',
    { userAgent: IPHONE },
    () => void Reflect.deleteProperty(window, 'PushManager'),
    'No iPhone e no iPad, instale primeiro',
  ],
  ['can’t', {}, () => void Reflect.deleteProperty(window, 'PushManager'), 'Este navegador não recebe avisos'],
]

test.each(WITHOUT)('a browser that %s says why there are no notices, and what to do', async (what, options, change, words) => {
  const person = await sit(options, await shop.person(`Rui${what.length} Reis`))
  await person.context.addInitScript(change)
  await person.page.reload()
  await openPreferences(person)
  await person.page.getByText(words).waitFor()
  expect(await person.page.getByRole('switch', { name: 'Avisos neste aparelho' }).isDisabled()).toBe(true)
  expect(await look(person, `push-${what.slice(0, 4)}`)).toEqual([])
  await person.close()
})
