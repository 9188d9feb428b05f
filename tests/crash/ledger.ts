import { lineOf, type Chat } from './chat'
import type { Shown } from './client'
import { hashOf } from './files'
import type { Connected } from './connected'
import { until } from '../until'

/** What one direction of the traffic came to. */
type Count = { written: number; arrived: number; lost: string[]; doubled: string[]; outOfOrder: string[]; unknown: string[] }
type Ledger = {
  /** What customers wrote, as the product shows it. */
  inbound: Count
  /** What agents wrote, as the phones show it. */
  outbound: Count
  /** What agents wrote, as the product shows it with what customers did to it. */
  replies: Count
  /** What customers wrote, as their phones show it with what agents did to it. */
  phones: Count
  /** Replies by the state that the product shows of them. */
  statuses: Record<string, number>
  /** Replies whose state is not yet what their phone told. */
  unsettled: string[]
  files: number
  /** Copies under an id that the phone had already: it shows one. */
  repeats: number
}

const nothing = (): Count => ({ written: 0, arrived: 0, lost: [], doubled: [], outOfOrder: [], unknown: [] })

/** Compares what was written with what arrived, both in order. */
function enter(count: Count, written: string[], arrived: string[]) {
  const place = new Map(written.map((line, at) => [line, at]))
  const seen = new Set<string>()
  let last = -1
  for (const line of arrived) {
    const at = place.get(line)
    if (at === undefined) count.unknown.push(line)
    else if (seen.has(line)) count.doubled.push(line)
    else if (at < last) count.outOfOrder.push(line)
    else last = at
    seen.add(line)
  }
  count.written += written.length
  count.arrived += arrived.length
  count.lost.push(...written.filter(line => !seen.has(line)))
}

type Sides = Pick<Connected, 'control' | 'client'>

async function takeLedger({ control, client }: Sides, chats: Chat[]): Promise<Ledger> {
  const counts = { inbound: nothing(), outbound: nothing(), replies: nothing(), phones: nothing() }
  const ledger: Ledger = { ...counts, statuses: {}, unsettled: [], files: 0, repeats: 0 }

  async function shown({ body, mediaType, mediaUrl, isDeleted, reactions }: Shown) {
    if (mediaUrl) ledger.files++
    return lineOf({
      text: mediaType === 'audio' ? '' : body,
      file: mediaUrl ? await client.hash(mediaUrl) : undefined,
      deleted: isDeleted || undefined,
      reaction: reactions.map(({ type }) => type).join(''),
    })
  }

  if (chats.some(chat => !chat.ticketId)) {
    const tickets = new Map((await client.tickets()).map(({ id, contact }) => [contact.number, id]))
    for (const chat of chats) chat.ticketId ||= tickets.get(chat.name) ?? 0
  }
  for (const { members, to, account, ticketId, wrote, replied, ends } of chats) {
    const rows = ticketId ? await client.messages(ticketId) : []
    const lines = async (mine: boolean) => Promise.all(rows.filter(row => row.fromMe === mine).map(shown))
    const phone = members[0]!
    const entries = control.transcript({ phone, chat: to })
    const onPhone = (mine: boolean) =>
      entries
        .filter(entry => (entry.from === account) === mine)
        .map(({ id, text, media, deleted, reactions }) =>
          lineOf({
            text,
            file: media && hashOf(control.media({ phone, id }).file),
            deleted: deleted || undefined,
            reaction: Object.values(reactions).join(''),
          }),
        )
    enter(ledger.inbound, wrote.map(lineOf), await lines(false))
    enter(ledger.outbound, replied.map(lineOf), onPhone(true))
    enter(ledger.replies, replied.map(lineOf), await lines(true))
    enter(ledger.phones, wrote.map(lineOf), onPhone(false))
    for (const { from, copies } of entries) if (from === account) ledger.repeats += copies - 1
    for (const { status, body, fromMe } of rows) {
      if (!fromMe) continue
      ledger.statuses[status] = (ledger.statuses[status] ?? 0) + 1
      if (status !== ends) ledger.unsettled.push(`${body}: ${status}`)
    }
  }
  return ledger
}

const WAYS = ['inbound', 'outbound', 'replies', 'phones'] as const

/** What is wrong, in words; nothing when the ledger balances. */
export function faultsOf(ledger: Ledger, { anyOrder = false } = {}): string[] {
  const of = (way: (typeof WAYS)[number]) =>
    (['lost', 'doubled', 'unknown', ...(anyOrder ? [] : ['outOfOrder' as const])] as const).flatMap(what =>
      ledger[way][what].map(line => `${way} ${what}: ${line}`),
    )
  return [...WAYS.flatMap(of), ...ledger.unsettled.map(line => `not settled: ${line}`)]
}

/** Longer than the outbox waits before it sends again what was never accepted, and on a busy machine twice as long. */
const QUIET_MS = 75_000

/** The ledger once nothing is missing any more, or the last one when that takes too long. */
export async function settledLedger(shop: Sides, chats: Chat[], rules?: { anyOrder?: boolean }) {
  let ledger = await takeLedger(shop, chats)
  await until(
    async () => {
      ledger = await takeLedger(shop, chats)
      return !faultsOf(ledger, rules).length
    },
    QUIET_MS,
    'balance',
  ).catch(() => {})
  return ledger
}

const FEW = 5
const some = (list: string[]) => (list.length ? `${list.length} (${list.slice(0, FEW).join('; ')}${list.length > FEW ? ' …' : ''})` : '0')

export function describeLedger({ statuses, unsettled, files, repeats, ...counts }: Ledger) {
  const line = (name: string, { written, arrived, lost, doubled, outOfOrder, unknown }: Count) =>
    `  ${name} written ${written}, arrived ${arrived}, lost ${some(lost)}, doubled ${some(doubled)}, out of order ${some(outOfOrder)}, unknown ${some(unknown)}`
  return [
    line('in:     ', counts.inbound),
    line('out:    ', counts.outbound),
    line('replies:', counts.replies),
    line('phones: ', counts.phones),
    `  states ${Object.entries(statuses)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}; not settled ${some(unsettled)}`,
    `  files ${files}; copies that phones dropped ${repeats}`,
  ].join('\n')
}
