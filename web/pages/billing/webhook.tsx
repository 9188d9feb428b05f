import { useState } from 'react'
import type { Registration } from '../../../src/modules/payments'
import { OFFICE_TOAST_MS } from '../../constants'
import { post } from '../../kit/api'
import { State } from '../../kit/chips'
import { errorText, toastError } from '../../kit/errors'
import { date } from '../../kit/format'
import { toast } from '../../kit/toast'
import { useAnswer } from '../../kit/answer'
import { words } from './texts'

const PATH = '/payment-accounts/efi/webhook'
const TONES = { none: 'wait', other: 'bad', ours: 'ok', byHand: 'idle' } as const

/** What Efí has registered of ours, as it says itself, and the way to register it. */
export function Webhook() {
  const { answer, error } = useAnswer<Registration>(PATH, {})
  const [told, keep] = useState<Registration>()
  const [isBusy, setBusy] = useState(false)
  const now = told ?? answer
  const register = async () => {
    setBusy(true)
    await post<Registration>(PATH, {})
      .then(registration => {
        keep(registration)
        toast.ok(words('hookDone'), OFFICE_TOAST_MS)
      }, toastError)
      .finally(() => setBusy(false))
  }
  return (
    <div className="webhook">
      <div className="min-w-0">
        <span className="font-medium">{words('hookState')}</span>
        <p className="muted t-meta">
          {now ? (
            <>
              <State tone={TONES[now.state]}>{words.find(`hook.${now.state}`)}</State>{' '}
              {now.address && words('hookSince', { address: now.address, date: date(now.since!) })}
            </>
          ) : error ? (
            errorText(error)
          ) : (
            words('hookAsk')
          )}
        </p>
      </div>
      <button type="button" className="btn btn-plain" aria-busy={isBusy} onClick={() => void register()}>
        {words(now?.state === 'ours' ? 'hookAgain' : 'hookRegister')}
      </button>
    </div>
  )
}
