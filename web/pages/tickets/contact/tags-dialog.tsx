import { Dialog } from '../../../kit/dialog'
import { t } from '../../../kit/i18n'
import { TagPicker } from './tag-picker'
import type { Ticket } from '../types'

/** The tags of a ticket where no button for them has room. Under a finger the field, which would open the keyboard over them, waits for a press. */
export const TagsDialog = ({ ticket, close }: { ticket: Ticket; close: () => void }) => (
  <Dialog title={t('tickets.tags')} width={360} close={close}>
    <div tabIndex={-1} data-autofocus={matchMedia('(pointer: coarse)').matches || undefined} className="-mx-2">
      <TagPicker ticket={ticket} />
    </div>
  </Dialog>
)
