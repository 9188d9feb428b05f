import { ApiError } from './api'
import { date } from './format'
import { t, translated } from './i18n'
import { toast } from './toast'

/** A known code in the user's language, else the server's own text, else the general sentence. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown')
  const said = error.body.code ?? error.body.error
  const { dueDate, user } = (error.body.details ?? {}) as { dueDate?: string; user?: { name: string } }
  if (said === 'ERR_TICKET_TAKEN' && user) return t('error.ERR_TICKET_TAKEN', { name: user.name })
  if (said === 'ERR_SUBSCRIPTION_EXPIRED' && dueDate) return t('common.expired', { date: date(`${dueDate}T12:00`) })
  return translated(`error.${said ?? error.message}`) ?? (said && !said.startsWith('ERR_') ? said : t('error.unknown'))
}

/** Shows what went wrong. A refused session says nothing: the page of the login is already coming. */
export function toastError(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return
  if (error instanceof ApiError && error.body.error === 'ERR_ABORTED') return
  toast.bad(errorText(error))
}

/** The words for a field message of a schema. */
export const fieldText = (message: string) => translated(`field.${message}`) ?? translated(`error.${message}`) ?? message
