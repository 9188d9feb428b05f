import { t } from './i18n'
import { toast } from './toast'

/** Copies as a person would: where the page came over plain HTTP, browsers have no clipboard for scripts. */
function copySelected(text: string) {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Beside what has the focus: a dialog keeps it within itself.
  const place = before?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

const isWritten = (text: string) =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => copySelected(text),
  ) ?? copySelected(text)

/** To the clipboard; says that it is there, or that the browser does not allow it. */
export async function copyText(text: string, said = t('common.copied')) {
  if (await isWritten(text)) toast.ok(said)
  else toast.bad(t('common.notCopied'))
}
