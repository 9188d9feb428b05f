import { post } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { dialog } from '../dialogs/shown'

type Person = { name: string; number: string }
/** Where the number is known already, whom it is known as. */
type Saved = { existingContact?: { name: string } }

/** What can be done with a contact card that somebody sent. */
export const card = {
  startConversation: (preset: Person) => void (dialog.value = { kind: 'new', preset }),
  saveContact: ({ name, number }: Person) =>
    void post<Saved>('/contacts', { name: name.slice(0, 50), number }).then(
      ({ existingContact: known }) => toast.ok(known ? t('tickets.contactKnown', { name: known.name }) : t('tickets.contactSaved')),
      toastError,
    ),
}
