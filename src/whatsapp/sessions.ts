import { ignoreStorageFault } from '#kernel/storage/storage-errors'
import { disconnectOf } from './disconnect-reason'
import { journaledConnections } from './journal'
import { keyCache } from './keys'
import { reasonOf } from './log'
import type { Options, Owner } from './options'
import { failuresAfter, reconnectDelay, UNPAIRED_ATTEMPTS } from './reconnect'
import { runSocket, type SocketEnd } from './run-socket'
import { openSession, type Session } from './session'

const LEASE_RETRY_MS = 5_000
/** How long a socket that was opened anew may take before the next one is. */
const RESTART_MS = 10_000

type Running = { session: Session; stopping: boolean; restarting: boolean; wake(): void; done: Promise<void> }

/** The sessions of this process, each running until it ends for good or is stopped. */
export function sessions(options: Options) {
  const cache = keyCache()
  const running = new Map<number, Running>()
  /** Sessions whose journal was replayed before their connection started: what waits in their inbox has one inbox alone. */
  const replayed = new Map<number, Session>()

  function sessionFor(owner: Owner) {
    const session = replayed.get(owner.id) ?? openSession(owner, cache, options)
    replayed.delete(owner.id)
    return session
  }

  function start(owner: Owner) {
    const current = running.get(owner.id)
    if (current && !current.stopping) return current.wake()
    const entry: Running = { session: sessionFor(owner), stopping: false, restarting: false, wake: () => {}, done: Promise.resolve() }
    running.set(owner.id, entry)
    const before = current?.done ?? Promise.resolve()
    entry.done = before
      .then(() => run(entry))
      .catch((error: unknown) => options.log.error({ connectionId: owner.id, reason: reasonOf(error) }, 'a session ended by an error'))
      .finally(async () => {
        entry.session.incoming.close()
        if (running.get(owner.id) === entry) running.delete(owner.id)
        await options.release?.(owner.id).catch(entry.session.logFailure('the lease was not given back'))
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

    /** Null while another process holds the lease. */
    async function connectOnce(): Promise<SocketEnd | null> {
      if (!(await options.lease(id))) return null
      await session.incoming.replay()
      if (entry.stopping) return null
      if (failures > 1) void session.reportState({ status: 'TIMEOUT', qrcode: '', retries: failures, reason: 'offline' })
      else void session.reportState({ status: scanned ? 'PAIRING' : 'OPENING', qrcode: '', retries: failures })
      entry.restarting = false
      return runSocket(session, options)
    }

    while (!entry.stopping) {
      const end = await connectOnce().catch(ignoreStorageFault)
      if (entry.stopping) return
      if (entry.restarting) {
        scanned = false
        continue
      }
      if (!end) {
        await pause(entry, LEASE_RETRY_MS)
        continue
      }
      const disconnect = disconnectOf(end.error, end)
      options.log.info({ connectionId: id, then: disconnect.then, reason: end.error && reasonOf(end.error) }, 'a socket closed')
      scanned = end.scanned
      if (disconnect.then === 'forget') await session.forget()
      failures = failuresAfter(failures, end)
      // A server that asks for a restart again and again is backed off from like one that is away.
      if (disconnect.then === 'restart' && (end.scanned || failures === 1)) continue
      const again = disconnect.then === 'retry' || disconnect.then === 'restart'
      if (!again || (!end.paired && failures >= UNPAIRED_ATTEMPTS))
        return void (await session.reportState({
          status: 'DISCONNECTED',
          qrcode: '',
          reason: 'reason' in disconnect ? disconnect.reason : 'offline',
        }))
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

  /** Another socket in the place of the one that is, with the same credentials. Resolves when it is open, or is seen to take longer. */
  async function restart(connectionId: number) {
    const entry = running.get(connectionId)
    if (!entry || entry.stopping) return
    entry.restarting = true
    entry.wake()
    entry.session.close()
    const isOnItsWay = () => entry.restarting || entry.session.state.status === 'OPENING'
    for (const until = Date.now() + RESTART_MS; isOnItsWay() && !entry.stopping && Date.now() < until;) await Bun.sleep(50)
  }

  return {
    start,
    stop,
    restart,
    /** Hands over what was received before the last end of the process, whether or not its connection starts again. */
    async replay() {
      for (const { id, companyId, sandbox } of await journaledConnections(options.store.db)) {
        const session = running.get(id)?.session ?? sessionFor({ id, companyId, sandbox: Boolean(sandbox) })
        if (!running.has(id)) replayed.set(id, session)
        await session.incoming.replay().catch(session.logFailure('the journal was not read'))
      }
    },
    /** Ends every backoff: tries at once what waits for its next attempt. */
    resume() {
      for (const { session, wake } of running.values()) {
        wake()
        session.incoming.replay().catch(session.logFailure('the journal was not read'))
      }
    },
    find: (connectionId: number) => running.get(connectionId)?.session,
    async stopAll() {
      const all = [...running.values()].map(({ session }) => session)
      for (const { incoming } of replayed.values()) incoming.close()
      await Promise.all(all.map(session => stop(session.owner.id)))
      await Promise.race([Promise.all([...all, ...replayed.values()].map(({ incoming }) => incoming.idle())), Bun.sleep(LEASE_RETRY_MS)])
    },
  }
}
