import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { contacts } from '#modules/contacts'
import type { lookupFlow } from './lookup'
import { checkContacts } from './number-check/contacts'

function unlessTooMany(error: unknown) {
  if (error instanceof AppError && error.code === 'ERR_TOO_MANY_ATTEMPTS') return
  throw error
}

/**
 * Adds somebody who was typed in, by the network's own form of the number. Where the network was asked enough, the number stays as typed
 * and is checked with those that nobody asked about, at their pace.
 */
export const addContactFlow = (lookup: ReturnType<typeof lookupFlow>) =>
  async function addContact(ctx: Ctx, input: Parameters<typeof contacts.create>[1]) {
    const person = await lookup(ctx, input.number).catch(unlessTooMany)
    if (person) return contacts.create(ctx, input, person)
    return transaction(ctx, async ctx => {
      const added = await contacts.create(ctx, input, { pn: input.number, lid: null })
      if (!('alreadyExists' in added)) await checkContacts(ctx)
      return added
    })
  }
