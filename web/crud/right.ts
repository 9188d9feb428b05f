import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { LEAVING_MS, OFFICE_TOAST_MS } from '../constants'
import type { Right } from '../../src/modules/rights'
import { ApiError, get } from '../kit/api'
import { toastError } from '../kit/errors'
import { toast } from '../kit/toast'
import { may } from '../session'
import { words } from './words'

export type Reason = 'ERR_NO_PERMISSION' | 'ERR_NO_SUPER' | 'ERR_NOT_IN_PLAN'
const refused = (code: Reason) => Promise.reject(new ApiError(403, { error: code, code }))

/** What is said to whoever may not be here, for the reason that the server gave. */
function say(error: Partial<ApiError>) {
  // A refusal without a sentence of its own is its code.
  const { error: sentence, code = sentence } = error.body ?? {}
  if (code === 'ERR_NOT_IN_PLAN') toast.bad(words('noPlan'), OFFICE_TOAST_MS)
  else if (code === 'ERR_NO_PERMISSION') toast.bad(words('noRight'), OFFICE_TOAST_MS)
  else toastError(error)
}

/**
 * Leads whoever may not be here home, and says why: in the words of the server, which knows profile and plan, if `path` asks; for `reason`,
 * where the server lets everyone read what only few write.
 */
export function useRight(right: Right | undefined, path?: string, reason: Reason = 'ERR_NO_PERMISSION') {
  const [, go] = useLocation()
  const mayBeHere = !right || may(right)
  useEffect(() => {
    if (mayBeHere) return
    void Promise.resolve(path && get(path))
      .then(() => refused(reason))
      .catch(say)
    const timer = setTimeout(() => go('/', { replace: true }), LEAVING_MS)
    return () => clearTimeout(timer)
  }, [mayBeHere])
  return mayBeHere
}
