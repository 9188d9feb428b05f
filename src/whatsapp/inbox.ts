import type { proto } from '@whiskeysockets/baileys'
import type { Store } from '#kernel/storage/libsql'
import type { Logger } from '#kernel/process/log'
import { lruMap } from '#kernel/process/lru'
import { serialByKey } from '#kernel/process/serial'
import type { ChannelEvents } from '#modules/connections'
import { inboundOf, type Lookup, type Reading } from './inbound'
import { reasonOf } from './log'
import { deleteJournal, openPlain, readJournal, type JournalRow } from './journal'

/** Between two tries of a message that could not be stored. */
const RETRY_MS = 30_000
/** How long a change waits for its target, the message that it changes: some overtake it, others change a message that never came here. */
const TARGET_PATIENCE_MS = 120_000
const MAX_WAITING = 500
/** Of one person in one chat, so that whoever changes what never was leaves room to others. */
const MAX_OF_PERSON = 50

type Options = {
  owner: { id: number; companyId: number }
  store: Store
  log: Logger
  events: Pick<ChannelEvents, 'message'>
  lookup: Lookup
  read(row: JournalRow, message: proto.IMessage): Reading | null
}

/** Hands messages to the product, in order per chat, and retries from the journal what a crash or a failure left there. */
export function inbox({ owner, store, log, events, lookup, read }: Options) {
  const inOrder = serialByKey<string>()
  const lidOfNumber = lruMap<string, string>(5000)
  const underway = new Map<string, Promise<void>>()
  /** Changes whose target is missing, by the id of their journal row. */
  const waiting = new Map<string, { reading: Reading; row: JournalRow; since: number; from: string }>()
  let retryTimer: Timer | undefined

  /** The same key for a chat by whichever form of the person a message is addressed. */
  function chatKey({ chat }: Reading['envelope']): string {
    if ('group' in chat) return chat.group
    const { pn, lid } = chat.person
    if (pn && lid) lidOfNumber.set(pn, lid)
    return lid ?? lidOfNumber.get(pn ?? '') ?? pn ?? ''
  }

  async function handOver(reading: Reading) {
    const { row, envelope } = reading
    const inbound = await inboundOf(reading, owner, lookup)
    const outcome = inbound && (await events.message(inbound))
    if (row && outcome === 'target_missing') return waitForTarget(reading, row)
    if (row) waiting.delete(row.id)
    if (row && !inbound) await discard(row)
    for (const { reading: change, row } of waiting.values())
      if (targetOf(change) === envelope.key.id && !underway.has(row.id)) void enqueue(change)
  }

  const hasRoomFor = (from: string) =>
    waiting.size < MAX_WAITING && [...waiting.values()].filter(change => change.from === from).length < MAX_OF_PERSON

  async function waitForTarget(reading: Reading, row: JournalRow) {
    const known = waiting.get(row.id)
    const since = known?.since ?? performance.now()
    const { envelope } = reading
    const from = known?.from ?? `${chatKey(envelope)} ${envelope.key.participant ?? ''}`
    if ((known || hasRoomFor(from)) && performance.now() - since < TARGET_PATIENCE_MS) {
      waiting.set(row.id, { reading, row, since, from })
      return scheduleRetry()
    }
    waiting.delete(row.id)
    await discard(row)
  }

  const scheduleRetry = () => void (retryTimer ??= setTimeout(() => void retry().catch(() => {}), RETRY_MS).unref())

  const discard = ({ id }: JournalRow) => store.write(store.db, db => deleteJournal(db, owner.id, id))

  /** Resolves when the message was handed over, or waits in the journal for its retry. */
  function enqueue(reading: Reading): Promise<void> {
    const id = reading.row?.id ?? `${reading.envelope.key.remoteJid} ${reading.envelope.key.id}`
    const work = inOrder(chatKey(reading.envelope), () => handOver(reading))
      .catch((error: unknown) => {
        log.error({ connectionId: owner.id, reason: reasonOf(error) }, 'a received message could not be stored')
        scheduleRetry()
      })
      .finally(() => underway.get(id) === work && underway.delete(id))
    underway.set(id, work)
    return work
  }

  async function enqueueJournal(isDue: (row: JournalRow) => boolean) {
    const rows = (await readJournal(store.db, owner.id)).filter(row => !underway.has(row.id) && isDue(row))
    await Promise.all(
      rows.map(row => {
        const reading = read(row, openPlain(row.plain))
        return reading ? enqueue(reading) : discard(row)
      }),
    )
  }

  /** A target may have been stored since without passing here, so what waits for one is retried as well. */
  function retry() {
    clearTimeout(retryTimer)
    retryTimer = undefined
    return enqueueJournal(() => true)
  }

  return {
    enqueue,
    /** A phone number and a linked id are of one person: their messages share one lane from now on. */
    learnPair: (pn: string, lid: string) => lidOfNumber.set(pn, lid),
    /** Hands over what is in the journal, but changes that wait for their target: these have a timer. */
    replay: () => enqueueJournal(row => !waiting.has(row.id)),
    /** Resolves when everything that was enqueued so far was handed over. */
    idle: async () => void (await Promise.allSettled(underway.values())),
    close: () => clearTimeout(retryTimer),
  }
}

const targetOf = ({ content }: Reading) => ('target' in content ? content.target.id : null)
