import { ignoreStorageFault } from '#kernel/storage/storage-errors'
import { attempt, type Attempt } from './attempt'
import { disconnectOf, reconnectDelay } from './disconnect-reason'
import { reasonOf } from './log'
import type { Options, Owner } from './options'
import { openSession, type Session } from './session'

const LEASE_RETRY_MS = 5_000
const STEADY_MS = 5_000
/** How often a connection that was never paired is tried. */
const UNPAIRED_ATTEMPTS = 5

type Running = { session: Session; stopping: boolean; wake(): void; done: Promise<void> }

/** The sessions of this process, each running until it ends for good or is stopped. */
export function sessions(options: Options) {
  const running = new Map<number, Running>()

  function start(owner: Owner) {
    const current = running.get(owner.id)
    if (current && !current.stopping) return current.wake()
    const entry: Running = { session: openSession(owner, options), stopping: false, wake: () => {}, done: Promise.resolve() }
    running.set(owner.id, entry)
    const before = current?.done ?? Promise.resolve()
    entry.done = before
      .then(() => run(entry))
      .catch((error: unknown) => options.log.error({ connectionId: owner.id, reason: reasonOf(error) }, 'a session ended by an error'))
      .finally(async () => {
        entry.session.incoming.close()
        if (running.get(owner.id) === entry) running.delete(owner.id)
        await options.release?.(owner.id).catch(entry.session.failed('the lease was not given back'))
      })
  }

  async function pause(entry: Running, ms: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    entry.wake = resolve
    await promise
    clearTimeout(timer)
  }

  async function run(entry: Running) {
    const { session } = entry
    const { id } = session.owner
    let failures = 0
    let scanned = false

    /** Null while another process has the connection, or the database can't be asked. */
    async function tried(): Promise<Attempt | null> {
      if (!(await options.lease(id))) return null
      await session.incoming.replay()
      if (entry.stopping) return null
      if (failures > 1) void session.tell({ status: 'TIMEOUT', qrcode: '', retries: failures, reason: 'offline' })
      else void session.tell({ status: scanned ? 'PAIRING' : 'OPENING', qrcode: '', retries: failures })
      return attempt(session, options)
    }

    while (!entry.stopping) {
      const result = await tried().catch(ignoreStorageFault)
      if (entry.stopping) return
      if (!result) {
        await pause(entry, LEASE_RETRY_MS)
        continue
      }
      const ending = disconnectOf(result.error, result)
      options.log.info({ connectionId: id, ending: ending.then, reason: result.error && reasonOf(result.error) }, 'a socket closed')
      scanned = result.scanned
      if (ending.then === 'forget') await session.forget()
      failures = failuresAfter(failures, result)
      // A server that asks again and again is treated like one that is away.
      if (ending.then === 'restart' && (result.scanned || failures === 1)) continue
      const again = ending.then === 'retry' || ending.then === 'restart'
      if (!again || (!result.paired && failures >= UNPAIRED_ATTEMPTS))
        return void (await session.tell({ status: 'DISCONNECTED', qrcode: '', reason: 'reason' in ending ? ending.reason : 'offline' }))
      await pause(entry, reconnectDelay(failures))
    }
  }

  async function stop(connectionId: number) {
    const entry = running.get(connectionId)
    if (!entry) return
    entry.stopping = true
    entry.wake()
    entry.session.close()
    await entry.done
  }

  return {
    start,
    stop,
    /** Tries at once what waits for a better time. */
    resume() {
      for (const { session, wake } of running.values()) {
        wake()
        session.incoming.replay().catch(session.failed('the journal was not read'))
      }
    },
    find: (connectionId: number) => running.get(connectionId)?.session,
    async stopAll() {
      const all = [...running.values()]
      await Promise.all(all.map(({ session }) => stop(session.owner.id)))
      await Promise.race([Promise.all(all.map(({ session }) => session.incoming.idle())), Bun.sleep(LEASE_RETRY_MS)])
    },
  }
}

/** A connection that opens and drops at once counts on, or it would be tried for ever at the shortest pause. */
const failuresAfter = (failures: number, { openMs }: Attempt) => (openMs !== null && openMs >= STEADY_MS ? 1 : failures + 1)
