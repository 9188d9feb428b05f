/** An answer that was lost is asked for once more while the server still takes the cookie of before (30 s, modules/sessions). */
const REFRESH_MS = 10_000

const locked = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('refresh', work) as Promise<T>) : work()

/** Asks for a new access token, by the cookie. One at a time over all tabs, since the cookie is rotated. */
const ask = () =>
  locked(async () => {
    const token = localStorage.getItem('token')
    const response = await fetch('/auth/refresh_token', {
      method: 'POST',
      // The token is for an operator who is in another company, and stays there.
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.timeout(REFRESH_MS),
    })
    return { status: response.status, text: await response.text() }
  })

let begun: ReturnType<typeof ask> | undefined
/** Before the application is there that needs it. */
export function beginRenewal() {
  begun = ask()
  begun.catch(() => {})
}
/** What was begun, once; anew after that. */
export function renewal() {
  const answer = begun ?? ask()
  begun = undefined
  return answer
}
