import { t } from './i18n'
import { toast } from './toast'

/** To the clipboard, where the browser allows it. */
export const copyText = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => toast.ok(t('common.copied')),
    () => {},
  )
