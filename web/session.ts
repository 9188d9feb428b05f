import { batch, computed, signal } from '@preact/signals-react'
import { LEAVING_MS } from './constants'
import type { Right } from '../src/modules/rights'
import type { Person } from '../src/modules/sessions'
import { claims, del, get, isOver, onSignedOut, post, put, refresh, setToken, token } from './kit/api'
import { serverNow } from './kit/clock'
import { toastError } from './kit/errors'
import { allTexts, askedLanguage, type Language, setLanguage, setWords, speaks, t } from './kit/i18n'
import { backoff, connect, connected, disconnect, on, resync } from './kit/realtime'
import type { Json } from './kit/rows'
import { toast } from './kit/toast'

/** The signed-in person, as a login, a set-up and a refresh answer them. */
export type User = Json<Person>
export type QueueRef = { id: number; name: string; color: string }
export type Setting = User['company']['settings'][number]
type Signed = { token: string; user: User }

export const user = signal<User | null>(null)
/** loading until the first answer, then in or out. */
export const state = signal<'loading' | 'in' | 'out'>(token.value ? 'loading' : 'out')
export const settingRows = signal<Record<string, Setting>>({})
/** Their values alone. */
export const settings = computed(() => Object.fromEntries(Object.values(settingRows.value).map(({ key, value }) => [key, value])))

export const isAdmin = computed(() => user.value?.profile === 'admin' || Boolean(user.value?.super))
/** Admin or supervisor. */
export const isLeader = computed(() => isAdmin.value || user.value?.profile === 'supervisor')
const rights = computed(() => new Set(user.value?.rights))
/** Whether the server lets this person do it; it refuses by itself, too. */
export const may = (right: Right) => rights.value.has(right)
/** Operates for a reseller, and not for the house. */
export const isReseller = () => may('companies:write') && !may('resellers:write')
export const enabled = (key: string) => settings.value[key] === 'enabled'
/** The day on which the company's time ends, as YYYY-MM-DD; nothing when it never does, which the server tells as the year 2999. */
export const dueDay = computed(() => {
  const { dueDate, timeZone } = user.value?.company ?? {}
  return dueDate && !dueDate.startsWith('2999') ? new Date(dueDate).toLocaleDateString('sv-SE', { timeZone }) : undefined
})
/** Civil days until the due date; negative when it has passed, nothing when there is none. */
export const daysLeft = computed(() => {
  if (!dueDay.value) return undefined
  const [year, month, day] = dueDay.value.split('-').map(Number)
  return Math.round((new Date(year!, month! - 1, day).getTime() - new Date(serverNow()).setHours(0, 0, 0, 0)) / 86_400_000)
})

/** The company shows the product to somebody, or did until a few days ago. */
export const isDemo = computed(() => Boolean(user.value?.company.isDemo))

/** The company tries the product out: nothing of it was paid. */
export const isOnTrial = computed(() => user.value?.company.standing === 'trial')
/** The company may only read until it has paid; the date moves before a new sign-in tells how it stands. */
export const isUnpaid = computed(() => user.value?.company.standing === 'suspended' && (daysLeft.value ?? 0) < 0)

type Company = User['company']
/** A date that moves ends a trial, before a new sign-in tells so. */
const movedTo = (company: Company, dueDate: Company['dueDate']): Company => ({
  ...company,
  dueDate,
  standing: company.standing === 'trial' && dueDate !== company.dueDate ? 'active' : company.standing,
})

/** By which clock and in which language the company's texts are filled in. */
export const companyClock = () => ({
  timeZone: user.value?.company?.timeZone ?? 'America/Sao_Paulo',
  language: user.value?.company?.language ?? ('pt' as const),
})

/** The one whom all that this page holds in memory belongs to, in one company. */
let owner: string | undefined
const ownerOf = ({ id, companyId }: { id: number; companyId: number }) => `${id} ${companyId}`
/** What one person looked for (tickets/list/recent.ts) is nothing for the next. */
const forget = () => localStorage.removeItem('searches')
/** Another person, or the same in another company, begins with a page of their own: lists, presences and what is unread of the last one are gone at once. */
function beginAnew() {
  forget()
  state.value = 'loading'
  location.reload()
}

/** A word that the company chose in place of the product's. */
const wordOf = (key: string) => (settings.peek()[key] === 'default' ? undefined : settings.peek()[key])
/** Says texts with what it calls tickets and queues. */
function speak() {
  const [ticket, queue] = [wordOf('ticketWord'), wordOf('queueWord')]
  void setWords({ ...(ticket && { ticket }), ...(queue && { queue }) })
}
const hold = (rows: Setting[]) => {
  settingRows.value = Object.fromEntries(rows.map(row => [row.key, row]))
  speak()
}
/** One that was changed, here or elsewhere. */
export const holdOne = (row: Setting) => {
  settingRows.value = { ...settingRows.peek(), [row.key]: row }
  speak()
}
export const readSettings = () => get<Setting[]>('/settings').then(hold, () => {})

/** Uses the answer of a login, a set-up or a refresh. */
export function enter({ token: access, user: who }: Signed) {
  localStorage.removeItem('leaving')
  setToken(access)
  goBack(ownerOf(who))
  if (owner !== undefined && owner !== ownerOf(who)) return beginAnew()
  owner = ownerOf(who)
  batch(() => {
    user.value = who
    state.value = 'in'
    hold(who.company.settings)
  })
  connect()
  if (who.language && who.language !== askedLanguage()) void setLanguage(who.language)
}

/** Speaks another language from now on; a signed-in person finds it again elsewhere. */
export async function chooseLanguage(value: Language) {
  await setLanguage(value)
  if (!user.peek() || askedLanguage() !== value) return
  user.value = { ...user.peek()!, language: value }
  await put('/users/me', { language: value }, true).catch(() => {})
}

/** The server has not answered since the page began, or not soon. */
export const isUnreached = signal(false)
/** A server that takes longer to say who is there is told of. */
const SOON_MS = 4_000
let [resumes, nextResume] = [0, undefined as ReturnType<typeof setTimeout> | undefined]

/** Signs in again with what the browser keeps; a dead line and a server in trouble are retried, a refusal ends at the login. */
async function resumeOnce() {
  clearTimeout(nextResume)
  if (!token.value || state.peek() !== 'loading') return
  const late = setTimeout(() => (isUnreached.value = true), SOON_MS)
  try {
    enter((await refresh<User>()) as Signed)
  } catch (error) {
    if (!isOver(error)) {
      isUnreached.value = true
      clearTimeout(nextResume)
      return void (nextResume = setTimeout(resume, backoff(resumes++)))
    }
    end()
    await Promise.all([speaks, allTexts()]).catch(() => {})
    toastError(error)
  } finally {
    clearTimeout(late)
  }
}
let resuming: Promise<void> | undefined
export const resume = () => (resuming ??= resumeOnce().finally(() => (resuming = undefined)))
addEventListener('online', () => void resume())

function leave() {
  disconnect()
  forget()
  setToken(null)
  batch(() => {
    user.value = null
    state.value = 'out'
  })
}
/** The session is over, though nobody asked: the login says why until somebody signs in, and leads whoever it was back to where they were. */
function remember(why: 'over' | 'elsewhere') {
  const who = claims()
  if (!who || sessionStorage.getItem('signed-out')) return
  sessionStorage.setItem('signed-out', why)
  sessionStorage.setItem('left', JSON.stringify([ownerOf(who), location.pathname]))
}
function goBack(who: string) {
  const [left, path] = JSON.parse(sessionStorage.getItem('left') ?? '[]')
  for (const key of ['signed-out', 'left']) sessionStorage.removeItem(key)
  if (left === who) history.replaceState(null, '', path)
}
function end() {
  remember('over')
  leave()
}
onSignedOut(end)
// Somebody else signed in in another tab: this one has their token already.
token.subscribe(() => {
  const now = claims()
  if (now && owner !== undefined && ownerOf(now) !== owner && state.peek() === 'in') beginAnew()
})

/** What was shared with this device before (web/shared.ts) was shared by who was there then. */
export async function login(email: string, password: string) {
  await ending
  const signed = await post<Signed>('/auth/login', { email, password })
  if ('caches' in globalThis) await caches.delete('shared').catch(() => {})
  enter(signed)
}

/** An operator goes on in another company, or back to the own one: a page of its own, with nothing of the one before. */
export function goOn(signed: Signed, path: string) {
  history.replaceState(null, '', path)
  enter(signed)
}
export async function leaveCompany() {
  await del('/auth/entry').catch(() => {})
  setToken(null)
  goOn((await refresh<User>()) as Signed, '/companies')
}

/** What must be done while somebody still may: before the sign-out that they ask for. */
export const beforeSignOut = new Set<() => Promise<unknown>>()
export async function logout() {
  // Nothing that fails, a full storage least of all, leaves somebody signed in who asked to go.
  await Promise.allSettled([...beforeSignOut].map(run => run()))
  disconnect()
  try {
    localStorage.setItem('leaving', '1')
  } catch {
    // The server is asked all the same.
  }
  await endThere()
  leave()
}
/** Ends the session at the server too, whose cookie outlives the page: who signed out without a line is out when it is back. */
let ending: Promise<void> | undefined
function endThere() {
  const done = () => localStorage.removeItem('leaving')
  return (ending ??= del('/auth/logout')
    .then(done, (error: unknown) => (isOver(error) ? done() : setTimeout(endLate, backoff(4))))
    .finally(() => (ending = undefined)) as Promise<void>)
}
const endLate = () => void (localStorage.getItem('leaving') && endThere())
addEventListener('online', endLate)
endLate()
// Asked for in another tab of this person.
window.addEventListener('storage', ({ key, newValue }) => key === 'leaving' && newValue && leave())

on('session', end)
on('auth', event => {
  if (event.user.id !== claims()?.id) return
  const mine = token.value
  toast.bad(t('session.elsewhere'))
  // The toast goes with the page.
  remember('elsewhere')
  setTimeout(() => {
    if (localStorage.getItem('token') === mine) setToken(null)
    location.reload()
  }, LEAVING_MS)
})
on('user', event => {
  if (!user.value || !('user' in event) || event.user.id !== user.value.id || !('allTicket' in event.user)) return
  const { name, email, profile, allTicket, queues, language, availability } = event.user
  user.value = { ...user.value, name, email, profile, allTicket, queues, availability, language: language ?? user.value.language }
})
on('preferences', ({ preferences }) => {
  if (user.value) user.value = { ...user.value, preferences }
})
on('payment', ({ company: { dueDate } }) => {
  if (user.value) user.value = { ...user.value, company: movedTo(user.value.company, dueDate) }
})
on('rights', event => {
  if (user.value) user.value = { ...user.value, rights: event.rights }
  // Those told before the line is ready belong to lists that are not read yet.
  if (connected.peek()) resync()
})
on('company', event => {
  const me = user.peek()
  if (!me || !('company' in event) || event.company.id !== me.companyId) return
  const { name, status, dueDate, isDemo } = event.company
  user.value = { ...me, company: { ...movedTo(me.company, dueDate), name, status, isDemo } }
})
on('settings', ({ setting }) => holdOne(setting))
/** The company was given to another operator, at whose address its people sign in; whoever looks around in it stays. */
on('brand', ({ address }) => {
  if (address === undefined || address === location.origin || user.peek()?.entered) return
  // Here they sign in no more, and nobody said where they do.
  if (address) location.assign(`${address}/login`)
  else end()
})
