import { del } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import type { Contact } from './types'
import { words } from './texts'

/** Asks, saying what goes with the contact, and deletes it. True when it is gone. */
export async function removeContact(contact: Contact) {
  const n = contact.tickets?.length ?? 0
  const text = n ? words('lose', { n }) : words('loseNone')
  const sure = await confirm({ title: words('removeTitle', { name: contact.name }), text, action: words('remove'), danger: true })
  if (!sure) return false
  try {
    await del(`/contacts/${contact.id}`)
    toast.ok(words('removed'), 3_000)
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}
