import { transaction, type Ctx } from '#kernel/context'
import type { Person } from '#modules/connections'
import { contacts, phoneKey, type Contact } from '#modules/contacts'
import { mergeContacts } from './merge'

/** What draws nothing by itself: fillers, selectors, marks without a letter, gaps, and the empty sign of Braille. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Z}\u2800]/gu

/** A name that a stranger chose, without what could make it look like a line of ours; none where nothing of it is seen. */
export function cleanName(name: string | null) {
  const clean = (name ?? '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, 50)
    // Half of a sign that the end would cut through.
    .replace(/[\ud800-\udbff]$/, '')
  return clean.replace(UNSEEN, '') ? clean : null
}

/**
 * The one contact behind a phone number and a lid, whichever is known, in any order of arrival.
 * Two rows that turn out to be one person are merged. Part of the caller's transaction.
 */
export async function resolvePerson(ctx: Ctx, person: Person, name: string | null): Promise<Contact> {
  const [first, second] = await contacts.known(ctx, person)
  const key = person.pn && phoneKey(person.pn)
  if (!first)
    return contacts.insert(ctx, { name: cleanName(name) ?? person.pn ?? 'Contato', number: person.pn, phoneKey: key, lid: person.lid })
  const contact = second ? await mergeContacts(ctx, first, second) : first
  const learned = {
    ...(person.pn && contact.number !== person.pn && { number: person.pn, phoneKey: key }),
    ...(person.lid && contact.lid !== person.lid && { lid: person.lid }),
    // Whoever the network speaks of has an account, whatever was found when the number was checked.
    ...(contact.isWhatsappValid === false && { isWhatsappValid: true }),
    ...(!contact.named && cleanName(name) && cleanName(name) !== contact.name && { name: cleanName(name)! }),
  }
  return Object.keys(learned).length ? contacts.change(ctx, contact.id, learned) : contact
}

/** Two forms of one person became known together outside a message. Nobody new is made of it. */
export const learnIdentity = (ctx: Ctx, person: Person) =>
  transaction(ctx, async ctx => {
    if ((await contacts.known(ctx, person)).length) await resolvePerson(ctx, person, null)
  })
