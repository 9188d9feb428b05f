import { del } from '../../../kit/api'
import { confirm } from '../../../kit/confirm'
import { toastError } from '../../../kit/errors'
import { t } from '../../../kit/i18n'
import { focusComposerSoon } from '../composer/focus'
import type { Message } from '../types'

/** Deletes a message, or all of an album, once it was asked about; `one` and `many` say for whom they disappear. */
export async function erase(messages: Message[], path: string, one: string, many: string) {
  const n = messages.length
  const arePhotos = n > 1 && messages.every(({ mediaType }) => mediaType === 'image')
  const yes = await confirm({
    title: t(arePhotos ? 'tickets.erasePhotos' : 'tickets.eraseTitle', { n }),
    text: n === 1 ? one : many,
    action: t('tickets.erase'),
    danger: true,
  })
  focusComposerSoon()
  if (!yes) return
  // One that is refused keeps none of the others.
  let refusal: unknown
  for (const { id } of messages) await del(`${path}/${id}`).catch((error: unknown) => (refusal = error))
  if (refusal) toastError(refusal)
}
