import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { LEAVING_MS } from '../constants'
import type { Right } from '../../src/modules/rights'
import { ApiError, get } from '../kit/api'
import { toastError } from '../kit/errors'
import { toast } from '../kit/toast'
import { may } from '../session'
import { words } from './words'

type Reason = 'ERR_NO_PERMISSION' | 'ERR_NOT_IN_PLAN'
const refused = (code: Reason) => Promise.reject(new ApiError(403, { error: code, code }))

/** Leads whoever may not be here back to the tickets, and says why: in the words of the server, which knows profile and plan, if `path` asks. */
export function useRight(right: Right | undefined, path?: string, reason: Reason = 'ERR_NO_PERMISSION') {
  const [, go] = useLocation()
  const mayBeHere = !right || may(right)
  useEffect(() => {
    if (mayBeHere) return
    ;(path ? get(path) : refused(reason)).catch((error: ApiError) =>
      error.body.code === 'ERR_NOT_IN_PLAN' ? toast.bad(words('noPlan')) : toastError(error),
    )
    const timer = setTimeout(() => go('/tickets', { replace: true }), LEAVING_MS)
    return () => clearTimeout(timer)
  }, [mayBeHere])
  return mayBeHere
}
