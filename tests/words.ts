import type { Content, Inbound, Key, Person } from '#modules/connections'
import type { Product } from '../src/boot'

/** What somebody writes, and what a test wants to differ from a plain text of a stranger. */
export type Words = Partial<Omit<Inbound, 'content' | 'key' | 'chat' | 'sender'>> & {
  from: Partial<Person> & { name?: string | null }
  id?: string
  text?: string
  content?: Content
  fromMe?: boolean
  /** Digits and subject of a group. */
  group?: { id: string; subject: string | null }
  participant?: string
}

let made = 0

/** Hands a message to the journey of inbound ones as WhatsApp would, and resolves when it is durable. */
export async function inboundOf(product: Pick<Product, 'receive'>, companyId: number, connectionId: number, words: Words): Promise<Key> {
  const { from, id = `IN${++made}`, text = 'oi', fromMe = false, group, participant, content, ...more } = words
  const person = { pn: from.pn ?? null, lid: from.lid ?? null }
  const remoteJid = group ? `${group.id}@g.us` : person.lid ? `${person.lid}@lid` : `${person.pn}@s.whatsapp.net`
  const key = { id, remoteJid, fromMe, ...(participant && { participant }) }
  await product.receive({
    companyId,
    connectionId,
    key,
    chat: group ? { kind: 'group', ...group } : { kind: 'person', ...person },
    sender: { ...person, name: from.name ?? null },
    at: new Date(),
    recovered: false,
    forwarded: false,
    quoted: null,
    content: content ?? { type: 'text', body: text },
    byAdmin: false,
    raw: JSON.stringify({ key, message: { conversation: text } }),
    ackJournal: async () => {},
    ...more,
  })
  return key
}
