import { effect, signal, untracked } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { del, get, post } from '../kit/api'
import { connected, emit } from '../kit/realtime'
import { state, user } from '../session'

/**
 * What this browser can do about notices while it is closed: an iPhone only once the application is on its home screen, no browser after a
 * refusal, which the browser alone takes back.
 */
type Push = 'unknown' | 'unsupported' | 'install' | 'denied' | 'off' | 'on'
export const push = signal<Push>('unknown')

/** Whose devices this browser is among: nobody else who signs in here is told of anything. */
const KEY = 'push'
const isOn = () => localStorage.getItem(KEY) === String(user.peek()?.id)
const isPhoneOfApple = () => /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

function possible(): Push | undefined {
  if ('PushManager' in window && 'Notification' in window && navigator.serviceWorker)
    return Notification.permission === 'denied' ? 'denied' : undefined
  return isPhoneOfApple() && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'unsupported'
}

const manager = async () => (await navigator.serviceWorker.ready).pushManager

/** Subscribes to the key of this installation, and tells it where. */
async function subscribe() {
  const [{ publicKey }, push] = await Promise.all([get<{ publicKey: string }>('/push-subscriptions'), manager()])
  const asked = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await push.subscribe(asked).catch(async () => {
    // To the key of before, or of another installation at this address.
    await (await push.getSubscription())?.unsubscribe()
    return push.subscribe(asked)
  })
  const { endpoint, keys } = subscription.toJSON()
  await post('/push-subscriptions', { endpoint, keys })
}

/** Asks the browser first, which asks the person. Notices are on once the server knows the device: not before, or the first may be missed. */
export async function turnOn() {
  const refused = possible() ?? ((await Notification.requestPermission()) === 'granted' ? undefined : (possible() ?? 'off'))
  if (refused) return void (push.value = refused)
  await subscribe()
  localStorage.setItem(KEY, String(user.peek()?.id))
  push.value = 'on'
}

export async function turnOff() {
  localStorage.removeItem(KEY)
  push.value = 'off'
  await del('/push-subscriptions')
  await (await (await manager()).getSubscription())?.unsubscribe()
}

export const look = () => (push.value = possible() ?? (Notification.permission === 'granted' && isOn() ? 'on' : 'off'))

/** Throttle of the presence, which the server believes for twice as long. */
const PAUSE_MS = 60_000
let saidAt = 0
function here() {
  if (document.hidden || Date.now() - saidAt < PAUSE_MS) return
  saidAt = Date.now()
  emit('here', true)
}

const notices = async () => (await navigator.serviceWorker?.getRegistration())?.getNotifications() ?? []
/** Who is here sees it all; after a sign-out nobody's business is left on the screen. */
const clear = () =>
  void notices().then(
    all => all.forEach(one => one.close()),
    () => {},
  )

const moved = () => {
  if (document.hidden) return emit('here', false)
  saidAt = 0
  here()
  clear()
}

// From its first import on: the subscription belongs to the sign-in of now, the server hears whether somebody is here, and a notice opens
// what it is about.
effect(() => {
  if (state.value === 'out') clear()
  if (state.value === 'in' && untracked(look) === 'on') void subscribe().catch(() => {})
})
effect(() => {
  if (connected.value) moved()
})
document.addEventListener('visibilitychange', moved)
for (const event of ['pointerdown', 'keydown', 'wheel']) addEventListener(event, here, { passive: true, capture: true })
navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: string }>) => {
  if (!data.open) return
  navigate(data.open)
  ports[0]?.postMessage(true)
})
