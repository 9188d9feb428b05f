import type { Ctx } from '#kernel/context'
import type { PhoneBookEntry } from '#modules/connections'
import { phoneBook, phoneKey } from '#modules/contacts'
import { cleanName } from './identity'

/** Keeps whom the phone of a connection knows by name, until somebody wants contacts of them. */
export const learnPhoneBook = (ctx: Ctx, connectionId: number, people: PhoneBookEntry[]) =>
  phoneBook.learn(
    ctx,
    connectionId,
    people.flatMap(({ pn, lid, name }) => {
      const cleaned = cleanName(name)
      return cleaned && (pn || lid) ? [{ pn, lid, name: cleaned }] : []
    }),
  )

/** A connection that is linked to another phone than before: that one's address book is not this one's. */
export const isOtherNumber = (before: { number: string | null }, now: { number?: string }) =>
  Boolean(now.number && before.number && phoneKey(now.number) !== phoneKey(before.number))
