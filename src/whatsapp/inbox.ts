import type { proto } from '@whiskeysockets/baileys'
import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import { serialByKey } from '#kernel/process/serial'
import type { ChannelEvents } from '#modules/connections'
import { lruMap } from '#kernel/process/lru'
import { inboundOf, type Lookup, type Reading } from './inbound'
import { reasonOf } from './log'
import { deleteJournal, openPlain, readJournal, type JournalRow } from './journal'

/** How long a message that could not be stored waits. */
const RETRY_MS = 30_000
/** How long a change waits for the message that it changes: some overtake it, some change what nobody here has ever seen. */
const EARLY_MS = 120_000
const MOST_EARLY = 500

type Options = {
  owner: { id: number; companyId: number }
  store: Store
  log: Logger
  events: Pick<ChannelEvents, 'message'>
  lookup: Lookup
  read(row: JournalRow, message: proto.IMessage): Reading | null
}

/** Hands messages to the product, those of one chat in their order, and again what a crash or a failure left in the journal. */
export function inbox({ owner, store, log, events, lookup, read }: Options) {
  const inOrder = serialByKey<string>()
  const lidOfNumber = lruMap<string, string>(5000)
  const underway = new Map<string, Promise<void>>()
  /** Changes that came before the message that they change, by their rows. */
  const early = new Map<string, { reading: Reading; row: JournalRow; since: number }>()
  let retry: Timer | undefined

  /** One key for one chat, whichever form of the person an address names. */
  function chatKey({ chat }: Reading['envelope']): string {
    if ('group' in chat) return chat.group
    const { pn, lid } = chat.person
    if (pn && lid) lidOfNumber.set(pn, lid)
    return lid ?? lidOfNumber.get(pn ?? '') ?? pn ?? ''
  }

  async function hand(reading: Reading) {
    const { row, envelope } = reading
    const inbound = await inboundOf(reading, owner, lookup)
    const told = inbound && (await events.message(inbound))
    if (row && told === 'target_missing') return wait(reading, row)
    if (row) early.delete(row.id)
    if (row && !inbound) await drop(row)
    for (const { reading: waiting, row } of early.values())
      if (targetOf(waiting) === envelope.key.id && !underway.has(row.id)) void take(waiting)
  }

  async function wait(reading: Reading, row: JournalRow) {
    const since = early.get(row.id)?.since ?? performance.now()
    const fits = early.has(row.id) || early.size < MOST_EARLY
    if (fits && performance.now() - since < EARLY_MS) {
      early.set(row.id, { reading, row, since })
      return replayLater()
    }
    early.delete(row.id)
    await drop(row)
  }

  const replayLater = () => void (retry ??= setTimeout(() => void replay().catch(() => {}), RETRY_MS).unref())

  const drop = ({ id }: JournalRow) => store.write(store.db, db => deleteJournal(db, owner.id, id))

  function take(reading: Reading): Promise<void> {
    const id = reading.row?.id ?? `${reading.envelope.key.remoteJid} ${reading.envelope.key.id}`
    const work = inOrder(chatKey(reading.envelope), () => hand(reading))
      .catch((error: unknown) => {
        log.error({ connectionId: owner.id, reason: reasonOf(error) }, 'a received message could not be stored')
        replayLater()
      })
      .finally(() => underway.get(id) === work && underway.delete(id))
    underway.set(id, work)
    return work
  }

  /** Hands over again what is still in the journal. */
  async function replay() {
    clearTimeout(retry)
    retry = undefined
    const rows = (await readJournal(store.db, owner.id)).filter(row => !underway.has(row.id))
    await Promise.all(
      rows.map(row => {
        const reading = read(row, openPlain(row.plain))
        return reading ? take(reading) : drop(row)
      }),
    )
  }

  return {
    take,
    knowPair: (pn: string, lid: string) => lidOfNumber.set(pn, lid),
    replay,
    /** Resolves when everything taken so far was handed over. */
    idle: async () => void (await Promise.allSettled(underway.values())),
    close: () => clearTimeout(retry),
  }
}

const targetOf = ({ content }: Reading) => ('target' in content ? content.target.id : null)
export type Inbox = ReturnType<typeof inbox>
