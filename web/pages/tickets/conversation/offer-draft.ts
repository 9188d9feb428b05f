import { copyText } from '../../../kit/copy'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { user } from '../../../session'
import { draftOf } from '../composer/drafts'
import type { Ticket } from '../types'
import { words } from './texts'

/** Long enough for who looks elsewhere; a notice that never goes covers what stands below it. */
const LASTS_MS = 30_000

/** What was being written in a ticket that its writer opens no more can be taken along. */
export function offerDraft({ id, contact }: Ticket) {
  const { text, note } = draftOf(id)
  const written = [text.peek().trim(), note.peek().trim()].filter(Boolean).join('\n')
  const writer = user.peek()?.id
  if (!written || !writer) return
  const copy = { label: t('common.copy'), act: () => void copyText(written) }
  const hide = toast.offer(words('goneWithDraft', { name: contact.name }), copy, 'warn', LASTS_MS)
  // Nothing of one person is readable by the next.
  const stop = user.subscribe(who => {
    if (who?.id === writer) return
    hide()
    stop()
  })
}
