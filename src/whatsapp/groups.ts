import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { lruMap } from '#kernel/process/lru'
import { jidOf, personOf, samePerson } from './identity'
import type { Person } from '#modules/connections'

const FRESH_MS = 5 * 60_000
const PATIENCE_MS = 5_000

/** What one connection knows of its groups. Asked for when first needed; forgotten when something changes. */
export function groupCache(query: (jid: string) => Promise<GroupMetadata> | undefined) {
  const known = lruMap<string, { metadata: GroupMetadata; at: number }>(200)
  const asked = new Map<string, Promise<GroupMetadata | undefined>>()

  function ask(jid: string) {
    const running = asked.get(jid)
    if (running) return running
    const request = (query(jid) ?? Promise.resolve(undefined))
      .then(metadata => (metadata && known.set(jid, { metadata, at: Date.now() }), metadata))
      .catch(() => undefined)
      .finally(() => asked.delete(jid))
    asked.set(jid, request)
    return request
  }

  const fresh = (jid: string) => {
    const entry = known.get(jid)
    return entry && Date.now() - entry.at < FRESH_MS ? entry.metadata : undefined
  }

  /** A message is not held up for long by a question about its group. */
  const soon = async (jid: string) => fresh(jid) ?? (await Promise.race([ask(jid), Bun.sleep(PATIENCE_MS).then(() => undefined)]))

  return {
    fresh,
    subject: async (group: string) => {
      const jid = jidOf({ group })
      return (known.get(jid)?.metadata ?? (await soon(jid)))?.subject ?? null
    },
    async isAdmin(group: string, person: Person) {
      const metadata = await soon(jidOf({ group }))
      return Boolean(metadata?.participants.some(member => member.admin && samePerson(personOf(member.id, member.phoneNumber), person)))
    },
    watch(ev: WASocket['ev']) {
      ev.on('groups.upsert', groups => groups.forEach(metadata => known.set(metadata.id, { metadata, at: Date.now() })))
      ev.on('groups.update', updates => updates.forEach(({ id }) => id && known.delete(id)))
      ev.on('group-participants.update', ({ id }) => known.delete(id))
    },
  }
}
export type GroupCache = ReturnType<typeof groupCache>
