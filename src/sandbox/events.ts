import type { CtxFor } from '#kernel/context'
import { mutex } from '#kernel/process/serial'
import { connections } from '#modules/connections'
import type { Change, Control } from './network'

declare module '#kernel/context' {
  interface Events {
    sandbox: News
  }
}

/** What the page of the sandbox hears. */
export type News = NonNullable<ReturnType<typeof eventOf>> & { at: number; connectionId: number }

type Account = { connectionId: number; companyId: number }
/** Throttle of reloading the accounts. */
const RELOAD_MS = 1_000

/** The event for the company of an account, if the change concerns it. The account is one of the company's own numbers. */
function eventOf(change: Change, account: string) {
  const { kind } = change
  if (kind === 'message' || kind === 'entry')
    return change.phone === account ? undefined : { action: kind, phone: change.phone, entry: change.entry }
  if (kind === 'presence') {
    const phone = change.phone === account ? change.from : change.phone
    return { action: 'presence' as const, phone, byPhone: change.from === phone, state: change.state }
  }
  if (kind === 'call') return { action: 'call' as const, phone: change.from, state: change.state }
  if (kind === 'connection') return { action: 'connection' as const, state: change.state }
  return undefined
}

/** Numbers of the accounts that a change may concern. */
const accountsOf = (change: Change): string[] => {
  if (change.kind === 'message' || change.kind === 'entry') return [change.entry.chat]
  if (change.kind === 'presence') return [change.phone, change.chat]
  if (change.kind === 'connection') return [change.account]
  return change.kind === 'call' ? [change.phone] : []
}

/** Publishes changes between simulated phones and a company's own connections as `company-{id}-sandbox`, in order. */
export function sandboxEvents(ctxFor: CtxFor) {
  let followed: Control | undefined
  let accounts = new Map<string, Account>()
  let loadedAt = -Infinity

  async function reload() {
    if (performance.now() - loadedAt < RELOAD_MS) return
    loadedAt = performance.now()
    const rows = await connections.listAllTenants(ctxFor(0).db)
    accounts = new Map(
      rows.flatMap(({ id, companyId, sandbox, number }) => (sandbox && number ? [[number, { connectionId: id, companyId }]] : [])),
    )
  }

  async function publish(change: Change) {
    const numbers = accountsOf(change)
    if (!numbers.length) return
    if (!numbers.some(number => accounts.has(number))) await reload()
    for (const number of new Set(numbers)) {
      const account = accounts.get(number)
      const event = account && eventOf(change, number)
      if (event) ctxFor(account.companyId).publish('sandbox', { ...event, at: change.at, connectionId: account.connectionId })
    }
  }

  return {
    follow(control: Control) {
      if (followed === control) return
      followed = control
      const inOrder = mutex()
      control.onChange(change => void inOrder(() => publish(change)).catch(() => undefined))
    },
  }
}
