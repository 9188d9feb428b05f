import { ApiError } from './api'
import { date } from './format'
import { t, translated } from './i18n'
import { toast } from './toast'

/** The text of a code in the language of who reads, with what the details say; else the server's own sentence, else the general one. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown')
  const { error: sentence = error.message, code = sentence, details } = error.body
  const { dueDate, user, ...slots } = (details ?? {}) as { dueDate?: string; user?: { name: string }; [slot: string]: unknown }
  if (code === 'ERR_SUBSCRIPTION_EXPIRED' && dueDate) return t('common.expired', { date: date(`${dueDate}T12:00`) })
  if (code === 'ERR_TICKET_TAKEN' && user) return t('error.ERR_TICKET_TAKEN', { name: user.name })
  const field = code === 'ERR_VALIDATION' ? translated(`field.${Object.values(slots).flat()[0]}`) : undefined
  const text = field ?? translated(`error.${code}`) ?? (sentence.startsWith('ERR_') ? t('error.unknown') : sentence)
  return text.replace(/\{(\w+)\}/g, (hole, slot: string) => String(slots[slot] ?? hole))
}

/** Shows what went wrong. A refused session says nothing: the page of the login is already coming. */
export function toastError(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return
  if (error instanceof ApiError && error.body.error === 'ERR_ABORTED') return
  toast.bad(errorText(error))
}
