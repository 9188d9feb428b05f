import { del } from '../../kit/api'
import { confirm } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { plural, t } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import type { Contact } from './types'

/** Asks, saying what goes with the contact, and deletes it. True when it is gone. */
export async function removeContact(contact: Contact) {
  const n = contact.tickets?.length ?? 0
  const text = n ? plural(n, 'contacts.loseOne', 'contacts.loseMany') : t('contacts.loseNone')
  const sure = await confirm({ title: t('contacts.removeTitle', { name: contact.name }), text, action: t('contacts.remove'), danger: true })
  if (!sure) return false
  try {
    await del(`/contacts/${contact.id}`)
    toast.ok(t('contacts.removed'), 3_000)
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}
