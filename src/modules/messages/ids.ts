import type { Ctx } from '#kernel/context'

/** A message id of our own, in the form that WhatsApp's clients use. */
export const newWid = () =>
  `3EB0${Buffer.from(crypto.getRandomValues(new Uint8Array(9)))
    .toString('hex')
    .toUpperCase()}`

/** As clients of WhatsApp make them. Who sends a message chooses it: another could be a word of an address, such as 'send' or '..'. */
const PLAIN = /^[\dA-Z-]{2,128}$/

const TAKEN = 'exists (select 1 from messages where company_id = ?1 and uid = ?2)'
const KNOWN = 'exists (select 1 from messages where connection_id = ?3 and chat_id = ?4 and wid = ?2 and from_me = ?5)'

/** The network's id, unless another chat of the company uses it too or it is none that clients make. */
const uidFor = (wid: string, isTaken: boolean) =>
  !PLAIN.test(wid) ? crypto.randomUUID() : isTaken ? `${wid}~${crypto.randomUUID().slice(0, 8)}` : wid

type Key = { connectionId: number; chatId: number; wid: string; fromMe: boolean }
/**
 * The public id of a message that came from the network; null when it is stored already: the network delivers some twice, and who hears it
 * is idempotent by this key (index `messages_key`). One statement, since every message asks.
 */
export async function uidOfArrival({ db, companyId }: Ctx, { connectionId, chatId, wid, fromMe }: Key): Promise<string | null> {
  const args = [companyId, wid, connectionId, chatId, Number(fromMe)]
  const { rows } = await db.$client.execute({ sql: `select ${KNOWN}, ${TAKEN}`, args })
  return rows[0]![0] === 1 ? null : uidFor(wid, rows[0]![1] === 1)
}
