import type { CtxFor } from '#kernel/context'
import { concurrencyLimit } from '#kernel/process/concurrency-limit'
import type { Logger } from '#kernel/process/log'
import type { Store } from '#kernel/storage/libsql'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import type { Channel } from '#modules/connections'
import { type CountMessage, outbox, type OutboxRow } from '#modules/messages'
import { taskSender } from './task'

export type OutboxOptions = { store: Store; ctxFor: CtxFor; channel: Channel; log: Logger; countMessage: CountMessage }

const BATCH = 100
/** Timeout of the server's acceptance: then a message is written again, under the same id. */
const ACK_TIMEOUT_MS = 30_000
/** Concurrency limit, in chats of one connection. */
const MAX_CONCURRENT_CHATS = 16

/** Sends what the outbox holds to the network: chats side by side, the tasks of one chat strictly in order. */
export function outboxFlow(options: OutboxOptions) {
  const { store, channel, log } = options
  const { perform, inFlight } = taskSender(options)
  const withSlot = concurrencyLimit(MAX_CONCURRENT_CHATS)
  /** The open socket of each connection, ready once what was written to an earlier one and not accepted stands in the queue again. */
  const generations = new Map<number, { socket: object; ready: Promise<unknown> }>()
  /** The chats that are sent or wait for a slot, and whether something was added meanwhile. */
  const busyChats = new Map<string, boolean>()
  const running = new Set<Promise<void>>()

  async function readySocket(connectionId: number): Promise<object | null> {
    const socket = channel.socketGeneration(connectionId)
    if (!socket) return null
    if (generations.get(connectionId)?.socket !== socket)
      generations.set(connectionId, { socket, ready: outbox.requeueUnacked(store.db, connectionId, new Date()) })
    await generations.get(connectionId)!.ready.catch(error => {
      generations.delete(connectionId)
      throw error
    })
    return channel.socketGeneration(connectionId) === socket ? socket : readySocket(connectionId)
  }

  /** Whatever stops, is tried again by the next sweep. */
  function attempt(connectionId: number, work: () => Promise<unknown>): Promise<void> {
    const run = work()
      .then(() => undefined)
      .catch(error => log[storageFaultOf(error) ? 'debug' : 'error']({ err: error, connectionId }, 'outbox stopped'))
      .finally(() => running.delete(run))
    running.add(run)
    return run
  }

  const drainChat = (connectionId: number, chatId: number) => attempt(connectionId, () => sendChat(connectionId, chatId))
  const drain = (connectionId: number) =>
    attempt(connectionId, async () => {
      if (!(await readySocket(connectionId))) return
      const chats = await outbox.waitingChats(store.db, connectionId)
      await Promise.all(chats.map(chatId => drainChat(connectionId, chatId)))
    })

  /** Sends one chat's tasks, one runner a chat at a time. */
  async function sendChat(connectionId: number, chatId: number) {
    const chat = `${connectionId}:${chatId}`
    if (busyChats.has(chat)) return void busyChats.set(chat, true)
    busyChats.set(chat, false)
    await withSlot(connectionId, async () => {
      try {
        let more = true
        while (more) {
          busyChats.set(chat, false)
          const socket = await readySocket(connectionId)
          if (!socket) return
          const tasks = await outbox.waiting(store.db, connectionId, chatId, BATCH)
          more = (await inOrder(tasks, socket)) && tasks.length === BATCH
          more ||= busyChats.get(chat)!
        }
      } finally {
        // Before the slot is released: what is added after the last look finds the chat free.
        busyChats.delete(chat)
      }
    })
  }

  /** Stops at the first task that must wait, so that nothing overtakes it; one that is withheld holds nobody up. */
  async function inOrder(tasks: OutboxRow[], socket: object) {
    for (const task of tasks) if (task.dueAt.getTime() > Date.now() || !(await perform(task, socket))) return false
    return true
  }

  return {
    drain,
    /** Sends what was just added for one chat. */
    drainChat,
    /** Picks up what waits for its time, and what was never accepted. */
    async sweep() {
      for (const connectionId of await outbox.waitingConnections(store.db)) {
        if (!channel.isOpen(connectionId)) continue
        await outbox.requeueUnacked(store.db, connectionId, new Date(Date.now() - ACK_TIMEOUT_MS), inFlight)
        void drain(connectionId)
      }
    },
    /** Resolves when what is being sent now has been written. */
    settle: async () => void (await Promise.allSettled(running)),
  }
}
export type OutboxFlow = ReturnType<typeof outboxFlow>
