import type { Shown } from './client'
import type { Shop } from './shop'
import type { Chat } from './traffic'

/** What one direction of the traffic came to. */
export type Count = { written: number; arrived: number; lost: string[]; doubled: string[]; outOfOrder: string[]; unknown: string[] }
export type Ledger = {
  inbound: Count
  outbound: Count
  /** Replies by the state that the product shows of them. */
  statuses: Record<string, number>
  /** Replies whose state is not yet what their phone told. */
  unsettled: string[]
  /** Pictures that came without their file. */
  withoutFile: string[]
  /** Copies under an id that the phone had already: it shows one. */
  repeats: number
}

const nothing = (): Count => ({ written: 0, arrived: 0, lost: [], doubled: [], outOfOrder: [], unknown: [] })

/** Compares what was written with what arrived, both in order. */
function enter(count: Count, written: string[], arrived: string[]) {
  const place = new Map(written.map((text, at) => [text, at]))
  const seen = new Set<string>()
  let last = -1
  for (const text of arrived) {
    const at = place.get(text)
    if (at === undefined) count.unknown.push(text)
    else if (seen.has(text)) count.doubled.push(text)
    else if (at < last) count.outOfOrder.push(text)
    else last = at
    seen.add(text)
  }
  count.written += written.length
  count.arrived += arrived.length
  count.lost.push(...written.filter(text => !seen.has(text)))
}

export async function takeLedger({ control, client }: Shop, account: string, chats: Chat[]): Promise<Ledger> {
  const ledger: Ledger = { inbound: nothing(), outbound: nothing(), statuses: {}, unsettled: [], withoutFile: [], repeats: 0 }
  for (const { phone, ticketId, wrote, replied, ends } of chats) {
    const shown = await client.messages(ticketId)
    const ours = (mine: boolean) => shown.filter(message => message.fromMe === mine)
    const bodies = (messages: Shown[]) => messages.map(message => message.body)
    enter(ledger.inbound, wrote, bodies(ours(false)))
    ledger.withoutFile.push(...bodies(ours(false).filter(message => message.mediaType === 'image' && !message.mediaUrl)))
    const entries = control.transcript({ phone, chat: account }).filter(entry => !entry.fromMe)
    enter(
      ledger.outbound,
      replied,
      entries.map(entry => entry.text),
    )
    for (const entry of entries) ledger.repeats += entry.copies - 1
    for (const { status, body } of ours(true)) {
      ledger.statuses[status] = (ledger.statuses[status] ?? 0) + 1
      if (status !== ends) ledger.unsettled.push(`${body}: ${status}`)
    }
    // A reply must be one row as well, whatever its phone shows.
    const rows = nothing()
    enter(rows, replied, bodies(ours(true)))
    ledger.outbound.doubled.push(...rows.doubled)
    ledger.outbound.lost.push(...rows.lost)
  }
  return ledger
}

const faults = ({ lost, doubled, outOfOrder, unknown }: Count) => [...lost, ...doubled, ...outOfOrder, ...unknown]
export const isBalanced = (ledger: Ledger) =>
  !faults(ledger.inbound).length && !faults(ledger.outbound).length && !ledger.unsettled.length && !ledger.withoutFile.length

const FEW = 5
const some = (list: string[]) => (list.length ? `${list.length} (${list.slice(0, FEW).join('; ')}${list.length > FEW ? ' …' : ''})` : '0')

export function describeLedger({ inbound, outbound, statuses, unsettled, withoutFile, repeats }: Ledger) {
  const line = (name: string, { written, arrived, lost, doubled, outOfOrder, unknown }: Count) =>
    `  ${name} written ${written}, arrived ${arrived}, lost ${some(lost)}, doubled ${some(doubled)}, out of order ${some(outOfOrder)}, unknown ${some(unknown)}`
  return [
    line('in: ', inbound),
    line('out:', outbound),
    `  states ${Object.entries(statuses)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}; not settled ${some(unsettled)}`,
    `  pictures without their file ${some(withoutFile)}; copies that phones dropped ${repeats}`,
  ].join('\n')
}
