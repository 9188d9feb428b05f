import { transaction, type Ctx } from '#kernel/context'
import type { Channel } from '#modules/connections'
import { addressOf, contacts, type Contact } from '#modules/contacts'

const REFRESH_MS = 7 * 24 * 3600_000

/** Caches a contact's profile picture for a week. Nothing waits for it. */
export function avatarFlow(channel: Channel) {
  const inFlight = new Set<number>()
  return async function fetchAvatar(ctx: Ctx, contact: Contact, connectionId: number): Promise<void> {
    if (contact.pictureAt && Date.now() - contact.pictureAt.getTime() < REFRESH_MS) return
    if (inFlight.has(contact.id) || !channel.isOpen(connectionId)) return
    inFlight.add(contact.id)
    try {
      const bytes = await channel.picture(connectionId, addressOf(contact))
      const saved = bytes && (await ctx.media.save(bytes))
      await transaction(ctx, ctx => contacts.setPicture(ctx, contact.id, saved?.hash ?? null))
    } finally {
      inFlight.delete(contact.id)
    }
  }
}
