import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { eachRow } from '#kernel/noun/rows'
import { ContactBody } from './body'
import { dialled } from './spellings'
import { contacts, type Contact } from './index'
import { phoneKey } from '#kernel/phone'

/** A person in a row of a spreadsheet, the number as people write it. */
export const ImportedBody = v.object(
  { ...ContactBody.entries, number: v.pipe(v.string('Required'), v.transform(dialled), ContactBody.entries.number) },
  'Required',
)

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
  if (!known)
    return contacts.insertQuietly(ctx, {
      ...given,
      named: true,
      number: person.pn,
      phoneKey: person.pn && phoneKey(person.pn),
      lid: person.lid,
    })
  const values = missing(known, given)
  if (Object.keys(values).length) await contacts.changeQuietly(ctx, known.id, values)
}

/** Rows of a spreadsheet, each by itself: what is wrong with one is told and keeps nobody else out. */
export const importRows = (ctx: Ctx, rows: unknown[]) =>
  transaction(ctx, async ctx => {
    const created: Contact[] = []
    const refused = await eachRow(ImportedBody, rows, async ({ number, name, email, disableBot }) => {
      const contact = await addOrComplete(ctx, { pn: number, lid: null }, { name, email, disableBot })
      if (contact) created.push(contact)
    })
    if (rows.length > refused.length) ctx.publish('contact', { action: 'create', records: [] })
    return { created, known: rows.length - refused.length - created.length, refused }
  })

/** The columns of a spreadsheet by their heads, as clients of this family name them. */
const HEADS: Record<string, 'name' | 'number' | 'email'> = { nome: 'name', numero: 'number', email: 'email' }
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
