import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { t } from '../kit/i18n'
import { toast } from '../kit/toast'

/** Says to whom may not be here that it is so, and leads back to the tickets. The server refuses by itself. */
export function useRight(mayBeHere: boolean, said = t('common.noPermission')) {
  const [, go] = useLocation()
  useEffect(() => {
    if (mayBeHere) return
    toast.bad(said)
    const timer = setTimeout(() => go('/tickets', { replace: true }), 1_000)
    return () => clearTimeout(timer)
  }, [mayBeHere])
  return mayBeHere
}
