import type { Contact } from '@whiskeysockets/baileys'
import type { PhoneBookEntry } from '#modules/connections'
import { isNobody, personOf } from './identity'
import type { Session } from './session'

/** The people among what Baileys calls contacts: `name` is what the account's owner wrote, a name that somebody chose is `notify`. */
export async function readPhoneBook(told: Contact[], { isMe, complete }: Pick<Session, 'isMe' | 'complete'>): Promise<PhoneBookEntry[]> {
  const people: PhoneBookEntry[] = []
  for (const { id, phoneNumber, lid, name } of told) {
    const person = personOf(id, phoneNumber, lid)
    if (name && !isNobody(person) && !isMe(person)) people.push({ ...(await complete(person)), name })
  }
  return people
}
