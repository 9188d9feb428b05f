import type { Ctx } from '#kernel/context'
import type { JsonOf } from '#kernel/storage/json-rows'
import type { contacts as table } from './schema'

export type Contact = typeof table.$inferSelect

/** What clients see: the picture as an address, the search key and lid not at all. */
export function shownContact<Row extends Partial<Contact | JsonOf<Contact>> & Pick<Contact, 'number' | 'picture'>>(
  ctx: Ctx,
  { phoneKey, lid, named, picture, pictureAt, number, checkedAt, isWhatsappValid = null, ...contact }: Row,
) {
  return {
    ...contact,
    number: number ?? '',
    isWhatsappValid: lid ? true : isWhatsappValid,
    profilePicUrl: picture ? ctx.media.address({ hash: picture, mimetype: 'image/jpeg', fileName: null }) : null,
  }
}

export type ShownContact = ReturnType<typeof shownContact<Partial<Contact> & Pick<Contact, 'id' | 'number' | 'picture'>>>
