import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { lruMap } from '#kernel/process/lru'
import { jidOf, personOf, samePerson } from './identity'
import type { Person } from '#modules/connections'

const FRESH_MS = 5 * 60_000
const PATIENCE_MS = 5_000

/** Cache of group metadata of one connection: loaded on demand, invalidated by the notifications of changes. */
export function groupCache(query: (jid: string) => Promise<GroupMetadata> | undefined) {
  const cache = lruMap<string, { metadata: GroupMetadata; at: number }>(200)
  const inFlight = new Map<string, Promise<GroupMetadata | undefined>>()

  function load(jid: string) {
    const pending = inFlight.get(jid)
    if (pending) return pending
    const request = (query(jid) ?? Promise.resolve(undefined))
      .then(metadata => (metadata && cache.set(jid, { metadata, at: Date.now() }), metadata))
      .catch(() => undefined)
      .finally(() => inFlight.delete(jid))
    inFlight.set(jid, request)
    return request
  }

  const fresh = (jid: string) => {
    const entry = cache.get(jid)
    return entry && Date.now() - entry.at < FRESH_MS ? entry.metadata : undefined
  }

  /** Undefined when the network takes longer: a message is not held up for long by its group. */
  const loadSoon = async (jid: string) => fresh(jid) ?? (await Promise.race([load(jid), Bun.sleep(PATIENCE_MS).then(() => undefined)]))

  return {
    fresh,
    subject: async (group: string) => {
      const jid = jidOf({ group })
      return (cache.get(jid)?.metadata ?? (await loadSoon(jid)))?.subject ?? null
    },
    async isAdmin(group: string, person: Person) {
      const metadata = await loadSoon(jidOf({ group }))
      return Boolean(metadata?.participants.some(member => member.admin && samePerson(personOf(member.id, member.phoneNumber), person)))
    },
    follow(ev: WASocket['ev']) {
      ev.on('groups.upsert', groups => groups.forEach(metadata => cache.set(metadata.id, { metadata, at: Date.now() })))
      ev.on('groups.update', updates => updates.forEach(({ id }) => id && cache.delete(id)))
      ev.on('group-participants.update', ({ id }) => cache.delete(id))
    },
  }
}
export type GroupCache = ReturnType<typeof groupCache>
