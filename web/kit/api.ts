import { signal } from '@preact/signals-react'
import { setClock } from './clock'
import { allTexts } from './i18n'
import { renewal } from './renewal'
import { applyTold } from './throttle'

/** What the server refused: `status` 0 means that it was not reached. `body.error` is a text or a code, `body.code` the code beside a text, `body.details` the fields of ERR_VALIDATION. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: { error?: string; code?: string; details?: Record<string, string[]> } = {},
  ) {
    super(body.error ?? (status ? `HTTP ${status}` : 'ERR_OFFLINE'))
  }
}

export const token = signal(localStorage.getItem('token'))
export const setToken = (value: string | null) => {
  token.value = value
  if (value) localStorage.setItem('token', value)
  else localStorage.removeItem('token')
}
window.addEventListener('storage', event => {
  if (event.key === 'token') token.value = event.newValue
})

let signedOut = () => {}
/** Called when the session is over and cannot be refreshed. */
export const onSignedOut = (listener: () => void) => {
  signedOut = listener
}

export type Query = Record<string, string | number | boolean | undefined | null>
type Refreshed<User> = { token: string; user: User }

const withQuery = (path: string, query: Query = {}) => {
  const pairs = Object.entries(query).filter(([, value]) => (value ?? '') !== '')
  return pairs.length ? `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : path
}
export const headers = (): Record<string, string> => ({
  accept: 'application/json',
  ...(token.value && { authorization: `Bearer ${token.value}` }),
})
const parse = (text: string) => {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return { error: text.slice(0, 200) }
  }
}

let refreshing: Promise<Refreshed<unknown>> | undefined

async function refreshOnce(): Promise<Refreshed<unknown>> {
  const { status, text } = await renewal().catch(() => {
    throw new ApiError(0)
  })
  const body = parse(text)
  if (status !== 200) throw new ApiError(status, body)
  setToken(body.token)
  return body
}
/** A new access token and the user, by the cookie. */
export const refresh = <User>() =>
  (refreshing ??= refreshOnce().finally(() => {
    refreshing = undefined
  })) as Promise<Refreshed<User>>

export type Answer = { status: number; text: string }

let replacing: Promise<unknown> | undefined
/** Does what ends the session of this page and begins another: whoever is refused meanwhile waits for the new one. */
export const replaceSession = (work: () => Promise<void>): Promise<void> => {
  const done = work().finally(() => (replacing = undefined))
  replacing = done.catch(() => {})
  return done
}

/** What the server refuses comes with the texts that say it. */
export const attempt = (send: () => Promise<Answer>, replaces = false) =>
  tried(send, replaces).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status) await allTexts().catch(() => {})
    throw error
  })

/** Sends once, with a token that is not about to end; after a 403 for the token refreshes and sends once more. A session that is over ends. */
async function tried(send: () => Promise<Answer>, replaces: boolean): Promise<unknown> {
  const before = whose()
  if (token.value && tokenExpired()) await refresh().catch(() => {})
  mustBe(before)
  let answer = await send()
  let body = parse(answer.text)
  if (token.value && body?.code === 'ERR_INVALID_TOKEN') {
    if (replacing && !replaces) await replacing
    else
      await refresh().catch((error: ApiError) => {
        if (isOver(error)) end()
        throw error
      })
    mustBe(before)
    answer = await send()
    body = parse(answer.text)
  }
  applyTold()
  if (answer.status < 300) return body
  if (token.value && body?.error === 'ERR_SESSION_EXPIRED') end()
  throw new ApiError(answer.status, body)
}
/** What one person asked of one company nobody asks of another: they signed out, or the stay of an operator there is over. */
function mustBe(who: string | null) {
  if (who && whose() !== who) throw new ApiError(0, { error: 'ERR_ABORTED' })
}
/** The server was not reached, the session is over, too much was asked for, or what stands before it is in trouble, as it is while it begins: tried again. */
export const isUnanswered = (error: unknown) =>
  error instanceof ApiError && (!error.status || error.status === 401 || error.status === 429 || error.status > 500)
/** A server that is not reached, is in trouble or asks to come back later ends no session. */
export const isOver = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
function end() {
  signedOut()
  setToken(null)
}

function request<T>(method: string, path: string, body?: unknown, { replaces = false, keepalive = false } = {}) {
  const json = body !== undefined && !(body instanceof FormData)
  return attempt(async () => {
    const response = await fetch(path, {
      method,
      headers: { ...headers(), ...(json && { 'content-type': 'application/json' }) },
      body: json ? JSON.stringify(body) : (body as FormData | undefined),
      keepalive,
      signal: AbortSignal.timeout(body instanceof FormData ? 600_000 : 30_000),
    }).catch(() => {
      throw new ApiError(0)
    })
    setClock(response.headers.get('date'))
    return { status: response.status, text: await response.text() }
  }, replaces) as Promise<T>
}

export const get = <T>(path: string, query?: Query) => request<T>('GET', withQuery(path, query))
/** With `keepalive` it goes on when the page is left. */
export const post = <T = unknown>(path: string, body?: unknown, keepalive = false) => request<T>('POST', path, body, { keepalive })
export const put = <T = unknown>(path: string, body?: unknown, keepalive = false) => request<T>('PUT', path, body, { keepalive })
/** One that ends the session, within `replaceSession`. */
export const putReplacing = (path: string, body: unknown) => request('PUT', path, body, { replaces: true })
export const del = <T = unknown>(path: string, body?: unknown) => request<T>('DELETE', path, body)

const whose = () => token.value && `${claims()?.companyId}-${claims()?.id}`
/** The claims of the access token, or nothing when there is none. */
export function claims(): { id: number; companyId: number; iat: number; exp: number } | undefined {
  const part = token.value?.split('.')[1]
  return part ? parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) : undefined
}

// By this clock alone: a computer whose clock is wrong must not refresh at every request.
let freshUntil = 0
token.subscribe(() => {
  const { exp = 0, iat = 0 } = claims() ?? {}
  freshUntil = Date.now() + (exp - iat) * 1000 - 30_000
})
export const tokenExpired = () => Date.now() > freshUntil
