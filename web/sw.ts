// The service worker caches the shell: the one page, which is the same for everybody, and the files of the build, whose addresses change
// with what they hold. What the server says to a person is never cached, nor even seen: it would be read by who signs in next. What another
// application shares it lays down for a moment, until the page takes it. And it shows what its person is told while no window is open.

import type { Notice } from '../src/flows/push/notice'
import { keepShared, sweepShared } from './shared'

/** Names the build; build/scripts.ts puts it in. */
declare const BUILD: string
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Told = Lasting & { data: { json(): Notice } | null }
type Pressed = Lasting & { notification: Notification }
type Window = {
  focused: boolean
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
  postMessage(message: { open: string }, ports: MessagePort[]): void
}
type Asking = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
declare const self: {
  addEventListener<Name extends 'install' | 'activate'>(name: Name, listener: (event: Lasting) => void): void
  addEventListener(name: 'fetch', listener: (event: Asking) => void): void
  addEventListener(name: 'push', listener: (event: Told) => void): void
  addEventListener(name: 'notificationclick', listener: (event: Pressed) => void): void
  clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<Window[]>
    openWindow(path: string): Promise<unknown>
  }
  registration: ServiceWorkerRegistration
}

const PREFIX = 'shell-'
const NAME = PREFIX + BUILD
const PAGE = '/index.html'
const ASSETS = '/assets/'
const SHARE = '/share'
/** What a browser opens by itself and is not the page. */
const DATA = /^\/(api|media|metrics|healthz|openapi\.json)(\/|$)/

const kept = (key: Request | string) => caches.match(key, { ignoreVary: true })
/** What the network gave is shown whether it can be kept or not. */
async function keep(key: Request | string, answer: Response) {
  const copy = answer.clone()
  if (answer.status === 200 && answer.type === 'basic' && !answer.redirected)
    await caches
      .open(NAME)
      .then(cache => cache.put(key, copy))
      .catch(() => {})
  return answer
}

/** The page and what it names. */
async function install() {
  const page = await keep(PAGE, await fetch(PAGE, { cache: 'reload' }))
  const named = new Set((await page.text()).match(/\/assets\/[\w.-]+/g))
  await Promise.all([...named].map(async address => keep(address, await fetch(address))))
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name)
  await self.clients.claim()
}

/** The page as the server has it now; without a line the last one. */
const page = (request: Request) =>
  fetch(request).then(
    // A file that is opened by itself is no page.
    answer => (answer.headers.get('content-type')?.startsWith('text/html') ? keep(PAGE, answer) : answer),
    async (error: unknown) => {
      const last = await kept(PAGE)
      if (last) return last
      throw error
    },
  )
const asset = async (request: Request) => (await kept(request)) ?? keep(request, await fetch(request))

/** Whether a page of another website sent it. The system sends from no page, an application at most, and under no policy that hides one. */
const isForeign = ({ referrer, referrerPolicy }: Request) =>
  /^https?:/.test(referrer) ? new URL(referrer).origin !== location.origin : /^(no-referrer|same-origin)$/.test(referrerPolicy)

/** The form of the manifest's share_target. Whoever it is for is asked on the page. */
async function receive(request: Request) {
  if (!isForeign(request)) await keepShared(() => request.formData())
  return Response.redirect('/tickets', 303)
}

/** One of a tag takes the place of the one before, and sounds where it says something new. */
async function tell({ id, tag, title, body, path }: Notice) {
  const before = await self.registration.getNotifications({ tag })
  const isNew = before.every(one => (one.data as { id?: string } | null)?.id !== id)
  const shown = { body, tag, icon: '/icons/192.png', data: { id, path }, renotify: isNew, silent: !isNew }
  await self.registration.showNotification(title, shown as NotificationOptions)
}

/** Opens what it is about in the window that is there, or in one of its own. */
async function open({ path }: { path: string }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find(({ focused }) => focused) ?? windows[0]
  if (!window) return self.clients.openWindow(path)
  const taken = isTaken(window, path)
  await window.focus()
  // A window of an earlier version cannot be led anywhere.
  if (!(await taken)) await window.navigate(path).catch(() => self.clients.openWindow(path))
}

/** So long a page has to take what it is told: one that is only beginning hears nothing yet. */
const TAKES_MS = 1_500
const isTaken = (window: Window, path: string) =>
  new Promise<boolean>(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, TAKES_MS, false)
    window.postMessage({ open: path }, [port2])
  })

self.addEventListener('push', event => event.data && event.waitUntil(tell(event.data.json())))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data as { path: string }))
})
self.addEventListener('install', event => event.waitUntil(install()))
self.addEventListener('activate', event => event.waitUntil(activate()))
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === SHARE) return event.respondWith(receive(request))
  if (request.method !== 'GET') return
  if (pathname.startsWith(ASSETS)) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && !DATA.test(pathname)) {
    event.waitUntil(sweepShared())
    event.respondWith(page(request))
  }
})
