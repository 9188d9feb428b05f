import { eq } from 'drizzle-orm'
import { afterWait, type Ctx } from '#kernel/context'
import { eachRow, inBatches } from '#kernel/media/spreadsheet-rows'
import { phoneKey } from '#kernel/phone'
import { tags, type ListRoom } from '../tags'
import { ImportedBody } from './body'
import { portions } from './portions'
import { contactFields as fields } from './schema'
import { contacts, type Contact } from './index'

type Known = Pick<Contact, 'id' | 'name' | 'named' | 'email'>
type Given = { name: string; email?: string }

/** What a list knows of somebody who is a contact already: it fills what is empty, and replaces no name but a number. */
const missing = (known: Known, { name, email }: Given) => ({
  ...(!known.named && /^\+?[\d\s()-]*$/.test(known.name) && { name, named: true }),
  ...(!known.email && email && { email }),
})

/**
 * Adds people from a list, or completes those who are contacts: found by the rules of identity, so that the two spellings of a number are
 * one. Nobody is told of each: who adds them tells once. Part of the caller's transaction.
 */
export async function addOrComplete(ctx: Ctx, person: { pn: string | null; lid: string | null }, given: Given & { disableBot?: boolean }) {
  const [known] = await contacts.known(ctx, person)
  if (!known) {
    const made = { ...given, named: true, number: person.pn, phoneKey: person.pn && phoneKey(person.pn), lid: person.lid }
    return { contact: await contacts.insertQuietly(ctx, made), isNew: true }
  }
  const values = missing(known, given)
  return { contact: Object.keys(values).length ? await contacts.changeQuietly(ctx, known.id, values) : known, isNew: false }
}

type Fact = { name: string; value: string }

/** Facts that a contact has already are left as they are, an empty one is filled. */
async function addFacts(ctx: Ctx, contactId: number, facts: Fact[]) {
  if (!facts.length) return
  const has = new Map((await contacts.fieldsOf(ctx, contactId)).map(one => [one.name.toLowerCase(), one]))
  const added = facts.filter(({ name }) => !has.has(name.toLowerCase()))
  if (added.length) await ctx.db.insert(fields).values(added.map(({ name, value }) => ({ contactId, name, value })))
  for (const { name, value } of facts) {
    const found = has.get(name.toLowerCase())
    if (found && !found.value) await ctx.db.update(fields).set({ value }).where(eq(fields.id, found.id))
  }
}

/** Rows of a spreadsheet, each by itself: what is wrong with one is told and keeps nobody else out. */
export async function importRows(ctx: Ctx, rows: unknown[]) {
  const made: Contact[] = []
  const room = tags.roomOfList()
  let isTold = true
  try {
    const taken = await inBatches(portions(rows), async some => {
      const { created, refused } = await afterWait(ctx, ctx => importSome(ctx, some, room))
      made.push(...created)
      const found = some.length - refused.length
      if (found) isTold = false
      return { created: created.length, known: found - created.length, refused }
    })
    return { ...taken, made }
  } finally {
    if (!isTold) ctx.publish('contact', { action: 'create', records: [] })
  }
}

async function importSome(ctx: Ctx, rows: unknown[], room: ListRoom) {
  const created: Contact[] = []
  const tagIdsOf = tags.naming(ctx, room)
  const refused = await eachRow(ImportedBody, rows, async ({ number, name, email, disableBot, extraInfo = [], tags: names = [] }) => {
    const tagIds = await tagIdsOf(names)
    const { contact, isNew } = await addOrComplete(ctx, { pn: number, lid: null }, { name, email, disableBot })
    await addFacts(ctx, contact.id, extraInfo)
    await tags.addToContact(ctx, contact.id, tagIds)
    if (isNew) created.push(contact)
  })
  return { created, refused }
}

/** The columns of a spreadsheet by their heads, as clients of this family name them. */
const HEADS: Record<string, 'name' | 'number' | 'email' | 'tags'> = {
  nome: 'name',
  numero: 'number',
  email: 'email',
  tags: 'tags',
  etiquetas: 'tags',
}
const plain = (head: string) =>
  head
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

/** The rows below the heads, as a request would bring them. */
export function rowsOfTable([heads = [], ...rows]: string[][]) {
  const fields = heads.map(head => HEADS[plain(head)])
  return rows.map(cells => Object.fromEntries(fields.flatMap((field, i) => (field && cells[i] ? [[field, cells[i]]] : []))))
}
