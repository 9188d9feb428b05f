import type { CtxFor } from '#kernel/context'
import { mutex } from '#kernel/process/serial'
import { connections } from '#modules/connections'
import type { Change, Control } from './network'

type Line = { connectionId: number; companyId: number }
const LEARN_MS = 1_000

/** What of a change the company of an account is told, or nothing. The account is one of its own numbers. */
function newsOf(change: Change, account: string) {
  const { kind } = change
  if (kind === 'message' || kind === 'entry')
    return change.phone === account ? undefined : { action: kind, phone: change.phone, entry: change.entry }
  if (kind === 'presence') {
    const phone = change.phone === account ? change.from : change.phone
    return { action: 'presence', phone, byPhone: change.from === phone, state: change.state }
  }
  if (kind === 'call') return { action: 'call', phone: change.from, state: change.state }
  if (kind === 'connection') return { action: 'connection', state: change.state }
  return undefined
}

/** The accounts that a change may belong to. */
const accountsOf = (change: Change): string[] => {
  if (change.kind === 'message' || change.kind === 'entry') return [change.entry.chat]
  if (change.kind === 'presence') return [change.phone, change.chat]
  if (change.kind === 'connection') return [change.account]
  return change.kind === 'call' ? [change.phone] : []
}

/** Tells each company what happens between simulated phones and its own connections, as company-{id}-sandbox. */
export function sandboxEvents(ctxFor: CtxFor) {
  let followed: Control | undefined
  let lines = new Map<string, Line>()
  let learned = 0

  async function learn() {
    if (Date.now() - learned < LEARN_MS) return
    learned = Date.now()
    const rows = await connections.listAllTenants(ctxFor(0).db)
    lines = new Map(
      rows.flatMap(({ id, companyId, sandbox, number }) => (sandbox && number ? [[number, { connectionId: id, companyId }]] : [])),
    )
  }

  async function tell(change: Change) {
    const accounts = accountsOf(change)
    if (!accounts.length) return
    if (!accounts.some(account => lines.has(account))) await learn()
    for (const account of new Set(accounts)) {
      const line = lines.get(account)
      const news = line && newsOf(change, account)
      if (news) ctxFor(line.companyId).publish('sandbox', { ...news, at: change.at, connectionId: line.connectionId })
    }
  }

  return {
    follow(control: Control) {
      if (followed === control) return
      followed = control
      const inOrder = mutex()
      control.onChange(change => void inOrder(() => tell(change)).catch(() => undefined))
    },
  }
}
