import { Suspense } from 'react'
import { t } from '../../../kit/i18n'
import { keycaps, keysOf } from '../../../kit/keys'
import { retried, styled } from '../../../kit/style'
import { isReseller, may } from '../../../session'
import stepsStyle from '../../first-steps/first-steps.css'

const FirstSteps = retried(styled(() => import('../../first-steps/first-steps'), stepsStyle))
const ResellerSteps = retried(styled(() => import('../../first-steps/reseller-steps'), stepsStyle))

/** What one may do while no ticket is chosen: the first steps of who sets up, and the keys. */
export default function ChooseHints() {
  return (
    <>
      {may('connections:write') && <Suspense>{isReseller() ? <ResellerSteps then={<FirstSteps />} /> : <FirstSteps />}</Suspense>}
      <dl className="hints desktop-only">
        {(
          [
            ['next', t('keys.next')],
            ['newTicket', t('tickets.new')],
            ['search', t('common.search')],
            ['shortcuts', t('top.shortcuts')],
          ] as const
        ).map(([id, label]) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              {keycaps(keysOf(id) ?? '').map(key => (
                <kbd className="kbd" key={key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
