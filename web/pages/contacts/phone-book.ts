import { post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import { words } from './texts'

/** Makes contacts of those whom the linked phones have in their address books. */
export async function importPhoneBook() {
  try {
    const { created, known } = await post<{ created: number; known: number }>('/contacts/import')
    if (created || known) toast.ok(words('fromPhone', { n: created, known }), 6_000)
    else toast.bad(words('emptyPhoneBook'), 6_000)
  } catch (error) {
    toastError(error)
  }
}
