import { copyText } from '../../../kit/copy'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { draftOf } from '../composer/drafts'
import type { Ticket } from '../types'
import { words } from './texts'

/** What was being written in a ticket that nobody here opens any more is told until it is taken along, or waved away. */
export function offerDraft({ id, contact }: Ticket) {
  const { text, note } = draftOf(id)
  const written = [text.peek().trim(), note.peek().trim()].filter(Boolean).join('\n')
  const copy = { label: t('common.copy'), act: () => void copyText(written) }
  if (written) toast.offer(words('goneWithDraft', { name: contact.name }), copy, 'warn', Infinity)
}
