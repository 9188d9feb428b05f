import { useSignals } from '@preact/signals-react/runtime'
import { Confirm } from '../kit/dialog'
import { Part } from '../kit/part'
import { retried, styled } from '../kit/style'
import formsStyle from '../pages/forms.css'
import ticketsStyle from '../pages/tickets/tickets.css'
import shareStyle from './share/share.css'
import { shared } from './share/shared'
import type { Shared } from '../shared'

const Share = retried<{ shared: Shared; close: () => void }>(styled(() => import('./share/share'), formsStyle, ticketsStyle, shareStyle))

/** What is asked over any page: whether something is meant, and with whom something is shared. */
export function Questions() {
  useSignals()
  const close = () => (shared.value = undefined)
  return (
    <>
      <Confirm />
      {shared.value && (
        <Part gone={close}>
          <Share shared={shared.value} close={close} />
        </Part>
      )}
    </>
  )
}
